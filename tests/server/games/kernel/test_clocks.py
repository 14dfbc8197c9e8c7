"""Clocks: what is left to whom follows from the times in the events; given a time-out, what the terms say happens."""

from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from ludarium.v1 import table_events_pb2, terms_pb2

from server.games import GAMES
from server.games.kernel.clocks import LONGEST_MS
from server.games.kernel.commands import Actor, AnswerUndo, Resign, TimeOut, Undo, VoteOut
from server.games.kernel.rejection import Rejected
from server.games.kernel.table import Status, fold
from server.games.kernel.table_view import clock_messages
from server.games.kernel.timeouts import neutral
from server.games.kernel.undo import points
from tests.server.games.kernel.opened import ALHAMBRA, Opened
from tests.server.games.kernel.test_leaving import PLAYERS, begun

PASS, BOT, VOTE = terms_pb2.TIME_OUT_PASS, terms_pb2.TIME_OUT_BOT, terms_pb2.TIME_OUT_VOTE


def clock(decision: float = 0, reserve: float = 0, increment: float = 0) -> terms_pb2.Clock:
    parts = (Duration(seconds=int(part), nanos=int(part % 1 * 1e9)) for part in (decision, reserve, increment))
    return terms_pb2.Clock(**dict(zip(("decision", "reserve", "increment"), parts, strict=True)))


def timed(seats: int = 3, way: terms_pb2.TimeOut.ValueType = BOT, **parts: float) -> Opened:
    return begun(seats, clock=clock(**parts), time_out=way)


def left_to(opened: Opened, seat: int) -> float:
    """Seconds of a seat's reserve."""
    return opened.table.clocks[seat].reserve_ms / 1000


def due_in(opened: Opened) -> float | None:
    """Seconds until a time runs out next."""
    due = opened.table.next_time_out
    return None if due is None else (due - opened.now_ms) / 1000


def times_out(opened: Opened) -> Opened:
    """The server calls the time of whoever is asked first."""
    decision = opened.decision
    return opened.does("server", TimeOut(decision.seat, decision.id, "bot-9"), operator=True)


def test_a_decision_takes_its_own_time_first_and_then_the_reserve() -> None:
    opened = timed(decision=30, reserve=100, increment=5)
    seat = opened.decision.seat
    assert due_in(opened) == 130
    opened.after(20).plays()
    assert left_to(opened, seat) == 105
    other = opened.decision.seat
    assert due_in(opened) == 130 if other != seat else 135
    opened.after(50).plays()
    assert left_to(opened, other) == 85 if other != seat else 90


def test_only_those_are_timed_that_the_game_waits_for() -> None:
    opened = timed(decision=60)
    told = clock_messages(opened.table)
    assert [message.HasField("deadline") for message in told] == [seat == opened.decision.seat for seat in range(3)]
    assert [message.HasField("since") for message in told] == [seat == opened.decision.seat for seat in range(3)]


def test_an_answer_that_is_late_counts_as_long_as_nobody_called_time() -> None:
    opened = timed(reserve=60)
    seat = opened.decision.seat
    opened.after(75).plays()
    assert left_to(opened, seat) == 0
    assert opened.table.left == {}


def test_time_is_not_called_too_early_nor_twice_nor_by_players() -> None:
    opened = timed(decision=60, way=VOTE)
    decision = opened.decision
    command = TimeOut(decision.seat, decision.id, "bot-9")
    opened.after(59.999).refuses("server", command, "TIME_NOT_OUT", operator=True)
    opened.after(0.001).refuses("anna", command, "NOT_ALLOWED")
    opened.does("server", command, operator=True)
    opened.refuses("server", command, "TIME_NOT_OUT", operator=True)
    assert due_in(opened) is None


def test_a_bot_takes_over_whose_time_ran_out_even_of_two() -> None:
    opened = timed(2, decision=60)
    seat = opened.decision.seat
    times_out(opened.after(60))
    assert opened.kinds[-2:] == ["time_ran_out", "player_left"]
    assert opened.table.left[seat].reason == table_events_pb2.LEAVE_REASON_TIME_OUT
    assert opened.table.status is Status.RUNNING
    assert due_in(opened) is None
    opened.plays()


def test_without_a_neutral_answer_a_bot_takes_over_instead_of_passing() -> None:
    opened = timed(way=PASS, decision=60)
    assert neutral(ALHAMBRA, opened.table.running(), opened.decision) is None
    times_out(opened.after(60))
    assert opened.table.people.count(False) == 1


def test_the_server_passes_where_the_rules_let_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.games.kernel.timeouts.neutral", first_choice)
    opened = timed(way=PASS, decision=60, reserve=30)
    seat, decision = opened.decision.seat, opened.decision.id
    times_out(opened.after(90))
    answer = next(event for event in reversed(opened.events) if event.HasField("cause") and not event.HasField("table"))
    assert (answer.cause.seat, answer.cause.decision.version) == (seat, decision.version)
    assert opened.kinds[-1] == "time_ran_out"
    assert opened.table.people == [True] * 3
    assert left_to(opened, seat) == 0
    assert points(opened.table, seat) == []
    opened.after(10).plays()


def first_choice(game: Any, state: Any, decision: Any) -> Any:
    return next(iter(game.legal(state, decision)))


