"""A rebuild gives the same bytes as the live model, while queries and play go on, and leaves nothing when cancelled."""

import asyncio
from contextlib import aclosing

import pytest

from projections.catalogue import PROJECTIONS
from projections.cursor import Cursor
from projections.keys import model_keys
from projections.lane import OutpacedError
from projections.projection import AnyProjection
from projections.rebuild import Progress, _Build, find_sources, rebuild, rebuild_partition
from projections.runner import House
from projections.scoreboard import SCOREBOARD
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.partitions import PARTITIONS, partition_of
from tests.projections.playing import another_table, append_game, append_new, played_game
from tests.projections.running import open_runner, parked_in, run, stumbling
from tests.projections.truth import assert_true, caught_up, stored_model


async def rebuilt(house: House, projection: AnyProjection) -> Progress:
    return [progress async for progress in rebuild(house, projection)][-1]


async def half_built(house: House) -> list[bytes]:
    """Keys of models that are being built."""
    keys: list[bytes] = await house.models._connection.ask(0, "KEYS", "*:rebuild:*")
    return keys


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
async def test_a_rebuild_equals_the_live_model(house: House, projection: AnyProjection) -> None:
    for seed in ("1", "2"):
        table_id, _ = await append_new(house.streams, played_game(seed=seed, undo_every=9))
        await run(house, partition_of(table_id), projection)
    live = [await stored_model(house, projection, partition) for partition in range(PARTITIONS)]

    progress = await rebuilt(house, projection)

    assert [await stored_model(house, projection, partition) for partition in range(PARTITIONS)] == live
    assert (progress.partitions_done, progress.tables_done) == (PARTITIONS, 2)
    assert not await half_built(house)


async def test_rows_that_were_spoilt_are_mended(house: House) -> None:
    table_id, _ = await append_new(house.streams, played_game())
    partition, keys = partition_of(table_id), model_keys(SCOREBOARD.key, partition_of(table_id))
    await run(house, partition, SCOREBOARD)
    await house.models._connection.ask(partition, "HSET", keys.rows, table_id, b"")

    await rebuilt(house, SCOREBOARD)

    await assert_true(house, (SCOREBOARD,))


async def test_a_worker_that_held_rows_from_before_writes_none_of_them(house: House) -> None:
    table_id, events = another_table(played_game())
    after = await append_game(house.streams, events[:400])
    runner = await open_runner(house, partition_of(table_id), SCOREBOARD)
    await runner.step()
    (source,) = await find_sources(house, (partition_of(table_id),))
    await rebuild_partition(house, SCOREBOARD, source)
    await append_game(house.streams, events[after.version :], after, table_id=table_id)

    with pytest.raises(OutpacedError):
        await runner.step()


async def test_tables_park_in_a_rebuild_as_they_do_live(house: House) -> None:
    broken = stumbling(SCOREBOARD, lambda event: event.version == 300)
    table_id, _ = await append_new(house.streams, played_game())
    await run(house, partition_of(table_id), broken)
    live = await stored_model(house, SCOREBOARD, partition_of(table_id))

    await rebuilt(house, broken)

    assert await parked_in(house, SCOREBOARD, table_id) is not None
    assert await stored_model(house, SCOREBOARD, partition_of(table_id)) == live


async def test_a_rebuild_while_play_goes_on_keeps_every_event(house: House, settings: WorkerSettings) -> None:
    worker = await Worker.connect(settings)
    await worker.start()
    playing = asyncio.gather(
        *(append_new(house.streams, played_game(seed=str(number), undo_every=20)) for number in range(6))
    )
    rounds = 0
    while not playing.done():
        for projection in PROJECTIONS:
            await rebuilt(house, projection)
        rounds += 1
    await playing
    await caught_up(house, PROJECTIONS)
    await worker.stop()

    assert rounds
    assert await assert_true(house, PROJECTIONS) == 6
    assert not await half_built(house)


async def test_a_cancelled_rebuild_leaves_the_live_model_and_nothing_else(house: House) -> None:
    for seed in ("1", "2", "3"):
        table_id, _ = await append_new(house.streams, played_game(seed=seed))
        await run(house, partition_of(table_id), SCOREBOARD)

    async with aclosing(rebuild(house, SCOREBOARD, at_once=1)) as steps:
        async for progress in steps:
            if progress.tables_done:
                break

    assert not await half_built(house)
    await assert_true(house, (SCOREBOARD,))


async def test_a_model_whose_builder_died_does_not_stay(house: House) -> None:
    table_id, _ = await append_new(house.streams, played_game()[:50])
    (source,) = await find_sources(house, (partition_of(table_id),))

    await _Build(house, SCOREBOARD, source).fill()

    for key in await half_built(house):
        assert 0 < await house.models._connection.ask(0, "TTL", key) <= 600


async def test_cursors_say_which_making_they_belong_to(house: House) -> None:
    table_id, _ = await append_new(house.streams, played_game()[:50])
    keys = model_keys(SCOREBOARD.key, partition_of(table_id))
    await run(house, partition_of(table_id), SCOREBOARD)
    before = await house.models.cursor(keys)
    await rebuilt(house, SCOREBOARD)
    after = await house.models.cursor(keys)

    assert before is not None
    assert after is not None
    assert before.place == after.place
    assert before.making != after.making
    assert Cursor.read(bytes(after)) == after
