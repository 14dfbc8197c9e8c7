"""The lobby shows every table with its seats, where it stands and whom it waits for."""

from ludarium.v1 import table_events_pb2, tables_pb2

from projections.lobby import LOBBY, facet
from tests.projections.given import TABLE, Given, asked, full_table, given, sat_down, time_of
from tests.projections.playing import played_game


def test_an_opened_table_has_free_seats_and_waits_for_nobody() -> None:
    row = given().then(LOBBY)

    assert (row.table.table_id, row.table.game, row.table.status) == (TABLE, "alhambra", tables_pb2.TABLE_STATUS_OPEN)
    assert [seat.player_id for seat in row.table.seats] == ["", "", ""]
    assert not row.waiting_for
    assert not row.HasField("waiting_since")


def test_a_seat_is_taken_and_left_again() -> None:
    taken = given(sat_down(1, "ben"), sat_down(2, "b1", bot="greedy")).then(LOBBY)
    left = given(sat_down(1, "ben"), table_events_pb2.SeatLeft(seat=1)).then(LOBBY)

    assert [(seat.player_id, seat.bot) for seat in taken.table.seats] == [("", ""), ("ben", ""), ("b1", "greedy")]
    assert [seat.player_id for seat in left.table.seats] == ["", "", ""]


def test_a_running_table_waits_for_whoever_is_asked() -> None:
    row = given(*full_table(), asked(1)).then(LOBBY)

    assert list(row.waiting_for) == [1]
    assert row.waiting_since.seconds == row.update_time.seconds == time_of(6)


def test_waiting_since_stands_while_the_game_waits_for_the_same_seats() -> None:
    row = given(*full_table(), asked(1), asked(1)).then(LOBBY)

    assert row.waiting_since.seconds == time_of(6)
    assert row.update_time.seconds == time_of(7)


def test_an_undo_of_all_decisions_shows_the_game_as_it_was() -> None:
    row = given(*full_table(), asked(0), asked(2), table_events_pb2.Undone(to_version=6, seat=2)).then(LOBBY)

    assert list(row.waiting_for) == [0]
    assert row.update_time.seconds == time_of(8)


def test_a_question_for_an_undo_is_shown_until_it_is_over() -> None:
    question = table_events_pb2.UndoAsked(seat=0, to_version=5)
    refused = table_events_pb2.UndoAnswered(seat=1, agrees=False)

    assert given(*full_table(), asked(0), question).then(LOBBY).table.undo_asked == question
    assert not given(*full_table(), asked(0), question, refused).then(LOBBY).table.HasField("undo_asked")
    assert not given(*full_table(), asked(0), question, asked(1)).then(LOBBY).table.HasField("undo_asked")


def test_a_closed_table_waits_for_nobody_and_shows_its_results() -> None:
    results = [table_events_pb2.SeatResult(seat=0, score=7, place=1)]
    finished = given(*full_table(), asked(0), table_events_pb2.TableFinished(results=results)).then(LOBBY)
    aborted = given(*full_table(), asked(0), table_events_pb2.TableAborted()).then(LOBBY)

    assert finished.table.status == tables_pb2.TABLE_STATUS_FINISHED
    assert list(finished.table.results) == results
    assert aborted.table.status == tables_pb2.TABLE_STATUS_ABORTED
    assert not finished.waiting_for
    assert not aborted.waiting_for


def test_lists_are_ordered_by_changes_of_seats_and_status_and_not_by_moves() -> None:
    before = given(*full_table()).then(LOBBY)
    after = given(*full_table(), asked(1)).then(LOBBY)

    assert before.status_time.seconds == after.status_time.seconds == time_of(5)
    assert LOBBY.rank(after) == time_of(5) * 1000


def test_a_table_is_listed_by_status_and_by_its_people_but_not_by_bots() -> None:
    row = given(sat_down(0, "ann"), sat_down(1, "b1", bot="random")).then(LOBBY)

    assert LOBBY.facets(row) == {facet(status, person) for status in (0, 1) for person in ("", "ann")}


def test_a_whole_game_ends_in_the_lobby_with_its_results() -> None:
    events = played_game()
    row = Given(events).then(LOBBY)
    finished = next(event.table.finished for event in events if event.table.HasField("finished"))

    assert list(row.table.results) == list(finished.results)


def test_a_table_with_a_clock_says_until_when_it_waits() -> None:
    events = given(*full_table(), asked(1), asked(1)).events
    events[0].table.opened.terms.clock.decision.seconds = 60
    row = Given(events).then(LOBBY)
    assert row.deadline.seconds == time_of(6) + 60
    assert not given(*full_table(), asked(1)).then(LOBBY).HasField("deadline")
