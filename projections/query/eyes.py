"""Through whose eyes a table is seen, and who may borrow them."""

from dataclasses import dataclass

from ludarium.v1 import queries_pb2

from projections.query.timeline import Timeline
from server.access.limits import malformed
from server.access.tokens import Caller
from server.games.kernel.rejection import Reason, Rejected


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose eyes: a seat's, a spectator's (no seat), or those that see everything."""

    seat: int | None = None
    everything: bool = False


SPECTATOR = Eyes()
EVERYTHING = Eyes(everything=True)


def eyes_of(viewer: queries_pb2.ReplayViewer, caller: Caller, timeline: Timeline) -> Eyes:
    """The eyes that a request asks for. Raises Rejected(NOT_ALLOWED, MALFORMED) for those that it may not have.

    While the table is not closed, nobody sees more than a player at it: not an operator either. Raises
    Rejected(UNKNOWN_TABLE or NO_SPECTATORS) for those who may not look on at all.
    """
    timeline.admission.check(caller.actor)
    match viewer.WhichOneof("viewer"):
        case "seat":
            return _seat(viewer.seat, caller, timeline)
        case "all":
            if not timeline.closed:
                raise _not_allowed("Everything is shown once the table is closed.")
            return EVERYTHING
        case "spectator":
            return SPECTATOR
        case _:
            return EVERYTHING if timeline.closed else SPECTATOR


def own_eyes(caller: Caller, timeline: Timeline) -> Eyes:
    """The eyes of the caller: everything of a closed table, else its own seat's, or a spectator's.

    Raises Rejected(UNKNOWN_TABLE or NO_SPECTATORS) for those who may not look on.
    """
    timeline.admission.check(caller.actor)
    if timeline.closed:
        return EVERYTHING
    return Eyes(next((seat for seat, (player_id, _) in timeline.seats.items() if player_id == caller.player_id), None))


def _seat(seat: int, caller: Caller, timeline: Timeline) -> Eyes:
    count = timeline.events[0].table.opened.seats
    if seat >= count:
        raise malformed("viewer", f"The table has only {count} seats.")
    player_id, bot = timeline.seats.get(seat, ("", ""))
    own = player_id == caller.player_id or (caller.bot and bot)
    if not timeline.closed and not (player_id and own):
        raise _not_allowed("While the table is not closed, only the player of a seat sees that side of it.")
    return Eyes(seat)


def _not_allowed(message: str) -> Rejected:
    return Rejected(Reason.REASON_NOT_ALLOWED, message)
