"""Laying markup out: blocks below each other, words, badges and drawings in lines, lists and tables."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Final
from xml.etree import ElementTree

from markupsafe import Markup

from clients.web.boards.svg import tag
from clients.web.picture.boxes import NOTHING, Box, Word, lines, pile
from clients.web.picture.styles import Path_, Styles

Element = ElementTree.Element

_BLOCKS: Final = frozenset({"div", "section", "p", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "details"})
_SIZES: Final = {"h2": 18, "h3": 16, "h4": 14, "small": 12, "table": 13, "th": 13, "td": 13, "li": 13, "dl": 13}
_BOLD: Final = frozenset({"h2", "h3", "h4", "h5", "h6", "strong", "b", "th", "summary", "dt"})
_UNSEEN: Final = frozenset({"vh", "skip"})
_SIZE: Final = 14
_NARROW: Final = 150
"""How wide the words below a drawing in a list may be."""
_DROPPED: Final = ("data-", "aria-", "role", "tabindex")


class Flow:
    """Lays out the markup of one board."""

    def __init__(self, styles: Styles, board: Element) -> None:
        self.styles = styles
        self._parents = {child: parent for parent in board.iter() for child in parent}

    def text(self, words: str, width: float, *, size: float = _SIZE, bold: bool = False, color: str = "") -> Box:
        """Words in lines."""
        return lines(list(self._words(words, size, bold, color)), width, size * 0.27)

    def block(self, element: Element, width: float) -> Box:
        """An element and all that is in it, in a width that drawings may exceed."""
        if self._unseen(element):
            return NOTHING
        if element.tag == "table":
            return self._table(element)
        if element.tag in ("ul", "ol"):
            return lines([self._item(item, width) for item in element], width, 10)
        if element.tag == "dl":
            return self._facts(element, width)
        parts: list[Box] = []
        inline: list[Box] = list(self._text_of(element, element.text))
        for child in element:
            if child.tag in _BLOCKS:
                parts += [lines(inline, width, 4), self.block(child, width)]
                inline = []
            else:
                inline += self._inline(child)
            inline += self._text_of(element, child.tail)
        return pile([*parts, lines(inline, width, 4)], 6)

    def _item(self, item: Element, width: float) -> Box:
        """One of a list, on its ground where it has one."""
        background = self.styles.value("background", self._path(item))
        content = self._listed(item, width)
        return self._badge([content], background) if background.startswith("#") else content

    def _listed(self, item: Element, width: float) -> Box:
        """A drawing with its words below it, or words alone."""
        if item.find(".//svg") is None:
            return self.block(item, width)
        parts = [self._text_of(item, item.text)]
        for child in item:
            parts += [self._inline(child), self._text_of(item, child.tail)]
        across = max(_NARROW, *(box.width for part in parts for box in part))
        rows = [lines(part, across, 4, centered=True) for part in parts]
        widest = max(row.width for row in rows)
        return pile([Box(widest, row.height, row.at((widest - row.width) / 2, 0)) for row in rows], 4)

    def _facts(self, element: Element, width: float) -> Box:
        parts = []
        for term, fact in zip(element.findall(".//dt"), element.findall(".//dd"), strict=False):
            parts.append(lines([*self._inline(term), *self._inline(fact)], width, 6))
        return pile(parts, 4)

    def _table(self, element: Element) -> Box:
        """Rows and columns, numbers to the right."""
        rows = [[lines(list(self._inline(cell)), 260, 4) for cell in row] for row in element.iter("tr")]
        numbers = [["".join(cell.itertext()).lstrip("-+").isdigit() for cell in row] for row in element.iter("tr")]
        columns = max((len(row) for row in rows), default=0)
        widths = [max((row[i].width for row in rows if i < len(row)), default=0) + 18 for i in range(columns)]
        pieces, y = [], 0.0
        for row, right in zip(rows, numbers, strict=True):
            height = max((box.height for box in row), default=0) + 8
            x = 0.0
            for i, box in enumerate(row):
                pieces.append(box.at(x + (widths[i] - 18 - box.width if right[i] else 0), y + 4))
                x += widths[i]
            y += height
            line = f"M0 {y:g}H{sum(widths):g}"
            pieces.append(tag("path", d=line, stroke=self.styles.color("line"), fill="none"))
        return Box(sum(widths), y, Markup("").join(pieces))

    def _inline(self, element: Element) -> list[Box]:
        """What an element gives to a line."""
        if self._unseen(element):
            return []
        if element.tag == "svg":
            return [self._drawing(element)]
        background = self.styles.value("background", self._path(element))
        inside = list(self._text_of(element, element.text))
        for child in element:
            inside += [self.block(child, 400)] if child.tag in _BLOCKS else self._inline(child)
            inside += self._text_of(element, child.tail)
        if background.startswith("#") and element.tag == "span":
            return [self._badge(inside, background)]
        return inside

    def _badge(self, inside: Sequence[Box], background: str) -> Box:
        content = lines(inside, 400, 4)
        width, height = max(content.width + 8, 16), max(content.height, 16)
        ground = tag("rect", width=f"{width:g}", height=f"{height:g}", rx=4, fill=background, stroke="#00000088")
        return Box(width, height, Markup("").join([ground, content.at((width - content.width) / 2, 0)]))

    def _drawing(self, element: Element) -> Box:
        """A drawing with the classes of all that it stands in, so that its looks are the browser's."""
        left, top, wide, tall = (float(part) for part in element.get("viewBox", "0 0 100 100").split())
        path = self._path(element)
        width = float(element.get("width", 0)) or self.styles.pixels("width", path) or wide
        height = width * tall / wide
        drawn = _stripped(element)
        for name in ("width", "height", "style"):
            drawn.attrib.pop(name, None)
        drawn.set("viewBox", f"{left:g} {top:g} {wide:g} {tall:g}")
        drawn.set("width", f"{width:g}")
        drawn.set("height", f"{height:g}")
        markup = Markup(ElementTree.tostring(drawn, encoding="unicode"))  # noqa: S704 - was markup before
        for _, classes in reversed(path[:-1]):
            if classes:
                markup = tag("g", markup, class_=" ".join(sorted(classes)))
        return Box(width, height, markup)

    def _text_of(self, element: Element, words: str | None) -> list[Box]:
        if not words or not words.strip():
            return []
        path = self._path(element)
        tags = [name for name, _ in path]
        size = next((_SIZES[name] for name in reversed(tags) if name in _SIZES), _SIZE)
        classes = {name for _, names in path for name in names}
        soft = classes & {"note", "empty", "state"} or "small" in tags
        color = self._ink(path) or self.styles.color("soft" if soft else "ink")
        return list(self._words(words, size, any(name in _BOLD for name in tags) and "small" not in tags, color))

    def _words(self, words: str, size: float, bold: bool, color: str) -> Iterator[Box]:
        color = color or self.styles.color("ink")
        for word in words.split():
            yield Word(word, size, bold, color).box()

    def _ink(self, path: Path_) -> str:
        """The colour of what is written on a ground of its own; empty for what stands on the page."""
        for depth in range(len(path), 0, -1):
            if self.styles.value("background", path[:depth]).startswith("#"):
                color = self.styles.value("color", path[:depth])
                return color if color.startswith("#") else ""
        return ""

    def _path(self, element: Element) -> Path_:
        path = []
        here: Element | None = element
        while here is not None:
            path.append((here.tag, frozenset(here.get("class", "").split())))
            here = self._parents.get(here)
        return path[::-1]

    def _unseen(self, element: Element) -> bool:
        return bool(_UNSEEN & set(element.get("class", "").split())) or "hidden" in element.attrib


def _stripped(element: Element) -> Element:
    """A copy without what only pages need."""
    copy = deepcopy(element)
    copy.tail = None
    for part in copy.iter():
        for name in [name for name in part.attrib if name.startswith(_DROPPED)]:
            del part.attrib[name]
    return copy
