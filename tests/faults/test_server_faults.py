"""Servers that are killed, cut off, raced and starved: nothing acknowledged is lost or doubled, everything resumes."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import grpc
import pytest

from projections.catalogue import PROJECTIONS
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.embedded import EmbeddedServer
from server.store.store import EventStore
from tests.faults.load import Follower, Ledger, Play
from tests.faults.proxy import Proxy
from tests.patience import PATIENCE
from tests.plugins.sheet import Line
from tests.processes import ServerProcess
from tests.projections.truth import caught_up, caught_up_across, compare_all, opened_house
from tests.server.api.callers import Caller, Channel

ROUNDS = pytest.mark.parametrize("rounds", [5, pytest.param(100, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])])


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A store for one test alone."""
    with EmbeddedServer(tmp_path / "store") as server:
        yield server


class House:
    """Servers on one store, channels to them, and tables that are played."""

    def __init__(
        self, redis: EmbeddedServer, servers: Sequence[ServerProcess], channels: Sequence[Channel], line: Line
    ) -> None:
        self.redis = redis
        self.servers = servers
        self.channels = channels
        self.ledger = Ledger()
        self.line = line
        self.tables: list[tuple[str, list[Caller]]] = []

    async def open_tables(self, count: int) -> None:
        """Open tables of three."""
        for _ in range(count):
            players = [self.channels[0].caller() for _ in range(3)]
            self.tables.append((await self.channels[0].start_table(players), players))

    @asynccontextmanager
    async def load(self, tables: int = 100, plays_a_table: int = 1) -> AsyncIterator[None]:
        """Play the latest tables meanwhile; afterwards nothing may be lost or doubled at any."""
        stopped = asyncio.Event()
        played = [table for table in self.tables[-tables:] for _ in range(plays_a_table)]
        tasks = [asyncio.create_task(self._play(table, stopped)) for table in played]
        followers = [
            Follower(self.channels, table_id, self.channels[0].caller()) for table_id, _ in self.tables[-tables:]
        ]
        try:
            yield
            stopped.set()
            await asyncio.gather(*tasks)
            await self.check(followers)
        finally:
            tasks += [follower.task for follower in followers]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, table: tuple[str, list[Caller]], stopped: asyncio.Event) -> None:
        """Play a table and, when its game ends, another one."""
        while not stopped.is_set():
            await Play(self.channels, self.ledger, *table).run(stopped)
            with suppress(grpc.aio.AioRpcError):
                table = (await self.channels[0].start_table(table[1]), table[1])
                self.tables.append(table)

    async def check(self, followers: Sequence[Follower] = ()) -> None:
        """Compare what was acknowledged, and what was followed, with what is stored."""
        store = await EventStore.connect(self.redis.url)
        try:
            await self.ledger.check(store, [table_id for table_id, _ in self.tables], self.line)
            for follower in followers:
                await follower.check(store)
        finally:
            await store.close()

    async def some_commands(self, count: int = 10) -> None:
        """Wait until so many more commands were acknowledged: the house goes on."""
        wanted = len(self.ledger.acknowledged) + count
        async with asyncio.timeout(PATIENCE):
            while len(self.ledger.acknowledged) < wanted:  # noqa: ASYNC110 - progress is what counts
                await asyncio.sleep(0.01)


@asynccontextmanager
async def house(
    redis: EmbeddedServer, log: Path, line: Line, *, servers: int = 1, tables: int = 4, url: str = ""
) -> AsyncIterator[House]:
    """Servers on a store (behind `url`), with tables that have begun."""
    processes = [ServerProcess(url or redis.url, log) for _ in range(servers)]
    channels: list[Channel] = []
    try:
        for process in processes:
            await process.start()
        channels = [Channel(process.address, process.tokens) for process in processes]
        home = House(redis, processes, channels, line)
        await home.open_tables(tables)
        async with read_models(redis.url, line):
            yield home
    finally:
        for channel in channels:
            await channel.close()
        for process in processes:
            process.kill()


@asynccontextmanager
async def read_models(redis: str, line: Line) -> AsyncIterator[None]:
    """A worker meanwhile; in the end all that it keeps must equal a fresh fold."""
    worker = await Worker.connect(WorkerSettings(redis=redis, lease_seconds=2.0))
    await worker.start()
    try:
        yield
        async with opened_house(redis) as house:
            await caught_up(house, PROJECTIONS)
            await caught_up_across(house)
            await compare_all(house, line)
    finally:
        await worker.stop()


