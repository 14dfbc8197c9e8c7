"""The greedy bot knows every command of Alhambra's modules and beats the random one with all of them."""

from collections import Counter

import pytest
from ludarium.games.alhambra.v1 import commands_pb2

from clients.bots.greedy import alhambra
from clients.bots.simulated import simulated
from server.games import GAMES
from server.games.kernel.options import build, mixes
from server.games.kernel.simulate import play_unchecked, random_choice

GAME = GAMES["alhambra"]
MIXES = sorted(set(mixes(GAME, 3)))


def test_every_command_has_a_value() -> None:
    assert set(alhambra._VALUES) == set(commands_pb2.Command.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize("mix", MIXES, ids=lambda mix: "+".join(mix) or "base")
def test_it_beats_the_random_bot_in_every_mix(mix: tuple[str, ...]) -> None:
    wins: Counter[str] = Counter()
    options = build(GAME, mix)
    greedy = simulated("greedy", options)
    for number in range(4):
        seats = [greedy, random_choice] if number % 2 else [random_choice, greedy]
        scores = play_unchecked(GAME, options, seats, f"greedy {number}").scores
        best = seats[scores.index(max(scores))]
        wins["greedy" if best is greedy else "random"] += 1
    assert wins["greedy"] >= 3
