"""Workers keep every read model equal to a fresh fold of all streams."""

import asyncio

from projections.catalogue import PROJECTIONS
from projections.runner import House
from projections.settings import WorkerSettings
from projections.worker import Worker
from tests.projections.playing import append_new, played_game
from tests.projections.truth import assert_true, caught_up, eventually


async def test_a_worker_follows_every_table(house: House, settings: WorkerSettings) -> None:
    worker = await Worker.connect(settings)
    await worker.start()
    try:
        await asyncio.gather(*(append_new(house.streams, played_game(seed=str(n))) for n in range(4)))
        await append_new(house.streams, played_game(seed="undo", undo_every=7))
        await caught_up(house, PROJECTIONS)
    finally:
        await worker.stop()

    assert await assert_true(house, PROJECTIONS) == 5


async def test_a_worker_goes_on_where_another_stopped(house: House, settings: WorkerSettings) -> None:
    for seed in ("a", "b"):
        worker = await Worker.connect(settings)
        await worker.start()
        await append_new(house.streams, played_game(seed=seed))
        await caught_up(house, PROJECTIONS)
        await worker.stop()

    assert await assert_true(house, PROJECTIONS) == 2


async def test_workers_share_the_partitions_and_hand_them_over(house: House, settings: WorkerSettings) -> None:
    workers = [await Worker.connect(settings) for _ in range(3)]
    for worker in workers:
        await worker.start()
    everything = {(projection.key, partition) for projection in PROJECTIONS for partition in range(64)}

    def unsettled() -> object:
        held = [pair for worker in workers for pair in worker.held]
        return len(held) != len(everything) or set(held) != everything or not all(worker.held for worker in workers)

    await eventually(unsettled)
    appending = asyncio.gather(*(append_new(house.streams, played_game(seed=str(n))) for n in range(3)))
    gone = workers.pop()
    await gone.stop()
    await eventually(unsettled)
    await appending
    await caught_up(house, PROJECTIONS)
    for worker in workers:
        await worker.stop()

    assert await assert_true(house, PROJECTIONS) == 3