@ROUNDS
async def test_kill_9_of_a_server_under_load(redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int) -> None:
    async with house(redis, tmp_path / "log", line) as home, home.load():
        for _ in line.rounds(rounds):
            await home.some_commands()
            home.servers[0].kill()
            await home.servers[0].start()
    assert home.ledger.retries


@ROUNDS
async def test_kill_9_of_the_store_under_load(redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int) -> None:
    async with house(redis, tmp_path / "log", line) as home, home.load():
        for _ in line.rounds(rounds):
            await home.some_commands()
            await asyncio.to_thread(redis.kill)
            await asyncio.sleep(0.1)
            redis.start()
            await home.servers[0].healthy()
        await home.some_commands()


@ROUNDS
async def test_two_servers_race_on_one_table(redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int) -> None:
    async with house(redis, tmp_path / "log", line, servers=2, tables=1) as home:
        for _ in line.rounds(rounds):
            async with home.load(tables=1, plays_a_table=4):
                await home.some_commands(20)
            await home.open_tables(1)
    assert set(home.ledger.refused) <= {"DECISION_NOT_OPEN", "TABLE_CLOSED"}


@ROUNDS
async def test_the_same_command_twice_in_parallel(
    redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int
) -> None:
    async with house(redis, tmp_path / "log", line, servers=2, tables=0) as home:
        for _ in line.rounds(rounds):
            await home.open_tables(1)
            table_id, players = home.tables[-1]
            for _ in range(4):
                player, command = await home.channels[0].next_command(table_id, players)
                home.ledger.sent.add(command.command_id)
                answers = await asyncio.gather(
                    *(
                        channel.commands.Submit(command, metadata=player.metadata)
                        for channel in [*home.channels, *home.channels]
                    )
                )
                assert sorted(answer.repeated for answer in answers) == [False, True, True, True]
                for answer in answers:
                    home.ledger.acknowledge(table_id, command.command_id, answer)
        await home.check()


@ROUNDS
async def test_the_connection_to_the_store_is_cut_between_append_and_reply(
    redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int
) -> None:
    async with Proxy(urlsplit(redis.url).port or 0) as proxy:
        url = f"redis://127.0.0.1:{proxy.port}/0"
        async with house(redis, tmp_path / "log", line, url=url) as home, home.load():
            for _ in line.rounds(rounds):
                await home.some_commands()
                proxy.cut_after_reply_bytes(0)
                await home.some_commands(5)
                proxy.cut()


@ROUNDS
async def test_the_connection_to_the_client_is_cut_between_append_and_reply(
    redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int
) -> None:
    async with house(redis, tmp_path / "log", line) as home, Proxy(home.servers[0].port) as proxy:
        direct = home.channels
        home.channels = [Channel(f"127.0.0.1:{proxy.port}", home.servers[0].tokens)]
        async with home.load():
            for _ in line.rounds(rounds):
                await home.some_commands()
                proxy.cut_after_reply_bytes(0)
                await home.some_commands(5)
                proxy.cut()
        await home.channels[0].close()
        home.channels = direct
    assert home.ledger.retries


@ROUNDS
async def test_a_store_that_stops_and_comes_back(
    redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int
) -> None:
    async with house(redis, tmp_path / "log", line, tables=2) as home, home.load():
        for _ in line.rounds(rounds):
            await home.some_commands(5)
            await asyncio.to_thread(redis.stop)
            redis.start()
            await home.some_commands(5)


@ROUNDS
async def test_a_server_that_stands_still_while_another_plays_on(
    redis: EmbeddedServer, tmp_path: Path, line: Line, rounds: int
) -> None:
    """A server that sleeps through what others did decides on nothing old when it wakes up."""
    async with house(redis, tmp_path / "log", line, servers=2, tables=2) as home, home.load():
        for _ in line.rounds(rounds):
            await home.some_commands(5)
            home.servers[1].pause()
            await asyncio.sleep(0.3)
            home.servers[1].resume()
        await home.some_commands(5)


async def test_a_server_ends_well_when_asked_to(redis: EmbeddedServer, tmp_path: Path, line: Line) -> None:
    async with house(redis, tmp_path / "log", line, tables=1) as home:
        assert home.servers[0].stop() == 0
