"""Tiles with walls on a grid: heavy lines are walls, light lines the rim of an Alhambra, no line an open way."""

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from clients.cli.boards.blocks import WIDTH, Block, joint, trimmed

At = tuple[int, int]
NONE, LIGHT, HEAVY = 0, 1, 2
NORTH, EAST, SOUTH, WEST = range(1, 5)
_STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
_OPPOSITE = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}
WALL_STYLE = "bold"
RIM_STYLE = "dim"


class Piece(NamedTuple):
    """What lies on a cell: a label of four columns at most, its style, and the sides that carry a wall."""

    label: str
    style: str
    walls: frozenset[int]


def grid(pieces: Mapping[At, Piece], rulers: bool = True, columns: int = WIDTH) -> Block:
    """The pieces on their cells; with `rulers`, columns and rows are numbered."""
    if not pieces:
        return []
    return _Grid(pieces, rulers, columns).lines()


class _Grid:
    def __init__(self, pieces: Mapping[At, Piece], rulers: bool, columns: int) -> None:
        self.pieces = pieces
        self.rulers = rulers
        self.left, self.right = min(x for x, _ in pieces), max(x for x, _ in pieces)
        self.top, self.bottom = min(y for _, y in pieces), max(y for _, y in pieces)
        self.margin = 4 if rulers else 0
        across = self.right - self.left + 1
        self.cell = next((size for size in (5, 4) if self.margin + across * (size + 1) < columns), 3)

    def lines(self) -> Block:
        block = [self._numbers()] if self.rulers else []
        for y in range(self.top, self.bottom + 1):
            block += [self._rim(y), self._row(y)]
        block.append(self._rim(self.bottom + 1))
        return [trimmed(line) for line in block]

    def _numbers(self) -> Text:
        line = Text(" " * self.margin)
        for x in range(self.left, self.right + 1):
            line.append(" " + f"{x}".center(self.cell), RIM_STYLE)
        return line

    def _row(self, y: int) -> Text:
        line = Text(f"{y:>{self.margin - 1}} " if self.rulers else "", RIM_STYLE)
        for x in range(self.left, self.right + 2):
            line.append(joint(weight := self._upright(x, y), 0, weight, 0), _style(weight))
            if x > self.right:
                break
            piece = self.pieces.get((x, y))
            label = piece.label if piece else ""
            line.append(label[: self.cell].center(self.cell), piece.style if piece else "")
        return line

    def _rim(self, y: int) -> Text:
        line = Text(" " * self.margin)
        for x in range(self.left, self.right + 2):
            arms = (self._upright(x, y - 1), self._level(x, y), self._upright(x, y), self._level(x - 1, y))
            line.append(joint(*arms), _style(max(arms)))
            if x <= self.right:
                line.append(" ─━"[arms[1]] * self.cell, _style(arms[1]))
        return line

    def _level(self, x: int, y: int) -> int:
        """The weight of the line above the cell."""
        return self._between((x, y), NORTH)

    def _upright(self, x: int, y: int) -> int:
        """The weight of the line to the left of the cell."""
        return self._between((x, y), WEST)

    def _between(self, at: At, side: int) -> int:
        step = _STEPS[side]
        here, there = self.pieces.get(at), self.pieces.get((at[0] + step[0], at[1] + step[1]))
        if (here and side in here.walls) or (there and _OPPOSITE[side] in there.walls):
            return HEAVY
        return LIGHT if (here is None) != (there is None) else NONE


def _style(weight: int) -> str:
    return (RIM_STYLE, RIM_STYLE, WALL_STYLE)[weight]
