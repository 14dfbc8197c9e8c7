"""Clocks as people write and read them."""

import pytest
from ludarium.v1 import terms_pb2

from clients.cli.problem import Problem
from clients.cli.thinking import clock_of, left_words, span, terms_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", (90, 0, 0)),
        ("2m", (120, 0, 0)),
        ("30s+20m", (30, 1200, 0)),
        ("0+1h+30s", (0, 3600, 30)),
        ("3d", (259_200, 0, 0)),
    ],
)
def test_a_clock_is_written_in_up_to_three_parts(text: str, seconds: tuple[int, int, int]) -> None:
    clock = clock_of(text)
    assert (clock.decision.seconds, clock.reserve.seconds, clock.increment.seconds) == seconds


@pytest.mark.parametrize("text", ["", "soon", "1+2+3+4", "-5", "1.5h", "2w"])
def test_what_is_no_clock_is_told_so(text: str) -> None:
    with pytest.raises(Problem) as problem:
        clock_of(text)
    assert "DECISION" in problem.value.hint


def test_terms_without_a_clock_name_no_time_out() -> None:
    assert terms_of(False, False, None, "vote", "") == terms_pb2.TableTerms()
    assert terms_of(True, False, "2m", "vote", "").time_out == terms_pb2.TIME_OUT_VOTE
    with pytest.raises(Problem):
        terms_of(False, False, "2m", "explode", "")


def test_times_are_read_at_a_glance() -> None:
    assert [span(seconds) for seconds in (-4, 59, 61, 3723, 183_600)] == ["0:00", "0:59", "1:01", "1:02:03", "2 d 3 h"]


def test_what_is_left_stands_beside_a_name() -> None:
    running = terms_pb2.SeatClock(seat=1)
    running.deadline.FromMilliseconds(65_000)
    clocks = [running, terms_pb2.SeatClock(seat=2, ran_out=True), terms_pb2.SeatClock(seat=3)]
    assert [left_words(clocks, seat, 0) for seat in range(4)] == ["", " (1:05 left)", " (out of time)", ""]
