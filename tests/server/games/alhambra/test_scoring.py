"""Scorings: R9."""

from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra import scoring
from server.games.alhambra.content import load
from server.games.alhambra.game import ALHAMBRA
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.testkit import Position
from tests.server.games.alhambra.table import owns, table


def score(position: Position, number: int) -> list[events_pb2.PointsScored]:
    happened = run(ALHAMBRA, position.state, scoring.score(position.state, number), Chance(b""))
    return [event for event, _ in happened if isinstance(event, events_pb2.PointsScored)]


def test_the_table_of_points_is_the_printed_one() -> None:
    """R9.2"""
    table_of_points = load().majority_points
    first = [table_of_points[kind][0] for kind in range(1, 7)]
    second = [table_of_points[kind][1] for kind in range(1, 7)]
    third = [table_of_points[kind][2] for kind in range(1, 7)]
    assert first == [(1,), (2,), (3,), (4,), (5,), (6,)]
    assert second == [(8, 1), (9, 2), (10, 3), (11, 4), (12, 5), (13, 6)]
    assert third == [(16, 8, 1), (17, 9, 2), (18, 10, 3), (19, 11, 4), (20, 12, 5), (21, 13, 6)]


def test_the_reserve_never_counts() -> None:
    """R9.1, R9.2"""
    position = table(2).given(*owns(0, "tower_10"), *owns(1, "tower_11_a", (1, 0)))
    scored = score(position, 1)
    assert [(event.seat, event.points) for event in scored if event.HasField("majority")] == [(1, 6)]


def test_the_next_player_is_placed_behind_the_tied_ones() -> None:
    """R9.3"""
    assert scoring.places([4, 4, 2, 0]) == [(0, 1, 2), (1, 1, 2), (2, 3, 1)]
    assert scoring.majority_points((20, 12, 5), 1, 2) == 16
    assert scoring.majority_points((20, 12, 5), 3, 1) == 5


def test_walls_count_in_every_scoring() -> None:
    """R9.4, R9.7: apart from majorities, one point a segment."""
    position = table(2).given(*owns(0, "pavilion_2", (0, -1)))
    for number in (1, 2, 3):
        walls = [event for event in score(position, number) if event.HasField("wall")]
        assert [(event.seat, event.points, event.wall.segments, event.scoring) for event in walls] == [
            (0, 3, 3, number)
        ]


def test_points_say_what_they_are_for() -> None:
    """R9.7: places and counts are in the event."""
    position = table(2).given(
        *owns(0, "garden_12", (1, 0)), *owns(0, "garden_11", (2, 0)), *owns(1, "garden_9", (1, 0))
    )
    first, second = (event for event in score(position, 2) if event.HasField("majority"))
    assert (first.points, first.majority.half_units, first.majority.place) == (12, 4, 1)
    assert (second.points, second.majority.half_units, second.majority.place) == (5, 2, 2)


def test_no_points_bring_no_event() -> None:
    """R9.2, R9.3: players without a building of the type, and shares rounded down to nothing."""
    position = table(2).given(*owns(0, "pavilion_8", (1, 0)), *owns(1, "pavilion_7", (1, 0)))
    assert [event for event in score(position, 1) if event.HasField("majority")] == []
