"""The runner counts every event once, keeps rows at whole commands, and parks what it can't fold."""

import pytest

from projections.catalogue import PROJECTIONS
from projections.cursor import Cursor
from projections.keys import model_keys
from projections.lane import Lane, OutpacedError, Stored
from projections.lobby import LOBBY
from projections.runner import FeedLostError, House, Runner
from projections.scoreboard import SCOREBOARD
from server.store.partitions import feed_key, partition_of
from server.store.points import FEED_START, NOWHERE
from tests.projections.playing import (
    another_table,
    append_command,
    append_game,
    append_new,
    commands_of,
    played_game,
    point_of,
)
from tests.projections.running import neighbour_of, open_runner, parked_in, run, stumbling
from tests.projections.truth import assert_true, stored_model, true_model


async def test_rows_equal_a_fresh_fold_whatever_the_batches(house: House) -> None:
    table_id, events = another_table(played_game(undo_every=6, seed="runner"))
    runner = await open_runner(house, partition_of(table_id), *PROJECTIONS)
    after = point_of(events[0])
    commands = list(commands_of(events))
    after = await append_command(house.streams, table_id, commands[0])
    for number, command in enumerate(commands[1:]):
        after = await append_command(house.streams, table_id, command, after)
        if number % 5 == 0:
            assert not await runner.step()
    await runner.step()

    assert await assert_true(house, PROJECTIONS) == 1


async def test_a_batch_that_was_committed_is_not_counted_again(house: House) -> None:
    table_id, _events = await append_new(house.streams, played_game()[:400])
    partition = partition_of(table_id)
    first, second = [await open_runner(house, partition, SCOREBOARD) for _ in range(2)]
    await first.step()

    with pytest.raises(OutpacedError):
        await second.step()
    live = await stored_model(house, SCOREBOARD, partition)
    assert live == await true_model(house, SCOREBOARD, (table_id,))


async def test_a_feed_read_again_from_its_start_changes_nothing(house: House) -> None:
    table_id, _ = await append_new(house.streams, played_game())
    partition, keys = partition_of(table_id), model_keys(LOBBY.key, partition_of(table_id))
    await run(house, partition, LOBBY)
    before = await stored_model(house, LOBBY, partition)
    stored = await house.models.cursor(keys)
    lane = Lane(LOBBY, keys, house.models, Stored(stored, {}, {}), Cursor(FEED_START, "again"))
    runner = Runner(house, partition)
    runner.lanes[LOBBY.key] = lane
    while await runner.step():
        pass

    assert await stored_model(house, LOBBY, partition) == before


