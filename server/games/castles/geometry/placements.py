"""Where a room may go (R4.1): every legal spot, and why another is not."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from server.games.castles.content.records import DOWN, HALLWAYS, SHORT, UP, Tile
from server.games.castles.geometry.castle import Castle, Door, Share
from server.games.castles.geometry.cells import DELTA, FARTHEST, cell, column, edge, row
from server.games.castles.geometry.fences import cells_touch_fence, own_fence_touched, touches_fence, zone_cells
from server.games.castles.geometry.forms import (
    CIRCLE,
    DoorForm,
    Form,
    TileForm,
    distinct_turns,
    doors_facing,
    tile_form,
)
from server.games.castles.geometry.outside import areas_with
from server.games.castles.geometry.relations import parts_overlap


class Spot(NamedTuple):
    """Where a tile lies: the top-left cell of its box, quarter turns, and the level of a hallway (else 0)."""

    x: int
    y: int
    turns: int
    level: int


Check = Callable[[Castle, Tile, Sequence[Door]], str]
"""A module's rule of placement: given the entrances that the tile would be connected to, the rule broken or ""."""


class Ways(NamedTuple):
    """What a placement may use: the passages that the player has left with their gaps, and modules' rules."""

    gaps: dict[int, int]
    checks: tuple[Check, ...]


PLAIN = Ways({}, ())


def spots(castle: Castle, tile: Tile, ways: Ways = PLAIN) -> Iterator[Spot]:
    """Every legal spot of a tile, each once, in the order of the entrances it connects to."""
    seen: set[tuple[int, int, int]] = set()
    for lying, base, level in _candidates(castle, tile, ways):
        key = (base, lying.form.turns, level)
        if key not in seen:
            seen.add(key)
            if not _forbids(castle, lying, base, level, ways):
                yield Spot(column(base), row(base), lying.form.turns, level)


def has_spot(castle: Castle, tile: Tile, ways: Ways = PLAIN) -> bool:
    """Whether a tile can be placed at all (R3.3)."""
    key = ("has_spot", tile.id, tuple(ways.gaps))
    known = castle.memo.get(key)
    if known is None:
        known = next(spots(castle, tile, ways), None) is not None
        castle.memo[key] = known
    return bool(known)


def why_not(castle: Castle, tile: Tile, spot: Spot, ways: Ways = PLAIN) -> str:
    """The number of the rule that forbids a spot; empty when it is legal."""
    wrong_level = spot.level not in ((UP, DOWN) if tile.level == 0 and tile.stack == HALLWAYS else (0,))
    if wrong_level or distinct_turns(tile.id)[spot.turns] != spot.turns or max(abs(spot.x), abs(spot.y)) > FARTHEST:
        return "G.1.0"
    return _forbids(castle, tile_form(tile.id, spot.turns), cell(spot.x, spot.y), spot.level, ways)


def _forbids(castle: Castle, lying: TileForm, base: int, level: int, ways: Ways) -> str:
    """The rule that forbids a tile to lie there; the quick tests come first."""
    cells = [base + offset for offset in lying.form.cells]
    if not castle.full.keys().isdisjoint(cells):
        return "R4.1.0"
    if not castle.parts.keys().isdisjoint(cells) and _parts_overlap(castle, lying, base):
        return "R4.1.0"
    met, clashing = _meetings(castle, lying, base, level)
    if clashing:
        broken = _levels(met, clashing, ways)
        if broken:
            return broken
        met += clashing
    if castle.fences and touches_fence(castle, lying.form, base, cells):
        return "G.11.0"
    if lying.fence is not None and own_fence_touched(castle, lying, base):
        return "G.11.0"
    for check in ways.checks:
        broken = check(castle, lying.tile, met)
        if broken:
            return broken
    if met:
        return "" if leads_out(castle, lying, base, {door.edge for door in met}, ()) else "R4.1.3"
    return _by_passage(castle, lying, base, ways)


def leads_out(castle: Castle, lying: TileForm, base: int, taken: set[int], gap: Sequence[int]) -> bool:
    """R4.1.3: whether an external entrance is left with the tile placed, edges taken and gap cells covered."""
    x0, y0 = column(base), row(base)
    boxes = [(x0, y0, x0 + lying.form.width, y0 + lying.form.height)]
    if gap:
        xs, ys = [column(c) for c in gap], [row(c) for c in gap]
        boxes.append((min(xs), min(ys), max(xs) + 1, max(ys) + 1))
    for at, door in castle.open.items():
        if at not in taken and _clear(castle, door) and not any(_crosses(door, *box) for box in boxes):
            return True
    around = areas_with(castle, [(lying.form, base)], gap)
    if any(at not in taken and around.leads_out(door) for at, door in castle.open.items()):
        return True
    return any(
        2 * base + door.edge not in taken
        and around.leads_out(Door(0, base + door.offset, door.side, 0, 0, base + door.outward, garden=False))
        for door in lying.doors
    )


def reach(
    castle: Castle, door_cell: int, side: int, gap: int, own: Iterable[int]
) -> tuple[Door, tuple[int, ...]] | None:
    """R6A.3.1: the open entrance that faces a cell's side across so many empty cells, and those cells."""
    step = DELTA[side]
    far = castle.open.get(edge(door_cell + step * gap, side))
    if far is None or far.side != (side + 2) % 4:
        return None
    cells = tuple(door_cell + step * number for number in range(1, gap + 1))
    if not castle.full.keys().isdisjoint(cells) or not castle.parts.keys().isdisjoint(cells):
        return None
    if not set(own).isdisjoint(cells) or cells_touch_fence(castle, cells):
        return None
    return far, cells


