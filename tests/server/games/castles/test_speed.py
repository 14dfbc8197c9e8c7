"""Placements are listed quickly, in a castle as large as castles get."""

from random import Random
from statistics import median
from time import process_time

from server.games.castles.content import load
from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.placements import Ways, spots

TILES = load().tiles
MOST_MS = 20.0
"""For all placements of one tile in a castle of 30 rooms, at the median over the tiles."""


def grown(rooms: int) -> Castle:
    """A castle that grew by random legal placements."""
    rng = Random(3)
    castle = Castle()
    castle.add_foyer(1, 0, barbican=False)
    names = [*load().rooms, *["hallway"] * 20, *["stairs"] * 10]
    while len(castle.rooms) < rooms:
        tile = TILES[rng.choice(names)]
        found = list(spots(castle, tile))
        if found:
            castle.add_room(tile, *rng.choice(found))
    return castle


def test_all_placements_of_a_tile_in_a_castle_of_30_rooms() -> None:
    castle = grown(30)
    for ways in (Ways({}, ()), Ways({1: 0, 2: 2, 3: 4}, ())):
        times = []
        for name in (*load().rooms, "hallway", "stairs"):
            start = process_time()
            list(spots(castle, TILES[name], ways))
            times.append(1000 * (process_time() - start))
        assert median(times) < MOST_MS
