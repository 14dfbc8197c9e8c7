"""Deadlines: an idle table is aborted once, whichever servers look, and a table that is played on is not."""

import asyncio
import time

import pytest
from ludarium.v1 import table_events_pb2

from server.games import GAMES
from server.games.kernel.rejection import Reason
from server.games.kernel.table import Status
from server.store.store import EventStore
from server.tables.deadlines import Deadlines
from server.tables.host import TableHost
from tests.server.tables.sitting import Sitting, assert_refused

HOUR = 3_600_000


class Clock:
    """A clock that is moved by hand, in milliseconds since 1970."""

    def __init__(self) -> None:
        self.now = int(time.time() * 1000)

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock."""
    return Clock()


def _host(store: EventStore, clock: Clock) -> TableHost:
    return TableHost(store, GAMES, idle_seconds=3600.0, clock=clock)


async def test_an_idle_table_is_aborted_once_by_servers_that_race(store: EventStore, clock: Clock) -> None:
    hosts = [_host(store, clock) for _ in range(3)]
    sitting = await Sitting(hosts[0], store).start()
    await sitting.play(3)
    deadlines = [Deadlines(store, host, clock=clock) for host in hosts]
    clock.now += HOUR - 60_000
    await asyncio.gather(*(deadline.expire() for deadline in deadlines))
    assert (await sitting.folded()).status is Status.RUNNING
    clock.now += 120_000
    await asyncio.gather(*(deadline.expire() for deadline in deadlines))
    table = await sitting.folded()
    assert table.status is Status.ABORTED
    events = await sitting.events()
    assert [event.table.aborted.reason for event in events if event.table.HasField("aborted")] == [
        table_events_pb2.ABORT_REASON_IDLE
    ]
    assert table.seed_revealed
    assert sitting.table_id not in [table_id for table_id, _ in await store.due_deadlines(clock.now + HOUR)]
    await assert_refused(sitting.undo(0, 1), Reason.REASON_TABLE_CLOSED)


async def test_playing_on_puts_the_deadline_off(store: EventStore, clock: Clock) -> None:
    host = _host(store, clock)
    sitting = await Sitting(host, store).start()
    for _ in range(3):
        clock.now += HOUR - 60_000
        await sitting.play(1)
        await Deadlines(store, host, clock=clock).expire()
    assert (await sitting.folded()).status is Status.RUNNING


async def test_a_finished_table_has_no_deadline(store: EventStore, clock: Clock) -> None:
    sitting = await Sitting(_host(store, clock), store).start()
    await sitting.play(10_000)
    assert sitting.table_id not in [table_id for table_id, _ in await store.due_deadlines(clock.now + 2 * HOUR)]


async def test_a_clock_that_runs_back_does_not_take_the_table_along(store: EventStore, clock: Clock) -> None:
    sitting = await Sitting(_host(store, clock), store).start()
    await sitting.play(2)
    clock.now -= HOUR
    await sitting.play(2)
    times = [event.time.seconds * 1000 + event.time.nanos // 1_000_000 for event in await sitting.events()]
    assert times == sorted(times)
