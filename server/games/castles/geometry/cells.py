"""Cells and edges as plain numbers: the grid has no end (G.1.0), and sets of numbers are quick."""

ROW = 1 << 12
"""Cells from one row to the next; a castle is never wider than half of it."""
NORTH, EAST, SOUTH, WEST = range(4)
DELTA = (-ROW, 1, ROW, -1)
"""From a cell to its neighbour, by side."""
EDGE = (0, 3, 2 * ROW, 1)
"""From twice a cell to the number of its edge, by side: both cells of an edge give it the same number."""
FARTHEST = 1000
"""No placement lies farther than this from the foyer."""


def cell(x: int, y: int) -> int:
    """The number of a cell."""
    return y * ROW + x


def column(number: int) -> int:
    """The x of a cell."""
    return ((number + ROW // 2) & (ROW - 1)) - ROW // 2


def row(number: int) -> int:
    """The y of a cell."""
    return (number + ROW // 2) // ROW


def edge(number: int, side: int) -> int:
    """The number of a cell's edge."""
    return 2 * number + EDGE[side]


def turned(x: int, y: int, width: int, height: int, turns: int) -> tuple[int, int]:
    """G.1.1: a cell of a tile after quarter turns clockwise; width and height are those before turning."""
    for _ in range(turns):
        x, y, width, height = height - 1 - y, x, height, width
    return x, y
