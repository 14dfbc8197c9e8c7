"""The pieces of Castles of Mad King Ludwig: rooms to scale, doors, water. A type shows by colour and letter."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from ludarium.games.castles.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.svg import group, tag

CELL: Final = 14
"""The side of a cell (five feet) in the units of a drawing."""
At = tuple[int, int]


class Kind(NamedTuple):
    """A type of room: its letter and its word."""

    letter: str
    word: str


TYPES: Final[dict[int, Kind]] = {
    types_pb2.ROOM_TYPE_ACTIVITY: Kind("A", "activity"),
    types_pb2.ROOM_TYPE_CORRIDOR: Kind("C", "corridor"),
    types_pb2.ROOM_TYPE_DOWNSTAIRS: Kind("D", "downstairs"),
    types_pb2.ROOM_TYPE_FOOD: Kind("F", "food"),
    types_pb2.ROOM_TYPE_LIVING: Kind("L", "living"),
    types_pb2.ROOM_TYPE_OUTDOOR: Kind("O", "outdoor"),
    types_pb2.ROOM_TYPE_SLEEPING: Kind("S", "sleeping"),
    types_pb2.ROOM_TYPE_UTILITY: Kind("U", "utility"),
}
_STEPS: Final[dict[int, At]] = {
    types_pb2.DIRECTION_NORTH: (0, -1),
    types_pb2.DIRECTION_EAST: (1, 0),
    types_pb2.DIRECTION_SOUTH: (0, 1),
    types_pb2.DIRECTION_WEST: (-1, 0),
}
_CORNERS: Final[dict[int, str]] = {
    view_pb2.CORNER_NORTH_WEST: "M0 0H1L0 1z",
    view_pb2.CORNER_NORTH_EAST: "M0 0H1V1z",
    view_pb2.CORNER_SOUTH_EAST: "M1 0V1H0z",
    view_pb2.CORNER_SOUTH_WEST: "M0 0V1H1z",
}
_TURNED: Final[dict[int, int]] = {
    view_pb2.CORNER_NORTH_WEST: view_pb2.CORNER_NORTH_EAST,
    view_pb2.CORNER_NORTH_EAST: view_pb2.CORNER_SOUTH_EAST,
    view_pb2.CORNER_SOUTH_EAST: view_pb2.CORNER_SOUTH_WEST,
    view_pb2.CORNER_SOUTH_WEST: view_pb2.CORNER_NORTH_WEST,
}


_DOORS: Final[dict[int, tuple[str, str]]] = {
    view_pb2.DOOR_STATE_CONNECTED: ("M-4 0H4M0 -5V5", "door through"),
    view_pb2.DOOR_STATE_BLOCKED: ("M-3 -3L3 3M-3 3L3 -3", "door blocked"),
}

_SWAN: Final = (
    "M6.5 8.5C6 5 11 4.5 11 8c0 2-2 3-2 4.5 2-1.5 6-2 9 .5-.5 3.5-3 5.5-6.5 5.5"
    "-3.5 0-5-2-5-4.5 0-3 2.5-3.5 2.5-6-.8-.9-1.5-.3-2.5.5z"
)


class Shape(NamedTuple):
    """An outline in cells from its top-left corner."""

    width: int
    height: int
    cells: frozenset[At]
    halves: tuple[tuple[At, int], ...]
    diameter: int

    def turned(self, quarters: int) -> "Shape":
        """The same after so many quarter turns clockwise."""
        shape = self
        for _ in range(quarters % 4):
            tall = shape.height
            cells = frozenset((tall - 1 - y, x) for x, y in shape.cells)
            halves = tuple(((tall - 1 - y, x), _TURNED.get(kept, kept)) for (x, y), kept in shape.halves)
            shape = Shape(shape.height, shape.width, cells, halves, shape.diameter)
        return shape


def shape_of(outline: view_pb2.Outline, x: int = 0, y: int = 0) -> Shape:
    """An outline that lies with its top-left cell at (x, y)."""
    cells = frozenset((cell.x - x, cell.y - y) for cell in outline.cells)
    halves = tuple(((half.x - x, half.y - y), int(half.kept)) for half in outline.half_cells)
    return Shape(outline.width, outline.height, cells, halves, outline.diameter)


class Label(NamedTuple):
    """Where the words of a shape stand, and how much room a line of them has, in the units of a drawing."""

    x: float
    y: float
    room: float


def label_of(shape: Shape, *, upright: bool = False) -> Label:
    """The middle of a shape's largest rectangle of whole cells that is as wide in all its rows (columns: upright)."""
    if shape.diameter:
        middle = shape.diameter * CELL / 2
        return Label(middle, middle, shape.diameter * CELL * 0.9)
    cells = shape.cells or frozenset(at for at, _ in shape.halves) or frozenset({(0, 0)})
    lines = _lines(cells if not upright else frozenset((y, x) for x, y in cells))
    low, high, first, last = max(lines, key=lambda one: ((one[1] - one[0]) * (one[3] - one[2]), -one[2]))
    along, across = (low + high) * CELL / 2, (first + last) * CELL / 2
    return Label(*((across, along) if upright else (along, across)), (high - low) * CELL)


