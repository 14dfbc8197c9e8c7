"""The result of a table, with the places that count."""

from ludarium.v1 import table_events_pb2

from projections.across.results import result_of
from projections.folding import Event
from server.games import GAMES
from server.store.points import Point, StoredEvent
from tests.projections.given import full_table, given

TIME_OUT = table_events_pb2.LEAVE_REASON_TIME_OUT


def test_those_who_stayed_are_ranked_among_themselves_and_whoever_left_comes_after_them() -> None:
    left = table_events_pb2.PlayerLeft(seat=0, reason=TIME_OUT, bot="greedy", bot_id="bot-9")
    finished = table_events_pb2.TableFinished()
    for seat, (score, place) in enumerate(((120, 1), (100, 2), (100, 2))):
        finished.results.add(seat=seat, score=score, place=place, left=TIME_OUT if seat == 0 else None)
    events = given(*full_table(), left, finished).events
    stored = [StoredEvent(Point(e.version, e.event_id), e.SerializeToString()) for e in events]
    result = result_of(stored, GAMES)
    assert result is not None
    assert [(seat.player_id, seat.bot, seat.place, seat.left) for seat in result.seats] == [
        ("ann", "", 3, TIME_OUT),
        ("ben", "", 1, 0),
        ("cleo", "", 1, 0),
    ]


def test_a_table_with_an_event_of_a_newer_version_has_its_result_all_the_same() -> None:
    finished = table_events_pb2.TableFinished()
    for seat in range(3):
        finished.results.add(seat=seat, score=100 - seat, place=seat + 1)
    *_, end = events = given(*full_table(), finished).events
    unknown = Event(version=end.version, event_id=b"newer", time=end.time)
    end.version += 1
    stored = [StoredEvent(Point(e.version, e.event_id), e.SerializeToString()) for e in (*events[:-1], unknown, end)]
    result = result_of(stored, GAMES)
    assert result is not None
    assert [seat.score for seat in result.seats] == [100, 99, 98]
    assert result.token.version == end.version
