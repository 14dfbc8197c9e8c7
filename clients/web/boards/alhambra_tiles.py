"""The pieces of Alhambra: tiles with their walls and ways, and money cards. A type shows by colour, letter and word."""

from collections.abc import Callable
from typing import Final, NamedTuple

from ludarium.games.alhambra.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.svg import group, tag

CELL: Final = 60
"""The side of a tile in the units of a drawing."""


class Kind(NamedTuple):
    """A type of building: its letter, its word and its ornament, a path in a corner of the tile."""

    letter: str
    word: str
    ornament: str


TYPES: Final[dict[int, Kind]] = {
    types_pb2.BUILDING_TYPE_PAVILION: Kind("P", "pavilion", "M40 50l7-8 7 8z"),
    types_pb2.BUILDING_TYPE_SERAGLIO: Kind("S", "seraglio", "M40 50v-8h14v8z"),
    types_pb2.BUILDING_TYPE_ARCADES: Kind("A", "arcades", "M40 50v-4a3.5 3.5 0 0 1 7 0v4m0 0v-4a3.5 3.5 0 0 1 7 0v4"),
    types_pb2.BUILDING_TYPE_CHAMBERS: Kind("C", "chambers", "M40 42h14v8h-14zm7 0v8"),
    types_pb2.BUILDING_TYPE_GARDEN: Kind("G", "garden", "M47 50v-4m0 0a4 4 0 1 1 .1 0"),
    types_pb2.BUILDING_TYPE_TOWER: Kind("T", "tower", "M43 50v-10h2v2h4v-2h2v10z"),
}
CURRENCIES: Final = {
    types_pb2.CURRENCY_FLORIN: "florin",
    types_pb2.CURRENCY_DIRHAM: "dirham",
    types_pb2.CURRENCY_DENAR: "denar",
    types_pb2.CURRENCY_DUCAT: "ducat",
}
_SIDES: Final = {
    types_pb2.SIDE_NORTH: ("north", (0, -1), "M2 4H58", "M30 30V0"),
    types_pb2.SIDE_EAST: ("east", (1, 0), "M56 2V58", "M30 30H60"),
    types_pb2.SIDE_SOUTH: ("south", (0, 1), "M2 56H58", "M30 30V60"),
    types_pb2.SIDE_WEST: ("west", (-1, 0), "M4 2V58", "M30 30H0"),
}
"""By side: its word, the step to the neighbour, the wall and the way as paths."""

_HANDYMAN: Final = "M12 54v-6l-4 -3 4 -3a4 4 0 1 1 5 0l4 3 -4 3v6z"
_COINS: Final = {
    "florin": ("Fl", "M22 8a6 6 0 1 1-.1 0z"),
    "dirham": ("Di", "M16 8h12v12h-12z"),
    "denar": ("De", "M22 7l7 7-7 7-7-7z"),
    "ducat": ("Du", "M22 7l7 13h-14z"),
}
"""By currency: letters and the shape of its mark."""


def tile_words(tile: view_pb2.TileView) -> str:
    """A tile in words, walls included."""
    called = (
        f"{TYPES[tile.type].word} {tile.price}" if tile.type in TYPES else "plaza" if _is_plaza(tile) else "fountain"
    )
    walls = [_SIDES[side][0] for side in tile.walls]
    where = f"walls {' and '.join(walls)}" if len(walls) > 1 else f"wall {walls[0]}" if walls else "no walls"
    return f"{called}, {where}{', with a handyman' if tile.handyman else ''}"


def _is_plaza(tile: view_pb2.TileView) -> bool:
    return tile.id.startswith("plaza")


def cell_words(x: int, y: int) -> str:
    """A cell as seen from the fountain."""
    parts = [f"{abs(x)} {'east' if x > 0 else 'west'}"] if x else []
    parts += [f"{abs(y)} {'south' if y > 0 else 'north'}"] if y else []
    return f"{', '.join(parts)} of the fountain" if parts else "at the fountain"


def tile_shape(tile: view_pb2.TileView, neighbour: Callable[[int, int], bool] = lambda x, y: False) -> Markup:
    """A tile in a square of CELL: walls are heavy, ways light. `neighbour(dx, dy)` says whether a tile lies there."""
    kind = TYPES.get(tile.type)
    look = f"type-{kind.word}" if kind else "type-plaza" if _is_plaza(tile) else "type-fountain"
    walls = [
        tag("path", d=_SIDES[side][2], class_="wall piece-of-wall" if side in tile.wall_pieces else "wall")
        for side in tile.walls
    ]
    return group(
        [
            tag("rect", width=CELL, height=CELL, class_=f"tile {look}"),
            _ways(tile, neighbour),
            *_face(tile, kind),
            *walls,
            *([tag("path", d=_HANDYMAN, class_="handyman")] if tile.handyman else []),
        ]
    )


def _face(tile: view_pb2.TileView, kind: Kind | None) -> list[Markup]:
    if kind is not None:
        return [
            tag("path", d=kind.ornament, class_="ornament"),
            tag("text", kind.letter, x=19, y=39, class_="letter"),
            tag("text", str(tile.price), x=42, y=26, class_="price"),
        ]
    if _is_plaza(tile):
        return [tag("text", "plaza", x=30, y=35, class_="price")]
    return [tag("circle", cx=30, cy=30, r=18, class_="basin"), tag("circle", cx=30, cy=30, r=9, class_="jet")]


def single(tile: view_pb2.TileView, place: str) -> Markup:
    """A tile by itself, as a drawing of its own."""
    size = f"0 0 {CELL} {CELL}"
    return tag("svg", tile_shape(tile), viewBox=size, class_="piece", aria_hidden="true", data_id=f"{place}-{tile.id}")


def card(currency: str, value: int, place: str) -> Markup:
    """A money card: its value, its currency by colour, letters and mark."""
    letters, mark = _COINS.get(currency, ("?", ""))
    return tag(
        "svg",
        tag("rect", x=1, y=1, width=42, height=60, rx=5, class_=f"card coin-{currency}"),
        tag("path", d=mark, class_="mark"),
        tag("text", str(value), x=22, y=44, class_="value"),
        tag("text", letters, x=22, y=57, class_="letters"),
        viewBox="0 0 44 62",
        class_="note-card",
        aria_hidden="true",
        data_id=place,
    )


def _ways(tile: view_pb2.TileView, neighbour: Callable[[int, int], bool]) -> Markup:
    ways = []
    for side, (_, step, _, way) in _SIDES.items():
        if side not in tile.walls and neighbour(*step):
            ways.append(tag("path", d=way, class_="way"))
    return group(ways)
