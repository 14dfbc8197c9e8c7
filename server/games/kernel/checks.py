"""Checks: what commands of several kinds ask of a table before they bring anything about."""

from server.games.kernel.commands import Actor
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import Status, Table


def seat_of(table: Table, actor: Actor) -> int:
    """The actor's seat. Raises Rejected(NOT_SEATED)."""
    seat = table.seat_of(actor.player_id)
    if seat is None:
        raise Rejected(Reason.REASON_NOT_SEATED, "You have no seat at this table.")
    return seat


def require_open(table: Table) -> None:
    """Raise Rejected(TABLE_NOT_OPEN) once the game has begun."""
    if table.status is not Status.OPEN:
        raise Rejected(Reason.REASON_TABLE_NOT_OPEN, "The table no longer takes or frees seats: its game has begun.")


def require_host(table: Table, actor: Actor, what: str) -> None:
    """Raise Rejected(NOT_ALLOWED) for all but the player who opened the table, and operators."""
    if not actor.operator and actor.player_id != table.opened.player_id:
        raise Rejected(Reason.REASON_NOT_ALLOWED, f"Only the player who opened the table may {what}.")
