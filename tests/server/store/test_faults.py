"""What an append answers when the store, the network or the disk fails, and that no acknowledged event is lost."""

import asyncio
import contextlib
import random
import resource
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from redis.asyncio import Redis

from clients.rehearse.proxy import Proxy
from server.store.embedded import EmbeddedServer
from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.outcomes import Appended, Conflict, Seen
from server.store.points import NOWHERE, Point
from server.store.store import EventStore
from tests.patience import PATIENCE, slowness
from tests.server.store.watching import until
from tests.server.store.writing import append, events_after, grow, new_table, point_of, stored

only_on_linux = pytest.mark.skipif(sys.platform != "linux", reason="prlimit is a call of Linux")


@pytest.fixture
async def proxy(own_server: EmbeddedServer) -> AsyncIterator[Proxy]:
    async with Proxy(own_server.port) as proxy:
        yield proxy


@pytest.fixture
def answer_within() -> float:
    """How long the store behind the proxy may take to answer; where only silence is at fault, short."""
    return PATIENCE


@pytest.fixture
async def behind_proxy(proxy: Proxy, answer_within: float) -> AsyncIterator[EventStore]:
    store = await EventStore.connect(f"redis://127.0.0.1:{proxy.port}/0", answer_within=answer_within)
    yield store
    proxy.heal()
    await store.close()


async def test_a_connection_lost_between_append_and_reply_is_settled_by_the_same_command(
    behind_proxy: EventStore, proxy: Proxy
) -> None:
    table, events = new_table(), events_after(NOWHERE, 2)
    await behind_proxy.append(table, NOWHERE, [], actor="seat:0", command_id="warm", digest=b"")
    proxy.cut_after_reply_bytes(0)
    with pytest.raises(OutcomeUnknown):
        await append(behind_proxy, table, NOWHERE, events, command_id="c")
    assert await append(behind_proxy, table, NOWHERE, events_after(NOWHERE, 2), command_id="c") == Seen(1, 2)
    assert await behind_proxy.read(table) == stored(events)


async def test_a_reply_cut_in_the_middle_is_an_unknown_outcome(behind_proxy: EventStore, proxy: Proxy) -> None:
    table = new_table()
    end = await grow(behind_proxy, table)
    proxy.cut_after_reply_bytes(5)
    with pytest.raises(OutcomeUnknown):
        await append(behind_proxy, table, end, events_after(end), command_id="c")
    assert await append(behind_proxy, table, end, events_after(end), command_id="c") == Seen(2, 2)


async def test_all_appends_of_a_lost_pipeline_are_settled_by_the_same_commands(
    behind_proxy: EventStore, proxy: Proxy
) -> None:
    tables = [new_table() for _ in range(40)]
    await behind_proxy.last(tables[0])
    proxy.cut_after_reply_bytes(200)

    async def settle(table: str) -> None:
        for _ in range(5):
            with contextlib.suppress(OutcomeUnknown, StoreUnavailable):
                outcome = await append(behind_proxy, table, NOWHERE, events_after(NOWHERE), command_id="c")
                assert isinstance(outcome, Appended | Seen)
                return
        raise AssertionError("never settled")

    await asyncio.gather(*map(settle, tables))
    assert [(await behind_proxy.last(table)).version for table in tables] == [1] * 40


@pytest.mark.parametrize("answer_within", [2.0])
async def test_a_store_that_falls_silent_is_an_unknown_outcome_in_time(behind_proxy: EventStore, proxy: Proxy) -> None:
    table = new_table()
    end = await grow(behind_proxy, table)
    proxy.black_hole()
    began = time.monotonic()
    with pytest.raises(OutcomeUnknown, match=r"did not answer within 2\.0 seconds"):
        await append(behind_proxy, table, end, events_after(end), command_id="c")
    assert time.monotonic() - began < 4 * slowness()
    with pytest.raises(StoreUnavailable):
        await behind_proxy.last(table)
    proxy.heal()
    outcome = await append(behind_proxy, table, end, events_after(end), command_id="c")
    assert isinstance(outcome, Appended | Seen)
    assert (await behind_proxy.last(table)).version == 2


