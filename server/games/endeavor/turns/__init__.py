"""The flow of the game: rounds and phases, turns, what actions and cards do, the Discard phase, the end."""
