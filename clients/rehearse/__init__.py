"""Rehearsals: a scratch deployment of real processes that is broken on purpose, and the promises that it must keep."""