async def test_a_store_that_cannot_be_reached_is_known_not_to_have_appended(
    behind_proxy: EventStore, proxy: Proxy
) -> None:
    table = new_table()
    end = await grow(behind_proxy, table)
    proxy.refuse()
    await asyncio.sleep(0.05)  # the connection is seen to be closed before anything is sent on it
    with pytest.raises(StoreUnavailable, match="cannot reach the event store"):
        await append(behind_proxy, table, end, events_after(end))
    with pytest.raises(StoreUnavailable, match="cannot reach the event store"):
        await behind_proxy.last(table)
    proxy.heal()
    assert await behind_proxy.last(table) == end
    await grow(behind_proxy, table, end)


async def test_a_read_whose_answer_was_lost_is_asked_again(behind_proxy: EventStore, proxy: Proxy) -> None:
    table = new_table()
    end = await grow(behind_proxy, table)
    for _ in range(3):
        proxy.cut_after_reply_bytes(0)
        assert await behind_proxy.last(table) == end


async def test_a_client_that_the_store_disconnects_goes_on(own_server: EmbeddedServer) -> None:
    store, table = await EventStore.connect(own_server.url), new_table()
    end = await grow(store, table)
    async with Redis.from_url(own_server.url) as redis:
        for _ in range(5):
            await redis.client_kill_filter(_type="normal", skipme=True)
            await asyncio.sleep(0.02)
            end = await grow(store, table, end)
    assert (await store.last(table)).version == 6
    await store.close()


async def test_a_caller_that_gives_up_takes_no_other_appends_along(own_server: EmbeddedServer) -> None:
    store, tables = await EventStore.connect(own_server.url), [new_table() for _ in range(30)]
    tasks = [asyncio.create_task(grow(store, table)) for table in tables]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    for table, end in list(zip(tables, ends, strict=True))[1::2]:
        assert await store.last(table) == end
    assert all(isinstance(end, asyncio.CancelledError) for end in ends[::2])
    await store.close()


async def test_functions_that_the_store_forgot_are_loaded_again(own_server: EmbeddedServer) -> None:
    store, table = await EventStore.connect(own_server.url), new_table()
    async with Redis.from_url(own_server.url) as redis:
        await redis.function_flush()
    await asyncio.gather(*(grow(store, new_table()) for _ in range(10)))
    await grow(store, table)
    await store.close()


async def test_a_closed_store_says_so(own_server: EmbeddedServer) -> None:
    store = await EventStore.connect(own_server.url)
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed by this server"):
        await store.last(new_table())


async def test_no_acknowledged_event_is_lost_or_doubled_when_the_store_is_killed_under_load(
    own_server: EmbeddedServer,
) -> None:
    store = await EventStore.connect(own_server.url, answer_within=1.0)
    tables = [new_table() for _ in range(20)]
    acknowledged: dict[str, list[Point]] = {table: [] for table in tables}
    stopping = asyncio.Event()

    async def write(table: str) -> None:
        last, number = NOWHERE, 0
        while not stopping.is_set():
            number += 1
            last = await _settled(store, table, last, f"c{number}", acknowledged[table])

    writers = [asyncio.create_task(write(table)) for table in tables]

    def least() -> int:
        return min(map(len, acknowledged.values()))

    for number in range(3):
        await until(lambda wanted=4 * number: least() > wanted)  # type: ignore[misc]
        own_server.kill()
        await asyncio.sleep(0.1)
        own_server.start()
    await until(lambda: least() > 10)
    stopping.set()
    await asyncio.gather(*writers)
    for table in tables:
        points = [event.point for event in await store.read(table)]
        assert points == acknowledged[table]
    await store.close()


