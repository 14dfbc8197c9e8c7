"""Clocks: how long seats may think, reckoned from the times that events bear and from nothing else."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludarium.v1 import terms_pb2

from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import Decision, DecisionId

LONGEST_MS = 366 * 86_400_000
"""No part of a clock is longer."""


class Pace(NamedTuple):
    """How long people may think, in milliseconds: for a decision, for the game, and what an answer earns."""

    decision_ms: int
    reserve_ms: int
    increment_ms: int


NO_PACE = Pace(0, 0, 0)


class Outage(NamedTuple):
    """A time in which no server was there, in milliseconds since 1970."""

    from_ms: int
    to_ms: int


class Moment(NamedTuple):
    """What the host knows of time when it decides: now, in milliseconds since 1970, and the latest outages."""

    now_ms: int = 0
    outages: tuple[Outage, ...] = ()


class SeatClock(NamedTuple):
    """The clock of one seat; it runs while `decision` is waited for, since `since_ms`."""

    reserve_ms: int
    decision: DecisionId | None = None
    since_ms: int = 0
    ran_out: bool = False
    """The time of the present decision ran out, and has been called."""

    def deadline(self, pace: Pace) -> int | None:
        """When its time runs out, in milliseconds since 1970; None while it does not run, and once that was called."""
        if self.decision is None or self.ran_out:
            return None
        return self.since_ms + pace.decision_ms + self.reserve_ms

    def stopped(self, pace: Pace, at_ms: int, *, earned: bool = False) -> "SeatClock":
        """The clock when the decision is no longer waited for; an answer has earned the increment."""
        if self.decision is None:
            return self
        over = max(0, at_ms - self.since_ms - pace.decision_ms)
        left = 0 if self.ran_out else max(0, self.reserve_ms - over)
        return SeatClock(left + pace.increment_ms if earned else left)


Clocks = tuple[SeatClock, ...]
"""By seat; none at a table without a clock."""


def pace_of(clock: terms_pb2.Clock) -> Pace:
    """The pace of a clock."""
    return Pace(clock.decision.ToMilliseconds(), clock.reserve.ToMilliseconds(), clock.increment.ToMilliseconds())


def check_terms(terms: terms_pb2.TableTerms) -> None:
    """Raise Rejected(MALFORMED) for terms that nobody can play under."""
    if terms.time_out not in terms_pb2.TimeOut.values():
        raise Rejected(Reason.REASON_MALFORMED, "That is no way to treat a time-out.", field="terms.time_out")
    if not terms.HasField("clock"):
        return
    pace = pace_of(terms.clock)
    if not all(0 <= part <= LONGEST_MS for part in pace) or pace.decision_ms + pace.reserve_ms < 1_000:
        message = "A clock gives a second or more for a decision or the game, and 366 days at most for each."
        raise Rejected(Reason.REASON_MALFORMED, message, field="terms.clock")


def started(pace: Pace, seats: int) -> Clocks:
    """The clocks at the start of a game."""
    return (SeatClock(pace.reserve_ms),) * seats


def answered(pace: Pace, clocks: Clocks, seat: int, decision: DecisionId, at_ms: int) -> Clocks:
    """The clocks when a seat has answered a decision."""
    if clocks[seat].decision != decision:
        return clocks
    return _with(clocks, seat, clocks[seat].stopped(pace, at_ms, earned=True))


def turned(pace: Pace, clocks: Clocks, decisions: Iterable[Decision], people: Sequence[bool], at_ms: int) -> Clocks:
    """The clocks once a command is complete: those run whose seats the game waits for, bots aside."""
    oldest: dict[int, DecisionId] = {}
    for decision in decisions:
        if not decision.standing and people[decision.seat]:
            oldest.setdefault(decision.seat, decision.id)
    return tuple(_turned(pace, clock, oldest.get(seat), at_ms) for seat, clock in enumerate(clocks))


def renamed(clocks: Clocks, names: dict[DecisionId, DecisionId]) -> Clocks:
    """The clocks when open decisions get other ids."""
    return tuple(
        clock._replace(decision=names.get(clock.decision)) if clock.decision is not None else clock for clock in clocks
    )


def given_back(clocks: Clocks, outage: Outage) -> Clocks:
    """The clocks without a time that counts for nobody."""
    return tuple(
        clock._replace(since_ms=clock.since_ms + outage.to_ms - max(outage.from_ms, clock.since_ms))
        if clock.decision is not None and clock.since_ms < outage.to_ms
        else clock
        for clock in clocks
    )


def settled(clocks: Clocks, reserves: dict[int, int], at_ms: int) -> Clocks:
    """The clocks with these reserves, by seat; what runs begins anew."""
    return tuple(
        SeatClock(reserves.get(seat, clock.reserve_ms), clock.decision, at_ms) for seat, clock in enumerate(clocks)
    )


def run_out(clocks: Clocks, seat: int) -> Clocks:
    """The clocks once it was called that a seat's time ran out."""
    return _with(clocks, seat, clocks[seat]._replace(reserve_ms=0, ran_out=True))


def next_deadline(pace: Pace, clocks: Clocks) -> int | None:
    """When the first of them runs out, in milliseconds since 1970; None while none does."""
    return min((due for clock in clocks if (due := clock.deadline(pace)) is not None), default=None)


def _turned(pace: Pace, clock: SeatClock, decision: DecisionId | None, at_ms: int) -> SeatClock:
    if clock.decision == decision:
        return clock
    stopped = clock.stopped(pace, at_ms)
    return stopped if decision is None else SeatClock(stopped.reserve_ms, decision, at_ms)


def _with(clocks: Clocks, seat: int, clock: SeatClock) -> Clocks:
    return (*clocks[:seat], clock, *clocks[seat + 1 :])
