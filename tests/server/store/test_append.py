"""Appending events and reading them back."""

import asyncio

import pytest
from ludarium.v1.events_pb2 import Event

from server.store.outcomes import Appended, Conflict, Reused, Seen
from server.store.points import NOWHERE, Point
from server.store.store import EventStore
from tests.server.store.writing import DIGEST, append, events_after, grow, new_table, point_of, stored

FAR_FUTURE = 4_000_000_000_000


async def test_appended_events_are_read_back_in_order(store: EventStore) -> None:
    table, events = new_table(), events_after(NOWHERE, 3)
    assert await append(store, table, NOWHERE, events) == Appended(tuple(point_of(event) for event in events))
    assert await store.read(table) == stored(events)
    assert await store.last(table) == point_of(events[-1])


async def test_an_unknown_table_is_empty_and_ends_nowhere(store: EventStore) -> None:
    table = new_table()
    assert await store.read(table) == []
    assert await store.last(table) == NOWHERE


async def test_reading_begins_after_a_version_and_ends_at_a_limit(store: EventStore) -> None:
    table, events = new_table(), events_after(NOWHERE, 5)
    await append(store, table, NOWHERE, events)
    assert await store.read(table, after=2) == stored(events)[2:]
    assert await store.read(table, after=1, limit=2) == stored(events)[1:3]
    assert await store.read(table, after=5) == []
    assert await store.read(table, after=99) == []


@pytest.mark.parametrize(
    "expected",
    [NOWHERE, Point(1, b"12345678"), Point(2, b"12345678"), Point(3, b"12345678"), Point(10**12, b"12345678")],
    ids=["nowhere", "an earlier version", "another event at the same version", "the next version", "far too high"],
)
async def test_an_append_after_another_point_than_the_last_conflicts(store: EventStore, expected: Point) -> None:
    table, events = new_table(), events_after(NOWHERE, 2)
    await append(store, table, NOWHERE, events)
    outcome = await append(store, table, expected, events_after(expected))
    assert outcome == Conflict(point_of(events[-1]))
    assert await store.read(table) == stored(events)


async def test_an_append_to_an_unknown_table_after_some_point_conflicts_with_nowhere(store: EventStore) -> None:
    table, expected = new_table(), Point(7, b"12345678")
    assert await append(store, table, expected, events_after(expected)) == Conflict(NOWHERE)
    assert await store.read(table) == []


async def test_the_same_command_again_gives_the_first_answer_and_appends_nothing(store: EventStore) -> None:
    table, events = new_table(), events_after(NOWHERE, 2)
    await append(store, table, NOWHERE, events, command_id="c")
    end = await grow(store, table, point_of(events[-1]))
    again = await append(store, table, end, events_after(end, 3), command_id="c")
    assert again == Seen(1, 2)
    assert await store.last(table) == end


async def test_another_command_under_the_same_id_is_told_apart(store: EventStore) -> None:
    table = new_table()
    await append(store, table, NOWHERE, events_after(NOWHERE), command_id="c")
    assert await append(store, table, NOWHERE, events_after(NOWHERE), command_id="c", digest=b"other") == Reused()


async def test_a_command_id_belongs_to_its_actor(store: EventStore) -> None:
    table, events = new_table(), events_after(NOWHERE)
    end = point_of(events[-1])
    await append(store, table, NOWHERE, events, actor="seat:0", command_id="c")
    assert isinstance(await append(store, table, end, events_after(end), actor="seat:1", command_id="c"), Appended)


async def test_a_rejected_append_is_not_remembered(store: EventStore) -> None:
    table, wrong = new_table(), Point(7, b"12345678")
    await append(store, table, wrong, events_after(wrong), command_id="c")
    assert await store.seen(table, "seat:0", "c") is None
    assert isinstance(await append(store, table, NOWHERE, events_after(NOWHERE), command_id="c"), Appended)


async def test_a_command_without_events_is_remembered_and_leaves_the_stream_alone(store: EventStore) -> None:
    table = new_table()
    end = await grow(store, table)
    assert await append(store, table, end, [], command_id="c") == Appended(())
    assert await append(store, table, end, [], command_id="c") == Seen(2, 1)
    assert await store.last(table) == end


