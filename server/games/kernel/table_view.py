"""The table as people may look at it: the contract's Table, open decisions, the view, and events cut for a viewer."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp
from ludarium.v1 import decisions_pb2, events_pb2, table_events_pb2, tables_pb2, terms_pb2, views_pb2

from server.games.kernel.clocks import SeatClock
from server.games.kernel.game import AnyGame, Seating, SeatResult
from server.games.kernel.pieces import holding
from server.games.kernel.redact import Viewer, cut_piece, hides, redact
from server.games.kernel.state import Decision, DecisionId
from server.games.kernel.table import Left, Status, Table


def table_message(table: Table) -> tables_pb2.Table:
    """The contract's Table: all that everyone may know of a table besides its game."""
    opened = table.opened
    message = tables_pb2.Table(
        table_id=opened.table_id,
        game=table.game.name,
        status=_STATUS[table.status],
        seats=[_seat(number, seating, table.left.get(number)) for number, seating in enumerate(table.seats)],
        options=opened.options,
        rules=opened.rules,
        content=opened.content,
        seed_commitment=opened.seed_commitment,
        fair=opened.fair,
        open_time=timestamp(table.opened_ms),
        results=[_result(result, table.left.get(result.seat)) for result in table.results],
        early=table.early,
        rematch_of=opened.rematch_of,
        rematch=table.rematch,
        reservations=table.reservations,
        removal_votes=[
            table_events_pb2.RemovalVoted(seat=seat, by_seat=voter)
            for seat, voters in sorted(table.removal_votes.items())
            for voter in sorted(voters)
        ],
    )
    message.opener = opened.player_id
    if opened.HasField("terms"):
        message.terms.CopyFrom(opened.terms)
    message.invited.extend(sorted(table.invited))
    question = table.undo_question
    if question is not None:
        message.undo_asked.seat = question.asked_by
        message.undo_asked.to_version = question.to_version
    return message


def view_message(table: Table, viewer: Viewer) -> views_pb2.GameView | None:
    """The game as a viewer sees it: uncut once the table is closed; None before the start."""
    return None if table.state is None else views_pb2.GameView.FromString(encoded_view(table, viewer))


def whole_view(table: Table) -> views_pb2.GameView | None:
    """The game with all that is hidden; None before the start."""
    return None if table.state is None else views_pb2.GameView.FromString(encoded_whole_view(table))


def encoded_view(table: Table, viewer: Viewer) -> bytes:
    """The game as a viewer sees it, as an encoded GameView: uncut once the table is closed, empty before the start."""
    if table.state is None or table.closed:
        return encoded_whole_view(table)
    kind: Any = table.game.view_message
    return _game_view(table.game, [cut_piece(kind, piece, viewer) for piece in table.game.view_pieces(table.state)])


def encoded_whole_view(table: Table) -> bytes:
    """The game with all that is hidden, as an encoded GameView; empty before the start."""
    return b"" if table.state is None else _game_view(table.game, table.game.view_pieces(table.state))


def _game_view(game: AnyGame, pieces: Iterable[bytes]) -> bytes:
    return holding(views_pb2.GameView.DESCRIPTOR.fields_by_name[game.name].number, *pieces)


def decision_messages(table: Table) -> list[decisions_pb2.Decision]:
    """Every open decision, in words; none unless the game is running."""
    if table.state is None or table.closed:
        return []
    return [decision_message(table, decision) for decision in table.state.decisions]


def decision_message(table: Table, decision: Decision) -> decisions_pb2.Decision:
    """One open decision, in words."""
    return decisions_pb2.Decision(
        id=decision_id_message(decision.id),
        seat=decision.seat,
        kind=decision_kinds(table.game)[decision.kind],
        standing=decision.standing,
        words=table.game.words.decision(table.state, decision),
    )


def decision_id_message(decision_id: DecisionId) -> decisions_pb2.DecisionId:
    """The contract's name of a decision."""
    return decisions_pb2.DecisionId(version=decision_id.version, number=decision_id.number)


def cut_event(event: events_pb2.Event, viewer: Viewer) -> events_pb2.Event:
    """The event as a viewer may see it: itself where there is nothing to hide, else a redacted copy."""
    if not event.HasField("draws") and not _hides(event):
        return event
    copy = events_pb2.Event()
    copy.CopyFrom(event)
    redact(copy, viewer)
    return copy


def timestamp(milliseconds: int) -> Timestamp:
    """A time of the contract from milliseconds since 1970."""
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


@cache
def _kinds_of(package: str, pool: Any) -> dict[int, str]:
    kinds = pool.FindEnumTypeByName(f"{package}.DecisionKind")
    return {value.number: value.name.removeprefix("DECISION_KIND_").lower() for value in kinds.values}


def decision_kinds(game: AnyGame) -> dict[int, str]:
    """The names of a game's kinds of decision, by number: `choose_action`."""
    file: Any = game.view_message.DESCRIPTOR.file
    return _kinds_of(file.package, file.pool)


def _hides(event: events_pb2.Event) -> bool:
    which = event.WhichOneof("payload")
    if which is None:
        return True
    wrapper = getattr(event, which)
    kind = wrapper.WhichOneof("event")
    return kind is None or hides(getattr(wrapper, kind).DESCRIPTOR)


def clock_messages(table: Table) -> list[terms_pb2.SeatClock]:
    """The clocks of the people at a table; none once it is closed."""
    if table.closed:
        return []
    return [_clock(table, seat, clock) for seat, clock in enumerate(table.clocks) if table.people[seat]]


def _clock(table: Table, seat: int, clock: SeatClock) -> terms_pb2.SeatClock:
    message = terms_pb2.SeatClock(seat=seat, ran_out=clock.ran_out)
    message.reserve.FromMilliseconds(clock.reserve_ms)
    if clock.decision is not None:
        message.since.CopyFrom(timestamp(clock.since_ms))
    deadline = clock.deadline(table.pace)
    if deadline is not None:
        message.deadline.CopyFrom(timestamp(deadline))
    return message


def _result(result: SeatResult, left: Left | None) -> table_events_pb2.SeatResult:
    reason: Any = left.reason if left else 0
    return table_events_pb2.SeatResult(seat=result.seat, score=result.score, place=result.place, left=reason)


def _seat(number: int, seating: Seating | None, left: Left | None) -> tables_pb2.Seat:
    if seating is None:
        return tables_pb2.Seat(seat=number)
    message = tables_pb2.Seat(seat=number, player_id=seating.player_id, bot=seating.bot, color=seating.color)
    if left is not None:
        reason: Any = left.reason
        message.left_by, message.left = left.player_id, reason
    return message


_STATUS = {
    Status.OPEN: tables_pb2.TABLE_STATUS_OPEN,
    Status.RUNNING: tables_pb2.TABLE_STATUS_RUNNING,
    Status.FINISHED: tables_pb2.TABLE_STATUS_FINISHED,
    Status.ABORTED: tables_pb2.TABLE_STATUS_ABORTED,
}
