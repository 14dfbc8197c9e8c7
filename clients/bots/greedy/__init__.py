"""Greedy bots: one module a game, each with the same `values`; whoever has none plays at random."""

from collections.abc import Callable, Sequence
from typing import Any

from clients.bots.greedy import alhambra, belfort, castles, endeavor

Values = Callable[[Any, Sequence[Any], int], list[float]]
"""values(view, choices, seat): what each choice is worth, given the game's own view message as the seat sees it."""

VALUES: dict[str, Values] = {
    "alhambra": alhambra.values,
    "castles": castles.values,
    "belfort": belfort.values,
    "endeavor": endeavor.values,
}
"""What choices are worth, by game."""
