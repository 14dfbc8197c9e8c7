"""What happened, in words, as a viewer may hear it."""

from collections.abc import Callable
from typing import Any, Final

from ludarium.v1 import events_pb2, table_events_pb2

from server.games.kernel.game import AnyGame


def seat_name(seat: int) -> str:
    """What a seat is called."""
    return f"seat {seat}"


def event_words(event: events_pb2.Event, game: AnyGame) -> str:
    """An event in words; empty when there is nothing to tell. Words of a cut event tell no more than it holds."""
    which = event.WhichOneof("payload")
    if which is None:
        return ""
    if which != "table":
        return game.words.event(getattr(event, which), seat_name)
    kind = event.table.WhichOneof("event") or ""
    writer = _TABLE_EVENTS.get(kind)
    return writer(getattr(event.table, kind)) if writer else ""


def _taken(taken: table_events_pb2.SeatTaken) -> str:
    return f"{seat_name(taken.seat)} is taken by {f'a {taken.bot} bot' if taken.bot else 'a player'}"


def _answered(answered: table_events_pb2.UndoAnswered) -> str:
    return f"{seat_name(answered.seat)} {'agrees' if answered.agrees else 'does not agree'}"


def _finished(finished: table_events_pb2.TableFinished) -> str:
    results = ", ".join(f"{seat_name(result.seat)} is number {result.place}" for result in finished.results)
    return f"the table is finished: {results}"


def _withdrawn(withdrawn: table_events_pb2.InvitationWithdrawn) -> str:
    if not withdrawn.player_id:
        return "invitations that were handed out count no more"
    declined = withdrawn.player_id == withdrawn.withdrawn_by
    return "a player declines the invitation" if declined else "a player's invitation is withdrawn"


_LEFT: Final = {
    table_events_pb2.LEAVE_REASON_RESIGNED: "resigns",
    table_events_pb2.LEAVE_REASON_TIME_OUT: "leaves, out of time",
    table_events_pb2.LEAVE_REASON_VOTED_OUT: "is voted out",
}


def _left(left: table_events_pb2.PlayerLeft) -> str:
    words = f"{seat_name(left.seat)} {_LEFT.get(left.reason, 'leaves')}"
    return f"{words}; a {left.bot} bot goes on" if left.bot else words


_ABORT_REASONS: Final = {
    table_events_pb2.ABORT_REASON_BY_PLAYERS: "by its players",
    table_events_pb2.ABORT_REASON_IDLE: "because nothing happened for long",
    table_events_pb2.ABORT_REASON_BY_OPERATOR: "by an operator",
}

_TABLE_EVENTS: Final[dict[str, Callable[[Any], str]]] = {
    "opened": lambda e: f"the table is opened with {e.seats} seats",
    "seat_taken": _taken,
    "seat_left": lambda e: f"{seat_name(e.seat)} is free again",
    "started": lambda e: "the game begins",
    "undone": lambda e: f"{seat_name(e.seat)} takes the game back to version {e.to_version}",
    "undo_asked": lambda e: f"{seat_name(e.seat)} asks to take the game back to version {e.to_version}",
    "undo_answered": _answered,
    "finished": _finished,
    "aborted": lambda e: f"the table is broken off {_ABORT_REASONS.get(e.reason, '')}".strip(),
    "seed_revealed": lambda e: "the seed is revealed",
    "player_left": _left,
    "rematch_opened": lambda e: f"the game goes on at table {e.table_id}",
    "removal_voted": lambda e: f"{seat_name(e.by_seat)} votes {seat_name(e.seat)} out",
    "time_ran_out": lambda e: f"{seat_name(e.seat)} is out of time",
    "time_given_back": lambda e: "no server was there for a while; that time counts for nobody",
    "clocks_settled": lambda e: "the clocks are set",
    "player_invited": lambda e: "a player is invited",
    "invitation_made": lambda e: "an invitation is handed out",
    "invitation_withdrawn": _withdrawn,
}
