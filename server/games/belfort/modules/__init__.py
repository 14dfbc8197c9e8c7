"""The modules of Belfort, one file each, and the game for two. Attached in the order below (R30.6)."""

from collections.abc import Callable, Iterable

from ludarium.games.belfort.v1 import options_pb2

from server.games.belfort.modules import (
    expansion_expansion,
    expansion_guilds,
    heritage_properties,
    hmcs_guilds,
    key_to_belfort,
    less_red_tape,
    parks_and_rex,
    queen_of_belfort,
    two_players,
)
from server.games.belfort.points import Points

M = options_pb2

MODULES: dict[int, Callable[[Points, int], None]] = {
    M.MODULE_HERITAGE_PROPERTIES: heritage_properties.attach,
    M.MODULE_EXPANSION_EXPANSION: expansion_expansion.attach,
    M.MODULE_EXPANSION_GUILDS: expansion_guilds.attach,
    M.MODULE_LESS_RED_TAPE: less_red_tape.attach,
    M.MODULE_QUEEN_OF_BELFORT: queen_of_belfort.attach,
    M.MODULE_PARKS_AND_REX: parks_and_rex.attach,
    M.MODULE_KEY_TO_BELFORT: key_to_belfort.attach,
    M.MODULE_HMCS_GUILDS: hmcs_guilds.attach,
}
"""By number of the contract's Module, what attaches it to the named points."""


def attach(modules: Iterable[int], seats: int) -> Points:
    """The named points with these modules attached; with two players their rules too (R12)."""
    on = set(modules)
    points = Points()
    for module, attach_module in MODULES.items():
        if module in on:
            attach_module(points, seats)
    if seats == 2:
        two_players.attach(points, seats)
    return points
