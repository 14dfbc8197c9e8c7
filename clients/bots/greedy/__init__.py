"""Greedy bots: one module a game, each with the same `choose`."""
