"""What is parked waits until it is retried after a fix, or until an operator leaves out what is in its way."""

import pytest

from projections.keys import model_keys
from projections.parking import NotParkedError, Parking, Settled, StillStuckError
from projections.runner import House
from projections.scoreboard import SCOREBOARD
from server.store.partitions import partition_of
from tests.projections.playing import (
    Event,
    another_table,
    append_command,
    append_game,
    commands_of,
    played_game,
    point_of,
)
from tests.projections.running import open_runner, parked_in, run, stumbling
from tests.projections.truth import assert_true, stored_model

POISON = 300


def over_poison(event: Event) -> bool:
    return event.version == POISON


BROKEN = stumbling(SCOREBOARD, over_poison)


@pytest.fixture
def parking(house: House) -> Parking:
    return Parking(house.models, house.streams, house.games)


async def parked_table(house: House, events: int = 500) -> tuple[str, list[Event]]:
    """A table whose first events are appended and that the broken scoreboard stumbled over, and all its events."""
    table_id, all_events = another_table(played_game())
    end = next(event.version for event in all_events if event.last and event.version >= events)
    await append_game(house.streams, all_events[:end])
    await run(house, partition_of(table_id), BROKEN)
    assert await parked_in(house, SCOREBOARD, table_id) is not None
    return table_id, all_events


async def test_a_retry_after_the_fix_catches_up(house: House, parking: Parking) -> None:
    table_id, _events = await parked_table(house)

    settled = await parking.retry(SCOREBOARD, table_id)

    assert settled.skipped == ()
    assert await parked_in(house, SCOREBOARD, table_id) is None
    await assert_true(house, (SCOREBOARD,))


async def test_a_retry_without_a_fix_says_where_it_stumbles_and_changes_nothing(house: House, parking: Parking) -> None:
    table_id, _ = await parked_table(house)
    before = await stored_model(house, SCOREBOARD, partition_of(table_id))

    with pytest.raises(StillStuckError, match="version 300: ValueError") as stuck:
        await parking.retry(BROKEN, table_id)

    assert stuck.value.version == POISON
    assert await stored_model(house, SCOREBOARD, partition_of(table_id)) == before


async def test_a_skip_is_previewed_and_leaves_out_what_is_in_the_way(house: House, parking: Parking) -> None:
    table_id, _events = await parked_table(house)
    preview = await parking.preview_skip(BROKEN, table_id)
    assert await parked_in(house, SCOREBOARD, table_id) is not None

    settled = await parking.skip(BROKEN, table_id)

    assert preview == settled == Settled(settled.version, (POISON,))
    assert await parked_in(house, SCOREBOARD, table_id) is None


async def test_what_is_skipped_stays_left_out_when_the_row_is_folded_anew(house: House, parking: Parking) -> None:
    table_id, events = await parked_table(house)
    settled = await parking.skip(BROKEN, table_id)
    await append_game(
        house.streams, events[settled.version :], point_of(events[settled.version - 1]), table_id=table_id
    )
    await run(house, partition_of(table_id), BROKEN)

    assert await parked_in(house, SCOREBOARD, table_id) is None
    (row,) = await house.models.rows(model_keys(SCOREBOARD.key, partition_of(table_id)), (table_id,))
    assert row is not None
    assert row.point == point_of(events[-1])


async def test_a_table_that_is_not_parked_is_left_alone(house: House, parking: Parking) -> None:
    for settle in (parking.retry, parking.skip, parking.preview_skip):
        with pytest.raises(NotParkedError):
            await settle(SCOREBOARD, "01HZZZZZZZZZZZZZZZZZZZZZZZ")


async def test_no_event_is_lost_that_comes_while_an_operator_settles(house: House, parking: Parking) -> None:
    table_id, events = await parked_table(house)
    runner = await open_runner(house, partition_of(table_id), BROKEN)
    read = house.streams.read
    after = await house.streams.last(table_id)
    rest = list(commands_of(events[after.version :]))

    async def played_on_meanwhile(table: str) -> object:
        nonlocal after
        found = await read(table)
        if rest:
            after = await append_command(house.streams, table_id, rest.pop(0), after)
            await runner.step()
        return found

    house.streams.read = played_on_meanwhile  # type: ignore[assignment, method-assign]
    slow_rest, rest = rest[3:], rest[:3]
    await parking.retry(SCOREBOARD, table_id)
    house.streams.read = read  # type: ignore[method-assign]

    assert not rest
    await assert_true(house, (SCOREBOARD,))
    for command in slow_rest:
        after = await append_command(house.streams, table_id, command, after)
    await run(house, partition_of(table_id), SCOREBOARD)
    await assert_true(house, (SCOREBOARD,))
