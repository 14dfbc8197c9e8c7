"""The same scan over real connections: all that services, pages, metrics and logs let out of a running table.

Games are played with marks in every hidden zone of their views; everything that is received is searched for them.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from ludarium.v1 import players_pb2, queries_pb2, views_pb2
from prometheus_client import CollectorRegistry, generate_latest

from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError
from clients.sdk.queries import QueryClient
from clients.sdk.standings import StandingsClient
from clients.sdk.tables import TableClient
from clients.web.settings import Settings as WebSettings
from projections.query import server as query_side
from projections.settings import QuerySettings, WorkerSettings
from projections.worker import Worker
from server.api import server as command_side
from server.api.settings import Settings
from server.games import GAMES
from tests.clients.conftest import KEY, token
from tests.clients.web.conftest import serving
from tests.leaks.planting import NOBODY, Mark, planted_game

PLAYERS = ("ada", "bea")
MOVES = 24
LOOK_EVERY = 6


@dataclass
class Leaks:
    """What was received, searched."""

    found: list[str] = field(default_factory=list)
    size: int = 0

    def search(self, door: str, seat: int | None, received: bytes) -> None:
        """Look for marks of others; a page shows a number in digits."""
        self.size += len(received)
        for mark in (Mark(NOBODY), *map(Mark, range(len(PLAYERS)))):
            patterns = (*mark.patterns, str(mark.number).encode())
            if mark.owner != seat and any(pattern in received for pattern in patterns):
                self.found.append(f"{door} of seat {seat} shows a mark of {mark.owner}")


@dataclass
class House:
    """Servers whose games have marks in their views, and their metrics."""

    server: str
    query: str
    registries: list[CollectorRegistry]

    def connect(self, name: str, role: players_pb2.Role.ValueType = players_pb2.ROLE_PLAYER) -> Connection:
        return Connection(self.server, self.query, token(name, role), deadline=60.0)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {name: planted_game(game) for name, game in GAMES.items()}
    monkeypatch.setattr(command_side, "GAMES", games)
    monkeypatch.setattr(query_side, "GAMES", games)


@pytest.fixture
async def house(planted: None, store_url: str) -> AsyncIterator[House]:
    registries = [CollectorRegistry(), CollectorRegistry()]
    settings = Settings.from_environment({}, redis=store_url, port=0, token_key=KEY, guests=True, check_store=False)
    commands = command_side.CommandServer(settings, registries[0])
    await commands.start()
    worker = await Worker.connect(WorkerSettings(redis=store_url))
    await worker.start()
    asked = QuerySettings(redis=store_url, query_port=0, token_key=KEY, freshness_seconds=60.0, stop_grace=0.5)
    queries = query_side.QueryServer(asked, registries[1])
    await queries.start()
    yield House(f"127.0.0.1:{commands.port}", f"127.0.0.1:{queries.port}", registries)
    await queries.stop()
    await worker.stop()
    await commands.stop()


async def look_round(house: House, connection: Connection, table_id: str, seat: int | None, leaks: Leaks) -> None:
    """Everything that one caller can ask of a table; refusals count as answers."""
    table, queries = TableClient(connection, table_id), QueryClient(connection)
    seen = await table.get()
    leaks.search("GetTable", seat, seen.SerializeToString())
    for decision in seen.decisions:
        with suppress(LudariumError):
            for choice in await table.list_choices(decision.id, 20, 20):
                leaks.search("ListChoices", seat, choice.SerializeToString())
            preview = await table.preview(decision.id, choice.command)
            leaks.search("Submit, validate_only", seat, preview.SerializeToString())
        try:
            await table.submit(decision.id, views_pb2.GameCommand(), command_id="no command")
        except LudariumError as error:
            leaks.search("refusals", seat, f"{error} {error.reason} {error.rule}".encode())
    async for frame in table.watch():
        leaks.search("Subscribe", seat, frame.SerializeToString())
        break
    viewers = [None, *(queries_pb2.ReplayViewer(seat=number) for number in range(len(PLAYERS)))]
    for viewer in viewers:
        with suppress(LudariumError):
            leaks.search("GetFrame", seat, (await queries.frame(table_id, viewer=viewer)).SerializeToString())
    leaks.search("ExportTable", seat, await queries.export(table_id))
    for ask in (queries.scoreboard, queries.replay_index):
        leaks.search(ask.__name__, seat, (await ask(table_id)).SerializeToString())
    async for listed in queries.tables():
        leaks.search("ListTables", seat, listed.SerializeToString())
    standings = StandingsClient(connection)
    leaks.search("GetPlayerStatistics", seat, (await standings.statistics("ada")).SerializeToString())


async def look_at_pages(house: House, table_id: str, leaks: Leaks) -> None:
    """Pages that a visitor without a seat is served: boards in HTML and SVG, the replay, the beginning of a stream."""
    settings = WebSettings(server=house.server, query=house.query, token=token("w", players_pb2.ROLE_SPECTATOR))
    async with serving(settings) as site, site.visitor() as visitor:
        for page in ("/", f"/tables/{table_id}", f"/replay/{table_id}", f"/tables/{table_id}/scores"):
            answer = await visitor.get(page, follow_redirects=True)
            assert answer.status_code == 200, page
            leaks.search(page, None, answer.content)
        async with visitor.stream("GET", f"/tables/{table_id}/live") as live:
            async for chunk in live.aiter_bytes():
                leaks.search("live", None, chunk)
                break


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_hidden_comes_through_any_connection(
    house: House, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    leaks, options = Leaks(), views_pb2.GameOptions()
    getattr(options, game).SetInParent()
    async with (
        house.connect("ada") as ada,
        house.connect("bea") as bea,
        house.connect("left") as left,
        house.connect("w", players_pb2.ROLE_SPECTATOR) as spectator,
    ):
        table = await TableClient.create(ada, options, len(PLAYERS))
        former, tables = TableClient(left, table.table_id), [table, TableClient(bea, table.table_id)]
        await former.join()
        await former.leave()
        for player in tables:
            await player.join()
        await table.start()
        callers = [(ada, 0), (bea, 1), (left, None), (spectator, None)]
        for move in range(MOVES):
            if move % LOOK_EVERY == 0:
                for connection, seat in callers:
                    await look_round(house, connection, table.table_id, seat, leaks)
            decision = next(one for one in (await table.get()).decisions if not one.standing)
            choices = await tables[decision.seat].list_choices(decision.id, 20, 20)
            done = await tables[decision.seat].submit(decision.id, choices[move % len(choices)].command)
            leaks.search("Submit", decision.seat, done.SerializeToString())
        await look_at_pages(house, table.table_id, leaks)
    for registry in house.registries:
        leaks.search("metrics", None, generate_latest(registry))
    leaks.search("logs", None, caplog.text.encode())
    assert leaks.found == []
    assert leaks.size > 10_000


def test_a_mark_that_comes_through_is_found() -> None:
    leaks = Leaks()
    leaks.search("a page", 0, b"the hand: ~hidden of 1~")
    leaks.search("a page", 0, b"the hand: ~hidden of 0~")
    leaks.search("a page", None, str(Mark(NOBODY).number).encode())
    assert len(leaks.found) == 2
