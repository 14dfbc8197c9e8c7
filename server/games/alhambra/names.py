"""Tiles, cards and cells as people call them."""

from collections.abc import Iterable

from server.games.alhambra.choices import Cell
from server.games.alhambra.content import load
from server.games.alhambra.state import AlhambraState
from server.games.kernel.words import listed


def thing(thing_id: str) -> str:
    """A tile or card as people call it: `tower 9`, `florin 3`."""
    building = load().buildings.get(thing_id)
    if building:
        return f"{thing_id.split('_')[0]} {building.price}"
    return thing_id.replace("_", " ")


def things(ids: Iterable[str]) -> str:
    """Several, with commas and an `and`."""
    return listed(map(thing, ids))


def place(cell: Cell) -> str:
    """A cell as seen from the fountain: `2 east, 1 south of the fountain`."""
    x, y = cell
    parts = [f"{abs(x)} {'east' if x > 0 else 'west'}"] if x else []
    parts += [f"{abs(y)} {'south' if y > 0 else 'north'}"] if y else []
    return f"{', '.join(parts)} of the fountain"


def owned(state: AlhambraState, tile: str) -> str:
    """A player's tile and where it lies, as two may look alike: `tower 9 (2 east of the fountain)`."""
    for player in state.players:
        for cell, other in player.alhambra.items():
            if other == tile:
                return f"{thing(tile)} ({place(cell)})" if any(cell) else thing(tile)
        if tile in player.reserve:
            return f"{thing(tile)} (in the reserve)"
    return thing(tile)
