"""The kinds of bots, and how each of them chooses: one signature for all games."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from clients.bots.builders import choose_to_build
from clients.bots.greedy import VALUES
from clients.bots.search import SECONDS, search
from clients.bots.situation import Situation

Choose = Callable[[Situation, Random], int]
"""choose(situation, rng) -> index of the choice."""


def choose_at_random(situation: Situation, rng: Random) -> int:
    """Any choice, all equally likely."""
    return rng.randrange(len(situation.choices))


def choose_greedily(situation: Situation, rng: Random) -> int:
    """The choice that is worth most by itself, among equals one at random."""
    return best(VALUES[situation.game.name](situation.view, situation.choices, situation.seat), rng)


def best(values: Sequence[float], rng: Random) -> int:
    """The index of the highest value, among equals one at random."""
    top = max(values) - 1e-9
    return rng.choice([index for index, value in enumerate(values) if value >= top])


KINDS = ("random", "greedy", "search", "builders")


def chooser(kind: str, seconds: float = SECONDS) -> Choose:
    """How a kind of bot chooses; the search bot thinks for `seconds` of processor time."""
    choosers: dict[str, Choose] = {
        "random": choose_at_random,
        "greedy": choose_greedily,
        "builders": choose_to_build,
        "search": partial(search, seconds=seconds),
    }
    return choosers[kind]
