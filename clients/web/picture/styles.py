"""The looks of boards for pictures that stand alone: what the style sheets say of shapes, in the light colours."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

_STATIC: Final = Path(__file__).parent.parent / "static"
_PAINTED: Final = ("fill", "stroke", "opacity", "font", "text-anchor", "paint-order", "color")
"""Properties of shapes; the others place things on a page."""
_IDLE: Final = re.compile(r"[:\[]|\.pick\b|\.can\b|\.fresh\b|\.ghost\b")
"""Selectors of what is pointed at, picked or new; on a picture nothing is."""

Path_ = Sequence[tuple[str, frozenset[str]]]
"""From the root to an element: tags and classes."""


class Rule(NamedTuple):
    """A selector, in parts from outside to inside (tag, classes), and what it says."""

    selector: str
    parts: tuple[tuple[str, frozenset[str]], ...]
    says: dict[str, str]

    def meets(self, path: Path_) -> bool:
        """Whether it speaks of the last element of the path."""
        places = iter(reversed(path))
        return (
            bool(path)
            and _fits(self.parts[-1], path[-1])
            and all(any(_fits(part, place) for place in places) for part in reversed(self.parts))
        )

    @property
    def classes(self) -> set[str]:
        """Every class it names."""
        return {name for _, names in self.parts for name in names}


class Styles:
    """The rules of the style sheets, in their order."""

    def __init__(self, colors: dict[str, str], rules: Sequence[Rule]) -> None:
        self._colors = colors
        self._rules = rules
        self.panel = {"fill": colors["panel"], "stroke": colors["line"]}
        """The ground of a part of the table."""

    def color(self, name: str) -> str:
        """A colour of the page: ground, panel, ink, soft, line."""
        return self._colors[name]

    def value(self, name: str, path: Path_) -> str:
        """What the rules say of a property of an element; empty for nothing."""
        found = ""
        for rule in self._rules:
            if name in rule.says and rule.meets(path):
                found = rule.says[name]
        return found

    def pixels(self, name: str, path: Path_) -> float:
        """The same in pixels; 0 for what is not given so."""
        match = re.fullmatch(r"([\d.]+)(px|rem)", self.value(name, path))
        return 0.0 if match is None else float(match[1]) * (16 if match[2] == "rem" else 1)

    def used_in(self, board: ElementTree.Element) -> str:
        """The rules for the shapes of a board."""
        shapes = [shape for drawing in board.iter("svg") for shape in drawing.iter()]
        tags = {shape.tag for shape in shapes}
        classes = {name for element in board.iter() for name in element.get("class", "").split()}
        kept = []
        for rule in self._rules:
            paint = {name: value for name, value in rule.says.items() if name.startswith(_PAINTED)}
            of_shape = rule.parts[-1][1] or rule.parts[-1][0] in tags
            if paint and of_shape and rule.classes <= classes:
                kept.append(f"{rule.selector}{{{';'.join(f'{name}:{value}' for name, value in paint.items())}}}")
        return "\n".join(kept)


@cache
def load() -> Styles:
    """The style sheets of the browser's boards. What is said for the dark or for small screens is left out."""
    text = "\n".join(path.read_text() for path in sorted(_STATIC.glob("*.css"), key=_rank))
    text = _without_media(re.sub(r"/\*.*?\*/", "", text, flags=re.S))
    colors: dict[str, str] = {}
    for block in re.findall(r":root\s*{(.*?)}", text, flags=re.S):
        colors |= {name: value.strip() for name, value in re.findall(r"--([\w-]+):\s*([^;}]+)", block)}
    return Styles(
        colors,
        [
            rule
            for selectors, body in re.findall(r"([^{}]+){([^{}]*)}", text)
            for rule in _rules(selectors, body, colors)
        ],
    )


def _rank(path: Path) -> tuple[bool, bool, str]:
    """The order in which a page reads them: the common ones first."""
    return path.stem != "base", path.stem != "board", path.stem


def _rules(selectors: str, body: str, colors: dict[str, str]) -> list[Rule]:
    body = re.sub(r"var\(--([\w-]+)\)", lambda match: colors.get(match[1], "inherit"), body)
    says = {
        name.strip(): value.strip() for name, _, value in (part.partition(":") for part in body.split(";")) if value
    }
    found = []
    for selector in (part.strip() for part in selectors.split(",")):
        if selector and not _IDLE.search(selector) and not selector.startswith("@"):
            parts = tuple(_part(part) for part in selector.replace(">", " ").split())
            found.append(Rule(selector, parts, says))
    return found


def _part(text: str) -> tuple[str, frozenset[str]]:
    name, *classes = text.split(".")
    return name, frozenset(classes)


def _fits(part: tuple[str, frozenset[str]], place: tuple[str, frozenset[str]]) -> bool:
    return part[0] in ("", "*", place[0]) and part[1] <= place[1]


def _without_media(text: str) -> str:
    """The sheet without its @-blocks, whose braces nest."""
    kept, depth, skipping = [], 0, False
    for piece in re.split(r"(@[^{};]+{|[{}])", text):
        if piece.startswith("@") and not skipping:
            skipping, depth = True, 1
        elif not skipping:
            kept.append(piece)
        else:
            depth += piece.endswith("{") - (piece == "}")
            skipping = depth > 0
    return "".join(kept)
