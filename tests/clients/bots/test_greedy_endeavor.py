"""The greedy bot of Endeavor beats the random bot, with every mix of modules and wherever it sits."""

import pytest

from clients.cli.simulation import run_games
from server.games import GAMES
from server.games.kernel.options import build, mixes

ALL = ("expansion-buildings", "expansion-cards", "prominence")


def wins(seats: int, games: int, modules: tuple[str, ...]) -> float:
    """The share of games that one greedy bot wins against random bots, moving up a seat with each game."""
    game = GAMES["endeavor"]
    kinds = ["greedy", *["random"] * (seats - 1)]
    return run_games(game, build(game, modules), seats, kinds, games, "greedy", checked=False).wins["greedy"] / games


@pytest.mark.parametrize("modules", [(), ALL], ids=["base", "all"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_greedy_wins_most_games_of_endeavor(seats: int, modules: tuple[str, ...]) -> None:
    assert wins(seats, 8, modules) >= 0.9


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_greedy_wins_nine_of_ten_of_two_hundred_games_with_every_mix(seats: int) -> None:
    for modules in mixes(GAMES["endeavor"], seats):
        assert wins(seats, 200, modules) >= 0.9
