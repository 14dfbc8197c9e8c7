"""The same scan over real connections: all that services, pages, metrics and logs let out of a running table.

A game is played with marks in every hidden zone of its views, at servers that know nothing of it; what everybody
receives is searched for the marks of others, and for the table's real seed.
"""

import logging
import random
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import structlog
from ludarium.v1 import events_pb2, players_pb2, queries_pb2, views_pb2
from prometheus_client import CollectorRegistry, generate_latest

from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError
from clients.sdk.play_stream import PlayStream
from clients.sdk.queries import QueryClient
from clients.sdk.standings import StandingsClient
from clients.sdk.tables import TableClient
from clients.web.settings import Settings as WebSettings
from projections.query import server as query_side
from projections.settings import QuerySettings, WorkerSettings
from projections.worker import Worker
from server.access.logs import LogLevel, configure_logs
from server.api import server as command_side
from server.api.settings import Settings
from server.games import GAMES
from server.games.kernel.options import build, mixes
from server.store.embedded import EmbeddedServer
from server.store.store import EventStore
from tests.clients.conftest import KEY, token
from tests.clients.web.conftest import Site, serving
from tests.leaks.planting import NOBODY, Mark, planted_game
from tests.patience import PATIENCE
from tests.server.games.sittings import covering
from tests.server.games.walk import Sitting

PLAYERS = ("ada", "bea", "cleo", "dan", "eve", "fay")


@dataclass
class Leaks:
    """What was received, searched."""

    found: list[str] = field(default_factory=list)
    size: int = 0
    secrets: list[bytes] = field(default_factory=list)
    """What nobody may see besides marks: seeds."""

    def search(self, door: str, seat: int | None, received: bytes) -> None:
        """Look for marks of others, and for secrets; a page shows a number in digits."""
        self.size += len(received)
        for mark in (Mark(NOBODY), *map(Mark, range(len(PLAYERS)))):
            patterns = (*mark.patterns, str(mark.number).encode())
            if mark.owner != seat and any(pattern in received for pattern in patterns):
                self.found.append(f"{door} of seat {seat} shows a mark of {mark.owner}")
        if any(secret in received or secret.hex().encode() in received for secret in self.secrets):
            self.found.append(f"{door} of seat {seat} shows a seed")


class Looker(NamedTuple):
    """Somebody who receives: their name, their connection, the seat that is theirs."""

    name: str
    connection: Connection
    seat: int | None = None


@dataclass
class House:
    """Servers whose games have marks in their views, what they logged, and their metrics."""

    server: str
    query: str
    site: Site
    store: EventStore
    registries: list[CollectorRegistry]
    log: list[str]

    @asynccontextmanager
    async def looker(
        self, name: str, seat: int | None = None, role: players_pb2.Role.ValueType = players_pb2.ROLE_PLAYER
    ) -> AsyncIterator[Looker]:
        """Somebody with a connection of their own."""
        async with Connection(self.server, self.query, token(name, role), deadline=PATIENCE) as connection:
            yield Looker(name, connection, seat)


@asynccontextmanager
async def house_at(store_url: str, spared: int | None = None) -> AsyncIterator[House]:
    """All servers, with planted games, on a store; what a spared seat may see has no marks."""
    games = {name: planted_game(game, spared) for name, game in GAMES.items()}
    registries, log = [CollectorRegistry(), CollectorRegistry()], list[str]()
    settings = Settings.from_environment({}, redis=store_url, port=0, token_key=KEY, guests=True, check_store=False)
    asked = QuerySettings(redis=store_url, query_port=0, token_key=KEY, freshness_seconds=PATIENCE, stop_grace=0.5)
    with patch.object(command_side, "GAMES", games), patch.object(query_side, "GAMES", games), _logged(log):
        commands = command_side.CommandServer(settings, registries[0])
        await commands.start()
        worker = await Worker.connect(WorkerSettings(redis=store_url))
        await worker.start()
        queries = query_side.QueryServer(asked, registries[1])
        await queries.start()
        store = await EventStore.connect(store_url, check=False)
        server, query = f"127.0.0.1:{commands.port}", f"127.0.0.1:{queries.port}"
        web = WebSettings(server=server, query=query, token=token("w", players_pb2.ROLE_SPECTATOR))
        try:
            async with serving(web) as site:
                yield House(server, query, site, store, registries, log)
        finally:
            await store.close()
            await queries.stop()
            await worker.stop()
            await commands.stop()


