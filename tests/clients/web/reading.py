"""Reading pages in tests: their elements, and what makes them usable by keyboard and by ear."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link", "input", "br", "hr", "img", "area", "base", "col", "source", "wbr"}


@dataclass
class Element:
    """An element with its attributes, children and text."""

    name: str
    attributes: dict[str, str]
    parent: "Element | None" = None
    children: list["Element"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text inside."""
        return " ".join(" ".join([*self.pieces, *(child.text for child in self.children)]).split())

    def all(self, *names: str) -> list["Element"]:
        """The elements inside of these names; all of them without names."""
        return [one for one in self.walk() if not names or one.name in names]

    def with_attribute(self, attribute: str) -> list["Element"]:
        """The elements inside that have an attribute."""
        return [one for one in self.walk() if attribute in one.attributes]

    def by_id(self, element_id: str) -> "Element":
        """The element with an id."""
        return next(one for one in self.walk() if one.attributes.get("id") == element_id)

    def walk(self) -> Iterator["Element"]:
        """This element's descendants in the order of the page."""
        for child in self.children:
            yield child
            yield from child.walk()

    def within(self, name: str) -> bool:
        """Whether an element of that name is around this one."""
        return self.parent is not None and (self.parent.name == name or self.parent.within(name))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("document", {})
        self.at = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(element)
        if tag not in _VOID:
            self.at = element

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        assert self.at.name == tag, f"</{tag}> closes <{self.at.name}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.pieces.append(data)


def read(html: str) -> Element:
    """A page or a piece of one. Fails where elements are not nested well."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    unclosed = reader.at.name
    assert unclosed == "document", f"<{unclosed}> is not closed"
    return reader.root
