"""Forms: shapes and tiles as they lie after quarter turns, with rasters computed once (G.2, G.3)."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from server.games.castles.content import load
from server.games.castles.content.files import Shape
from server.games.castles.content.records import Door as PrintedDoor
from server.games.castles.content.records import Tile
from server.games.castles.geometry.cells import DELTA, EDGE, NORTH, cell, turned

SUBCELLS = 4
"""Quarter units along a cell (G.3.1)."""
MASK_ROW = 128
"""Bits from one raster row to the next."""
CORNERS = ("nw", "ne", "se", "sw")
CIRCLE = 4
"""Stands for a kept corner in partly covered cells: the cell belongs to a circle."""


class Part(NamedTuple):
    """A cell that is partly covered: its offset, and the corner kept (0 to 3 from north-west) or CIRCLE."""

    offset: int
    kept: int


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A shape after turning. Offsets are cell numbers from the top-left cell of its bounding box."""

    shape: str
    turns: int
    width: int
    height: int
    diameter: int
    """Of a circle; 0 for polygons."""
    full: tuple[int, ...]
    parts: tuple[Part, ...]
    cells: tuple[int, ...]
    """Offsets of full and partly covered cells."""
    mask: int
    """Raster of '#' and '/' (G.3.1), bit MASK_ROW * y + x of sub-cell (x, y)."""

    def covers(self, x: int, y: int) -> bool:
        """Whether the raster has a sub-cell, counted from the form's top-left corner."""
        inside = 0 <= x < self.width * SUBCELLS and 0 <= y < self.height * SUBCELLS
        return inside and bool(self.mask >> (y * MASK_ROW + x) & 1)


class DoorForm(NamedTuple):
    """An entrance of a turned tile: offsets of its cell, of its edge and of the cell outside, side and level."""

    offset: int
    edge: int
    outward: int
    side: int
    level: int


@dataclass(frozen=True, slots=True, eq=False)
class Fence:
    """The fence of a turned tile (G.11): the sub-cells that nobody may have, and what else may not be there."""

    side: int
    zone: tuple[tuple[int, int], ...]
    """Sub-cells from the tile's top-left corner."""
    corners: tuple[int, ...]
    """Offsets of chamfered cells at its ends: no other chamfer may lie flush there (G.11.3)."""
    cells: frozenset[int]
    """Offsets of all cells in which a tile could offend; a quick test."""
    circles: frozenset[tuple[int, int]]
    """Offsets at which another circle of this size would touch the fence (G.11.2)."""
    edges: tuple[int, ...]
    """Offsets of the tile's own cells along the fence."""


@dataclass(frozen=True, slots=True, eq=False)
class TileForm:
    """A tile after turning: its form, doors and fence."""

    tile: Tile
    form: Form
    doors: tuple[DoorForm, ...]
    fence: Fence | None


@cache
def form(shape_id: str, turns: int) -> Form:
    """A shape after quarter turns clockwise."""
    shape = load().shapes[shape_id]
    rows = shape.mask or _raster_of_cells(shape)
    for _ in range(turns):
        rows = tuple("".join(line[x] for line in reversed(rows)) for x in range(len(rows[0])))
    width, height = (shape.width, shape.height) if turns % 2 == 0 else (shape.height, shape.width)
    full, parts = _covered(shape, turns)
    return Form(
        shape=shape_id,
        turns=turns,
        width=width,
        height=height,
        diameter=shape.diameter,
        full=tuple(full),
        parts=tuple(parts),
        cells=tuple(full + [part.offset for part in parts]),
        mask=_bits(rows),
    )


@cache
def tile_form(tile_id: str, turns: int) -> TileForm:
    """A tile after quarter turns clockwise. A foyer has its doors by side: see `foyer_form`."""
    tile = load().tiles[tile_id]
    return TileForm(tile, form(tile.shape, turns), turned_doors(tile, tile.doors, turns), _fence(tile, turns))


@cache
def foyer_form(tile_id: str, side: int, turns: int) -> TileForm:
    """The foyer or barbican room with the entrances of a side of the foyer."""
    tile = load().tiles[tile_id]
    doors = turned_doors(tile, load().foyer_sides[side], turns)
    return TileForm(tile, form(tile.shape, turns), doors, None)


