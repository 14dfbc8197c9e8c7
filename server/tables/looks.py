"""Looks: a table as a caller may see it now."""

from ludarium.v1 import tables_pb2

from server.games.kernel import undo
from server.games.kernel.admission import Admission
from server.games.kernel.commands import Actor
from server.games.kernel.redact import Viewer
from server.games.kernel.table import Table
from server.games.kernel.table_view import clock_messages, decision_messages, table_message, view_message
from server.tables.orders import last_point, token_of


def viewer_of(table: Table, actor: Actor) -> Viewer:
    """The seat through whose eyes someone sees a table: a player's own; None for a spectator.

    A bot plays every seat that bots hold, and sees through the one whose turn it is to choose.
    """
    if not actor.bot:
        return table.seat_of(actor.player_id)
    if table.state is None or table.closed:
        return None
    return next((decision.seat for decision in table.state.decisions if _held_by_bot(table, decision.seat)), None)


def _held_by_bot(table: Table, seat: int) -> bool:
    seating = table.seats[seat]
    return seating is not None and bool(seating.bot)


def look(table: Table, actor: Actor) -> tables_pb2.GetTableResponse:
    """The table, its game, its open decisions and the caller's undo points.

    Raises Rejected(UNKNOWN_TABLE or NO_SPECTATORS) where the actor may not look on.
    """
    Admission.to(table).check(actor)
    seat = viewer_of(table, actor)
    points = [] if seat is None else undo.points(table, seat)
    return tables_pb2.GetTableResponse(
        table=table_message(table),
        view=view_message(table, seat),
        decisions=decision_messages(table),
        undo_points=[tables_pb2.UndoPoint(to_version=version) for version in points],
        seat=seat,
        token=token_of(last_point(table)),
        clocks=clock_messages(table),
    )
