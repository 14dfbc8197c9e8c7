"""Placements are listed quickly, in a castle as large as castles get."""

from clients.cli.bench.placements import grown, listings

MOST_MS = 20.0
"""For all placements of one tile in a castle of 30 rooms, at the median over the tiles."""


def test_all_placements_of_a_tile_in_a_castle_of_30_rooms() -> None:
    castle = grown(30)
    for milliseconds in listings(castle):
        assert milliseconds < MOST_MS
