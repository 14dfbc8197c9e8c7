"""Clocks as people write and read them: `2m+1h`, `3d`, `1:05 left`."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from clients.cli.problem import Problem

if TYPE_CHECKING:
    from ludarium.v1 import terms_pb2

TIME_OUTS = ("pass", "bot", "vote")

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def clock_of(text: str) -> "terms_pb2.Clock":
    """The clock that a person typed: DECISION[+RESERVE[+INCREMENT]]. Raises Problem."""
    from ludarium.v1 import terms_pb2

    parts = text.split("+")
    if len(parts) > 3:
        raise _no_clock(text)
    clock = terms_pb2.Clock()
    for part, name in zip(parts, ("decision", "reserve", "increment"), strict=False):
        match = re.fullmatch(r"(\d+)([smhd]?)", part.strip())
        if match is None:
            raise _no_clock(text)
        getattr(clock, name).FromSeconds(int(match[1]) * _UNITS[match[2] or "s"])
    return clock


def terms_of(
    private: bool, no_spectators: bool, clock: str | None, time_out: str, stand_in: str
) -> "terms_pb2.TableTerms":
    """The terms that a person typed. Raises Problem."""
    from ludarium.v1 import terms_pb2

    if time_out not in TIME_OUTS:
        raise Problem(f"There is no time-out {time_out!r}.", f"Choose from: {', '.join(TIME_OUTS)}.")
    terms = terms_pb2.TableTerms(private=private, no_spectators=no_spectators, stand_in=stand_in)
    if clock is not None:
        terms.clock.CopyFrom(clock_of(clock))
        terms.time_out = terms_pb2.TimeOut.Value(f"TIME_OUT_{time_out.upper()}")
    return terms


def left_words(clocks: "Iterable[terms_pb2.SeatClock]", seat: int, now_ms: int) -> str:
    """What is left to a seat for its decision: ` (1:05 left)`; empty where no clock runs."""
    clock = next((clock for clock in clocks if clock.seat == seat), None)
    if clock is None:
        return ""
    if clock.ran_out:
        return " (out of time)"
    return f" ({span((clock.deadline.ToMilliseconds() - now_ms) // 1000)} left)" if clock.HasField("deadline") else ""


def span(seconds: int) -> str:
    """A time in words of one glance: `0:59`, `1:02:03`, `2 d 3 h`."""
    seconds = max(0, seconds)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _no_clock(text: str) -> Problem:
    return Problem(
        f"{text!r} is no clock.",
        "Write DECISION[+RESERVE[+INCREMENT]], each a number with s, m, h or d: 2m, 30s+20m, 0+1h+30s, 3d.",
    )
