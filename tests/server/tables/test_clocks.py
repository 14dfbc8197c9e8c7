"""Clocks through the host: deadlines in the store, servers that race, die, or are all away for a while."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from google.protobuf.duration_pb2 import Duration
from ludarium.v1 import terms_pb2

from server.games import GAMES
from server.games.kernel.commands import Undo
from server.games.kernel.undo import points
from server.store.store import EventStore
from server.tables.deadlines import Deadlines
from server.tables.host import TableHost
from server.tables.pulse import OUTAGE_SECONDS, Pulse
from tests.server.tables.sitting import Sitting, soon
from tests.server.tables.test_deadlines import Clock

BOT = terms_pb2.TIME_OUT_BOT


def minute(way: terms_pb2.TimeOut.ValueType = BOT, reserve: int = 0) -> terms_pb2.TableTerms:
    """A minute a decision."""
    clock = terms_pb2.Clock(decision=Duration(seconds=60), reserve=Duration(seconds=reserve))
    return terms_pb2.TableTerms(clock=clock, time_out=way)


@dataclass
class Server:
    """A server: its host, its pulse and its look at deadlines."""

    store: EventStore
    clock: Clock
    pulse: Pulse = field(init=False)
    host: TableHost = field(init=False)
    deadlines: Deadlines = field(init=False)

    def __post_init__(self) -> None:
        self.pulse = Pulse(self.store, clock=self.clock)
        self.host = TableHost(self.store, GAMES, clock=self.clock, pulse=self.pulse)
        self.deadlines = Deadlines(self.store, self.host, clock=self.clock, pulse=self.pulse)


@pytest.fixture
async def clock(store: EventStore) -> AsyncIterator[Clock]:
    """A clock that goes on behind those of the tests before, as the store's pulse does."""
    clock = Clock()
    clock.now = max(clock.now, _latest.now) + 1000
    await store.beat(clock.now, 10**15)
    yield clock
    _latest.now = clock.now


_latest = Clock()


async def kinds(sitting: Sitting) -> list[str]:
    return [event.table.WhichOneof("event") or "" for event in await sitting.events() if event.HasField("table")]


async def due_at(store: EventStore, sitting: Sitting, clock: Clock) -> int:
    """Seconds until the store says that something is due at the table."""
    due = dict(await store.due_deadlines(clock.now + 10**10))
    return round((due[sitting.table_id] - clock.now) / 1000)


async def wait(server: Server, seconds: int) -> None:
    """Let time pass while the server is there."""
    for _ in range(seconds // 5):
        server.clock.now += 5000
        await server.pulse.beat()


async def test_servers_that_race_call_a_time_out_once(store: EventStore, clock: Clock) -> None:
    servers = [Server(store, clock) for _ in range(3)]
    sitting = await Sitting(servers[0].host, store, terms=minute()).start()
    assert await due_at(store, sitting, clock) == 60
    await wait(servers[0], 55)
    await asyncio.gather(*(server.deadlines.expire() for server in servers))
    assert "time_ran_out" not in await kinds(sitting)
    await wait(servers[0], 5)
    await asyncio.gather(*(server.deadlines.expire() for server in servers))
    assert (await kinds(sitting)).count("time_ran_out") == 1
    assert (await kinds(sitting))[-1] == "player_left"
    for server in servers:
        await sitting.assert_live_equals_fold(server.host)


async def test_the_deadline_moves_with_the_game(store: EventStore, clock: Clock) -> None:
    server = Server(store, clock)
    sitting = await Sitting(server.host, store, terms=minute(reserve=100)).start()
    for _ in range(6):
        await wait(server, 30)
        await sitting.play(1)
        assert await due_at(store, sitting, clock) == 160
        await sitting.assert_live_equals_fold()


async def test_the_deadline_goes_back_with_an_undo(store: EventStore, clock: Clock) -> None:
    server = Server(store, clock)
    sitting = await Sitting(server.host, store, terms=minute()).start()
    seat = before = 0
    while True:
        async with server.host.current(sitting.table_id, soon()) as table:
            if before in points(table, seat):
                break
            seat, before = table.running().decisions[0].seat, table.version
        await wait(server, 20)
        await sitting.play(1)
    await wait(server, 10)
    await sitting.command(sitting.players[seat], Undo(before))
    assert await due_at(store, sitting, clock) == 30
    await sitting.assert_live_equals_fold()


async def test_a_server_that_dies_after_the_append_leaves_the_time_out_to_the_next(
    store: EventStore, clock: Clock
) -> None:
    """The deadline is in the store with the events; nothing of it is in a server's memory."""
    sitting = await Sitting(Server(store, clock).host, store, terms=minute()).start()
    await sitting.play(2)
    survivor = Server(store, clock)
    await wait(survivor, 60)
    await survivor.deadlines.expire()
    assert (await kinds(sitting))[-1] == "player_left"


@pytest.mark.parametrize("first", ["time-out", "answer"])
async def test_an_outage_gives_its_time_back_whoever_comes_first(store: EventStore, clock: Clock, first: str) -> None:
    server = Server(store, clock)
    sitting = await Sitting(server.host, store, terms=minute(reserve=10)).start()
    await wait(server, 20)
    clock.now += 3_600_000
    again = Server(store, clock)
    if first == "time-out":
        await again.deadlines.expire()
        assert (await kinds(sitting))[-1] == "time_given_back"
        assert await due_at(store, sitting, clock) == 50
        await wait(again, 45)
        await again.deadlines.expire()
        assert (await kinds(sitting))[-1] == "time_given_back"
        await wait(again, 5)
        await again.deadlines.expire()
        assert (await kinds(sitting))[-1] == "player_left"
        return
    await sitting.play(1, host=again.host)
    assert (await kinds(sitting))[-1] == "time_given_back"
    table = await sitting.folded()
    assert {clock.reserve_ms for clock in table.clocks} == {10_000}
    await sitting.assert_live_equals_fold(again.host)


async def test_a_server_whose_store_was_away_asks_for_outages_before_it_decides(
    store: EventStore, clock: Clock
) -> None:
    """It lives on, and another one has come back and beaten before it."""
    server, other = Server(store, clock), Server(store, clock)
    sitting = await Sitting(server.host, store, terms=minute(reserve=10)).start()
    clock.now += int(OUTAGE_SECONDS * 1000) * 30
    await other.pulse.beat()
    await sitting.play(1, host=server.host)
    assert (await kinds(sitting))[-1] == "time_given_back"


async def test_a_short_absence_is_thought(store: EventStore, clock: Clock) -> None:
    server = Server(store, clock)
    sitting = await Sitting(server.host, store, terms=minute()).start()
    await server.pulse.beat()
    clock.now += int(OUTAGE_SECONDS * 1000)
    await Server(store, clock).pulse.beat()
    await sitting.play(1)
    assert "time_given_back" not in await kinds(sitting)
