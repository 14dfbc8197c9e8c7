"""The modules of the Designers' Expansion; any subset is legal. One package a module, attached in the order below."""

from collections.abc import Callable, Iterable

from ludarium.games.alhambra.v1 import options_pb2

from server.games.alhambra.modules import fresh_colors, gates, handymen
from server.games.alhambra.points import Points

MODULES: dict[int, Callable[[Points], None]] = {
    options_pb2.MODULE_HANDYMEN: handymen.attach,
    options_pb2.MODULE_GATES_WITHOUT_END: gates.attach,
    options_pb2.MODULE_FRESH_COLORS: fresh_colors.attach,
}
"""By number of the contract's Module, what attaches it to the named points."""


def attach(modules: Iterable[int]) -> Points:
    """The named points with these modules attached."""
    on = set(modules)
    points = Points()
    for module, attach_module in MODULES.items():
        if module in on:
            attach_module(points)
    return points
