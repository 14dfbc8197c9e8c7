"""Belfort with The Expansion Expansion and Her Majesty's Civil Service: pure rules."""
