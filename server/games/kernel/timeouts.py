"""Time-outs: what the server does when a seat's time has run out, and the time that it gives back."""

from itertools import islice
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp
from ludarium.v1 import table_events_pb2, terms_pb2

from server.games.kernel import clocks
from server.games.kernel.clocks import Moment
from server.games.kernel.codec import Choice
from server.games.kernel.commands import TimeOut
from server.games.kernel.game import AnyGame
from server.games.kernel.leaving import leave
from server.games.kernel.outcome import Outcome
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import Decision, GameState
from server.games.kernel.table import Status, Table

MOST_CHOICES: Final = 5_000
"""A neutral choice that does not come among the first so many is not looked for any further."""


def give_back(table: Table, moment: Moment) -> list[table_events_pb2.TimeGivenBack]:
    """The outages that concern a clock of the table that runs, and were not told of yet."""
    if not table.clocks or table.status is not Status.RUNNING:
        return []
    since = min((clock.since_ms for clock in table.clocks if clock.decision is not None), default=None)
    if since is None:
        return []
    return [
        table_events_pb2.TimeGivenBack(from_time=_time(outage.from_ms), to_time=_time(outage.to_ms))
        for outage in moment.outages
        if max(since, table.given_back_ms) < outage.to_ms <= moment.now_ms
    ]


def due(table: Table, command: TimeOut, moment: Moment, told: list[table_events_pb2.TimeGivenBack]) -> bool:
    """Whether the seat's time has run out at that decision, with the time given back that `told` tells of."""
    if command.seat >= len(table.clocks):
        return False
    after = table.clocks
    for event in told:
        outage = clocks.Outage(event.from_time.ToMilliseconds(), event.to_time.ToMilliseconds())
        after = clocks.given_back(after, outage)
    clock = after[command.seat]
    deadline = clock.deadline(table.pace)
    return clock.decision == command.decision and deadline is not None and deadline <= moment.now_ms


def not_due() -> Rejected:
    """Why a time-out is refused that comes too early or too late."""
    return Rejected(Reason.REASON_TIME_NOT_OUT, "That seat's time has not run out, or nobody waits for it.")


def called(outcome: Outcome, table: Table, command: TimeOut) -> Decision | None:
    """Add that a seat's time ran out, and what follows at once; the decision that is to be passed, if one is."""
    state = table.running()
    decision = state.find_decision(command.decision)
    assert decision is not None, "a clock runs for an open decision"
    ran_out = table_events_pb2.TimeRanOut(seat=command.seat)
    ran_out.decision.version, ran_out.decision.number = command.decision
    outcome.table_event(time_ran_out=ran_out)
    way = table.opened.terms.time_out
    if way == terms_pb2.TIME_OUT_VOTE:
        return None
    if way == terms_pb2.TIME_OUT_PASS and neutral(table.game, state, decision) is not None:
        return decision
    leave(outcome, table, command.seat, table_events_pb2.LEAVE_REASON_TIME_OUT, command.bot_id)
    return None


def neutral(game: AnyGame, state: GameState, decision: Decision) -> Choice | None:
    """The first legal answer that does nothing, as the game has declared such answers; None where there is none."""
    listed = islice(game.legal(state, decision), MOST_CHOICES)
    return next((choice for choice in listed if type(choice) in game.neutral), None)


def _time(milliseconds: int) -> Timestamp:
    time = Timestamp()
    time.FromMilliseconds(milliseconds)
    return time


def settlement(table: Table, moment: Moment) -> table_events_pb2.ClocksSettled:
    """What is left of the reserves at a moment."""
    event = table_events_pb2.ClocksSettled()
    for seat, clock in enumerate(table.clocks):
        reserve = event.reserves.add(seat=seat).reserve
        reserve.FromMilliseconds(clock.stopped(table.pace, moment.now_ms).reserve_ms)
    return event
