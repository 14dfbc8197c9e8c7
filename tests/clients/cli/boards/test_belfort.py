"""The board of Belfort is legible in 100 columns, in every state of random games, for every viewer."""

import pytest

from clients.cli.boards import belfort
from clients.cli.boards.blocks import WIDTH
from server.games import GAMES
from server.games.kernel.options import largest_mix
from tests.server.games.walk import Sitting, view_for, walk

GAME = GAMES["belfort"]
NAMES = ["Ann", "Bertram of the Gold field", "Cleo", "Dora", "Emil"]


@pytest.mark.parametrize("tape", [True, False])
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_every_state_fits(seats: int, tape: bool) -> None:
    modules = tuple(name for name in largest_mix(GAME, seats) if tape or name != "less-red-tape")
    for moment in walk(Sitting("belfort", seats, modules)):
        if moment.step % 4:
            continue
        for viewer in (0, None):
            lines = belfort.draw(view_for(GAME, moment.state, viewer), NAMES[:seats], viewer)
            assert max(line.cell_len for line in lines) <= WIDTH


def test_a_table_shows_districts_guilds_workers_market_and_points() -> None:
    moment = list(zip(range(60), walk(Sitting("belfort", 3)), strict=False))[-1][1]
    drawn = "\n".join(line.plain for line in belfort.draw(view_for(GAME, moment.state, 1), NAMES[:3], 1))
    for word in ("d1", "Guild", "Draw Pool", "Elves", "points", "Your hand", "Month"):
        assert word in drawn
