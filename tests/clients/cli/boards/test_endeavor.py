"""The picture of Endeavor: 100 columns at most, with all that lies on the table."""

import random
from typing import Any

import pytest

from clients.cli.boards import endeavor
from server.games.endeavor.game import ENDEAVOR
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation

NAMES = ("Ada", "Bartholomew of Bruges", "Cleo", "Dan", "Eve")
ALL = ("expansion-buildings", "expansion-cards", "prominence")


def pictures(seats: int, modules: tuple[str, ...], seed: str) -> list[list[str]]:
    """The table before each decision of a random game, and after the last."""
    simulation = Simulation(ENDEAVOR, build(ENDEAVOR, modules), seats, seed)
    rng = random.Random(seed)
    seen = []
    while not simulation.table.closed:
        state: Any = simulation.table.running()
        decision = state.decisions[0]
        seen.append([line.plain for line in endeavor.draw(ENDEAVOR.view(state), NAMES[:seats], decision.seat)])
        simulation.play(decision, rng.choice(list(ENDEAVOR.legal(state, decision))))
    last: Any = simulation.table.state
    seen.append([line.plain for line in endeavor.draw(ENDEAVOR.view(last), NAMES[:seats], None)])
    return seen


@pytest.mark.parametrize(("seats", "modules"), [(2, ()), (5, ALL), (4, ("prominence",))])
def test_no_line_is_wider_than_100_columns(seats: int, modules: tuple[str, ...]) -> None:
    for picture in pictures(seats, modules, "wide"):
        assert max(map(len, picture)) <= 100


def test_the_picture_names_regions_mats_and_where_glory_came_from() -> None:
    shown = pictures(3, ALL, "whole")
    middle = "\n".join(shown[len(shown) // 2])
    for word in ("Europe", "Far East", "Level", "harbor", "buildings", "cards", "Industry", "London"):
        assert word in middle
    end = shown[-1]
    assert "The game is over" in end[0]
    assert "Slavery" in end[-4]
    assert end[-1].startswith("Cleo")
