"""The modules of Age of Expansion, and the exploit; any subset is legal. Attached in the order below (R12.1)."""

from collections.abc import Callable

from ludarium.games.endeavor.v1 import options_pb2

from server.games.endeavor.modules import expansion_buildings, expansion_cards, prominence, spice_trade
from server.games.endeavor.points import Points

MODULES: dict[int, Callable[[Points], None]] = {
    options_pb2.MODULE_EXPANSION_BUILDINGS: expansion_buildings.attach,
    options_pb2.MODULE_EXPANSION_CARDS: expansion_cards.attach,
    options_pb2.MODULE_PROMINENCE: prominence.attach,
}
"""By number of the contract's Module, what attaches it to the named points."""


def attach(options: options_pb2.Options) -> Points:
    """The named points with these modules and the exploit attached."""
    points = Points()
    for module, attach_module in MODULES.items():
        if module in options.modules:
            attach_module(points)
    if options.spice_trade:
        spice_trade.attach(points)
    return points
