"""Every rule number of every game is cited by a test, or owned up to as open."""

import pytest

from server.games import GAMES
from tests.rules import defined, listed_as_open, uncited


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited_by_a_test_or_listed_as_open(game: str) -> None:
    assert defined(game)
    assert uncited(game) == listed_as_open(game)
