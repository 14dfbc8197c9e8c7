"""Appends that replicas must acknowledge."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from ludarium.v1.events_pb2 import Event
from redis.asyncio import Redis

from clients.rehearse.proxy import Proxy
from server.store.durability import Durability
from server.store.embedded import EmbeddedServer
from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.outcomes import Appended, Outcome, Seen
from server.store.partitions import table_key
from server.store.points import NOWHERE
from server.store.store import EventStore
from tests.patience import PATIENCE
from tests.server.store.writing import append, events_after, grow, new_table


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    options = ("--repl-diskless-sync-delay", "0", "--shutdown-timeout", "0")
    with EmbeddedServer(tmp_path / "data", options=options) as server:
        yield server


@pytest.fixture
def replica(own_server: EmbeddedServer, tmp_path: Path) -> Iterator[EmbeddedServer]:
    options = ("--replicaof", f"127.0.0.1 {own_server.port}")
    with EmbeddedServer(tmp_path / "replica", options=options) as replica:
        yield replica


async def settled(store: EventStore, table: str, events: Sequence[Event]) -> Outcome:
    """What comes of a table's first append, asked again until a replica has it: one that wakes up takes its time."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(OutcomeUnknown):
                return await append(store, table, NOWHERE, events, command_id="c")


@contextmanager
def asleep(server: EmbeddedServer) -> Iterator[None]:
    process = psutil.Process(server.pid)
    process.suspend()
    try:
        yield
    finally:
        process.resume()


async def in_step(replica: EmbeddedServer) -> None:
    async with Redis.from_url(replica.url) as redis, asyncio.timeout(PATIENCE):
        while not _settled(await redis.info()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def _settled(info: dict[str, Any]) -> bool:
    """Whether a replica has all that its primary has, in memory and on disk."""
    return (info["master_link_status"], info["aof_rewrite_in_progress"]) == ("up", 0)


@pytest.mark.parametrize("fsync", ["always", "everysec"], ids=["on their disks", "in their memory"])
async def test_an_append_is_acknowledged_by_replicas(
    own_server: EmbeddedServer, replica: EmbeddedServer, fsync: str
) -> None:
    await in_step(replica)
    async with Redis.from_url(own_server.url) as redis:
        await redis.config_set("appendfsync", fsync)
    store, table = await EventStore.connect(own_server.url, durability=Durability.replicas(1)), new_table()
    ends = await asyncio.gather(*(grow(store, new_table(), count=5) for _ in range(10)), grow(store, table, count=5))
    async with Redis.from_url(replica.url) as redis:
        assert await redis.xlen(table_key(table)) == 5
    assert await store.last(table) == ends[-1]
    await store.close()


async def test_an_address_that_leads_to_another_node_is_followed(
    own_server: EmbeddedServer, replica: EmbeddedServer
) -> None:
    """A failover behind one address: connections to the node that became a replica stand, and are of no more use."""
    await in_step(replica)
    async with Proxy(own_server.port) as proxy:
        store, table = await EventStore.connect(f"redis://127.0.0.1:{proxy.port}/0"), new_table()
        end = await grow(store, table)
        async with Redis.from_url(replica.url) as redis:
            await redis.execute_command("REPLICAOF", "NO", "ONE")  # type: ignore[no-untyped-call]
        async with Redis.from_url(own_server.url) as redis:
            await redis.execute_command("REPLICAOF", "127.0.0.1", replica.port)  # type: ignore[no-untyped-call]
        proxy.lead_to(replica.port)
        with pytest.raises(StoreUnavailable, match="READONLY"):
            await append(store, table, end, events_after(end))
        end = await grow(store, table, end)
        assert end.version == 2
        async with Redis.from_url(replica.url) as redis:
            assert await redis.xlen(table_key(table)) == 2
        await store.close()


@pytest.mark.parametrize("fsync", ["always", "everysec"], ids=["on their disks", "in their memory"])
async def test_an_append_that_no_replica_acknowledges_is_an_unknown_outcome_as_often_as_it_is_sent(
    own_server: EmbeddedServer, replica: EmbeddedServer, fsync: str
) -> None:
    await in_step(replica)
    async with Redis.from_url(own_server.url) as redis:
        await redis.config_set("appendfsync", fsync)
    table, events = new_table(), events_after(NOWHERE)
    store, other = [
        await EventStore.connect(own_server.url, durability=Durability.replicas(1), answer_within=1.0) for _ in range(2)
    ]
    with asleep(replica):
        # A connection that has written nothing yet must not believe that the replica has what others wrote.
        for sender in (store, store, other, other):
            with pytest.raises(OutcomeUnknown, match="1 replicas did not"):
                await append(sender, table, NOWHERE, events, command_id="c")
    assert await settled(other, table, events) == Seen(1, 1)
    assert isinstance(await settled(other, new_table(), events_after(NOWHERE)), Appended | Seen)
    await store.close()
    await other.close()
