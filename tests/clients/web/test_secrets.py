"""No page and no stream shows a visitor anything that is hidden from it: markers are what only the server may know."""

import random
import re
from typing import Any

import httpx

from clients.sdk.connection import Connection
from server.games import GAMES
from server.games.alhambra.state import AlhambraState
from server.games.kernel.table import fold
from server.store.store import EventStore
from tests.clients.conftest import started_table
from tests.clients.web.conftest import Site
from tests.clients.web.test_live import play_one, stream, until

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
