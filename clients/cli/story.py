"""What happens at a table, in words."""

from collections.abc import Iterable, Sequence

from ludarium.v1 import events_pb2, table_events_pb2, tables_pb2

from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError
from clients.sdk.naming import name_of, seat_words
from clients.sdk.players import ERASED
from clients.sdk.players import names as names_of
from server.games import GAMES

_ABORTED = {
    table_events_pb2.ABORT_REASON_BY_PLAYERS: "by its players",
    table_events_pb2.ABORT_REASON_IDLE: "because nothing happened for too long",
    table_events_pb2.ABORT_REASON_BY_OPERATOR: "by an operator",
}


_LEFT = {
    table_events_pb2.LEAVE_REASON_RESIGNED: "resigns",
    table_events_pb2.LEAVE_REASON_TIME_OUT: "leaves, out of time",
    table_events_pb2.LEAVE_REASON_VOTED_OUT: "is voted out",
}


class Story:
    """Tells the events of one table with the names of those who sit there."""

    def __init__(self, game: str, names: Sequence[str]) -> None:
        self._game = GAMES.get(game)
        self._names = list(names)

    def name(self, seat: int) -> str:
        """Whoever sits there."""
        return name_of(seat, self._names)

    def tell(self, events: Iterable[events_pb2.Event]) -> list[str]:
        """The events in sentences; nothing for those that go without saying."""
        return [words for event in events if (words := self.words(event))]

    def words(self, event: events_pb2.Event) -> str:
        """One event in words; empty when it goes without saying."""
        payload = event.WhichOneof("payload")
        if payload == "table":
            return self._table_words(event.table)
        if payload is None or self._game is None or payload != self._game.name:
            return ""
        return self._game.words.event(getattr(event, payload), self.name)

    def _table_words(self, event: table_events_pb2.TableEvent) -> str:
        match event.WhichOneof("event"):
            case "opened":
                return f"a table for {event.opened.seats} is opened"
            case "seat_taken":
                return f"{self.name(event.seat_taken.seat)} takes {seat_words(event.seat_taken.seat)}"
            case "seat_left":
                return f"{seat_words(event.seat_left.seat)} is free again"
            case "started":
                return "the game begins"
            case "undone":
                return f"{self.name(event.undone.seat)} takes back to version {event.undone.to_version}"
            case "undo_asked":
                return f"{self.name(event.undo_asked.seat)} asks to take back to version {event.undo_asked.to_version}"
            case "undo_answered":
                answer = "agrees" if event.undo_answered.agrees else "does not agree"
                return f"{self.name(event.undo_answered.seat)} {answer}"
            case "rematch_opened":
                return f"the game goes on at table {event.rematch_opened.table_id}"
            case "player_left":
                return self._left_words(event.player_left)
            case "removal_voted":
                return f"{self.name(event.removal_voted.by_seat)} votes {self.name(event.removal_voted.seat)} out"
            case "time_ran_out":
                return f"{self.name(event.time_ran_out.seat)} is out of time"
            case "time_given_back":
                return "no server was there for a while; that time counts for nobody"
            case "finished":
                return "final: " + result_words(event.finished.results, self._names, early=event.finished.early)
            case "aborted":
                return f"the table is ended {_ABORTED.get(event.aborted.reason, '')}".rstrip()
            case _:
                return ""

    def _left_words(self, left: table_events_pb2.PlayerLeft) -> str:
        words = f"{self.name(left.seat)} {_LEFT.get(left.reason, 'leaves')}"
        return f"{words}; a {left.bot} bot goes on" if left.bot else words


def result_words(results: Iterable[table_events_pb2.SeatResult], names: Sequence[str], *, early: bool = False) -> str:
    """Results from the best to the last: `1. Ada 120, 2. greedy 1 98`; without scores where one of two left early."""
    in_order = sorted(results, key=lambda result: (result.place, result.seat))
    return ", ".join(_result_words(result, names, early) for result in in_order)


def _result_words(result: table_events_pb2.SeatResult, names: Sequence[str], early: bool) -> str:
    name = name_of(result.seat, names)
    score = "" if early else f" {result.score}"
    return f"{result.place}. {name}{score}{' (left)' if result.left else ''}"


async def seat_names(connection: Connection, table: tables_pb2.Table) -> list[str]:
    """A name for each seat: of the player's profile, or the kind of the bot with its seat; `(free)` for nobody."""
    people = [seat.player_id for seat in table.seats if seat.player_id and not seat.bot]
    people += [seat.left_by for seat in table.seats if seat.left_by]
    try:
        known = await names_of(connection, people) if people else {}
    except LudariumError:  # names are a nicety; a query server alone has none
        known = {}
    return [_seat_name(seat, known) for seat in table.seats]


def plain_names(table: tables_pb2.Table) -> list[str]:
    """A name for each seat where nobody can be asked for profiles."""
    return [_seat_name(seat, {}) for seat in table.seats]


def _seat_name(seat: tables_pb2.Seat, known: dict[str, str]) -> str:
    if seat.bot and seat.left_by:
        return f"{seat.bot} for {known.get(seat.left_by) or f'player {seat.seat + 1}'}"
    if seat.bot:
        return f"{seat.bot} {seat.seat + 1}"
    if not seat.player_id:
        return "(free)"
    name = known.get(seat.player_id) or "player"
    return f"{name} {seat.seat + 1}" if name in ("player", ERASED) else name
