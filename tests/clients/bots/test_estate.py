"""What the greedy bot thinks of walls and majorities is what the rules say (R9.2, R9.4)."""

from random import Random

import pytest

from clients.bots.greedy.estate import longest_wall, openings
from clients.bots.greedy.majorities import points, worth
from server.games import GAMES
from server.games.alhambra.content import load
from server.games.kernel.simulate import play_checked, random_choice
from server.games.kernel.table import fold

ALHAMBRA = GAMES["alhambra"]


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_longest_wall_is_the_one_that_the_rules_count_r9_4(seed: str) -> None:
    _, events = play_checked(ALHAMBRA, ALHAMBRA.options_message(), [random_choice] * 4, seed)
    for version in Random(seed).sample(range(40, len(events)), 20):
        table = fold(events[:version], {"alhambra": ALHAMBRA})
        for player in ALHAMBRA.view(table.state).players if table.state else ():
            estate = {(p.cell.x, p.cell.y): frozenset(p.tile.walls) for p in player.alhambra}
            assert longest_wall(estate) == player.wall_segments


def test_openings_are_the_sides_where_a_tile_could_be_added() -> None:
    fountain: frozenset[int] = frozenset()
    assert openings({(0, 0): fountain}) == 4
    assert openings({(0, 0): fountain, (1, 0): frozenset({1, 2, 3})}) == 3


def test_the_points_of_places_are_those_of_the_scoring_table_r9_2() -> None:
    for kind, by_scoring in load().majority_points.items():
        for scoring, printed in enumerate(by_scoring, start=1):
            assert [points(kind - 1, scoring, place) for place in (1, 2, 3)] == [*printed, 0, 0][:3]


def test_more_buildings_are_worth_more_and_fewer_scorings_less() -> None:
    assert worth(5, 3, (1, 1), 0) > worth(5, 2, (1, 1), 0) > worth(5, 1, (1, 1), 0) > worth(5, 0, (1, 1), 0) == 0
    assert worth(5, 2, (1, 1), 0) > worth(5, 2, (1, 1), 2)
