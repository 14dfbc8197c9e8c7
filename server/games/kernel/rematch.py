"""The rematch of a table: who may ask for it, and who sits where."""

from server.games.kernel.commands import Actor
from server.games.kernel.game import Seating
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import Table


def check_rematch(table: Table, actor: Actor) -> None:
    """Raise Rejected(NOT_SEATED or GAME_NOT_OVER) unless the actor may ask for a rematch now."""
    if actor.player_id not in [seating.player_id for seating in _at_start(table)]:
        raise Rejected(Reason.REASON_NOT_SEATED, "You had no seat at this table.")
    if not table.closed:
        raise Rejected(Reason.REASON_GAME_NOT_OVER, "The game is still on; a rematch comes after it.")


def reservations(table: Table) -> list[Seating]:
    """By seat of the rematch, who is to sit there: the second player begins now. No player id for a free seat."""
    before = _at_start(table)
    return before[1:] + before[:1]


def _at_start(table: Table) -> list[Seating]:
    """Who sat where when the game began."""
    seats = [seating or Seating("") for seating in table.seats]
    return [
        Seating(table.left[seat].player_id, "", seating.color) if seat in table.left else seating
        for seat, seating in enumerate(seats)
    ]
