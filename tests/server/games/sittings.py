"""Which sittings the property tests play: every game, every number of seats, modules alone, together and mixed."""

import os
import random

from server.games import GAMES
from server.games.kernel.options import largest_mix, mixes, module_names
from tests.server.games.walk import Sitting

SAMPLE = int(os.environ.get("LUDARIUM_MIXES", "6"))
"""Random mixes a game in a plain run; `make soak` sets 50 and more."""


def covering(game: str) -> list[Sitting]:
    """Each number of seats with no module and with the largest mix, and each module alone."""
    rules = GAMES[game]
    found = []
    for seats in rules.rulebook.seats:
        found.append(Sitting(game, seats, _smallest(game, seats)))
        if largest_mix(rules, seats) != found[-1].modules:
            found.append(Sitting(game, seats, largest_mix(rules, seats)))
    for module in module_names(rules.options_message):
        alone = next(
            (Sitting(game, seats, mix) for seats in rules.rulebook.seats for mix in _with(game, seats, module)), None
        )
        if alone is not None and alone not in found:
            found.append(alone)
    return found


def sampled(game: str, number: int = SAMPLE) -> list[Sitting]:
    """Random mixes of a game, the same in every run."""
    rng = random.Random(f"mixes of {game}")
    every = [(seats, mix) for seats in GAMES[game].rulebook.seats for mix in mixes(GAMES[game], seats)]
    return [Sitting(game, *rng.choice(every), seed=str(index)) for index in range(number)]


def everywhere() -> list[Sitting]:
    """What a plain run of the tests plays."""
    return [sitting for game in GAMES for sitting in [*covering(game), *sampled(game)]]


def quick() -> list[Sitting]:
    """One sitting a game with as much in it as the rules allow, at the smallest and the largest table."""
    ends = [
        (game, seats) for game in GAMES for seats in (GAMES[game].rulebook.seats[0], GAMES[game].rulebook.seats[-1])
    ]
    return [Sitting(game, seats, largest_mix(GAMES[game], seats)) for game, seats in ends]


def _smallest(game: str, seats: int) -> tuple[str, ...]:
    return min(mixes(GAMES[game], seats), key=len)


def _with(game: str, seats: int, module: str) -> list[tuple[str, ...]]:
    """The smallest mixes with a module."""
    found = [mix for mix in mixes(GAMES[game], seats) if module in mix]
    return sorted(found, key=len)[:1]
