"""The course of the game: rounds, turns, placing, rewards and the end."""
