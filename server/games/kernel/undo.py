"""Undo: how far back a seat may go, alone or with the others' consent."""

from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import Table


def points(table: Table, seat: int) -> list[int]:
    """The versions that the seat may take the game back to on its own, latest first."""
    if table.state is None or table.closed:
        return []
    return [command.version_before for command in reversed(table.chain) if command.seat == seat]


def refusal(table: Table, seat: int) -> Rejected:
    """Why the seat may not go back so far on its own; the metadata names the event that stands in the way."""
    open_points = points(table, seat)
    if open_points:
        message = f"You may take back to version {' or '.join(map(str, open_points))}; further back others must agree."
    else:
        message = (
            f"Version {table.in_the_way} stands in the way: it showed something new or was another player's choice. "
            "You may ask the others to agree."
        )
    return Rejected(Reason.REASON_UNDO_CLOSED, message, in_the_way=str(table.in_the_way))


def check_question(table: Table, seat: int, to_version: int) -> None:
    """Raise Rejected unless the seat may ask the others to go back to that version."""
    if table.undo_question is not None:
        raise Rejected(Reason.REASON_UNDO_CLOSED, "Another undo is being asked for already.")
    if to_version not in table.boundaries[:-1]:
        message = f"Version {to_version} is not the end of an earlier command of this game."
        raise Rejected(Reason.REASON_UNDO_CLOSED, message, in_the_way=str(to_version))


def all_agree(table: Table, agreed: frozenset[int]) -> bool:
    """Whether every seat agrees; bots always do."""
    return all(seat in agreed or (seating and seating.bot) for seat, seating in enumerate(table.seats))
