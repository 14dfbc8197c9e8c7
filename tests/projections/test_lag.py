"""Lag is measured as the store has it; health fails when the same lag stands too long."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from grpc_health.v1 import health_pb2
from prometheus_client import CollectorRegistry

from projections.across.catalogue import ACROSS
from projections.across.fold import AcrossStore
from projections.across.gatherer import Gatherer
from projections.across.lag import GATHERING, measure_gathering, measure_models
from projections.across.ratings import RATINGS
from projections.across.results import Results
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.keys import HOME
from projections.lag import Lag, Stalls, measure
from projections.leases import Member, share_of
from projections.lobby import LOBBY
from projections.metrics import WorkerMetrics
from projections.monitor import Monitor
from projections.runner import House
from projections.settings import WorkerSettings
from projections.store_state import StoreState
from projections.worker import Worker
from server.store.partitions import PARTITIONS, partition_of
from tests.projections.playing import another_table, append_game, append_new, played_game
from tests.projections.running import run
from tests.projections.truth import caught_up, eventually


def lag(position: int, head: int = 10) -> Lag:
    return Lag("lobby.2", 7, position, head, 0.0, 0)


async def test_lag_counts_events_and_the_age_of_the_oldest(house: House) -> None:
    table_id, events = another_table(played_game()[:100])
    now = time.time()
    for event in events:
        event.time.seconds = int(now) - 60
    after = await append_game(house.streams, events)
    pair = LOBBY.key, partition_of(table_id)

    (before,) = await measure(house.models, house.feeds, [pair])
    passed = time.time() - now
    await run(house, pair[1], LOBBY)
    (done,) = await measure(house.models, house.feeds, [pair])

    assert (before.events, before.head) == (after.version, after.version)
    assert 60 <= before.seconds <= 61 + passed
    assert (done.events, done.seconds) == (0, 0.0)


async def test_lag_across_tables_counts_events_not_gathered_and_results_not_counted(
    house: House, connection: Connection
) -> None:
    table_id, events = another_table(played_game())
    now = time.time()
    for event in events:
        event.time.seconds = int(now) - 60
    await append_game(house.streams, events)
    partition, results = partition_of(table_id), Results(connection)

    async def gathering() -> tuple[int, float]:
        (lag,) = await measure_gathering(results, house.feeds, (partition,))
        return lag.events, lag.seconds

    async def ratings() -> tuple[int, float]:
        (lag,) = await measure_models(results, house.models, (RATINGS,))
        return lag.events, lag.seconds

    behind, seconds = await gathering()
    assert behind == len(events)
    assert 60 <= seconds <= 61 + time.time() - now
    assert await ratings() == (0, 0.0)

    await Gatherer(house, results).gather(partition)
    assert await gathering() == (0, 0.0)
    behind, seconds = await ratings()
    assert behind == 1
    assert 60 <= seconds <= 61 + time.time() - now

    await AcrossStore(connection, results).follow(RATINGS)
    assert await ratings() == (0, 0.0)


def test_a_lag_that_moves_is_no_stall() -> None:
    stalls = Stalls(30)

    assert not stalls.find([lag(1)], 0)
    assert not stalls.find([lag(2)], 29)
    assert not stalls.find([lag(3)], 58)


def test_a_lag_that_stands_too_long_is_a_stall_until_it_moves() -> None:
    stalls = Stalls(30)
    stalls.find([lag(1)], 0)

    assert stalls.find([lag(1)], 30) == [lag(1)]
    assert not stalls.find([lag(2)], 31)


def test_no_lag_is_no_stall_however_long() -> None:
    stalls = Stalls(30)
    stalls.find([lag(10)], 0)

    assert not stalls.find([lag(10)], 1000)


@pytest.fixture
async def worker(settings: WorkerSettings) -> AsyncIterator[Worker]:
    worker = await Worker.connect(settings)
    await worker.start()
    yield worker
    await worker.stop()


async def test_health_fails_while_a_projection_stands_still(house: House, worker: Worker) -> None:
    registry = CollectorRegistry()
    monitor = Monitor(worker, WorkerMetrics(registry), stalled_after=0.3, every=0.1)
    watching = asyncio.create_task(monitor.run())

    async def unlike(wanted: int) -> bool:
        answer = await monitor.servicer.Check(health_pb2.HealthCheckRequest(), None)
        return bool(answer.status != wanted)

    await eventually(lambda: not worker.held)
    await eventually(lambda: unlike(health_pb2.HealthCheckResponse.SERVING))
    for follower in worker._followers:
        follower.look_after({})
    worker._across.look_after(())
    worker._assign = lambda held: None  # type: ignore[method-assign]
    await asyncio.sleep(0.5)
    await append_new(house.streams, played_game()[:100])
    await eventually(lambda: unlike(health_pb2.HealthCheckResponse.NOT_SERVING))
    assert registry.get_sample_value("ludarium_projection_stalled") == len(PROJECTIONS)
    watching.cancel()


async def test_metrics_tell_what_a_worker_did(house: House, settings: WorkerSettings) -> None:
    registry = CollectorRegistry()
    metrics = WorkerMetrics(registry)
    worker = await Worker.connect(settings, meter=metrics)
    await worker.start()
    _, events = await append_new(house.streams, played_game()[:100])
    await caught_up(house, PROJECTIONS)
    metrics.lagging(await worker.lags(), stalled=0)
    await worker.stop()

    for projection in PROJECTIONS:
        label = {"projection": projection.key}
        assert registry.get_sample_value("ludarium_projection_events_total", label) == len(events)
    assert len(list(registry.collect())) >= 6
    for model in ACROSS:
        where = {"projection": model.key, "partition": str(HOME)}
        assert registry.get_sample_value("ludarium_projection_lag_events", where) == 0
    for partition in range(PARTITIONS):
        where = {"projection": GATHERING, "partition": str(partition)}
        assert registry.get_sample_value("ludarium_projection_lag_seconds", where) is not None


async def test_metrics_tell_how_the_store_stands_and_forget_what_is_gone(worker: Worker) -> None:
    registry = CollectorRegistry()
    metrics = WorkerMetrics(registry)
    await eventually(lambda: not worker.held)

    state = await worker.look_at_store()
    metrics.stands(state)
    (node,) = state.nodes
    label = {"node": node.name}
    assert "@" not in node.name, "an address may hold a password"
    assert registry.get_sample_value("ludarium_store_memory_bytes", label) == node.memory_bytes > 100_000
    assert registry.get_sample_value("ludarium_store_replicas", label) == 0
    assert registry.get_sample_value("ludarium_archived_tables", {"partition": "63"}) is not None
    metrics.stands(StoreState((), {}))
    assert registry.get_sample_value("ludarium_store_memory_bytes", label) is None


def test_workers_agree_on_shares_that_cover_every_partition_once() -> None:
    members = [Member(name, frozenset({"a", "b"})) for name in ("one", "two", "three")]
    members.append(Member("four", frozenset({"b"})))

    for projection, able in (("a", 3), ("b", 4)):
        shares = [share_of(member.worker, projection, members) for member in members]
        assert sum(map(len, shares)) == len(frozenset().union(*shares)) == PARTITIONS
        assert sum(1 for share in shares if share) == able


def test_a_worker_that_leaves_moves_its_own_partitions_only() -> None:
    members = [Member(name, frozenset({"a"})) for name in ("one", "two", "three")]

    for staying in ("one", "two"):
        assert share_of(staying, "a", members) < share_of(staying, "a", members[:2])
