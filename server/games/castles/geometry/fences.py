"""Fences (G.11): no other tile of any kind may touch them. The rule works both ways."""

from collections.abc import Iterable

from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.cells import ROW, column, row
from server.games.castles.geometry.forms import CIRCLE, SUBCELLS, Fence, Form, TileForm


def touches_fence(castle: Castle, form: Form, base: int, cells: Iterable[int]) -> bool:
    """Whether a form with these cells would touch a fence of the castle."""
    if castle.fence_cells.isdisjoint(cells):
        return False
    for number in castle.fences:
        room = castle.rooms[number]
        fence = room.lying.fence
        if fence is not None and _offends(fence, room.lying.form, room.base, form, base):
            return True
    return False


def cells_touch_fence(castle: Castle, cells: Iterable[int]) -> bool:
    """Whether whole cells (a moat, the gap of a passage) would touch a fence of the castle."""
    taken = set(cells)
    return not castle.fence_cells.isdisjoint(taken) and any(
        zone_cell in taken
        for number in castle.fences
        if (fence := castle.rooms[number].lying.fence) is not None
        for zone_cell in zone_cells(fence, castle.rooms[number].base)
    )


def own_fence_touched(castle: Castle, lying: TileForm, base: int) -> bool:
    """Whether a tile of the castle would touch the fence of a new tile."""
    fence = lying.fence
    if fence is None:
        return False
    cells = [base + offset for offset in fence.cells]
    if castle.full.keys().isdisjoint(cells) and castle.parts.keys().isdisjoint(cells):
        return False
    if not castle.full.keys().isdisjoint(zone_cells(fence, base)):
        return True
    x, y = SUBCELLS * column(base), SUBCELLS * row(base)
    for sub_x, sub_y in fence.zone:
        spot = base + (sub_y // SUBCELLS) * ROW + sub_x // SUBCELLS
        for share in castle.parts.get(spot, ()):
            if share.form.covers(x + sub_x - SUBCELLS * column(share.base), y + sub_y - SUBCELLS * row(share.base)):
                return True
    return _flush(castle, fence, base) or _circle_touches(castle, fence, lying.form, base)


def zone_cells(fence: Fence, base: int) -> set[int]:
    """The cells that a whole cell may not have: it would touch the fence."""
    return {base + (y // SUBCELLS) * ROW + x // SUBCELLS for x, y in fence.zone}


def _offends(fence: Fence, fenced: Form, at: int, form: Form, base: int) -> bool:
    dx, dy = column(base) - column(at), row(base) - row(at)
    if any(form.covers(x - SUBCELLS * dx, y - SUBCELLS * dy) for x, y in fence.zone):
        return True
    if form.diameter:
        return form.diameter == fenced.diameter and (dx, dy) in fence.circles
    chamfers = {base + part.offset for part in form.parts}
    return any(at + corner in chamfers for corner in fence.corners)


def _flush(castle: Castle, fence: Fence, base: int) -> bool:
    return any(share.kept != CIRCLE for corner in fence.corners for share in castle.parts.get(base + corner, ()))


def _circle_touches(castle: Castle, fence: Fence, form: Form, base: int) -> bool:
    return bool(fence.circles) and any(
        room.lying.form.diameter == form.diameter and (room.x - column(base), room.y - row(base)) in fence.circles
        for room in castle.rooms
    )
