"""Models across tables are stored as a fresh fold of the results stream gives them, whoever counts when."""

import asyncio

import pytest

from projections.across.catalogue import ACROSS
from projections.across.fold import AcrossStore
from projections.across.gatherer import Gatherer
from projections.across.results import Results
from projections.connection import Connection
from projections.keys import HOME, model_keys
from projections.runner import House
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.partitions import PARTITIONS, partition_of
from server.store.points import FEED_START
from tests.projections.playing import another_table, append_game, append_new, played_game
from tests.projections.truth import differing_across, eventually, rows_and_index


@pytest.fixture
def results(connection: Connection) -> Results:
    return Results(connection)


@pytest.fixture
def stored(connection: Connection, results: Results) -> AcrossStore:
    return AcrossStore(connection, results)


async def assert_across_true(connection: Connection, results: Results) -> int:
    """Every model equals a fresh fold of the stream; gives the number of results."""
    stream = [numbered.result for numbered in await results.after(0, limit=10_000)]
    assert await differing_across(connection, stream) == []
    return len(stream)


async def gather_all(house: House, results: Results) -> int:
    gatherer = Gatherer(house, results)
    return sum([await gatherer.gather(partition) for partition in range(PARTITIONS)])


async def test_a_finished_table_gives_one_result_and_others_none(house: House, results: Results) -> None:
    table_id, events = await append_new(house.streams, played_game())
    await append_new(house.streams, played_game()[:200])
    assert await gather_all(house, results) == 1
    assert await gather_all(house, results) == 0
    (numbered,) = await results.after(0)
    end = next(event for event in events if event.table.HasField("finished"))
    assert numbered.result.table_id == table_id
    assert numbered.result.token.event_id == end.event_id
    assert [seat.score for seat in numbered.result.seats] == [seat.score for seat in end.table.finished.results]


async def test_gatherers_at_the_same_time_take_each_table_once(house: House, results: Results) -> None:
    for _ in range(3):
        await append_new(house.streams, played_game())
    await asyncio.gather(*(gather_all(house, results) for _ in range(3)))
    found = await results.after(0)
    assert [numbered.number for numbered in found] == [1, 2, 3]
    assert len({numbered.result.table_id for numbered in found}) == 3


async def test_a_feed_that_lost_its_place_is_gathered_from_the_tables(house: House, results: Results) -> None:
    table_id, _ = await append_new(house.streams, played_game())
    partition = partition_of(table_id)
    head = await house.feeds.head(partition)
    strange = type(head)(head.position, bytes(8))
    assert await results.add(partition, FEED_START, strange, ()) == 0
    assert await gather_all(house, results) == 1
    assert (await results.places())[partition] == head


async def test_rows_equal_a_fresh_fold_and_a_rebuild_gives_the_same_bytes(
    house: House, results: Results, stored: AcrossStore, connection: Connection
) -> None:
    for seed in "01":
        for _ in range(2):
            await append_new(house.streams, played_game(seed=seed))
        await gather_all(house, results)
        await asyncio.gather(*(stored.follow(model) for model in ACROSS for _ in range(2)))
    assert await assert_across_true(connection, results) == 4
    live = [await rows_and_index(connection, model.key) for model in ACROSS]
    for model in ACROSS:
        await connection.ask(HOME, "HSET", model_keys(model.key, HOME).rows, "spoilt", b"")
        assert await stored.rebuild(model) == 4
    assert [await rows_and_index(connection, model.key) for model in ACROSS] == live
    assert not await connection.keys("*:rebuild:*")


async def test_workers_that_come_and_go_count_every_table_once(
    house: House, results: Results, connection: Connection, settings: WorkerSettings
) -> None:
    workers = [await Worker.connect(settings) for _ in range(2)]
    for worker in workers:
        await worker.start()
    games = [another_table(played_game()) for _ in range(3)]
    await asyncio.gather(*(append_game(house.streams, events) for _, events in games))
    await workers[0].stop()

    async def missing() -> int:
        cursors = [await house.models.cursor(model_keys(model.key, HOME)) for model in ACROSS]
        return sum(cursor is None or cursor.place.position < 3 for cursor in cursors)

    await eventually(missing)
    await workers[1].stop()
    assert await assert_across_true(connection, results) == 3
