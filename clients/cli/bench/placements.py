"""The listing of placements in a large castle, the most costly list of all games."""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

from server.games.castles.content import load
from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.placements import Ways, spots

ROOMS = 30


def grown(rooms: int = ROOMS) -> Castle:
    """A castle that grew by random legal placements."""
    tiles = load().tiles
    rng = Random(3)
    castle = Castle()
    castle.add_foyer(1, 0, barbican=False)
    names = [*load().rooms, *["hallway"] * 20, *["stairs"] * 10]
    while len(castle.rooms) < rooms:
        tile = tiles[rng.choice(names)]
        found = list(spots(castle, tile))
        if found:
            castle.add_room(tile, *rng.choice(found))
    return castle


def listings(castle: Castle) -> Iterator[float]:
    """Milliseconds to list all placements of one tile, at the median over the tiles; without and with passages."""
    tiles = load().tiles
    for ways in (Ways({}, ()), Ways({1: 0, 2: 2, 3: 4}, ())):
        times = []
        for name in (*load().rooms, "hallway", "stairs"):
            start = process_time()
            list(spots(castle, tiles[name], ways))
            times.append(1000 * (process_time() - start))
        yield median(times)