def test_the_others_vote_a_player_out_whose_time_ran_out() -> None:
    opened = timed(way=VOTE, decision=60)
    seat = opened.decision.seat
    late, first, second = (PLAYERS[(seat + number) % 3] for number in range(3))
    opened.refuses(first, VoteOut(seat, "bot-9"), "TIME_NOT_OUT")
    times_out(opened.after(60))
    opened.refuses(late, VoteOut(seat, "bot-9"), "TIME_NOT_OUT")
    opened.does(first, VoteOut(seat, "bot-9")).does(first, VoteOut(seat, "bot-9"))
    assert opened.table.people == [True] * 3
    opened.does(second, VoteOut(seat, "bot-9"))
    assert opened.table.left[seat].reason == table_events_pb2.LEAVE_REASON_VOTED_OUT
    assert opened.table.removal_votes == {}


def test_who_answers_at_last_ends_the_vote() -> None:
    opened = timed(way=VOTE, decision=60)
    seat = opened.decision.seat
    times_out(opened.after(60)).does(PLAYERS[(seat + 1) % 3], VoteOut(seat, "bot-9"))
    opened.after(1000).plays()
    assert opened.table.removal_votes == {}
    assert not opened.table.clocks[seat].ran_out
    opened.refuses(PLAYERS[(seat + 2) % 3], VoteOut(seat, "bot-9"), "TIME_NOT_OUT")


def test_of_two_the_other_one_wins_by_vote() -> None:
    opened = timed(2, way=VOTE, decision=60)
    seat = opened.decision.seat
    times_out(opened.after(60)).does(PLAYERS[1 - seat], VoteOut(seat, "bot-9"))
    assert opened.table.results[1 - seat].place == 1
    assert opened.table.early


def test_a_bot_has_no_clock_and_the_vote_does_not_wait_for_it() -> None:
    opened = timed(way=VOTE, decision=60)
    seat = opened.decision.seat
    opened.does(PLAYERS[(seat + 1) % 3], Resign("bot-9"))
    times_out(opened.after(60)).does(PLAYERS[(seat + 2) % 3], VoteOut(seat, "bot-8"))
    assert opened.table.people.count(False) == 2


def test_time_without_a_server_counts_for_nobody() -> None:
    opened = timed(decision=60, reserve=30)
    seat = opened.decision.seat
    opened.after(20).away(600).after(50).plays()
    assert opened.kinds[-1] == "time_given_back"
    assert left_to(opened, seat) == 20
    assert fold(opened.events, GAMES) == opened.table
    opened.after(10).plays()
    assert opened.kinds.count("time_given_back") == 1


def test_a_time_out_that_an_outage_would_have_caused_only_gives_the_time_back() -> None:
    opened = timed(decision=60)
    times_out(opened.after(30).away(600).after(5))
    assert opened.kinds[-1] == "time_given_back"
    assert due_in(opened) == 25
    opened.refuses("server", TimeOut(opened.decision.seat, opened.decision.id, ""), "TIME_NOT_OUT", operator=True)
    times_out(opened.after(25))
    assert opened.table.people.count(False) == 1


def test_an_outage_before_a_decision_is_none_of_its_business() -> None:
    opened = timed(decision=60).after(10).away(100)
    opened.plays().after(5).plays()
    assert opened.kinds.count("time_given_back") == 1


def test_an_undo_restores_the_clocks_and_its_time_counts() -> None:
    opened = timed(decision=60, reserve=100, increment=10)
    seat = before = 0
    while before not in points(opened.table, seat):
        seat, before, reserve = opened.decision.seat, opened.table.version, left_to(opened, opened.decision.seat)
        opened.after(40).plays()
    opened.after(30).does(PLAYERS[seat], Undo(before))
    assert left_to(opened, seat) == reserve
    assert due_in(opened) == 60 + reserve - 70


def test_an_undo_that_all_agree_to_leaves_the_reserves_and_begins_the_decision_anew() -> None:
    opened = timed(2, decision=60, reserve=100)
    first, before = opened.decision.seat, opened.table.version
    opened.after(90).plays()
    while opened.decision.seat == first:
        opened.plays()
    opened.after(80).plays()
    reserves = [left_to(opened, seat) for seat in range(2)]
    opened.after(5).does(PLAYERS[first], Undo(before, ask_others=True)).after(5).does(
        PLAYERS[1 - first], AnswerUndo(True)
    )
    assert opened.kinds[-1] == "clocks_settled"
    assert opened.decision.seat == first
    assert [left_to(opened, seat) for seat in range(2)] == reserves
    assert due_in(opened) == 60 + reserves[first]


@pytest.mark.parametrize(
    "terms",
    [
        terms_pb2.TableTerms(clock=clock()),
        terms_pb2.TableTerms(clock=clock(decision=0.5)),
        terms_pb2.TableTerms(clock=clock(decision=-5, reserve=60)),
        terms_pb2.TableTerms(clock=clock(reserve=LONGEST_MS / 1000 + 1)),
    ],
)
def test_a_clock_that_nobody_can_play_by_is_refused(terms: terms_pb2.TableTerms) -> None:
    with pytest.raises(Rejected) as refused:
        Opened(2, clock=terms.clock)
    assert refused.value.metadata == {"field": "terms.clock"}


def test_a_game_without_a_clock_is_as_it_was() -> None:
    opened = begun(3).after(10_000).away(100).plays()
    assert opened.table.clocks == ()
    assert opened.kinds[-1] == "started"
    assert opened.outcome("anna", Resign("bot-9")).payloads[0].table.HasField("player_left")
    assert Actor("anna") == Actor("anna")


def test_every_game_has_declared_answers_that_do_nothing() -> None:
    for game in GAMES.values():
        assert game.neutral