def turned_doors(tile: Tile, doors: tuple[PrintedDoor, ...], turns: int) -> tuple[DoorForm, ...]:
    """Printed entrances after turning."""
    shape = load().shapes[tile.shape]
    lying = []
    for door in doors:
        x, y = turned(door.x, door.y, shape.width, shape.height, turns)
        side = (door.side + turns) % 4
        offset = cell(x, y)
        lying.append(DoorForm(offset, 2 * offset + EDGE[side], offset + DELTA[side], side, door.level))
    return tuple(lying)


@cache
def distinct_turns(tile_id: str) -> tuple[int, ...]:
    """For turns 0 to 3, the smallest number of turns that looks the same."""
    looks: dict[object, int] = {}
    return tuple(looks.setdefault(_look(tile_form(tile_id, turns)), turns) for turns in range(4))


@cache
def doors_facing(tile_id: str) -> tuple[tuple[tuple[TileForm, DoorForm], ...], ...]:
    """By side, the entrances that can look that way, each with the tile as it then lies; each look once."""
    facing: list[list[tuple[TileForm, DoorForm]]] = [[], [], [], []]
    for turns in sorted(set(distinct_turns(tile_id))):
        lying = tile_form(tile_id, turns)
        for door in lying.doors:
            facing[door.side].append((lying, door))
    return tuple(tuple(doors) for doors in facing)


def _look(lying: TileForm) -> object:
    doors = frozenset((door.edge, door.side, door.level) for door in lying.doors)
    return frozenset(lying.form.cells), doors, lying.fence.side if lying.fence else None


def _covered(shape: Shape, turns: int) -> tuple[list[int], list[Part]]:
    full: list[int] = []
    parts: list[Part] = []
    right, bottom = shape.width - 1, shape.height - 1
    corners = {(0, 0): "nw", (right, 0): "ne", (right, bottom): "se", (0, bottom): "sw"}
    for y in range(shape.height):
        for x in range(shape.width):
            offset = cell(*turned(x, y, shape.width, shape.height, turns))
            cut = corners.get((x, y))
            if shape.diameter:
                parts.append(Part(offset, CIRCLE))
            elif cut in shape.chamfered_corners and cut is not None:
                parts.append(Part(offset, (CORNERS.index(cut) + 2 + turns) % 4))
            elif shape.cell_rows[y][x] == "#":
                full.append(offset)
    return sorted(full), sorted(parts)


def _raster_of_cells(shape: Shape) -> tuple[str, ...]:
    rows = ("".join(sign * SUBCELLS for sign in line) for line in shape.cell_rows)
    return tuple(line for line in rows for _ in range(SUBCELLS))


def _bits(rows: tuple[str, ...]) -> int:
    bits = 0
    for y, line in enumerate(rows):
        for x, sign in enumerate(line):
            if sign != ".":
                bits |= 1 << (y * MASK_ROW + x)
    return bits


def _fence(tile: Tile, turns: int) -> Fence | None:
    """G.11: the N edge at rotation 0."""
    if not tile.fence:
        return None
    shape = load().shapes[tile.shape]
    width, height = shape.width, shape.height
    along = range(width)
    corners: list[tuple[int, int]] = []
    if shape.diameter:
        middle = width * SUBCELLS // 2
        zone = [(middle - 1, -1), (middle, -1)]
        circles = [(3, -4), (4, -3), (-3, -4), (-4, -3)]
    elif shape.chamfered_corners:
        zone = [(x, -1) for x in range(SUBCELLS - 1, SUBCELLS * (width - 1) + 1)]
        circles = []
        corners = [(0, 0), (width - 1, 0)]
        along = range(1, width - 1)
    else:
        zone = [(x, -1) for x in range(SUBCELLS * width)]
        circles = []
    outside = [(x, -1) for x in range(width)]
    return Fence(
        side=(NORTH + turns) % 4,
        zone=tuple(turned(x, y, SUBCELLS * width, SUBCELLS * height, turns) for x, y in zone),
        corners=tuple(cell(*turned(x, y, width, height, turns)) for x, y in corners),
        cells=frozenset(cell(*turned(x, y, width, height, turns)) for x, y in outside + corners),
        circles=frozenset(_turned_offset(x, y, turns) for x, y in circles),
        edges=tuple(cell(*turned(x, 0, width, height, turns)) for x in along),
    )


def _turned_offset(x: int, y: int, turns: int) -> tuple[int, int]:
    for _ in range(turns):
        x, y = -y, x
    return x, y
