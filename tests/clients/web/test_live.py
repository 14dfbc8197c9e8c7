"""A table as it changes: others' moves arrive by themselves, and what is lost is said and healed."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx

from clients.sdk.connection import Connection
from clients.sdk.tables import TableClient
from clients.web.settings import Settings
from server.api.server import CommandServer
from tests.clients.conftest import Deployment, started_table, token
from tests.clients.web.conftest import Site, serving
from tests.patience import PATIENCE, slowness

Told = tuple[str, Any]


@asynccontextmanager
async def stream(visitor: httpx.AsyncClient, address: str) -> AsyncIterator[AsyncIterator[Told]]:
    """The events of a stream, by kind and data."""
    async with visitor.stream("GET", address) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        yield _told(response)


async def _told(response: httpx.Response) -> AsyncIterator[Told]:
    kind = ""
    async for line in response.aiter_lines():
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


async def until(events: AsyncIterator[Told], wanted: str, version: int = 0) -> Any:
    """The data of the next event of a kind, at least as late as a version."""
    async with asyncio.timeout(PATIENCE):
        async for kind, data in events:
            if kind == wanted and data.get("version", version) >= version:
                return data
    raise AssertionError(f"the stream ended without {wanted}")


async def play_one(tables: dict[int, TableClient]) -> int:
    """One move of whoever is to move; gives the version after it."""
    decision = next(iter((await tables[0].get()).decisions))
    table = tables[decision.seat]
    choice = (await table.list_choices(decision.id))[0]
    return (await table.submit(decision.id, choice.command)).token.version


async def test_a_move_reaches_players_and_spectators_without_a_reload(
    site: Site, ada: Connection, bea: Connection
) -> None:
    tables = await started_table(ada, bea)
    where = f"/tables/{tables[0].table_id}/live"
    async with AsyncExitStack() as stack:
        player, spectator = [await stack.enter_async_context(site.visitor(name)) for name in ("bea", "")]
        played, watched = [await stack.enter_async_context(stream(one, where)) for one in (player, spectator)]
        await until(played, "table")
        await until(watched, "table")
        version = await play_one(tables)
        acknowledged = time.perf_counter()
        news = await until(played, "table", version)
        seconds = time.perf_counter() - acknowledged
        assert set(news["pieces"]) == {"headline", "clocks", "seats", "answers", "board"}
        assert "answer-form" not in (await until(watched, "table", version))["pieces"]["answers"]
    assert seconds < 2.0 * slowness()  # 0.15 on a quiet machine; the page that measures it says so


async def test_a_stream_goes_on_from_the_point_that_the_page_shows(
    site: Site, ada: Connection, bea: Connection
) -> None:
    tables = await started_table(ada, bea)
    async with site.visitor("ada") as player:
        page = (await player.get(f"/tables/{tables[0].table_id}")).text
        shown = page.split('data-token="')[1].split('"')[0]
        version = await play_one(tables)
        async with stream(player, f"/tables/{tables[0].table_id}/live?after={shown}") as events:
            assert (await until(events, "table"))["version"] >= version


async def test_a_score_follows_its_table(site: Site, ada: Connection, bea: Connection) -> None:
    tables = await started_table(ada, bea)
    async with site.visitor() as visitor, stream(visitor, f"/tables/{tables[0].table_id}/scores/live") as events:
        assert "Total" in (await until(events, "scores"))["html"]


async def test_a_page_is_told_that_the_server_is_away_and_that_it_is_back(
    store_url: str, deployment: Deployment, command_server: CommandServer, ada: Connection, bea: Connection
) -> None:
    from prometheus_client import CollectorRegistry

    from server.api.settings import Settings as ServerSettings
    from tests.clients.conftest import KEY

    tables = await started_table(ada, bea)
    port = command_server.port
    settings = Settings(server=deployment.server, query=deployment.query, token=token("w"), patience=1.0)
    async with serving(settings) as site, site.visitor("ada") as player:
        async with stream(player, f"/tables/{tables[0].table_id}/live") as events:
            await until(events, "table")
            await command_server.stop()
            await until(events, "away")
            given = ServerSettings.from_environment(
                {}, redis=store_url, port=port, token_key=KEY, guests=True, check_store=False
            )
            again = CommandServer(given, CollectorRegistry())
            await again.start()
            await until(events, "back")
            version = await play_one(tables)
            await until(events, "table", version)
        await again.stop()
