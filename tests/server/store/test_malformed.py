"""What the store says of entries that it never wrote."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from server.store.errors import StoreError, StoreMalformed
from server.store.partitions import commands_key, deadlines_key, feed_key, partition_of, table_key
from server.store.points import NOWHERE, Point
from server.store.store import EventStore
from tests.server.store.writing import append, events_after, grow, new_table, point_of


@pytest.fixture
async def redis(store_url: str) -> AsyncIterator["Redis"]:
    """A client that writes whatever it likes."""
    async with Redis.from_url(store_url) as redis:
        yield redis


async def test_a_gap_in_a_stream_is_named(store: EventStore, redis: "Redis") -> None:
    table = new_table()
    await grow(store, table, count=3)
    await redis.xdel(table_key(table), "2-0")
    with pytest.raises(StoreMalformed, match=rf"{table} holds entry 3-0 where 2-0 was expected"):
        await store.read(table)


async def test_an_entry_with_other_fields_is_named(store: EventStore, redis: "Redis") -> None:
    table = new_table()
    await redis.xadd(table_key(table), {"x": "1", "y": "2"}, id="1-0")
    for asking in (store.read(table), store.last(table)):
        with pytest.raises(StoreMalformed, match=rf"{table} entry 1-0 is not an event; its fields are x, y"):
            await asking


async def test_an_entry_with_another_id_is_named(store: EventStore, redis: "Redis") -> None:
    table = new_table()
    await redis.xadd(table_key(table), {"i": "12345678", "e": ""}, id="1-5")
    with pytest.raises(StoreMalformed, match="entry 1-5 whose id is not"):
        await store.last(table)
    with pytest.raises(StoreMalformed, match="the last entry is not one of an event"):
        await append(store, table, NOWHERE, events_after(NOWHERE))


async def test_keys_of_another_type_are_refused_before_anything_is_written(store: EventStore, redis: "Redis") -> None:
    for name in (table_key, commands_key):
        table = new_table()
        await redis.set(name(table), "x")
        with pytest.raises(StoreMalformed, match="WRONGTYPE"):
            await append(store, table, NOWHERE, events_after(NOWHERE))
        assert await redis.exists(table_key(table), commands_key(table)) == 1


async def test_shared_keys_of_another_type_are_refused_before_anything_is_written(own_server_url: str) -> None:
    store = await EventStore.connect(own_server_url)
    async with Redis.from_url(own_server_url) as redis:
        for name in (feed_key, deadlines_key):
            table = new_table()
            await redis.set(name(partition_of(table)), "x")
            with pytest.raises(StoreMalformed, match="WRONGTYPE"):
                await append(store, table, NOWHERE, events_after(NOWHERE), deadline_ms=1)
            assert await redis.exists(table_key(table), commands_key(table)) == 0
            await redis.flushall()
    await store.close()


async def test_a_stream_whose_end_was_deleted_takes_no_event_under_a_used_version(
    store: EventStore, redis: "Redis"
) -> None:
    table = new_table()
    first, second = events_after(NOWHERE, 2)
    await append(store, table, NOWHERE, [first, second])
    await redis.xdel(table_key(table), "2-0")
    with pytest.raises(StoreError, match="equal or smaller"):
        await append(store, table, point_of(first), events_after(point_of(first)))
    assert await store.last(table) == Point(1, first.event_id)


async def test_a_remembered_command_of_another_form_is_named(store: EventStore, redis: "Redis") -> None:
    table = new_table()
    await redis.hset(commands_key(table), "seat:0:c", "nonsense")
    with pytest.raises(StoreMalformed, match="seat:0:c is not"):
        await store.seen(table, "seat:0", "c")
    with pytest.raises(StoreMalformed, match="seat:0:c is not"):
        await append(store, table, NOWHERE, events_after(NOWHERE), command_id="c")
