"""The modules of Age of Expansion, and the exploits; any subset is legal. Attached in the order below (R12.1)."""

from collections.abc import Callable

from ludarium.games.endeavor.v1 import options_pb2

from server.games.endeavor.points import Points

MODULES: dict[int, Callable[[Points], None]] = {}
"""By number of the contract's Module, what attaches it to the named points."""


def attach(options: options_pb2.Options) -> Points:
    """The named points with these modules and exploits attached."""
    points = Points()
    for module, attach_module in MODULES.items():
        if module in options.modules:
            attach_module(points)
    return points
