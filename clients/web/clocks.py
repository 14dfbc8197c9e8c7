"""Clocks: the paces that a table can be opened with, and what a page shows of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.duration_pb2 import Duration
from ludarium.v1 import tables_pb2, terms_pb2

from clients.web.words import stamp

MINUTE: Final = 60
DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class Pace:
    """A clock that can be chosen: seconds for each decision, for the whole game, and added for each answer."""

    words: str
    decision: int
    reserve: int
    increment: int = 0


PACES: Final[Mapping[str, Pace]] = {
    "quick": Pace("quick: 30 seconds a decision, 10 minutes in reserve", 30, 10 * MINUTE, 5),
    "calm": Pace("calm: 2 minutes a decision, 45 minutes in reserve", 2 * MINUTE, 45 * MINUTE),
    "days": Pace("over days: a day for each decision, 3 days in reserve", DAY, 3 * DAY),
}
TIME_OUTS: Final[Mapping[str, tuple[terms_pb2.TimeOut.ValueType, str]]] = {
    "bot": (terms_pb2.TIME_OUT_BOT, "a bot takes the seat over"),
    "pass": (terms_pb2.TIME_OUT_PASS, "the seat passes where the rules let it, else a bot takes over"),
    "vote": (terms_pb2.TIME_OUT_VOTE, "the others may vote the player out"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A player's clock on a page."""

    seat: int
    name: str
    reserve: str
    deadline: str
    """When the time runs out, for scripts that count down; empty while nothing runs."""
    ran_out: bool
    votes: int
    """How many have voted for the player to leave."""


def terms_of(pace: str, time_out: str, *, private: bool, no_spectators: bool) -> terms_pb2.TableTerms:
    """The terms that a form chose; an unknown pace is no clock."""
    terms = terms_pb2.TableTerms(private=private, no_spectators=no_spectators)
    chosen = PACES.get(pace)
    if chosen is not None:
        terms.clock.decision.seconds = chosen.decision
        terms.clock.reserve.seconds = chosen.reserve
        terms.clock.increment.seconds = chosen.increment
        terms.time_out = TIME_OUTS[time_out][0] if time_out in TIME_OUTS else terms_pb2.TIME_OUT_BOT
    return terms


def clocks_shown(seen: tables_pb2.GetTableResponse, names: Sequence[str]) -> list[Shown]:
    """The clocks of a table; none where people may think as long as they like."""
    votes = [vote.seat for vote in seen.table.removal_votes]
    return [
        Shown(
            clock.seat,
            names[clock.seat],
            length_words(clock.reserve),
            stamp(clock.deadline) if clock.HasField("deadline") else "",
            clock.ran_out,
            votes.count(clock.seat),
        )
        for clock in seen.clocks
    ]


def length_words(length: Duration) -> str:
    """A length of time: `4:05`, `2:00:00`, `3 days`."""
    seconds = max(0, length.seconds)
    if seconds >= DAY:
        days = seconds // DAY
        return f"{days} day{'s' * (days != 1)}"
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
