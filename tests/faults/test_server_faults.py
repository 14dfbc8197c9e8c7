"""Servers that are killed, cut off, raced and starved: nothing acknowledged is lost or doubled, everything resumes."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from clients.rehearse.callers import Channel
from clients.rehearse.processes import ServerProcess
from clients.rehearse.proxy import Proxy
from clients.rehearse.traffic import Outcome, Traffic
from projections.catalogue import PROJECTIONS
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.embedded import EmbeddedServer
from tests.plugins.sheet import Line
from tests.projections.truth import caught_up, caught_up_across, compare_all, opened_house

ROUNDS = pytest.mark.parametrize("rounds", [5, pytest.param(100, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])])


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A store for one test alone."""
    with EmbeddedServer(tmp_path / "store") as server:
        yield server


class House(Traffic):
    """Servers on one store, channels to them, and tables that are played."""

    def __init__(self, redis: str, servers: Sequence[ServerProcess], channels: Sequence[Channel], line: Line) -> None:
        super().__init__(redis, channels)
        self.servers = servers
        self._line = line

    @asynccontextmanager
    async def load(self, tables: int = 100, plays_a_table: int = 1) -> AsyncIterator[None]:
        """Play the latest tables meanwhile; afterwards nothing may be lost or doubled at any."""
        async with self.playing(tables, plays_a_table) as outcome:
            yield
        self._note(outcome)

    async def check(self) -> None:
        """Compare what was acknowledged with what is stored."""
        outcome = Outcome()
        await self.settle(outcome)
        self._note(outcome)

    def _note(self, outcome: Outcome) -> None:
        """What is settled last counts all that came before."""
        found = outcome.comparison
        self._line.counts |= {
            "acknowledged": found.commands,
            "lost": len(found.missing),
            "doubled": len(found.doubled),
        }
        assert outcome.problems == []


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
        home = House(redis.url, processes, channels, line)
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
