"""Leaving: a player resigns, is voted out or runs out of time, and a bot goes on, or the game of two ends."""

from typing import Any, Final, cast

from ludarium.v1 import table_events_pb2

from server.games.kernel.checks import seat_of
from server.games.kernel.commands import Actor, Resign, VoteOut
from server.games.kernel.game import SeatResult
from server.games.kernel.outcome import Outcome
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import Table

STAND_IN: Final = "greedy"
"""The kind of bot that goes on for a player who leaves, where the terms name none."""

LeaveReason = table_events_pb2.LeaveReason


def resign(table: Table, actor: Actor, command: Resign) -> Outcome:
    """The actor leaves."""
    table.running()
    seat = seat_of(table, actor)
    outcome = Outcome(seat=seat)
    leave(outcome, table, seat, table_events_pb2.LEAVE_REASON_RESIGNED, command.bot_id)
    return outcome


def vote_out(table: Table, actor: Actor, command: VoteOut) -> Outcome:
    """The actor votes a seat out; the last vote of the others takes it away."""
    table.running()
    seat = seat_of(table, actor)
    out = command.seat
    if out == seat or out >= len(table.clocks) or not table.clocks[out].ran_out:
        raise Rejected(Reason.REASON_TIME_NOT_OUT, "There is nothing to vote about: that player is not out of time.")
    outcome = Outcome(seat=seat)
    votes = table.removal_votes.get(out, frozenset())
    if seat not in votes:
        outcome.table_event(removal_voted=table_events_pb2.RemovalVoted(seat=out, by_seat=seat))
    others = {number for number, person in enumerate(table.people) if person and number != out}
    if others <= votes | {seat}:
        leave(outcome, table, out, table_events_pb2.LEAVE_REASON_VOTED_OUT, command.bot_id)
    return outcome


def leave(outcome: Outcome, table: Table, seat: int, reason: LeaveReason.ValueType, bot_id: str) -> None:
    """Add what happens when a seat's player leaves the running game."""
    ends = table.seat_count == 2 and reason != table_events_pb2.LEAVE_REASON_TIME_OUT
    left = table_events_pb2.PlayerLeft(seat=seat, reason=reason)
    if not ends:
        left.bot, left.bot_id = table.opened.terms.stand_in or STAND_IN, bot_id
    outcome.table_event(player_left=left)
    if not ends:
        return
    reasons = {number: gone.reason for number, gone in table.left.items()} | {seat: int(reason)}
    results = [
        table_events_pb2.SeatResult(seat=result.seat, place=result.place, left=cast(Any, reasons.get(result.seat, 0)))
        for result in early_results(seat)
    ]
    outcome.table_event(finished=table_events_pb2.TableFinished(results=results, early=True))
    outcome.table_event(seed_revealed=table_events_pb2.SeedRevealed(seed=table.opened.seed))


def early_results(loser: int) -> tuple[SeatResult, ...]:
    """The result of a game of two that ended because one of them left: places, and no scores."""
    return tuple(SeatResult(seat, 0, 2 if seat == loser else 1) for seat in range(2))
