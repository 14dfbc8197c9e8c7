"""The greedy bot beats the random bot at Belfort, in both turn structures."""

import pytest

from clients.cli.simulation import run_games
from server.games import GAMES
from server.games.kernel.options import build

MIXES = ((), ("less-red-tape",), ("expansion-expansion", "queen-of-belfort", "hmcs-guilds"))


def _wins(seats: int, modules: tuple[str, ...], games: int) -> float:
    """The share of games that one greedy bot wins against random bots, moving up a seat with each game."""
    found = GAMES["belfort"]
    kinds = ["greedy", *["random"] * (seats - 1)]
    tally = run_games(found, build(found, modules), seats, kinds, games, "greedy", checked=False)
    return tally.wins["greedy"] / games


@pytest.mark.parametrize("modules", MIXES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_greedy_wins_most_games(seats: int, modules: tuple[str, ...]) -> None:
    assert _wins(seats, modules, 10) >= 0.9


@pytest.mark.soak
@pytest.mark.parametrize("modules", MIXES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_greedy_wins_nine_of_ten_of_two_hundred_games(seats: int, modules: tuple[str, ...]) -> None:
    assert _wins(seats, modules, 200) >= 0.9
