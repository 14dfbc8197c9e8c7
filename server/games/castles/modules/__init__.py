"""The modules of the expansions box. One file a module, attached in the order below."""

from collections.abc import Callable, Iterable

from ludarium.games.castles.v1 import options_pb2

from server.games.castles.modules import decrees, five_players, moats, passages, renovations, swans, towers
from server.games.castles.points import Points

MODULE_WORDS: dict[str, str] = {
    "five-players": "a fifth player; needs towers",
    "towers": "tower rooms of 325 square feet that earn face-down favors",
    "moats": "barbicans, moats around the castle, and gardens outside",
    "passages": "secret passages that join rooms and double connection bonuses",
    "swans": "swan tokens to trade for coins or to collect in sets",
    "renovations": "second types and centres laid over rooms",
    "decrees": "a drafted Royal Decree for each player",
    "double-decree": "two decrees for each player; needs decrees",
}
"""By name as people type it, what a module adds."""

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
