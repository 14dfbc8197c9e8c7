"""What every game says in the same words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Name = Callable[[int], str]
"""From seats to names."""
Writer = Callable[[Any, Name], str]
"""Puts an event of one kind in words; empty for what goes without saying."""
Writers = Mapping[str, Writer]
"""By field of a game's event oneof, its writer."""


def listed(words: Iterable[str]) -> str:
    """`one, two and three`; `nothing` for none."""
    parts = list(words)
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts) or "nothing"


def colors_given(colors: Sequence[str]) -> Writer:
    """Who plays which colour, given an event with `colors` by seat, numbers from 1; `colors` are their names."""
    return lambda event, name: ", ".join(f"{name(seat)} is {colors[c - 1]}" for seat, c in enumerate(event.colors))


def game_over(event: Any, name: Name) -> str:
    """The end of a game, given an event with `scores` by seat and `winners`."""
    scores = ", ".join(f"{name(seat)} {score}" for seat, score in enumerate(event.scores))
    winners = " and ".join(map(name, event.winners))
    return f"the game is over: {scores}; {winners} {'share the victory' if len(event.winners) > 1 else 'wins'}"
