"""Forms of the barbican's water and of moats, in ring coordinates (R6.2)."""

from functools import cache

from server.games.castles.content import load
from server.games.castles.geometry.cells import cell
from server.games.castles.geometry.forms import MASK_ROW, SUBCELLS, Form

_CELL = sum(((1 << SUBCELLS) - 1) << (MASK_ROW * y) for y in range(SUBCELLS))


@cache
def moat_form(slot: int) -> Form:
    """The cells of a moat by its MoatSlot, or of the barbican's water (0); offsets from the ring's origin."""
    cells = load().moat_cells[slot]
    offsets = tuple(cell(x, y) for x, y in cells)
    mask = sum(_CELL << (MASK_ROW * SUBCELLS * y + SUBCELLS * x) for x, y in cells)
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    return Form("moat_1000", 0, width, height, 0, offsets, (), offsets, mask)