def _lines(cells: frozenset[At]) -> list[tuple[int, int, int, int]]:
    """Rectangles of rows that lie below one another and are equally wide: left, right, top, bottom."""
    found: list[tuple[int, int, int, int]] = []
    for row in sorted({y for _, y in cells}):
        low, high = min(x for x, y in cells if y == row), max(x for x, y in cells if y == row) + 1
        if found and found[-1][:2] == (low, high) and found[-1][3] == row:
            found[-1] = (low, high, found[-1][2], row + 1)
        else:
            found.append((low, high, row, row + 1))
    return found


def floor(shape: Shape, look: str) -> Markup:
    """A shape as a floor with walls around it."""
    if shape.diameter:
        r = shape.diameter * CELL / 2
        return tag("circle", cx=r, cy=r, r=r, class_=f"room {look}")
    squares = "".join(f"M{x * CELL} {y * CELL}h{CELL}v{CELL}h-{CELL}z" for x, y in sorted(shape.cells))
    corners = [
        tag("path", d=_CORNERS.get(kept, ""), transform=f"translate({x * CELL} {y * CELL}) scale({CELL})", class_=look)
        for (x, y), kept in shape.halves
    ]
    walls = _edges(shape) + _diagonals(shape)
    return group([tag("path", d=squares, class_=look), *corners, tag("path", d=walls, class_="room-wall")])


def _diagonals(shape: Shape) -> str:
    """The cuts through half cells."""
    parts = []
    for (x, y), kept in shape.halves:
        falls = kept in (view_pb2.CORNER_NORTH_EAST, view_pb2.CORNER_SOUTH_WEST)
        start, end = (y, y + 1) if falls else (y + 1, y)
        parts.append(f"M{x * CELL} {start * CELL}L{(x + 1) * CELL} {end * CELL}")
    return "".join(parts)


def _edges(shape: Shape) -> str:
    """The sides of whole cells beyond which the shape ends; sides towards half cells are left open."""
    inside = shape.cells | {at for at, _ in shape.halves}
    parts = []
    for x, y in sorted(shape.cells):
        left, top = x * CELL, y * CELL
        if (x, y - 1) not in inside:
            parts.append(f"M{left} {top}h{CELL}")
        if (x, y + 1) not in inside:
            parts.append(f"M{left} {top + CELL}h{CELL}")
        if (x - 1, y) not in inside:
            parts.append(f"M{left} {top}v{CELL}")
        if (x + 1, y) not in inside:
            parts.append(f"M{left + CELL} {top}v{CELL}")
    return "".join(parts)


def door(entrance: types_pb2.Entrance, state: int, origin: At = (0, 0)) -> Markup:
    """An entrance: a gap where it is open, a way through where it is connected, a cross where it is blocked."""
    dx, dy = _STEPS.get(entrance.side, (0, 0))
    x = (entrance.x - origin[0] + 0.5 + dx * 0.5) * CELL
    y = (entrance.y - origin[1] + 0.5 + dy * 0.5) * CELL
    turn = 90 if dx else 0
    mark, look = _DOORS.get(state, ("M-5 0H5", "door"))
    return tag(
        "path",
        d=mark,
        transform=f"translate({x:g} {y:g}) rotate({turn})",
        class_=look,
    )


