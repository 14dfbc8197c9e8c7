"""Workers that are killed or paused at any moment lose nothing and double nothing."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from clients.rehearse.proxy import Proxy
from projections.catalogue import PROJECTIONS
from projections.runner import House
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.embedded import EmbeddedServer
from tests.projections.playing import append_new, played_game
from tests.projections.truth import assert_true, caught_up, eventually

ROUNDS = 5


@contextmanager
def worker_process(redis: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker in a process of its own, killed in the end."""
    environment = os.environ | {"LUDARIUM_REDIS": redis, "LUDARIUM_LEASE_SECONDS": "1", "LUDARIUM_LOG_LEVEL": "error"}
    process = subprocess.Popen([sys.executable, "-m", "projections.process"], env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def started(house: House) -> None:
    """Wait until a worker has come to the end of every feed there is."""
    await caught_up(house, PROJECTIONS, within=60)


async def play(house: House, count: int) -> None:
    """Play games at the same time, with undos in them."""
    games = (played_game(seed=str(number % 3), undo_every=15) for number in range(count))
    await asyncio.gather(*(append_new(house.streams, game) for game in games))


async def kill_workers_while_playing(server: EmbeddedServer, house: House, rounds: int) -> None:
    rng = random.Random(rounds)
    await append_new(house.streams, played_game()[:100])
    for _ in range(rounds):
        with worker_process(server.url) as worker:
            await started(house)
            playing = asyncio.ensure_future(play(house, 3))
            await asyncio.sleep(rng.uniform(0.0, 0.6))
            worker.send_signal(signal.SIGKILL)
            await playing
    with worker_process(server.url):
        await started(house)

    assert await assert_true(house, PROJECTIONS) == 1 + 3 * rounds


async def test_read_models_equal_a_fresh_fold_after_workers_were_killed(server: EmbeddedServer, house: House) -> None:
    await kill_workers_while_playing(server, house, ROUNDS)


@pytest.mark.soak
@pytest.mark.timeout(7200)
async def test_read_models_equal_a_fresh_fold_after_very_many_kills(server: EmbeddedServer, house: House) -> None:
    for _ in range(10):
        await house.models._connection.ask(0, "FLUSHALL")
        await kill_workers_while_playing(server, house, 50)


async def test_a_worker_paused_past_its_lease_does_no_harm_when_it_wakes(server: EmbeddedServer, house: House) -> None:
    await append_new(house.streams, played_game()[:100])
    with worker_process(server.url) as sleeper, worker_process(server.url):
        await started(house)
        for _ in range(ROUNDS):
            playing = asyncio.ensure_future(play(house, 2))
            await asyncio.sleep(0.15)
            sleeper.send_signal(signal.SIGSTOP)
            await playing
            await started(house)  # the other has taken over, so the lease has run out
            playing = asyncio.ensure_future(play(house, 2))
            sleeper.send_signal(signal.SIGCONT)
            await playing
            await started(house)

    assert await assert_true(house, PROJECTIONS) == 1 + 4 * ROUNDS


async def test_a_worker_cut_off_from_the_store_goes_on_when_it_can_be_reached(
    server: EmbeddedServer, house: House, settings: WorkerSettings
) -> None:
    async with Proxy(server.port) as proxy:
        cut_off = WorkerSettings(redis=f"redis://127.0.0.1:{proxy.port}/0", lease_seconds=1.5, poll_seconds=0.3)
        worker = await Worker.connect(cut_off)
        await worker.start()
        for _ in range(3):
            playing = asyncio.ensure_future(play(house, 2))
            await asyncio.sleep(0.2)
            proxy.cut()
            await asyncio.sleep(0.2)
            proxy.cut_after_reply_bytes(random.Random(1).randrange(200))
            await playing
            await caught_up(house, PROJECTIONS, within=60)
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
