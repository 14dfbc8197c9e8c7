"""What a room would bring at a spot of a castle, reckoned from the view alone; whether it is legal the server knows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ludarium.games.castles.v1 import types_pb2, view_pb2

At = tuple[int, int]
Edge = tuple[int, int, bool]
"""The cell east or south of an edge, and whether the edge runs from north to south."""
Spot = tuple[int, int, int, int]
"""A tile's top-left cell, its quarter turns, and the level that was chosen for it; 0 where its entrances have one."""
STEPS = {1: (0, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 0)}
REWARDS: dict[int, float] = {
    types_pb2.ROOM_TYPE_ACTIVITY: 5.0,
    types_pb2.ROOM_TYPE_CORRIDOR: 2.5,
    types_pb2.ROOM_TYPE_DOWNSTAIRS: 2.5,
    types_pb2.ROOM_TYPE_FOOD: 5.0,
    types_pb2.ROOM_TYPE_LIVING: 6.0,
    types_pb2.ROOM_TYPE_OUTDOOR: 3.5,
    types_pb2.ROOM_TYPE_SLEEPING: 1.0,
    types_pb2.ROOM_TYPE_UTILITY: 4.0,
}
"""Points that a completion reward is worth."""
BLOCKED = 1.2
"""Points lost for an entrance that is blocked for good."""
OPEN = 0.25
"""Points for an entrance that is left open."""
CLOSING = 0.4
"""Points for an entrance of a room that is connected and brings it nearer to completion."""
KEPT = 1000
"""Castles that are remembered."""
FEW = 3
"""With fewer open entrances the castle can hardly grow."""


@dataclass(slots=True)
class Estate:
    """A castle in the form in which it is reckoned with."""

    rooms: list[view_pb2.RoomView]
    doors: dict[Edge, tuple[int, int]]
    """Open entrances: the room and the level."""
    outward: dict[At, int]
    """Cells outside open entrances, and how many entrances lead there."""
    taken: dict[At, int]
    """Covered cells and their rooms; -1 for what is no room."""
    missing: list[int]
    """By room, entrances not connected; a blocked one counts for many."""
    moats: int
    worths: dict[tuple[str, Spot], float] = field(default_factory=dict)
    """What tiles bring at spots, as far as it was asked for."""
    fits: dict[str, float] = field(default_factory=dict)
    """The same of the best spot for a tile."""


Door = tuple[Edge, At, int]
"""An entrance: its edge, the cell outside, its level."""


@dataclass(frozen=True, slots=True)
class Lie:
    """A tile at a spot: its cells and entrances."""

    cells: frozenset[At]
    doors: tuple[Door, ...]


def estate(castle: view_pb2.CastleView) -> Estate:
    """Read a castle. A search meets the same castles again and again: what was reckoned of the last ones is kept."""
    return _read(castle.SerializeToString())


@lru_cache(maxsize=KEPT)
def _read(written: bytes) -> Estate:
    castle = view_pb2.CastleView.FromString(written)
    doors: dict[Edge, tuple[int, int]] = {}
    outward: dict[At, int] = {}
    missing = []
    for room in castle.rooms:
        lacking = 0
        for door in room.doors:
            end = door.entrance
            if door.state == view_pb2.DOOR_STATE_OPEN:
                doors[edge(end.x, end.y, end.side)] = (room.number, door.level)
                beyond = (end.x + STEPS[end.side][0], end.y + STEPS[end.side][1])
                outward[beyond] = outward.get(beyond, 0) + 1
            lacking += {view_pb2.DOOR_STATE_OPEN: 1, view_pb2.DOOR_STATE_BLOCKED: 100}.get(door.state, 0)
        missing.append(lacking)
    taken = {at: -1 for moat in castle.moats for at in ((cell.x, cell.y) for cell in moat.cells)}
    taken |= {(cell.x, cell.y): -1 for passage in castle.passages for cell in passage.cells}
    for room in castle.rooms:
        taken |= dict.fromkeys(_cells(room.outline, room.x, room.y, room.outline.diameter), room.number)
    return Estate(list(castle.rooms), doors, outward, taken, missing, max(0, len(castle.moats) - 1))


def edge(x: int, y: int, side: int) -> Edge:
    """The edge of a cell's side."""
    return (x + (side == 2), y, True) if side in (2, 4) else (x, y + (side == 3), False)


_TURNED: dict[tuple[str, int], tuple[frozenset[At], tuple[Door, ...]]] = {}


def _turned_tile(tile: view_pb2.TileView, turns: int) -> tuple[frozenset[At], tuple[Door, ...]]:
    """Cells and entrances of a tile after quarter turns at the origin, kept by its id."""
    known = _TURNED.get((tile.id, turns))
    if known is None:
        known = _TURNED[tile.id, turns] = _turn(tile, turns)
    return known


def _turn(tile: view_pb2.TileView, turns: int) -> tuple[frozenset[At], tuple[Door, ...]]:
    width, height = tile.outline.width, tile.outline.height
    outline = _cells(tile.outline, 0, 0, tile.outline.diameter)
    doors: list[Door] = []
    for door in tile.doors:
        cx, cy = _turned((door.entrance.x, door.entrance.y), width, height, turns)
        side = (door.entrance.side - 1 + turns) % 4 + 1
        doors.append((edge(cx, cy, side), (cx + STEPS[side][0], cy + STEPS[side][1]), door.level))
    return frozenset(_turned(at, width, height, turns) for at in outline), tuple(doors)


