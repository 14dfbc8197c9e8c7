"""Boxes: pieces of a picture with their size, put below and beside each other."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from markupsafe import Markup

from clients.web.boards.svg import tag

GAP: Final = 12


_LINE: Final = 1.35
"""The height of a line, in units of its size."""
_NARROW_LETTERS: Final = frozenset("iljtfrI.,:;'|!()[] ")
_WIDE_LETTERS: Final = frozenset("mwMW+=")
_BOLDER: Final = 1.07


class Word(NamedTuple):
    """A word, or several in a line, and its looks."""

    text: str
    size: float
    bold: bool
    color: str

    @property
    def width(self) -> float:
        """As most fonts have it; what is drawn is made to fit."""
        return sum(map(_letter, self.text)) * self.size * (_BOLDER if self.bold else 1)

    def box(self, width: float = 0) -> "Box":
        """The words on their line, in their own width or another."""
        width = width or self.width
        drawn = tag(
            "text",
            self.text,
            y=f"{self.size:g}",
            font_size=f"{self.size:g}",
            font_weight="bold" if self.bold else None,
            textLength=f"{width:.4g}",
            lengthAdjust="spacingAndGlyphs",
            style=f"fill:{self.color}",
        )
        return Box(width, self.size * _LINE, drawn, self)


def _letter(letter: str) -> float:
    """The width of a letter in units of its size."""
    if letter in _NARROW_LETTERS:
        return 0.34
    return 0.86 if letter in _WIDE_LETTERS else 0.68 if letter.isupper() else 0.58


class Box(NamedTuple):
    """A piece of a picture, drawn from its top-left corner."""

    width: float
    height: float
    markup: Markup
    word: Word | None = None
    """Set where it is a word: those beside each other are drawn as one text."""

    def at(self, x: float, y: float) -> Markup:
        """The piece somewhere else."""
        if not x and not y:
            return self.markup
        return tag("g", self.markup, transform=f"translate({x:.4g} {y:.5g})")

    def within(self, width: float) -> "Box":
        """The same, made smaller where it is wider than that."""
        if self.width <= width:
            return self
        scale = width / self.width
        return Box(width, self.height * scale, tag("g", self.markup, transform=f"scale({scale:.4g})"))


NOTHING: Final = Box(0, 0, Markup(""))


def pile(boxes: Sequence[Box], gap: float) -> Box:
    """One below the other."""
    pieces, y = [], 0.0
    for box in boxes:
        if box.height:
            pieces.append(box.at(0, y))
            y += box.height + gap
    width = max((box.width for box in boxes), default=0)
    return Box(width, max(y - gap, 0), Markup("").join(pieces))


def lines(boxes: Sequence[Box], width: float, gap: float, *, centered: bool = False) -> Box:
    """Side by side, on a new line where one does not fit any more."""
    rows: list[list[Box]] = [[]]
    used = 0.0
    for box in boxes:
        if rows[-1] and used + box.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(box)
        used += box.width + gap
    laid = [_line(row, gap) for row in rows if row]
    widest = max((row.width for row in laid), default=0)
    if centered:
        laid = [Box(widest, row.height, row.at((widest - row.width) / 2, 0)) for row in laid]
    return pile(laid, gap)


def _line(row: Sequence[Box], gap: float) -> Box:
    height = max(box.height for box in row)
    pieces, x = [], 0.0
    for _, group in groupby(row, lambda box: (box.word[1:], box.height) if box.word is not None else id(box)):
        boxes = list(group)
        first = boxes[0].word
        if first is not None and len(boxes) > 1:
            words = first._replace(text=" ".join(box.word.text for box in boxes if box.word is not None))
            box = words.box(sum(box.width for box in boxes) + gap * (len(boxes) - 1))
        else:
            box = boxes[0]
        pieces.append(box.at(x, (height - box.height) / 2))
        x += box.width + gap
    return Box(x - gap, height, Markup("").join(pieces))
