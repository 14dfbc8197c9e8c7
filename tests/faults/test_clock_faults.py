"""Clocks of real servers that are killed: every time-out is called once, and time without a server is given back."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from google.protobuf.duration_pb2 import Duration
from ludarium.v1 import events_pb2, tables_pb2, terms_pb2

from clients.rehearse.callers import Caller, Channel, fresh_id
from clients.rehearse.processes import ServerProcess
from server.store.embedded import EmbeddedServer
from server.store.store import EventStore

TABLES = 12
PATIENCE = 120.0


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A store for one test alone."""
    with EmbeddedServer(tmp_path / "store") as server:
        yield server


@pytest.fixture
async def store(redis: EmbeddedServer) -> AsyncIterator[EventStore]:
    store = await EventStore.connect(redis.url, check=False)
    yield store
    await store.close()


@asynccontextmanager
async def channel_to(server: ServerProcess) -> AsyncIterator[Channel]:
    await server.start()
    channel = Channel(server.address, server.tokens)
    yield channel
    await channel.close()


async def begin(channel: Channel, seconds: int) -> tuple[str, list[Caller]]:
    """A game of two with so many seconds a decision; a bot takes over when they are gone."""
    players = [channel.caller() for _ in range(2)]
    terms = terms_pb2.TableTerms(clock=terms_pb2.Clock(decision=Duration(seconds=seconds)))
    table_id = await channel.open_table(players[0], 2, terms=terms)
    for player in players:
        join = tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id())
        await channel.tables.JoinTable(join, metadata=player.metadata)
    start = tables_pb2.StartTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.StartTable(start, metadata=players[0].metadata)
    return table_id, players


async def kinds(store: EventStore, table_id: str) -> Counter[str]:
    events = [events_pb2.Event.FromString(stored.data) for stored in await store.read(table_id)]
    return Counter(event.table.WhichOneof("event") or "" for event in events)


async def test_every_time_out_is_called_once_whoever_is_killed(
    redis: EmbeddedServer, store: EventStore, tmp_path: Path
) -> None:
    servers = [ServerProcess(redis.url, tmp_path / "log", deadline_poll="0.1") for _ in range(2)]
    try:
        async with channel_to(servers[0]) as first, channel_to(servers[1]):
            tables = [(await begin(first, 1))[0] for _ in range(TABLES)]
            async with asyncio.timeout(PATIENCE):
                for turn in range(1000):
                    called = [(await kinds(store, table))["time_ran_out"] for table in tables]
                    if all(called):
                        break
                    if turn < 6:
                        servers[turn % 2].kill()
                        await servers[turn % 2].start()
                    await asyncio.sleep(0.1)
            for table in tables:
                found = await kinds(store, table)
                assert (found["time_ran_out"], found["player_left"]) == (1, 1)
    finally:
        for server in servers:
            server.kill()


async def test_time_in_which_every_server_was_dead_is_given_back(
    redis: EmbeddedServer, store: EventStore, tmp_path: Path
) -> None:
    server = ServerProcess(redis.url, tmp_path / "log", deadline_poll="0.1", outage="1")
    try:
        async with channel_to(server) as channel:
            table, players = await begin(channel, 600)
            server.kill()
            await asyncio.sleep(2)
            await server.start()
            player, command = await channel.next_command(table, players)
            answer = await channel.commands.Submit(command, metadata=player.metadata, wait_for_ready=True)
        gone = answer.events[0].table.time_given_back
        assert gone.to_time.ToMilliseconds() - gone.from_time.ToMilliseconds() >= 2000
        assert (await kinds(store, table))["time_given_back"] == 1
    finally:
        server.kill()
