"""A Redis Cluster: each partition on its node, partitions that move, nodes that fail."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.partitions import PARTITIONS, partition_of
from server.store.store import EventStore
from tests.patience import PATIENCE
from tests.server.store.cluster import NODES, Cluster, running_cluster
from tests.server.store.watching import following, listening, until
from tests.server.store.writing import append, events_after, grow, new_table


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
