"""Alhambra with the Designers' Expansion; rules.md holds its numbered rules."""
