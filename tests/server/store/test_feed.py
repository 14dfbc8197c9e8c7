"""Following the feeds of all partitions."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from redis.asyncio import Redis

from server.store.embedded import EmbeddedServer
from server.store.feed import FeedReader
from server.store.partitions import PARTITIONS, feed_key, partition_of
from server.store.points import FEED_START, NOWHERE, FeedEntry, Point
from server.store.store import EventStore
from tests.server.store.watching import Watcher, following, listening, until
from tests.server.store.writing import append, events_after, grow, new_table, stored


@pytest.fixture
async def own_store(own_server: EmbeddedServer) -> AsyncIterator[EventStore]:
    store = await EventStore.connect(own_server.url)
    yield store
    await store.close()


async def test_events_reach_a_listener_soon_after_they_are_appended(store: EventStore, store_url: str) -> None:
    table, events = new_table(), events_after(NOWHERE, 2)
    async with following(store_url, poll_seconds=600) as (reader, watcher):
        await listening(store_url)
        await append(store, table, NOWHERE, events)
        await until(lambda: len(watcher.points(table)) == 2)
        entries = [entry for entry in watcher.entries[partition_of(table)] if entry.table_id == table]
        assert [(entry.point, entry.data) for entry in entries] == [(e.point, e.data) for e in stored(events)]
        assert reader.place(partition_of(table)).position >= entries[-1].position


async def test_a_reader_without_places_starts_at_the_heads(store: EventStore, store_url: str) -> None:
    old, new = new_table(), new_table()
    await grow(store, old, count=2)
    async with following(store_url) as (_, watcher):
        end = await grow(store, new)
        await until(lambda: watcher.points(new) == [end])
        assert watcher.points(old) == []


async def test_a_reader_on_demand_reads_what_is_followed_from_its_head_on(store: EventStore, store_url: str) -> None:
    table = new_table()
    partition = partition_of(table)
    reader, watcher = FeedReader(store_url, poll_seconds=0.1, on_demand=True), Watcher()
    reader.add_listener(watcher)
    await reader.start()
    try:
        unread = await grow(store, table, count=2)
        await asyncio.sleep(0.3)
        assert watcher.points(table) == []
        await asyncio.gather(reader.follow(partition), reader.follow(partition))
        read = await grow(store, table, unread, count=2)
        await until(lambda: watcher.points(table)[-1:] == [read])
        assert [point.version for point in watcher.points(table)] == [3, 4]
        reader.rest(partition)
        again = await grow(store, table, read)
        await until(lambda: watcher.points(table)[-1:] == [again])
        reader.rest(partition)
        await asyncio.sleep(0.2)
        last = await grow(store, table, again)
        await asyncio.sleep(0.3)
        assert watcher.points(table)[-1] == again
        await reader.follow(partition)
        end = await grow(store, table, last)
        await until(lambda: watcher.points(table)[-1:] == [end])
        assert [point.version for point in watcher.points(table)] == [3, 4, 5, 7]
        assert watcher.resets == []
    finally:
        await reader.stop()


async def test_a_reader_goes_on_from_its_places_where_it_left_off(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    tables = [new_table() for _ in range(20)]
    async with following(own_server.url) as (reader, before):
        await asyncio.gather(*(grow(own_store, table, count=3) for table in tables))
        await until(lambda: sum(map(len, before.entries.values())) == 60)
        places = {partition: reader.place(partition) for partition in range(PARTITIONS)}
    ends = {table: await grow(own_store, table, await own_store.last(table), 2) for table in tables}
    async with following(own_server.url, places) as (_, after):
        await until(lambda: sum(map(len, after.entries.values())) == 40)
    for table in tables:
        versions = [point.version for point in before.points(table) + after.points(table)]
        assert versions == [1, 2, 3, 4, 5]
        assert after.points(table)[-1] == ends[table]
    assert before.resets == after.resets == []


async def test_the_feed_is_dense_and_holds_every_event_of_the_partition_in_one_order(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    tables = [new_table() for _ in range(100)]
    await asyncio.gather(*(grow(own_store, table, count=8) for table in tables))
    async with following(own_server.url, dict.fromkeys(range(PARTITIONS), FEED_START)) as (_, watcher):
        await until(lambda: sum(map(len, watcher.entries.values())) == 800)
    for entries in watcher.entries.values():
        assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    for table in tables:
        assert watcher.points(table) == [event.point for event in await own_store.read(table)]


async def test_a_long_backlog_is_read_in_portions(own_server: EmbeddedServer, own_store: EventStore) -> None:
    table, end = new_table(), NOWHERE
    for _ in range(3):
        events = events_after(end, 500)
        await append(own_store, table, end, events)
        end = Point(events[-1].version, events[-1].event_id)
    async with following(own_server.url, {partition_of(table): FEED_START}, poll_seconds=60) as (_, watcher):
        await until(lambda: len(watcher.points(table)) == 1500)
    assert [point.version for point in watcher.points(table)] == list(range(1, 1501))


async def test_a_reader_that_hears_no_news_finds_entries_by_polling(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    table = new_table()
    async with following(own_server.url) as (_, watcher):
        async with Redis.from_url(own_server.url) as redis:
            entry: dict[Any, Any] = {"t": table, "v": 1, "i": b"12345678", "e": b""}
            await redis.xadd(feed_key(partition_of(table)), entry, id="1-0")  # nothing is announced
        await until(lambda: watcher.points(table) == [Point(1, b"12345678")])


async def test_polling_goes_on_while_other_tables_make_news_all_the_time(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    busy, quiet = new_table(), new_table()
    while partition_of(quiet) == partition_of(busy):
        quiet = new_table()
    async with following(own_server.url) as (_, watcher), Redis.from_url(own_server.url) as redis:
        news = asyncio.create_task(grow(own_store, busy, count=100_000))
        entry: dict[Any, Any] = {"t": quiet, "v": 1, "i": b"12345678", "e": b""}
        await redis.xadd(feed_key(partition_of(quiet)), entry, id="1-0")
        await until(lambda: watcher.points(quiet) == [Point(1, b"12345678")])
        assert not news.done()
        news.cancel()


async def test_a_reader_survives_a_crash_of_the_store_and_misses_nothing(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    table = new_table()
    async with following(own_server.url) as (reader, watcher):
        end = await grow(own_store, table, count=2)
        await until(lambda: len(watcher.points(table)) == 2)
        own_server.kill()
        await until(lambda: not reader.reachable)
        own_server.start()
        end = await grow(own_store, table, end, 3)
        await until(lambda: len(watcher.points(table)) == 5)
        assert watcher.points(table)[-1] == end
        assert reader.reachable
    assert watcher.resets == []


async def test_a_history_that_went_back_to_nothing_is_a_reset(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    table = new_table()
    async with following(own_server.url) as (_, watcher):
        await grow(own_store, table, count=3)
        await until(lambda: len(watcher.points(table)) == 3)
        async with Redis.from_url(own_server.url) as redis:
            await redis.flushall()
        await until(lambda: watcher.resets == [partition_of(table)])
        end = await grow(own_store, table)
        await until(lambda: watcher.points(table)[-1] == end)
    assert watcher.resets == [partition_of(table)]


@pytest.mark.parametrize("regrown", [2, 3, 5], ids=["shorter", "as long", "longer"])
async def test_a_history_that_was_rewritten_is_a_reset_and_then_followed(
    own_server: EmbeddedServer, own_store: EventStore, regrown: int
) -> None:
    table = new_table()
    async with following(own_server.url) as (_, watcher):
        await grow(own_store, table, count=3)
        await until(lambda: len(watcher.points(table)) == 3)
        async with Redis.from_url(own_server.url) as redis:
            await redis.flushall()
            end = await grow(own_store, table, count=regrown)
        await until(lambda: partition_of(table) in watcher.resets)
        end = await grow(own_store, table, end)
        await until(lambda: watcher.points(table)[-1] == end)
    assert set(watcher.resets) == {partition_of(table)}


async def test_a_history_that_went_back_while_the_store_was_down_is_a_reset(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    table = new_table()
    async with following(own_server.url) as (_, watcher):
        end = await grow(own_store, table, count=3)
        await until(lambda: len(watcher.points(table)) == 3)
        log = max(own_server.data_dir.glob("appendonlydir/*.incr.aof"), key=os.path.getmtime)
        whole = log.stat().st_size
        await grow(own_store, table, end, count=2)
        await until(lambda: len(watcher.points(table)) == 5)
        own_server.kill()
        os.truncate(log, whole)  # as if the last two appends had never reached this disk
        own_server.start()
        await until(lambda: watcher.resets == [partition_of(table)])
        assert await own_store.last(table) == end
        end = await grow(own_store, table, end)
        await until(lambda: watcher.points(table)[-1] == end)


async def test_a_reader_whose_entries_were_trimmed_away_is_told_to_start_anew(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    table = new_table()
    await grow(own_store, table, count=9)
    await own_store.trim_feed(partition_of(table), keep_from=5)
    async with following(own_server.url, {partition_of(table): FEED_START}) as (_, watcher):
        await until(lambda: watcher.resets == [partition_of(table)])


async def test_trimming_up_to_a_readers_place_disturbs_nobody(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    table = new_table()
    async with following(own_server.url) as (reader, watcher):
        end = await grow(own_store, table, count=9)
        await until(lambda: len(watcher.points(table)) == 9)
        assert await own_store.trim_feed(partition_of(table), keep_from=reader.place(partition_of(table)).position) == 8
        await asyncio.sleep(0.5)
        await grow(own_store, table, end)
        await until(lambda: len(watcher.points(table)) == 10)
    assert watcher.resets == []
    assert len(await own_store.read(table)) == 10


async def test_a_malformed_entry_stops_its_partition_only_and_is_named(
    own_server: EmbeddedServer, own_store: EventStore
) -> None:
    bad, good = new_table(), new_table()
    while partition_of(good) == partition_of(bad):
        good = new_table()
    async with following(own_server.url) as (reader, watcher), Redis.from_url(own_server.url) as redis:
        await redis.xadd(feed_key(partition_of(bad)), {"x": 1}, id="1-0")
        end = await grow(own_store, good)
        await until(lambda: watcher.points(good) == [end] and bool(reader.faults))
        assert list(reader.faults) == [partition_of(bad)]
        assert "entry 1-0 is not an event of a table" in reader.faults[partition_of(bad)]


async def test_a_listener_that_fails_is_told_to_start_anew_and_the_others_are_not(
    store: EventStore, store_url: str
) -> None:
    class Clumsy(Watcher):
        async def on_entries(self, partition: int, entries: Sequence[FeedEntry]) -> None:
            raise RuntimeError("clumsy")

    table, clumsy = new_table(), Clumsy()
    async with following(store_url) as (reader, watcher):
        reader.add_listener(clumsy)
        await grow(store, table)
        await until(lambda: partition_of(table) in clumsy.resets and len(watcher.points(table)) == 1)
    assert watcher.resets == []
