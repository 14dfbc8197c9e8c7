"""The lobby: every table with its seats, where it stands and whom it waits for."""

from typing import Final

from ludarium.v1 import events_pb2, queries_pb2, tables_pb2

from projections.projection import Projection, TableContext
from server.games.kernel.admission import Admission
from server.games.kernel.table import Table
from server.games.kernel.table_view import table_message

TableRow = queries_pb2.TableRow

PRIVATE: Final = "~"
"""Stands in facets before those who may know of a private table."""

CLOSED: Final = (tables_pb2.TABLE_STATUS_FINISHED, tables_pb2.TABLE_STATUS_ABORTED)
"""The statuses of a table at which nothing happens any more."""

_STATUS_EVENTS = ("opened", "seat_taken", "seat_left", "started", "player_left", "finished", "aborted")


def apply(row: TableRow, event: events_pb2.Event, context: TableContext) -> None:
    """Note how the table stands. Whom it waits for is looked at between commands only."""
    row.update_time.CopyFrom(event.time)
    if event.WhichOneof("payload") == "table" and event.table.WhichOneof("event") in _STATUS_EVENTS:
        row.status_time.CopyFrom(event.time)
    if event.WhichOneof("payload") == "table" or _question_is_over(row, context.table):
        row.table.CopyFrom(table_message(context.table))
    if event.last:
        _note_waiting(row, event, awaited_seats(context.table))
        deadline = context.table.next_time_out
        if deadline is None:
            row.ClearField("deadline")
        else:
            row.deadline.FromMilliseconds(deadline)


def awaited_seats(table: Table) -> list[int]:
    """The seats whose decisions the game waits for."""
    if table.state is None or table.closed:
        return []
    return sorted({decision.seat for decision in table.state.decisions if not decision.standing})


def _question_is_over(row: TableRow, table: Table) -> bool:
    return row.table.HasField("undo_asked") and table.undo_question is None


def _note_waiting(row: TableRow, event: events_pb2.Event, seats: list[int]) -> None:
    if list(row.waiting_for) == seats:
        return
    row.waiting_for[:] = seats
    if seats:
        row.waiting_since.CopyFrom(event.time)
    else:
        row.ClearField("waiting_since")


def facets(row: TableRow) -> frozenset[str]:
    """By what the lobby lists a table: where it stands, the people who sit there, and who may know of it."""
    admission = Admission.told_by(row.table)
    shown = {""}
    if admission.private:
        shown = {PRIVATE, *(PRIVATE + player_id for player_id in admission.invited)}
    return frozenset(facet(status, who) for status in (0, row.table.status) for who in (*shown, *admission.playing))


def facet(status: int, who: str) -> str:
    """The facet of tables that stand at `status` (0: anywhere).

    `who` is "" for all that are not private, a player for those it sits at, PRIVATE for all private ones, PRIVATE and a
    player for those it may know of.
    """
    return f"{status} {who}"


def rank(row: TableRow) -> int:
    """Lists show the latest change of seats or status first."""
    return row.status_time.seconds * 1000 + row.status_time.nanos // 1_000_000


LOBBY = Projection(name="lobby", version=2, start=TableRow, apply=apply, facets=facets, rank=rank, folds=True)
