"""The modules of the Designers' Expansion; any subset is legal. One file a module, attached in the order below."""

from collections.abc import Callable, Iterable

from server.games.alhambra.points import Points

MODULES: dict[int, Callable[[Points], None]] = {}
"""By number of the contract's Module, what attaches it to the named points."""


def attach(modules: Iterable[int]) -> Points:
    """The named points with these modules attached."""
    on = set(modules)
    points = Points()
    for module, attach_module in MODULES.items():
        if module in on:
            attach_module(points)
    return points