@contextmanager
def _logged(lines: list[str]) -> Iterator[None]:
    """Keep what processes of the house log, in the form in which they log it."""

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    root, before = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    configure_logs(LogLevel.INFO, as_json=True)
    keeper = Keeper()
    keeper.setFormatter(root.handlers[0].formatter)
    root.handlers[:] = [keeper]
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.configure(**before)


async def play_through(house: House, sitting: Sitting, leaks: Leaks, look_every: int, most: int = 100_000) -> int:
    """Play a game by random choices, up to its end or so many moves, and search what everybody receives; the moves.

    One player leaves before the start; where three or more sit, the last one resigns before the second look and a bot
    goes on.
    """
    options = views_pb2.GameOptions(**{sitting.game: build(sitting.rules, sitting.modules)})
    rng = random.Random(f"leaks {sitting}")
    async with (
        house.looker("left") as left,
        house.looker("outsider") as outsider,
        house.looker("w", role=players_pb2.ROLE_SPECTATOR) as spectator,
        house.looker("bots", role=players_pb2.ROLE_BOT) as bots,
        house.looker(PLAYERS[0], 0) as a, house.looker(PLAYERS[1], 1) as b, house.looker(PLAYERS[2], 2) as c,
        house.looker(PLAYERS[3], 3) as d, house.looker(PLAYERS[4], 4) as e, house.looker(PLAYERS[5], 5) as f,
    ):  # fmt: skip
        seated = [a, b, c, d, e, f][: sitting.seats]
        table_id = (await TableClient.create(a.connection, options, sitting.seats)).table_id
        former = TableClient(left.connection, table_id)
        await former.join()
        await former.leave()
        tables = [TableClient(looker.connection, table_id) for looker in seated]
        for player in tables:
            await player.join()
        await tables[0].start()
        leaks.secrets.append(await seed_of(house, table_id))
        lookers = [left, outsider, spectator, *seated]
        for move in range(most):
            decisions = (await tables[0].get()).decisions
            if not decisions:
                return move
            if move == look_every and sitting.seats > 2:
                await tables[-1].resign()
                tables[-1] = TableClient(bots.connection, table_id)
                lookers[-1] = lookers[-1]._replace(seat=None)
                decisions = (await tables[0].get()).decisions
            if move % look_every == 0:
                for looker in lookers:
                    await look_round(looker, table_id, sitting.seats, leaks)
                    if looker.seat is None:  # the page of one's own secrets cannot draw what the marks there say
                        await look_at_pages(house, looker, table_id, leaks)
            decision = next(one for one in decisions if not one.standing)
            choices = await tables[decision.seat].list_choices(decision.id, 20, 20)
            done = await tables[decision.seat].submit(decision.id, rng.choice(choices).command)
            if any(event.table.HasField("seed_revealed") for event in done.events):  # the end: everything is open
                return move + 1
            leaks.search("Submit", decision.seat, done.SerializeToString())
        return most


async def seed_of(house: House, table_id: str) -> bytes:
    """The seed of a table that is running."""
    (first,) = await house.store.read(table_id, limit=1)
    return events_pb2.Event.FromString(first.data).table.opened.seed


