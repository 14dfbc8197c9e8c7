"""Workers that are killed, paused, cut off, more or fewer: nothing is lost and nothing doubled."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator

import pytest

from clients.rehearse.proxy import Proxy
from projections.catalogue import PROJECTIONS
from projections.runner import House
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.embedded import EmbeddedServer
from tests.plugins.sheet import Line
from tests.projections.playing import append_new, played_game
from tests.projections.truth import assert_true, caught_up, caught_up_across, compare_all, eventually
from tests.projections.workers import Nursery, Workers, paused, play

KILLS_A_GROUP = 20
GROUPS_A_STORE = 5
LONG_RUN = (pytest.mark.soak, pytest.mark.timeout(14_400))


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


@pytest.fixture
async def workers(nursery: Nursery, house: House, server: EmbeddedServer) -> AsyncIterator[Workers]:
    """The workers of the test's store, killed in the end."""
    workers = Workers(nursery, house, server.url)
    yield workers
    for pid in tuple(workers.pids):
        workers.kill(pid)


async def compared(house: House, line: Line) -> int:
    """Wait until everything is visible and hold it against a fresh fold; gives the number of tables."""
    await caught_up(house, PROJECTIONS)
    await caught_up_across(house)
    return await compare_all(house, line)


@pytest.mark.parametrize("kills", [5, pytest.param(500, marks=LONG_RUN)])
async def test_kill_9_of_workers_under_load(house: House, workers: Workers, line: Line, kills: int) -> None:
    """One of two workers is killed at any moment and another takes its place. Read models are compared now and then."""
    rng = random.Random(kills)
    for group in range(0, kills, KILLS_A_GROUP):
        if group % (KILLS_A_GROUP * GROUPS_A_STORE) == 0:
            await workers.scale(0)
            await house.models._connection.ask(0, "FLUSHALL")  # or each comparison would take longer than the last
            await workers.scale(2)
        async with play(house):
            for _ in line.rounds(min(KILLS_A_GROUP, kills)):
                await workers.progress()
                await asyncio.sleep(rng.uniform(0.0, 0.4))
                workers.kill(rng.choice(workers.pids))
                await workers.start()
        assert await compared(house, line)


@pytest.mark.parametrize("rounds", [1, pytest.param(20, marks=LONG_RUN)])
async def test_workers_that_are_more_and_fewer_and_stand_still_and_are_cut_off(
    server: EmbeddedServer, house: House, workers: Workers, line: Line, rounds: int
) -> None:
    for _ in line.rounds(rounds):
        async with play(house), Proxy(server.port) as proxy:
            for number in (1, 4, 2, 3):
                await workers.scale(number)
                await workers.progress()
            with paused(workers.pids[0]):
                await workers.known(2)  # so its leases have run out, and the others take over
                await workers.progress()
            await workers.known(3)
            cut_off = await workers.start(f"redis://127.0.0.1:{proxy.port}/0")
            await workers.known(4)
            proxy.black_hole()
            await workers.known(3)
            await workers.progress()
            proxy.heal()
            await workers.known(4)
            proxy.refuse()
            await workers.known(3)
            proxy.heal()
            await workers.known(4)
            workers.kill(cut_off)
        assert await compared(house, line)


async def test_a_worker_cut_off_from_the_store_goes_on_when_it_can_be_reached(
    server: EmbeddedServer, house: House, settings: WorkerSettings
) -> None:
    async with Proxy(server.port) as proxy:
        cut_off = WorkerSettings(redis=f"redis://127.0.0.1:{proxy.port}/0", lease_seconds=1.5, poll_seconds=0.3)
        worker = await Worker.connect(cut_off)
        await worker.start()
        for _ in range(3):
            playing = asyncio.gather(*(append_new(house.streams, played_game(seed=seed)) for seed in "01"))
            await asyncio.sleep(0.2)
            proxy.cut()
            await asyncio.sleep(0.2)
            proxy.cut_after_reply_bytes(random.Random(1).randrange(200))
            await playing
            await caught_up(house, PROJECTIONS)
        await worker.stop()

    assert await assert_true(house, PROJECTIONS) == 6


async def test_a_feed_that_was_trimmed_too_far_is_made_good_from_the_streams(
    house: House, settings: WorkerSettings
) -> None:
    worker = await Worker.connect(settings)
    await worker.start()
    await append_new(house.streams, played_game()[:200])
    await caught_up(house, PROJECTIONS)
    await worker.stop()
    await append_new(house.streams, played_game(seed="unseen"), table_id="0" * 26)
    for partition in range(64):
        await house.models._connection.ask(partition, "XTRIM", f"{{p{partition:02d}}}:feed", "MAXLEN", 3)

    worker = await Worker.connect(settings)
    await worker.start()
    await caught_up(house, PROJECTIONS)
    await worker.stop()

    assert await assert_true(house, PROJECTIONS) == 2


async def test_history_that_went_back_is_followed(house: House, settings: WorkerSettings) -> None:
    """A failover to a replica that lacks the latest: streams, feeds, rows and cursors are all a moment older."""
    worker = await Worker.connect(settings)
    await worker.start()
    await eventually(lambda: not worker.held)
    game = played_game()
    table_id, _ = await append_new(house.streams, game[:200])
    await caught_up(house, PROJECTIONS)
    connection = house.models._connection
    keys = [key for key in await connection.ask(0, "KEYS", "*") if b":lease" not in key and b":workers" not in key]
    dump = {key: await connection.ask(0, "DUMP", key) for key in keys}
    await append_new(house.streams, game)
    await append_new(house.streams, game, table_id=f"LOST{table_id[4:]}")
    await caught_up(house, PROJECTIONS)

    await connection.ask(0, "FLUSHALL")
    for key, value in dump.items():
        await connection.ask(0, "RESTORE", key, 0, value)
    await append_new(house.streams, played_game(seed="after"), table_id=f"LOST{table_id[4:]}")
    await caught_up(house, PROJECTIONS)
    await worker.stop()

    assert await assert_true(house, PROJECTIONS) == 2
