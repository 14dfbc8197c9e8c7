"""No page and no stream shows a visitor anything that is hidden from it: markers are what only the server may know."""

import random
import re
from typing import Any

import httpx
import pytest
from ludarium.v1 import views_pb2

from clients.sdk.connection import Connection
from server.games import GAMES
from server.games.alhambra.state import AlhambraState
from server.games.kernel.options import build, largest_mix
from server.games.kernel.table import fold
from server.store.store import EventStore
from tests.clients.conftest import started_table
from tests.clients.web.conftest import Site
from tests.clients.web.test_live import play_one, stream, until
from tests.leaks.connections import Leaks, house_at
from tests.leaks.planting import Mark, marked_zones

MOVES = 25
HAND = re.compile(r'data-id="hand-([a-z_0-9]+)-\d+"')


async def hidden_state(store_url: str, table_id: str) -> AlhambraState:
    """The whole truth about a table."""
    from ludarium.v1 import events_pb2

    store = await EventStore.connect(store_url, check=False)
    stored = await store.read(table_id)
    await store.close()
    state: Any = fold([events_pb2.Event.FromString(one.data) for one in stored], GAMES).running()
    assert isinstance(state, AlhambraState)
    return state


async def everything_shown(visitor: httpx.AsyncClient, table_id: str, own: str) -> str:
    """All that a visitor can get of a table: pages, pieces, streams, steps of the replay."""
    table, replay = f"/tables/{table_id}", f"/replay/{table_id}"
    texts = []
    for address in (
        table,
        f"{table}/scores",
        f"{table}/log",
        replay,
        f"{replay}?as={own}",
        f"{replay}?at=9999&as={own}",
    ):
        response = await visitor.get(address)
        assert response.status_code == 200, address
        texts.append(response.text)
    steps = re.search(r'data-steps="([0-9 ]*)"', texts[3])
    assert steps
    for version in steps[1].split():
        texts.append((await visitor.get(f"{replay}/frame?at={version}&since={int(version) - 1}&as={own}")).text)
    async with stream(visitor, f"{table}/live") as events:
        texts.append(str(await until(events, "table")))
    return "\n".join(texts).replace('\\"', '"')


async def test_no_visitor_is_shown_what_is_hidden_from_it(
    site: Site, store_url: str, ada: Connection, bea: Connection
) -> None:
    tables = await started_table(ada, bea)
    table_id = tables[0].table_id
    random.seed(5)
    for _ in range(MOVES):
        await play_one(tables)
    state = await hidden_state(store_url, table_id)
    assert len(state.draw_pile) > 10
    shown = {}
    for name, own in (("ada", "0"), ("bea", "1"), ("", "spectator")):
        async with site.visitor(name) as visitor:
            shown[name] = await everything_shown(visitor, table_id, own)
    for name, text in shown.items():
        for tile in state.draw_pile:
            assert not re.search(rf"\b{tile}\b", text), f"{name or 'a spectator'} is shown {tile} of the draw pile"
        assert "Hand of" not in text
        assert "scoring_card" not in text
    assert not HAND.search(shown[""]), "a spectator is shown a hand"
    for name, seat in (("ada", 0), ("bea", 1)):
        async with site.visitor(name) as visitor:
            page = (await visitor.get(f"/tables/{table_id}")).text
        assert sorted(HAND.findall(page)) == sorted(state.players[seat].hand.elements())


@pytest.mark.parametrize("game", GAMES)
async def test_no_page_of_any_game_shows_what_others_hide(store_url: str, game: str) -> None:
    """Every module that two can play with; all that is hidden holds marks, but for what the first seat may see."""
    rules, leaks = GAMES[game], Leaks()
    options = views_pb2.GameOptions(**{game: build(rules, largest_mix(rules, 2))})
    async with (
        house_at(store_url, spared=0) as house,
        house.looker("ada") as ada,
        house.looker("bea") as bea,
        house.site.visitor("ada") as player,
        house.site.visitor() as spectator,
    ):
        tables = await started_table(ada.connection, bea.connection, options)
        for _ in range(MOVES):
            await play_one(tables)
        for visitor, seat, own in ((player, 0, "0"), (spectator, None, "spectator")):
            text = await everything_shown(visitor, tables[0].table_id, own)
            leaks.search("some page", seat, text.encode())
        seen = await tables[1].get()
    assert leaks.found == []
    hides = marked_zones(rules.view_message.DESCRIPTOR)
    assert not hides or any(pattern in seen.SerializeToString() for pattern in Mark(1).patterns)


async def test_answers_are_listed_for_their_own_player_alone(site: Site, ada: Connection, bea: Connection) -> None:
    tables = await started_table(ada, bea)
    seat = next(iter((await tables[0].get()).decisions)).seat
    waiting = "bea" if seat == 0 else "ada"
    for name in (waiting, "", "cleo"):
        async with site.visitor(name) as visitor:
            page = (await visitor.get(f"/tables/{tables[0].table_id}")).text
        assert "data-picks" not in page
        assert "data-pick" not in page


async def test_a_table_client_of_one_visitor_is_never_anothers(site: Site, ada: Connection, bea: Connection) -> None:
    """Many pages at once, for different visitors: none gets another's."""
    import asyncio

    tables = await started_table(ada, bea)
    address = f"/tables/{tables[0].table_id}"

    async def hands(name: str) -> set[str]:
        async with site.visitor(name) as visitor:
            return {str(sorted(HAND.findall((await visitor.get(address)).text))) for _ in range(8)}

    seen = await asyncio.gather(*(hands(name) for name in ("ada", "bea", "", "ada", "bea", "")))
    assert all(len(one) == 1 for one in seen)
    assert seen[0] == seen[3] != seen[1] == seen[4]
    assert seen[2] == seen[5] == {"[]"}