async def look_round(looker: Looker, table_id: str, seats: int, leaks: Leaks) -> None:
    """Everything that one caller can ask of a table; refusals count as answers."""
    connection, seat = looker.connection, looker.seat
    table, queries, standings = TableClient(connection, table_id), QueryClient(connection), StandingsClient(connection)
    seen = await table.get()
    leaks.search("GetTable", seat, seen.SerializeToString())
    for decision in seen.decisions:
        try:
            for choice in await table.list_choices(decision.id, 20, 20):
                leaks.search("ListChoices", seat, choice.SerializeToString())
            preview = await table.preview(decision.id, choice.command)
            leaks.search("Submit, validate_only", seat, preview.SerializeToString())
            await table.submit(decision.id, views_pb2.GameCommand(), command_id="no command")
        except LudariumError as error:
            leaks.search("refusals", seat, f"{error} {error.reason} {error.rule}".encode())
    async for frame in table.watch():
        leaks.search("Subscribe", seat, frame.SerializeToString())
        break
    async with PlayStream(connection) as stream:
        async for frame in stream.follow(table_id, with_views=True):
            leaks.search("Play", seat, frame.SerializeToString())
            break
    for viewer in (None, *(queries_pb2.ReplayViewer(seat=number) for number in range(seats))):
        with suppress(LudariumError):
            leaks.search("GetFrame", seat, (await queries.frame(table_id, viewer=viewer)).SerializeToString())
            async for moment in queries.frames(table_id, viewer=viewer, from_version=max(1, seen.token.version - 20)):
                leaks.search("StreamFrames", seat, moment.SerializeToString())
    leaks.search("ExportRecord", seat, await queries.export(table_id))
    for ask in (queries.scoreboard, queries.replay_index, queries.swan_tally):
        with suppress(LudariumError):
            leaks.search(ask.__name__, seat, (await ask(table_id)).SerializeToString())
    for watch in (queries.watch_scoreboard, queries.watch_swan_tally, queries.watch_replay_index):
        with suppress(LudariumError):
            async for row in watch(table_id):
                leaks.search(watch.__name__, seat, row.SerializeToString())
                break
    async for listed in queries.tables():
        leaks.search("ListTables", seat, listed.SerializeToString())
    async for rows in queries.watch_tables():
        leaks.search("WatchTables", seat, b"".join(row.SerializeToString() for row in rows))
        break
    leaks.search("GetPlayerStatistics", seat, (await standings.statistics("ada")).SerializeToString())


async def look_at_pages(house: House, looker: Looker, table_id: str, leaks: Leaks) -> None:
    """Pages that a visitor is served: boards in HTML and SVG, the replay, the beginning of streams."""
    async with house.site.visitor("" if looker.name == "w" else looker.name) as visitor:
        table, replay = f"/tables/{table_id}", f"/replay/{table_id}"
        for page in ("/", table, f"{table}/scores", f"{table}/log", f"{table}/record", replay, f"{replay}?as=0"):
            answer = await visitor.get(page, follow_redirects=True)
            assert answer.status_code < 500, page
            leaks.search(page, looker.seat, answer.content)
        for page in (f"{table}/live", f"{table}/scores/live"):
            async with visitor.stream("GET", page) as live:
                async for chunk in live.aiter_bytes():
                    leaks.search(page, looker.seat, chunk)
                    break


def sittings(game: str) -> list[Sitting]:
    """A game of each mix that the goldens have, with three seats where the rules let it."""
    rules = GAMES[game]
    found: dict[tuple[str, ...], Sitting] = {}
    for one in covering(game):
        more = [seats for seats in rules.rulebook.seats if seats >= 3 and one.modules in mixes(rules, seats)]
        found.setdefault(one.modules, Sitting(game, max(one.seats, min(more, default=0)), one.modules))
    return list(found.values())


async def scan_connections(game: str, look_every: int = 80) -> Leaks:
    """Play a game of each mix to its end at servers on a store of their own; what was found."""
    leaks = Leaks()
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder), appendfsync="no") as server:
        async with house_at(server.url) as house:
            for sitting in sittings(game):
                found, leaks.found = leaks.found, []
                moves = await play_through(house, sitting, leaks, look_every)
                told = f"{sitting}, {moves} moves at real servers: {len(leaks.found) or 'no'} leaks"
                print(told, *leaks.found[:5], sep="\n  ", flush=True)
                leaks.found = found + leaks.found
            search_the_house(house, leaks)
    return leaks


def search_the_house(house: House, leaks: Leaks) -> None:
    """Metrics and logs, which tell of all tables."""
    for registry in house.registries:
        leaks.search("metrics", None, generate_latest(registry))
    leaks.search("logs", None, "\n".join(house.log).encode())
