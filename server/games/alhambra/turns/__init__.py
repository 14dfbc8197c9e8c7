"""The flow of the game: actions, placing, the end of a turn, the end of the game."""