@pytest.mark.parametrize("seed", range(3))
async def test_no_fault_of_the_network_leaves_a_writer_waiting_or_an_event_doubled(
    own_server: EmbeddedServer, proxy: Proxy, seed: int
) -> None:
    chance = random.Random(seed)
    store = await EventStore.connect(f"redis://127.0.0.1:{proxy.port}/0", answer_within=0.2 * slowness())
    acknowledged: dict[str, list[Point]] = {new_table(): [] for _ in range(15)}

    async def write(table: str) -> None:
        last = NOWHERE
        for number in range(1, 31):
            last = await _settled(store, table, last, f"c{number}", acknowledged[table])
            await asyncio.sleep(chance.random() * 0.02)

    async def disturb() -> None:
        while True:
            await asyncio.sleep(chance.random() * 0.1)
            cut_soon = partial(proxy.cut_after_reply_bytes, chance.randrange(100))
            chance.choice((proxy.cut, proxy.refuse, proxy.black_hole, cut_soon))()
            await asyncio.sleep(chance.random() * 0.1)
            proxy.heal()
            await asyncio.sleep(0.2 * (slowness() - 1))  # so that there is time to get something done

    disturbance = asyncio.create_task(disturb())
    async with asyncio.timeout(2 * PATIENCE):
        await asyncio.gather(*map(write, acknowledged))
    disturbance.cancel()
    proxy.heal()
    for table, points in acknowledged.items():
        assert [event.point for event in await store.read(table)] == points
    await store.close()


async def _settled(store: EventStore, table: str, last: Point, command_id: str, acknowledged: list[Point]) -> Point:
    """Appends one event and asks again until the outcome is known, as a table's host does."""
    events = events_after(last)
    while True:
        try:
            outcome = await append(store, table, last, events, command_id=command_id)
        except (OutcomeUnknown, StoreUnavailable):
            await asyncio.sleep(0.05)
            continue
        assert not isinstance(outcome, Conflict), "an acknowledged event is gone"
        acknowledged.append(point_of(events[0]))
        return acknowledged[-1]


def fill_disk(server: EmbeddedServer) -> None:
    """Lets the server's files grow by little more."""
    resource.prlimit(_pid(server), resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))


def empty_disk(server: EmbeddedServer) -> None:
    resource.prlimit(_pid(server), resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def _pid(server: EmbeddedServer) -> int:
    assert server.pid is not None
    return server.pid


@only_on_linux
async def test_a_full_disk_is_store_unavailable_and_a_restart_goes_on(own_server: EmbeddedServer) -> None:
    store, table = await EventStore.connect(own_server.url, answer_within=PATIENCE), new_table()
    end = await grow(store, table)
    fill_disk(own_server)
    with pytest.raises((StoreUnavailable, OutcomeUnknown)):  # with appendfsync always the store ends at that write
        await grow(store, table, end, count=10_000)
    await until(lambda: own_server.pid is None)
    with pytest.raises(StoreUnavailable):
        await append(store, table, end, events_after(end))

    own_server.start()
    last = await store.last(table)
    assert last.version >= end.version
    await grow(store, table, last, count=3)
    await store.close()


@only_on_linux
async def test_a_full_disk_below_replicas_is_store_unavailable_until_there_is_room(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "data", appendfsync="everysec") as server:
        store, table = await EventStore.connect(server.url, check=False), new_table()
        end = await grow(store, table)
        fill_disk(server)
        with pytest.raises(StoreUnavailable, match="MISCONF"):
            await grow(store, table, end, count=10_000)
        end = await store.last(table)
        empty_disk(server)
        async with asyncio.timeout(PATIENCE):
            while await store.last(table) == end:
                with contextlib.suppress(StoreUnavailable):  # the store tries its disk again once a second
                    await grow(store, table, end)
                await asyncio.sleep(0.1)
        end = await grow(store, table, await store.last(table))
        assert await store.last(table) == end
        await store.close()
