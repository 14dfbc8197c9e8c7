"""The flow of a game: what is due, the base game's phases, and what is asked."""