def fence(edges: Iterable[types_pb2.Entrance], origin: At = (0, 0)) -> Markup:
    """The fenced edges of a room, with posts along them."""
    parts = []
    for one in edges:
        x, y = (one.x - origin[0]) * CELL, (one.y - origin[1]) * CELL
        dx, dy = _STEPS.get(one.side, (0, 0))
        parts.append(f"M{x + CELL * (dx > 0)} {y}v{CELL}" if dx else f"M{x} {y + CELL * (dy > 0)}h{CELL}")
    return tag("path", d="".join(parts), class_="fence") if parts else Markup("")


def swan_token(color: int) -> Markup:
    """A swan token by its colour, beside the word for it."""
    return tag(
        "svg",
        tag("circle", cx=12, cy=12, r=11, class_=f"swan swan-{swan_word(color)}"),
        tag("path", d=_SWAN, class_="swan-bird"),
        viewBox="0 0 24 24",
        width=22,
        height=22,
        class_="swan-token",
        aria_hidden="true",
    )


def swan_word(color: int) -> str:
    """The word for a swan's colour."""
    value = types_pb2.SwanColor.DESCRIPTOR.values_by_number.get(color)
    return value.name.removeprefix("SWAN_COLOR_").lower() if value is not None else "?"


def water(cells: Iterable[view_pb2.Cell]) -> Markup:
    """Cells of a moat."""
    return tag("path", d="".join(f"M{c.x * CELL} {c.y * CELL}h{CELL}v{CELL}h-{CELL}z" for c in cells), class_="water")


def kind_of(tile: view_pb2.TileView) -> str:
    """The class of a tile's first type."""
    return f"floor-{TYPES[tile.types[0]].word}" if tile.types and tile.types[0] in TYPES else "floor-none"


def letters(tile: view_pb2.TileView) -> str:
    """The letters of a tile's types."""
    return "".join(TYPES[kind].letter for kind in tile.types if kind in TYPES)


_COUNTED_WHERE = {
    view_pb2.CENTER_KIND_CONNECTION: "connected to it",
    view_pb2.CENTER_KIND_ADJACENCY: "that touches it",
    view_pb2.CENTER_KIND_CASTLE: "in the castle",
}


def tile_words(tile: view_pb2.TileView) -> str:
    """A tile in words: name, types, size, points, and what its centre counts."""
    parts = [tile.name or tile.id.replace("_", " ")]
    parts.append(" and ".join(TYPES[kind].word for kind in tile.types if kind in TYPES))
    parts.append(f"{tile.square_feet} square feet")
    parts.append(f"{tile.points} point{'s' * (tile.points != 1)}")
    if tile.HasField("center"):
        targets = " or ".join(TYPES[target].word for target in tile.center.targets if target in TYPES)
        parts.append(
            f"{tile.center.points:+d} for each {targets} room {_COUNTED_WHERE.get(tile.center.kind, '')}".rstrip()
        )
    parts += ["a fence"] if tile.fence else []
    parts += ["a swan"] if tile.swan else []
    return ", ".join(part for part in parts if part)


def single(tile: view_pb2.TileView, place: str) -> Markup:
    """A tile by itself, to scale, as a drawing of its own."""
    shape = shape_of(tile.outline)
    label = label_of(shape)
    width, height = max(shape.width, shape.diameter, 1) * CELL, max(shape.height, shape.diameter, 1) * CELL
    return tag(
        "svg",
        floor(shape, kind_of(tile)),
        *(door(one.entrance, 0) for one in tile.doors),
        tag("text", letters(tile), x=label.x, y=label.y + 4, class_="room-letter"),
        viewBox=f"-3 -3 {width + 6} {height + 6}",
        width=width + 6,
        height=height + 6,
        class_="room-tile",
        aria_hidden="true",
        data_id=f"{place}-{tile.id}",
    )
