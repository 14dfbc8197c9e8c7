"""Nothing hidden comes through any connection: the beginning of a game at real servers, and that a mark is found."""

import pytest

from server.games import GAMES
from server.games.kernel.options import largest_mix
from server.games.kernel.table_view import whole_view
from server.tables import looks
from tests.clients.conftest import started_table
from tests.leaks.connections import Leaks, house_at, look_round, play_through, search_the_house
from tests.leaks.planting import NOBODY, Mark
from tests.server.games.walk import Sitting

SEATS = 3


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_hidden_comes_through_any_connection(store_url: str, game: str) -> None:
    leaks = Leaks()
    async with house_at(store_url) as house:
        sitting = Sitting(game, SEATS, largest_mix(GAMES[game], SEATS))
        assert await play_through(house, sitting, leaks, look_every=6, most=13) == 13
        search_the_house(house, leaks)
    assert leaks.found == []
    assert leaks.size > 10_000


async def test_a_leak_at_a_real_server_is_found(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "view_message", lambda table, viewer: whole_view(table))
    leaks = Leaks()
    async with house_at(store_url) as house, house.looker("ada") as ada, house.looker("bea") as bea:
        tables = await started_table(ada.connection, bea.connection)
        await look_round(bea._replace(seat=1), tables[1].table_id, 2, leaks)
    assert {"GetTable of seat 1 shows a mark of -1", "GetTable of seat 1 shows a mark of 0"} <= set(leaks.found)


def test_a_mark_that_comes_through_is_found() -> None:
    leaks = Leaks(secrets=[b"the seed"])
    leaks.search("a page", 0, b"the hand: ~hidden of 1~")
    leaks.search("a page", 0, b"the hand: ~hidden of 0~")
    leaks.search("a page", None, str(Mark(NOBODY).number).encode())
    leaks.search("a page", 1, b"the seed".hex().encode())
    assert len(leaks.found) == 3
