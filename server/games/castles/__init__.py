"""Castles of Mad King Ludwig with all its expansions; rules.md holds its numbered rules."""
