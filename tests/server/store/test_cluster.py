"""A Redis Cluster: each partition on its node, partitions that move, nodes that fail."""

import asyncio
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path

import pytest

from clients.rehearse.cluster import NODES, Cluster, ClusterNode, running_cluster
from server.store.backoff import Backoff
from server.store.durability import Durability
from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.outcomes import Appended, Seen
from server.store.partitions import PARTITIONS, partition_of
from server.store.points import Point
from server.store.store import EventStore
from tests.patience import PATIENCE
from tests.server.store.watching import following, listening, until
from tests.server.store.writing import append, events_after, grow, new_table, point_of


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Cluster]:
    async with running_cluster(tmp_path) as cluster:
        yield cluster


@pytest.fixture
async def clustered(cluster: Cluster) -> AsyncIterator[EventStore]:
    store = await EventStore.connect(cluster.url, answer_within=20.0)
    yield store
    await store.close()


async def test_tables_are_spread_over_the_nodes_and_followed_on_each(cluster: Cluster, clustered: EventStore) -> None:
    tables = [new_table() for _ in range(300)]
    async with following(cluster.url, poll_seconds=600) as (_, watcher):
        await listening(*(node.server.url for node in cluster.nodes))
        ends = await asyncio.gather(*(grow(clustered, table, count=3) for table in tables))
        await until(lambda: sum(map(len, watcher.entries.values())) == 900)
    assert len(watcher.entries) == PARTITIONS - len(set(range(PARTITIONS)) - set(map(partition_of, tables)))
    assert await asyncio.gather(*map(clustered.last, tables)) == ends
    holders = {(await cluster.holder(partition_of(table))).server.port for table in tables}
    assert len(holders) == NODES
    assert await clustered.due_deadlines(10**14) == []


async def test_a_partition_that_moves_is_followed_and_appended_to_at_its_new_node(
    cluster: Cluster, clustered: EventStore
) -> None:
    table = new_table()
    async with following(cluster.url) as (_, watcher):
        end = await grow(clustered, table, count=3)
        for moves in range(1, 4):
            await cluster.move(partition_of(table))
            assert await clustered.last(table) == end
            end = await grow(clustered, table, end, count=2)
            await until(lambda expected=3 + 2 * moves: len(watcher.points(table)) == expected)  # type: ignore[misc]
    assert [point.version for point in watcher.points(table)] == list(range(1, 10))
    assert watcher.resets == []


async def test_a_partition_is_read_and_appended_to_while_its_keys_are_on_their_way(
    cluster: Cluster, clustered: EventStore
) -> None:
    """Keys arrive one by one; nodes answer ASK, TRYAGAIN, MOVED, and callers only notice that it takes longer."""
    table = new_table()
    partition = partition_of(table)
    there = [table, *islice((name for name in iter(new_table, "") if partition_of(name) == partition), 5)]
    ends = {name: await grow(clustered, name, count=3) for name in there}
    appends: list[asyncio.Task[Point]] = []

    async def play() -> None:
        for name in there:
            assert await clustered.last(name) == ends[name]
        if not appends:
            appends.extend(asyncio.create_task(_grow_through(clustered, name, ends[name])) for name in there)
        await asyncio.sleep(0.05)

    await cluster.move(partition, keys_a_step=1, between=play)
    assert [point.version for point in await asyncio.gather(*appends)] == [4] * len(there)


async def test_a_partition_moves_to_a_master_that_held_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """A node that joins is linked to, and given the functions, as soon as the first keys arrive."""
    newcomer = ClusterNode(tmp_path / "newcomer")
    with newcomer.server:
        await cluster.join(newcomer)
        store = await EventStore.connect(cluster.url, answer_within=5.0)
        table = new_table()
        end = await grow(store, table, count=2)

        async def look() -> None:
            assert await store.last(table) == end

        await cluster.move(partition_of(table), newcomer, keys_a_step=1, between=look)
        assert (await grow(store, table, end)).version == 3
        assert await cluster.holder(partition_of(table)) is newcomer
        await store.close()


async def test_a_replica_takes_over_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    async with running_cluster(tmp_path, replicas=1) as cluster:
        store = await EventStore.connect(cluster.url, durability=Durability.replicas(1), answer_within=2.0)
        table = new_table()
        end = await grow(store, table, count=3)
        master = await cluster.holder(partition_of(table))
        replica = cluster.replica_of(master)
        async with following(cluster.url) as (_, watcher):
            await cluster.fail_over(replica)
            end = await _grow_through(store, table, end)
            await until(lambda: len(watcher.points(table)) == 1)
            await cluster.until_guarded(replica)
            replica.server.kill()
            await cluster.until_promoted(master)
            replica.server.start()
            end = await _grow_through(store, table, end)
            await until(lambda: len(watcher.points(table)) == 2)
        assert [event.point.version for event in await store.read(table)] == [1, 2, 3, 4, 5]
        assert watcher.resets == []
        await store.close()


async def _grow_through(store: EventStore, table: str, after: Point) -> Point:
    """Appends one event, however often the store is away meanwhile."""
    events, backoff = events_after(after), Backoff()
    async with asyncio.timeout(60):
        while True:
            try:
                outcome = await append(store, table, after, events, command_id=f"to {after.version + 1}")
            except (StoreUnavailable, OutcomeUnknown):
                await backoff.pause()
                continue
            assert isinstance(outcome, Appended | Seen)
            return point_of(events[-1])


async def test_a_node_that_is_down_takes_only_its_own_tables_with_it(cluster: Cluster, clustered: EventStore) -> None:
    for node in cluster.nodes:
        await node.do("CONFIG", "SET", "cluster-require-full-coverage", "no")
    lost, kept = new_table(), new_table()
    down = await cluster.holder(partition_of(lost))
    while await cluster.holder(partition_of(kept)) is down:
        kept = new_table()
    end = await grow(clustered, lost)
    async with following(cluster.url) as (reader, watcher):
        down.server.kill()
        await asyncio.sleep(0.1)
        kept_end = await grow(clustered, kept, count=2)
        await until(lambda: len(watcher.points(kept)) == 2 and not reader.reachable)
    with pytest.raises((StoreUnavailable, OutcomeUnknown)):
        await append(clustered, lost, end, events_after(end))
    assert await clustered.last(kept) == kept_end
    down.server.start()
    async with asyncio.timeout(PATIENCE):
        while not await down.is_ready():  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        while not await _grows(clustered, lost):  # noqa: ASYNC110 - the other nodes must hear of it too
            await asyncio.sleep(0.1)


async def _grows(store: EventStore, table: str) -> bool:
    try:
        await grow(store, table, await store.last(table))
    except (StoreUnavailable, OutcomeUnknown):
        return False
    return True
