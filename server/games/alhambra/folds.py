"""Small changes that several events make to a state."""

from collections import Counter
from collections.abc import Mapping

from server.games.alhambra.choices import Cell
from server.games.alhambra.state import AlhambraState


def take_away(cards: Counter[str], card: str) -> None:
    """Take one copy away; a counter without the key equals one that never had it."""
    if cards[card] == 1:
        del cards[card]
    else:
        cards[card] -= 1


def set_down(state: AlhambraState, seat: int, tile: str) -> None:
    """A bought or left-over building no longer waits to be placed."""
    player = state.players[seat]
    (player.bought if tile in player.bought else player.leftover).remove(tile)


def cell_of(tiles: Mapping[Cell, str], tile: str) -> Cell:
    """Where a tile lies."""
    return next(cell for cell, other in tiles.items() if other == tile)
