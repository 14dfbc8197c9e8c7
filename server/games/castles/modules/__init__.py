"""The modules of the expansions box. One file a module, attached in the order below."""

from collections.abc import Callable, Iterable

from ludarium.games.castles.v1 import options_pb2

from server.games.castles.modules import decrees, five_players, moats, passages, renovations, swans, towers
from server.games.castles.points import Points

MODULES: dict[int, Callable[[Points], None]] = {
    options_pb2.MODULE_FIVE_PLAYERS: five_players.attach,
    options_pb2.MODULE_TOWERS: towers.attach,
    options_pb2.MODULE_MOATS: moats.attach,
    options_pb2.MODULE_PASSAGES: passages.attach,
    options_pb2.MODULE_SWANS: swans.attach,
    options_pb2.MODULE_RENOVATIONS: renovations.attach,
    options_pb2.MODULE_DECREES: decrees.attach,
    options_pb2.MODULE_DOUBLE_DECREE: decrees.attach_double,
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
