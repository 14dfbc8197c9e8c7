"""What happens at a table, in words: seats by the names of those who sit there, times as people say them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp
from ludarium.v1 import queries_pb2, table_events_pb2, tables_pb2, terms_pb2

from clients.sdk.naming import name_of, named, seat_words
from clients.sdk.players import ERASED

STATUS_WORDS: Final = {
    tables_pb2.TABLE_STATUS_OPEN: "open",
    tables_pb2.TABLE_STATUS_RUNNING: "running",
    tables_pb2.TABLE_STATUS_FINISHED: "finished",
    tables_pb2.TABLE_STATUS_ABORTED: "broken off",
}
_ABORTED: Final = {
    table_events_pb2.ABORT_REASON_BY_PLAYERS: "by its players",
    table_events_pb2.ABORT_REASON_IDLE: "because nothing happened for long",
    table_events_pb2.ABORT_REASON_BY_OPERATOR: "by an operator",
}
_LEFT: Final = {
    table_events_pb2.LEAVE_REASON_RESIGNED: "leaves the game",
    table_events_pb2.LEAVE_REASON_TIME_OUT: "is out of time and out of the game",
    table_events_pb2.LEAVE_REASON_VOTED_OUT: "is voted out of the game",
}
_UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


def seat_name(seat: tables_pb2.Seat, known: dict[str, str]) -> str:
    """What a seat is called: the player's name, or the kind of its bot."""
    if seat.bot:
        return f"{seat.bot} bot {seat.seat + 1}"
    if not seat.player_id:
        return "free"
    name = known.get(seat.player_id) or "player"
    return f"{name} {seat.seat + 1}" if name in ("player", ERASED) else name


def frame_words(frame: queries_pb2.ReplayFrame, names: Sequence[str]) -> str:
    """What led to a moment; empty when it goes without saying."""
    if frame.event.WhichOneof("payload") == "table":
        return table_event_words(frame.event.table, names)
    return named(frame.words, names)


def table_event_words(event: table_events_pb2.TableEvent, names: Sequence[str]) -> str:
    """An event of the table itself."""
    match event.WhichOneof("event"):
        case "opened":
            return f"the table is opened for {event.opened.seats} players"
        case "seat_taken":
            who = f"a {event.seat_taken.bot} bot" if event.seat_taken.bot else name_of(event.seat_taken.seat, names)
            return f"{who} takes {seat_words(event.seat_taken.seat)}"
        case "seat_left":
            return f"{seat_words(event.seat_left.seat)} is free again"
        case "started":
            return "the game begins"
        case "undone":
            return f"{name_of(event.undone.seat, names)} takes the game back to moment {event.undone.to_version}"
        case "undo_asked":
            asks = event.undo_asked
            return f"{name_of(asks.seat, names)} asks to take the game back to moment {asks.to_version}"
        case "undo_answered":
            answers = "agrees" if event.undo_answered.agrees else "does not agree"
            return f"{name_of(event.undo_answered.seat, names)} {answers}"
        case "finished":
            return f"the table is finished: {result_words(event.finished.results, names)}"
        case "aborted":
            return f"the table is broken off {_ABORTED.get(event.aborted.reason, '')}".rstrip()
        case "player_invited":
            return "somebody is invited"
        case "invitation_made":
            return "an invitation is made"
        case "invitation_withdrawn":
            withdrawn = event.invitation_withdrawn
            if not withdrawn.player_id:
                return "the invitations that were made count no more"
            declined = withdrawn.player_id == withdrawn.withdrawn_by
            return "somebody declines the invitation" if declined else "somebody is invited no more"
        case "player_left":
            left = event.player_left
            after = f"; a {left.bot} bot goes on" if left.bot else ""
            return f"{name_of(left.seat, names)} {_LEFT.get(left.reason, 'leaves the game')}{after}"
        case "removal_voted":
            vote = event.removal_voted
            return f"{name_of(vote.by_seat, names)} votes for {name_of(vote.seat, names)} to leave"
        case "time_ran_out":
            return f"{name_of(event.time_ran_out.seat, names)} has no time left"
        case "time_given_back":
            return "no server was there for a while, which counts for nobody's clock"
        case "clocks_settled":
            return "the clocks are set anew"
        case "rematch_opened":
            return "a rematch is opened"
        case "seed_revealed":
            return "the seed of the shuffles is revealed"
        case _:
            return ""


def result_words(results: Iterable[table_events_pb2.SeatResult], names: Sequence[str]) -> str:
    """Results from the best to the last: `1. Ada (120), 2. greedy bot 2 (98)`."""
    in_order = sorted(results, key=lambda result: (result.place, result.seat))
    return ", ".join(f"{result.place}. {name_of(result.seat, names)} ({result.score})" for result in in_order)


def joined(words: Sequence[str]) -> str:
    """Several, with commas and an `and`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def terms_words(terms: terms_pb2.TableTerms) -> list[str]:
    """Who may come to a table, where not everybody may."""
    words = ["only who is invited"] if terms.private else []
    words += ["no spectators while the game is on"] if terms.no_spectators else []
    return words + (["against the clock"] if terms.HasField("clock") else [])


def since(moment: Timestamp) -> str:
    """How long ago something was: `3 minutes ago`."""
    if not moment.seconds:
        return ""
    seconds = (datetime.now(UTC) - moment.ToDatetime(UTC)).total_seconds()
    for length, unit in _UNITS:
        number = int(seconds // length)
        if number:
            return f"{number} {unit}{'s' * (number > 1)} ago"
    return "just now"


def stamp(moment: Timestamp) -> str:
    """A moment for machines."""
    return moment.ToDatetime(UTC).isoformat(timespec="seconds") if moment.seconds else ""
