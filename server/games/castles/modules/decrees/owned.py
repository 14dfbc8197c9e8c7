"""Who has which decree."""

from server.games.castles.content import Decree
from server.games.castles.state import CastlesState, Player


def owned(state: CastlesState, seat: int, effect: str) -> Decree | None:
    """The seat's decree with an effect."""
    return of_player(state, state.players[seat], effect)


def of_player(state: CastlesState, player: Player, effect: str) -> Decree | None:
    """The player's decree with an effect."""
    for name in player.decrees:
        decree = state.components.decrees[name]
        if decree.effect == effect:
            return decree
    return None


def owner(state: CastlesState, effect: str) -> int | None:
    """The seat whose decree has an effect; each decree exists once (R10.3.3)."""
    return next((seat for seat in range(state.seats) if owned(state, seat, effect) is not None), None)


def number(decree: Decree) -> int:
    """The number of a decree in section D."""
    return int(decree.rule.removeprefix("D"))