def _candidates(castle: Castle, tile: Tile, ways: Ways) -> Iterator[tuple[TileForm, int, int]]:
    """The tile turned, its top-left cell and a hallway's level, wherever an entrance would meet an open one."""
    facing = doors_facing(tile.id)
    chosen = tile.stack == HALLWAYS
    for door in list(castle.open.values()):
        outward, level = door.outward, door.level
        for lying, own in facing[(door.side + 2) % 4]:
            if chosen:
                yield lying, outward - own.offset, level
            elif own.level == level or ways.gaps:
                yield lying, outward - own.offset, 0
    for gap in ways.gaps.values():
        yield from _passage_candidates(castle, facing, gap, chosen=chosen)


def _passage_candidates(
    castle: Castle, facing: Sequence[Sequence[tuple[TileForm, DoorForm]]], gap: int, *, chosen: bool
) -> Iterator[tuple[TileForm, int, int]]:
    """The same across a gap; with gap 0 where entrances of two levels would meet (R6A.5)."""
    for door in list(castle.open.values()):
        step = DELTA[door.side]
        if any(door.outward + step * number in castle.full for number in range(gap)):
            continue
        for lying, own in facing[(door.side + 2) % 4]:
            base = door.outward + step * gap - own.offset
            for level in (UP, DOWN) if chosen else (0,):
                yield lying, base, level


def _parts_overlap(castle: Castle, lying: TileForm, base: int) -> bool:
    """G.4: whole cells meet no partly covered ones; two of these are looked at exactly."""
    form = lying.form
    if any(base + offset in castle.parts for offset in form.full):
        return True
    return any(
        _share_overlaps(form, base, part.kept, part.offset, share)
        for part in form.parts
        for share in castle.parts.get(base + part.offset, ())
    )


def _share_overlaps(form: Form, base: int, kept: int, offset: int, share: Share) -> bool:
    if kept == CIRCLE and share.kept == CIRCLE:
        dx, dy = column(share.base) - column(base), row(share.base) - row(base)
        return parts_overlap(kept, form, share.kept, share.form, dx, dy)
    if share.kept == CIRCLE:
        inside = base + offset - share.base
        return parts_overlap(CIRCLE, share.form, kept, None, column(inside), row(inside))
    return parts_overlap(kept, form if kept == CIRCLE else None, share.kept, None, column(offset), row(offset))


def _meetings(castle: Castle, lying: TileForm, base: int, level: int) -> tuple[list[Door], list[Door]]:
    """The open entrances that a tile's own would meet, on the same level and on the other."""
    met: list[Door] = []
    clashing: list[Door] = []
    opened, twice = castle.open, 2 * base
    for own in lying.doors:
        at = twice + own.edge
        if at in opened:
            door = opened[at]
            (met if door.level == (level or own.level) else clashing).append(door)
    return met, clashing


def _levels(met: list[Door], clashing: list[Door], ways: Ways) -> str:
    """G.7: entrances of different levels may not meet, but for one pair under a Short Passage (R6A.5)."""
    if not clashing:
        return ""
    if SHORT not in ways.gaps or len(clashing) > 1:
        return "G.7.1"
    return "R6A.4.1" if any(door.room == clashing[0].room for door in met) else ""


def _by_passage(castle: Castle, lying: TileForm, base: int, ways: Ways) -> str:
    """R4.1.2 by a secret passage alone (R6A.5): whether one can join the tile to the castle."""
    broken = "R4.1.2"
    own_cells = [base + offset for offset in lying.form.cells]
    for passage, gap in ways.gaps.items():
        if passage == SHORT:
            continue
        for own in lying.doors:
            found = reach(castle, base + own.offset, own.side, gap, own_cells)
            if found is None:
                continue
            door, cells = found
            broken = next((rule for check in ways.checks if (rule := check(castle, lying.tile, [door]))), "")
            if not broken and lying.fence and not zone_cells(lying.fence, base).isdisjoint(cells):
                broken = "G.11.0"
            if not broken and not leads_out(castle, lying, base, {door.edge, 2 * base + own.edge}, cells):
                broken = "R4.1.3"
            if not broken:
                return ""
    return broken


def _clear(castle: Castle, door: Door) -> bool:
    known = castle.clear.get(door.edge)
    if known is None:
        known = _way_free(castle, door)
        castle.clear[door.edge] = known
    return known


def _way_free(castle: Castle, door: Door) -> bool:
    step, spot = DELTA[door.side], door.outward
    x, y = column(spot), row(spot)
    steps = (y - castle.north, castle.east - x - 1, castle.south - y - 1, x - castle.west)[door.side]
    return all(
        spot + step * number not in castle.full and spot + step * number not in castle.parts
        for number in range(steps + 1)
    )


def _crosses(door: Door, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether the way straight out of an entrance runs through a box."""
    x, y = column(door.outward), row(door.outward)
    match door.side:
        case 0:
            return x0 <= x < x1 and y0 <= y
        case 1:
            return y0 <= y < y1 and x1 > x
        case 2:
            return x0 <= x < x1 and y1 > y
        case _:
            return y0 <= y < y1 and x0 <= x
