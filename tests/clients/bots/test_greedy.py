"""The greedy bot beats the random bot, whatever the number of seats and wherever it sits."""

import pytest

from clients.cli.simulation import run_games
from server.games import GAMES


def _wins(game: str, seats: int, games: int) -> float:
    """The share of games that one greedy bot wins against random bots, moving up a seat with each game."""
    found = GAMES[game]
    kinds = ["greedy", *["random"] * (seats - 1)]
    tally = run_games(found, found.options_message(), seats, kinds, games, "greedy", checked=False)
    return tally.wins["greedy"] / games


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_greedy_wins_most_games_of_alhambra(seats: int) -> None:
    assert _wins("alhambra", seats, 8) >= 0.9


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_greedy_wins_nine_of_ten_of_two_hundred_games_of_alhambra(seats: int) -> None:
    assert _wins("alhambra", seats, 200) >= 0.9


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_wins_most_games_of_castles(seats: int) -> None:
    assert _wins("castles", seats, 6) >= 0.8


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_wins_nine_of_ten_of_two_hundred_games_of_castles(seats: int) -> None:
    assert _wins("castles", seats, 200) >= 0.9
