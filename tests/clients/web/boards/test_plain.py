"""A game without a drawing of its own."""

from clients.web.boards import plain
from clients.web.boards.look import Look
from server.games import GAMES
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation
from server.games.kernel.table_view import view_message
from tests.clients.web.reading import read

GAME = GAMES["alhambra"]


def test_a_view_becomes_tables_with_words_for_its_numbers_and_names_for_its_seats() -> None:
    simulation = Simulation(GAME, build(GAME), 3, "plain")
    view = view_message(simulation.table, 0)
    assert view is not None
    page = read(plain.draw(view.alhambra, Look(["Ada", "Bea", "Cleo"], 0)))
    text = page.text
    assert "Market" in text
    assert "florin" in text
    assert "Bea" in text
    assert "CURRENCY" not in text
    assert len(page.all("table")) >= 3
