"""The board of Alhambra with its modules: what it shows, and that it fits into 100 columns."""

import random

import pytest

from clients.cli.boards.alhambra import draw
from clients.cli.boards.blocks import WIDTH
from server.games import GAMES
from server.games.kernel.options import build
from server.games.kernel.redact import redact
from server.games.kernel.simulate import Simulation

GAME = GAMES["alhambra"]
NAMES = ("Ada", "Ben", "Cleopatra", "Dan", "Eve", "Fay")
ALL = ("handymen", "gates-without-end", "fresh-colors")


def boards(seats: int, modules: tuple[str, ...], most: int = 400) -> list[str]:
    """Every tenth table of a random game, as text."""
    simulation = Simulation(GAME, build(GAME, modules), seats, "boards")
    rng = random.Random("boards")
    drawn = []
    for step in range(most):
        if simulation.table.closed:
            break
        state = simulation.table.running()
        decision = state.decisions[0]
        if step % 10 == 0:
            view = GAME.view(state)
            redact(view, decision.seat)
            lines = draw(view, NAMES[:seats], decision.seat)
            assert max(line.cell_len for line in lines) <= WIDTH
            drawn.append("\n".join(line.plain for line in lines))
        simulation.play(decision, rng.choice(list(GAME.legal(state, decision))))
    return drawn


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_board_fits_with_all_modules(seats: int) -> None:
    drawn = boards(seats, ALL)
    assert any("Dice  " in text for text in drawn)
    assert any("rotation" in text for text in drawn)
    assert all("Projects" in text and "handymen" in text for text in drawn)
    assert any("*" in text for text in drawn)


def test_without_modules_nothing_of_them_is_shown() -> None:
    for text in boards(3, (), most=100):
        assert not any(word in text for word in ("Dice", "Gates", "Projects", "handymen", "points:"))
