"""The kinds of bots, and how each of them chooses: one signature for all games."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from clients.bots.builders import builder
from clients.bots.greedy import alhambra, belfort, castles, endeavor

Choose = Callable[[Any, Sequence[Any], int, Random], int]
"""choose(view, choices, seat, rng) -> index: the game's own view message as the seat sees it, its command messages."""


def choose_at_random(view: Any, choices: Sequence[Any], seat: int, rng: Random) -> int:
    """Any choice, all equally likely."""
    return rng.randrange(len(choices))


GREEDY: dict[str, Choose] = {
    "alhambra": alhambra.choose,
    "castles": castles.choose,
    "belfort": belfort.choose,
    "endeavor": endeavor.choose,
}
"""The greedy bots by game."""

KINDS = ("random", "greedy", "builders")


def chooser(kind: str, game: str) -> Choose:
    """How a kind of bot plays a game; whatever has no way of its own plays at random, so that no table stalls."""
    if kind == "builders":
        return builder(game)
    return GREEDY.get(game, choose_at_random) if kind == "greedy" else choose_at_random
