"""What buildings are worth: the points of the majorities still to be scored (R9.2), guessed from today's counts."""

from collections.abc import Sequence
from functools import cache
from math import exp

SCORINGS = 3
FIRST_PLACE = {1: 1, 2: 8, 3: 16}
"""By scoring, the points of the lowest type's first place; each type above it gets one more."""
HAZE = {0: 0.9, 1: 1.3, 2: 1.8}
"""By the number of scorings in between, how uncertain a lead is, in buildings."""


def points(rank: int, scoring: int, place: int) -> int:
    """The points of a place (from 1) for the type of that rank (from 0) in a scoring."""
    row = (FIRST_PLACE[scoring] + rank, FIRST_PLACE[2] + rank if scoring == SCORINGS else 1 + rank, 1 + rank)
    return row[place - 1] if place <= scoring else 0


@cache
def worth(rank: int, mine: float, rivals: tuple[int, ...], scorings_done: int) -> float:
    """The points to be expected from a type in all scorings to come, with `mine` buildings against the rivals'."""
    if not mine:
        return 0.0
    return sum(
        _expected(rank, scoring, mine, rivals, HAZE[scoring - scorings_done - 1])
        for scoring in range(scorings_done + 1, SCORINGS + 1)
    )


def _expected(rank: int, scoring: int, mine: float, rivals: Sequence[int], haze: float) -> float:
    """Points by place, weighed with the chance of that many rivals being ahead."""
    ahead = [1.0]
    for theirs in rivals:
        chance = 1 / (1 + exp((mine - theirs) / haze))
        ahead = [
            (ahead[number] if number < len(ahead) else 0.0) * (1 - chance)
            + (ahead[number - 1] * chance if number else 0.0)
            for number in range(len(ahead) + 1)
        ]
    return sum(chance * points(rank, scoring, place) for place, chance in enumerate(ahead, start=1))
