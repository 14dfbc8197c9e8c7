"""Tiles, cards and cells as people call them."""

from collections.abc import Callable, Iterable

from server.games.alhambra.choices import Cell
from server.games.alhambra.content import load

Name = Callable[[int], str]
"""From seats to names."""


def thing(thing_id: str) -> str:
    """A tile or card as people call it: `tower 9`, `florin 3`."""
    building = load().buildings.get(thing_id)
    if building:
        return f"{thing_id.split('_')[0]} {building.price}"
    return thing_id.replace("_", " ")


def things(ids: Iterable[str]) -> str:
    """Several, with commas and an `and`."""
    words = [thing(thing_id) for thing_id in ids]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words) or "nothing"


def place(cell: Cell) -> str:
    """A cell as seen from the fountain: `2 east, 1 south of the fountain`."""
    x, y = cell
    parts = [f"{abs(x)} {'east' if x > 0 else 'west'}"] if x else []
    parts += [f"{abs(y)} {'south' if y > 0 else 'north'}"] if y else []
    return f"{', '.join(parts)} of the fountain"