async def test_no_row_shows_half_a_command(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id, events = await append_new(house.streams, played_game())
    monkeypatch.setattr("projections.runner.LONGEST_READ", 37)
    runner = await open_runner(house, partition_of(table_id), LOBBY)
    ends = {event.version for event in events if event.last}
    more = True
    while more:
        more = await runner.step()
        (row,) = await house.models.rows(model_keys(LOBBY.key, partition_of(table_id)), (table_id,))
        assert row is not None
        assert row.point.version in ends


async def test_an_event_that_a_handler_fails_on_parks_one_table_and_no_other(house: House) -> None:
    table_id, events = another_table(played_game())
    neighbour, _ = another_table(played_game(seed="neighbour"), neighbour_of(table_id))
    poison = next(event.version for event in events if event.last and event.version > 200)
    broken = stumbling(SCOREBOARD, lambda event: event.event_id == events[poison - 1].event_id)
    await append_game(house.streams, events)
    await append_new(house.streams, played_game(seed="neighbour"), neighbour)
    await run(house, partition_of(table_id), LOBBY, broken)

    live = await stored_model(house, SCOREBOARD, partition_of(table_id))
    parked = await parked_in(house, SCOREBOARD, table_id)
    assert parked is not None
    assert (parked.from_version, parked.waiting) == (poison, len(events) - poison + 1)
    assert parked.error == f"ValueError: no idea what version {poison} means"
    assert live.points[table_id].startswith(b"%d " % (poison - 1))
    assert live.rows[neighbour] == (await true_model(house, SCOREBOARD, (neighbour,))).rows[neighbour]
    assert await stored_model(house, LOBBY, partition_of(table_id)) == await true_model(
        house, LOBBY, (table_id, neighbour)
    )


async def test_a_table_that_the_kernel_can_t_fold_parks_where_the_state_is_wanted(house: House) -> None:
    table_id, events = another_table(played_game()[:300])
    taken = next(event for event in events if event.alhambra.HasField("money_taken"))
    taken.alhambra.money_taken.cards[:] = ["no such card"]
    await append_game(house.streams, events)
    await run(house, partition_of(table_id), *PROJECTIONS)

    parked = await parked_in(house, LOBBY, table_id)
    assert parked is not None
    assert parked.from_version == taken.version
    assert await parked_in(house, SCOREBOARD, table_id) is None


async def test_an_event_of_a_newer_version_parks_everywhere(house: House) -> None:
    table_id, events = another_table(played_game()[:300])
    events[250].ClearField("alhambra")
    await append_game(house.streams, events)
    await run(house, partition_of(table_id), *PROJECTIONS)

    for projection in PROJECTIONS:
        parked = await parked_in(house, projection, table_id)
        assert parked is not None
        assert (parked.from_version, parked.error) == (251, "the event is for a newer version of this software")


async def test_an_undo_past_the_event_in_the_way_lets_the_table_go_on(house: House) -> None:
    events = played_game(undo_every=5, seed="undo")
    undone = next(event for event in events if event.table.HasField("undone"))
    back_to = undone.table.undone.to_version
    table_id, copies = another_table(events)
    broken = stumbling(SCOREBOARD, lambda event: event.event_id == copies[back_to].event_id)
    after = point_of(copies[0])
    for number, command in enumerate(commands_of(copies)):
        after = await append_command(house.streams, table_id, command, after if number else NOWHERE)
        if after.version == undone.version - 1:
            await run(house, partition_of(table_id), broken)
            parked = await parked_in(house, SCOREBOARD, table_id)
            assert parked is not None
            assert parked.from_version == back_to + 1
    await run(house, partition_of(table_id), broken)

    assert await parked_in(house, SCOREBOARD, table_id) is None
    await assert_true(house, (SCOREBOARD,))


async def test_a_gap_in_the_feed_parks_the_table(house: House) -> None:
    table_id, events = await append_new(house.streams, played_game()[:200])
    partition = partition_of(table_id)
    runner = await open_runner(house, partition, SCOREBOARD)
    (lane,) = runner.lanes.values()
    await lane.prepare((table_id,))
    lane._held[table_id].point = point_of(events[9])
    lane.cursor = Cursor((await house.feeds.after(partition, FEED_START, 20)).entries[-1].place, lane.cursor.making)
    await runner.step()

    parked = await parked_in(house, SCOREBOARD, table_id)
    assert parked is not None
    assert (parked.from_version, parked.error) == (11, "the feed goes on with version 21")


async def test_a_cursor_that_the_feed_does_not_know_is_noticed(house: House) -> None:
    table_id, _ = await append_new(house.streams, played_game()[:50])
    partition = partition_of(table_id)
    await run(house, partition, SCOREBOARD)
    await house.models._connection.ask(partition, "XTRIM", feed_key(partition), "MAXLEN", 0)

    runner = await open_runner(house, partition, SCOREBOARD)
    with pytest.raises(FeedLostError):
        await runner.step()


async def test_a_table_of_a_game_that_is_unknown_here_waits_and_is_listed_nowhere(house: House) -> None:
    table_id, events = another_table(played_game()[:60])
    events[0].table.opened.ClearField("options")
    await append_game(house.streams, events)
    await run(house, partition_of(table_id), *PROJECTIONS)

    for projection in PROJECTIONS:
        live = await stored_model(house, projection, partition_of(table_id))
        parked = await parked_in(house, projection, table_id)
        assert parked is not None
        assert parked.from_version == 1
        assert not live.rows
        assert not live.index


async def test_a_lane_far_behind_holds_up_no_other_and_joins_them_in_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.runner.LONGEST_READ", 50)
    table_id, events = another_table(played_game())
    after = await append_game(house.streams, events[:1000])
    partition = partition_of(table_id)
    await run(house, partition, LOBBY)
    runner = await open_runner(house, partition, LOBBY, SCOREBOARD)
    end = await append_command(house.streams, table_id, next(commands_of(events[after.version :])), after)

    assert await runner.step()
    assert runner.lanes[LOBBY.key].cursor.place.position == end.version
    assert runner.lanes[SCOREBOARD.key].cursor.place.position <= 50
    while await runner.step():
        pass

    assert runner.lanes[LOBBY.key].cursor.place == runner.lanes[SCOREBOARD.key].cursor.place
    await assert_true(house, (LOBBY, SCOREBOARD))
