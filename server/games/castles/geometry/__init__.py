"""The castle on its grid (G.1 to G.12): forms of tiles, what overlaps and touches, doors, outside, paths."""
