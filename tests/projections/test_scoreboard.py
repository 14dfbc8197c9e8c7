"""The scoreboard explains every point: by seat, by source, and in the order in which they came."""

from ludarium.games.alhambra.v1 import events_pb2 as alhambra
from ludarium.games.alhambra.v1 import types_pb2
from ludarium.v1 import table_events_pb2

from projections.scoreboard import SCOREBOARD
from tests.projections.given import TABLE, Given, asked, full_table, given
from tests.projections.playing import played_game

WALL = alhambra.WallPoints(segments=3)
MAJORITY = alhambra.MajorityPoints(type=types_pb2.BUILDING_TYPE_TOWER, half_units=4, place=1, sharing=1)


def walls(seat: int, points: int) -> alhambra.PointsScored:
    return alhambra.PointsScored(seat=seat, points=points, scoring=1, wall=WALL)


def majority(seat: int | None, points: int) -> alhambra.PointsScored:
    return alhambra.PointsScored(seat=seat, points=points, scoring=1, majority=MAJORITY)


def test_every_seat_begins_with_nothing() -> None:
    board = given().then(SCOREBOARD)

    assert (board.table_id, board.game, board.finished) == (TABLE, "alhambra", False)
    assert [(seat.seat, seat.total, len(seat.sources)) for seat in board.seats] == [(0, 0, 0), (1, 0, 0), (2, 0, 0)]


def test_points_are_added_up_by_seat_and_source() -> None:
    board = given(*full_table(), walls(1, 3), majority(1, 5), walls(1, 2), walls(2, 4)).then(SCOREBOARD)

    assert [seat.total for seat in board.seats] == [0, 10, 4]
    assert [(part.source, part.points) for part in board.seats[1].sources] == [("wall", 5), ("majorities", 5)]


def test_the_history_tells_every_change_with_its_reason() -> None:
    board = given(*full_table(), walls(1, 3), asked(0), majority(1, 5)).then(SCOREBOARD)

    assert [(e.version, e.seat, e.points, e.source, e.total) for e in board.history] == [
        (6, 1, 3, "wall", 3),
        (8, 1, 5, "majorities", 8),
    ]
    assert board.history[1].words == "scoring 1: 1st place in tower with 2"


def test_an_imaginary_player_has_a_history_and_no_seat() -> None:
    board = given(*full_table(), majority(None, 5), majority(0, 1), majority(None, 2)).then(SCOREBOARD)

    assert [(e.HasField("seat"), e.total) for e in board.history] == [(False, 5), (True, 1), (False, 7)]
    assert sum(seat.total for seat in board.seats) == 1


def test_points_that_were_taken_back_are_gone() -> None:
    board = given(*full_table(), walls(1, 3), table_events_pb2.Undone(to_version=5), walls(1, 1)).then(SCOREBOARD)

    assert board.seats[1].total == 1
    assert [entry.version for entry in board.history] == [8]


def test_a_closed_table_changes_no_more() -> None:
    assert given(*full_table(), table_events_pb2.TableFinished()).then(SCOREBOARD).finished
    assert given(table_events_pb2.TableAborted()).then(SCOREBOARD).finished


def test_the_parts_of_a_whole_game_add_up_to_its_result() -> None:
    events = played_game()
    board = Given(events).then(SCOREBOARD)
    results = next(event.table.finished.results for event in events if event.table.HasField("finished"))

    assert [seat.total for seat in board.seats] == [result.score for result in results]
    assert [sum(part.points for part in seat.sources) for seat in board.seats] == [r.score for r in results]