def worth(castle: Estate, tile: view_pb2.TileView, spot: Spot) -> float:
    """Points and prospects of a tile at a spot."""
    known = castle.worths.get((tile.id, spot))
    if known is None:
        known = castle.worths[tile.id, spot] = _worth(castle, tile, _lie(tile, spot))
    return known


def _lie(tile: view_pb2.TileView, spot: Spot) -> Lie:
    x, y, turns, level = spot
    cells, doors = _turned_tile(tile, turns)
    moved = tuple(
        ((ex + x, ey + y, upright), (bx + x, by + y), level or own_level)
        for (ex, ey, upright), (bx, by), own_level in doors
    )
    return Lie(frozenset([(cx + x, cy + y) for cx, cy in cells]), moved)


def _worth(castle: Estate, tile: view_pb2.TileView, lying: Lie) -> float:
    met: dict[int, int] = {}
    matched: set[Edge] = set()
    for at, _, level in lying.doors:
        if at in castle.doors and castle.doors[at][1] == level:
            met[castle.doors[at][0]] = met.get(castle.doors[at][0], 0) + 1
            matched.add(at)
    value = float(tile.points)
    value += _centers(castle, tile, lying, met)
    value += castle.moats * sum(kind not in (2, 6) for kind in tile.types)
    value += _completions(castle, tile, lying, met)
    blocked = sum(castle.outward.get(at, 0) for at in lying.cells) - len(matched)
    dead = sum(beyond in castle.taken and at not in matched for at, beyond, _ in lying.doors)
    left = len(castle.doors) - len(matched) - blocked + len(lying.doors) - len(matched) - dead
    value -= BLOCKED * (blocked + dead)
    return value + OPEN * min(left, 12) - (8.0 * (FEW - left) if left < FEW else 0.0)


def best(castle: Estate, tile: view_pb2.TileView) -> float:
    """The most that a tile brings anywhere in the castle, placed with one of its entrances on an open one."""
    known = castle.fits.get(tile.id)
    if known is None:
        known = max((worth(castle, tile, spot) for spot in _spots(castle, tile)), default=-5.0)
        castle.fits[tile.id] = known
    return known


def _spots(castle: Estate, tile: view_pb2.TileView) -> Iterator[Spot]:
    seen: set[Spot] = set()
    for (x, y, upright), (_, level) in castle.doors.items():
        for turns in range(4):
            cells, doors = _turned_tile(tile, turns)
            for (ex, ey, own_upright), _, own_level in doors:
                left, top = x - ex, y - ey
                spot = (left, top, turns, 0 if own_level else level)
                if own_upright != upright or (own_level or level) != level or spot in seen:
                    continue
                seen.add(spot)
                if not any((left + cx, top + cy) in castle.taken for cx, cy in cells):
                    yield spot


def _centers(castle: Estate, tile: view_pb2.TileView, lying: Lie, met: dict[int, int]) -> float:
    value = 0.0
    center = tile.center if tile.HasField("center") else None
    near: set[int] | None = None
    if center is not None and center.kind == view_pb2.CENTER_KIND_ADJACENCY:
        near = _touching(castle, lying)
    for room in castle.rooms:
        other = room.tile.center if room.tile.HasField("center") else None
        if other is not None and other.kind == view_pb2.CENTER_KIND_ADJACENCY and near is None:
            near = _touching(castle, lying)
        if center is not None and _counts(center, room.number, met, near):
            value += center.points * _matches(center.targets, room.tile.types)
        if other is not None and _counts(other, room.number, met, near):
            value += other.points * _matches(other.targets, tile.types)
    if center is not None and center.kind == view_pb2.CENTER_KIND_CASTLE:
        value += center.points * _matches(center.targets, tile.types)
    return value


def _counts(center: view_pb2.CenterView, number: int, met: dict[int, int], near: set[int] | None) -> bool:
    if center.kind == view_pb2.CENTER_KIND_CONNECTION:
        return number in met
    return center.kind == view_pb2.CENTER_KIND_CASTLE or (near is not None and number in near)


def _matches(targets: Sequence[int], types: Sequence[int]) -> int:
    return sum(kind in targets for kind in types)


def _touching(castle: Estate, lying: Lie) -> set[int]:
    around = {(x + dx, y + dy) for x, y in lying.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {castle.taken[at] for at in around if castle.taken.get(at, -1) >= 0}


def _completions(castle: Estate, tile: view_pb2.TileView, lying: Lie, met: dict[int, int]) -> float:
    value = 0.0
    for number, doors in met.items():
        left = castle.missing[number] - doors
        if left == 0:
            value += sum(REWARDS[kind] for kind in castle.rooms[number].tile.types)
        elif left < 5:
            value += CLOSING * doors
    own = len(lying.doors) - sum(met.values())
    if own == 0:
        value += sum(REWARDS[kind] for kind in tile.types)
    return value


def _cells(outline: view_pb2.Outline, x: int, y: int, diameter: int) -> Iterator[At]:
    yield from ((cell.x, cell.y) for cell in outline.cells)
    yield from ((half.x, half.y) for half in outline.half_cells)
    yield from ((x + column, y + row) for row in range(diameter) for column in range(diameter))


def _turned(at: At, width: int, height: int, turns: int) -> At:
    x, y = at
    for _ in range(turns):
        x, y, width, height = height - 1 - y, x, height, width
    return x, y
