"""Outside and courtyards (G.9, G.10): flood fill over the empty sub-cells, a whole raster at a time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from server.games.castles.geometry.castle import Castle, Door, middles
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.forms import MASK_ROW, SUBCELLS, Form
from server.games.castles.geometry.moats import moat_form

_LINE = (1 << MASK_ROW) - 1
Extra = tuple[Form, int]
"""A form and its top-left cell, thought of as placed."""


@dataclass(frozen=True, slots=True)
class Areas:
    """What is empty around and inside a castle, as a raster of sub-cells with its origin in sub-cells."""

    left: int
    top: int
    wide: int
    outside: int
    enclosed: int

    def leads_out(self, door: Door) -> bool:
        """Whether an entrance leads to the outside (G.9.3); a blocked one does not."""
        middle = self.middle(door)
        return self.outside & middle == middle

    def middle(self, door: Door) -> int:
        """The two middle sub-cells outside an entrance, as a raster."""
        return sum(1 << ((y - self.top) * self.wide + x - self.left) for x, y in middles(door))

    def courtyard_of(self, door: Door) -> int:
        """The enclosed area into which an open entrance leads, as a raster; 0 for none."""
        seed = self.enclosed & self.middle(door)
        return flood(seed, self.enclosed, self.wide) if seed else 0


def areas(castle: Castle) -> Areas:
    """The areas of a castle as it stands."""
    known = castle.memo.get("areas")
    if not isinstance(known, Areas):
        known = areas_with(castle, (), ())
        castle.memo["areas"] = known
    return known


def areas_with(castle: Castle, extras: Sequence[Extra], gap: Iterable[int]) -> Areas:
    """The areas of a castle with further forms and gap cells."""
    gap = list(gap)
    xs = [castle.west, castle.east, *(column(c) for c in gap), *(column(c) + 1 for c in gap)]
    ys = [castle.north, castle.south, *(row(c) for c in gap), *(row(c) + 1 for c in gap)]
    for form, base in extras:
        xs += [column(base), column(base) + form.width]
        ys += [row(base), row(base) + form.height]
    left, top = min(xs) - 1, min(ys) - 1
    needed = SUBCELLS * (max(xs) + 1 - left)
    wide = next(size for size in (128, 192, 256, 384, 512, 1024, 4096, 16384) if size >= needed)
    rows = SUBCELLS * (max(ys) + 1 - top)
    taken = 0
    for form, base in _forms(castle, extras):
        taken |= _restrided(form, wide) << (SUBCELLS * ((row(base) - top) * wide + column(base) - left))
    for spot in [joint_cell for joint in castle.joints for joint_cell in joint.gap] + gap:
        taken |= _block(wide) << (SUBCELLS * ((row(spot) - top) * wide + column(spot) - left))
    free = ~taken & ((1 << (rows * wide)) - 1)
    outside = flood(1, free, wide)
    return Areas(SUBCELLS * left, SUBCELLS * top, wide, outside, free & ~outside)


def courtyards(castle: Castle) -> list[int]:
    """G.10: the courtyards, each as a raster of sub-cells."""
    around = areas(castle)
    found: list[int] = []
    if not around.enclosed:
        return found
    for door in castle.open.values():
        if not any(area & around.middle(door) for area in found):
            area = around.courtyard_of(door)
            if area:
                found.append(area)
    return found


def external_doors(castle: Castle) -> list[Door]:
    """G.9.3: the external entrances."""
    around = areas(castle)
    return [door for door in castle.open.values() if around.leads_out(door)]


def flood(seed: int, free: int, wide: int) -> int:
    """All free sub-cells that can be reached from the seed through shared edges."""
    reached = seed & free
    while True:
        before = reached
        for step in (1, wide):
            reached = _fill_up(reached, free, step)
            reached = _fill_down(reached, free, step)
        if reached == before:
            return reached


def _fill_up(reached: int, free: int, step: int) -> int:
    way = free
    while way:
        more = reached | (way & (reached << step))
        way &= way << step
        if more == reached:
            return reached
        reached = more
        step *= 2
    return reached


def _fill_down(reached: int, free: int, step: int) -> int:
    way = free
    while way:
        more = reached | (way & (reached >> step))
        way &= way >> step
        if more == reached:
            return reached
        reached = more
        step *= 2
    return reached


def _forms(castle: Castle, extras: Sequence[Extra]) -> Iterable[Extra]:
    for room in castle.rooms:
        yield room.lying.form, room.base
    if castle.barbican:
        yield moat_form(0), 0
        for slot in castle.moats:
            yield moat_form(slot), 0
    yield from extras


@cache
def _restrided(form: Form, wide: int) -> int:
    bits = 0
    for y in range(SUBCELLS * form.height):
        bits |= (form.mask >> (y * MASK_ROW) & _LINE) << (y * wide)
    return bits


@cache
def _block(wide: int) -> int:
    return sum(((1 << SUBCELLS) - 1) << (wide * y) for y in range(SUBCELLS))