async def test_seen_tells_where_a_command_went(store: EventStore) -> None:
    table = new_table()
    await append(store, table, NOWHERE, events_after(NOWHERE, 2), command_id="c", digest=b"\0 7 binary\n")
    assert await store.seen(table, "seat:0", "c") == Seen(1, 2)
    assert await store.seen(table, "seat:0", "c", b"\0 7 binary\n") == Seen(1, 2)
    assert await store.seen(table, "seat:0", "c", DIGEST) == Reused()
    assert await store.seen(table, "seat:1", "c") is None


async def test_the_same_command_sent_twice_at_once_is_appended_once(store: EventStore) -> None:
    table, events = new_table(), events_after(NOWHERE)
    outcomes = await asyncio.gather(
        *(append(store, table, NOWHERE, events, command_id="c") for _ in range(8)),
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Appended"] + 7 * ["Seen"]
    assert await store.read(table) == stored(events)


async def test_events_that_do_not_follow_the_expected_point_are_refused(store: EventStore) -> None:
    table = new_table()
    with pytest.raises(ValueError, match="without gaps"):
        await append(store, table, NOWHERE, events_after(Point(1, b"12345678")))
    with pytest.raises(ValueError, match="8 are needed"):
        await append(store, table, NOWHERE, [Event(version=1, event_id=b"short")])
    assert await store.read(table) == []


async def test_an_append_sets_keeps_and_clears_the_deadline(store: EventStore) -> None:
    table = new_table()

    async def deadline() -> list[int]:
        return [ms for due, ms in await store.due_deadlines(FAR_FUTURE) if due == table]

    end = await grow(store, table)
    assert await deadline() == []
    for how, expected in (
        ({"deadline_ms": 1_700_000_000_123}, [1_700_000_000_123]),
        ({"keep_deadline": True}, [1_700_000_000_123]),
        ({"deadline_ms": 1_700_000_000_456}, [1_700_000_000_456]),
        ({}, []),
    ):
        outcome = await append(store, table, end, events_after(end), **how)
        assert isinstance(outcome, Appended)
        end = outcome.points[-1]
        assert await deadline() == expected


async def test_only_deadlines_that_have_come_are_due_earliest_first(store: EventStore) -> None:
    tables = [new_table() for _ in range(3)]
    for table, ms in zip(tables, (30, 10, 20), strict=True):
        await append(store, table, NOWHERE, events_after(NOWHERE), deadline_ms=ms)
    due = [(table, ms) for table, ms in await store.due_deadlines(20) if table in tables]
    assert due == [(tables[1], 10), (tables[2], 20)]


async def test_a_request_belongs_to_the_table_that_claimed_it_first(store: EventStore) -> None:
    first, second, key = new_table(), new_table(), new_table()
    assert await store.claim_request(key, first, 60) == first
    assert await store.claim_request(key, second, 60) == first
    assert await store.claim_request(key, first, 60) == first


async def test_a_claim_ends_after_its_time(store: EventStore) -> None:
    first, second, key = new_table(), new_table(), new_table()
    assert await store.claim_request(key, first, 0.02) == first
    await asyncio.sleep(0.1)
    assert await store.claim_request(key, second, 60) == second


async def test_a_thousand_concurrent_appends_on_fifty_tables_all_succeed_in_order(store: EventStore) -> None:
    tables = [new_table() for _ in range(50)]
    ends = await asyncio.gather(*(grow(store, table, count=20) for table in tables))
    assert await asyncio.gather(*map(store.last, tables)) == ends
    for table in tables:
        assert [event.point.version for event in await store.read(table)] == list(range(1, 21))


async def test_of_racing_writers_one_wins_and_the_others_learn_the_new_end(store: EventStore) -> None:
    table = new_table()
    outcomes = await asyncio.gather(*(append(store, table, NOWHERE, events_after(NOWHERE)) for _ in range(20)))
    winners = [outcome for outcome in outcomes if isinstance(outcome, Appended)]
    assert len(winners) == 1
    assert outcomes.count(Conflict(winners[0].points[-1])) == 19
