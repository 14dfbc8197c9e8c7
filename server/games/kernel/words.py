"""What every game says in the same words."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Name = Callable[[int], str]
"""From seats to names."""
Writers = Mapping[str, Callable[[Any, Name], str]]
"""By field of a game's event oneof, what puts such an event in words."""


def told(writers: Writers, event: Any, name: Name) -> str:
    """What happened, given the game's event message; empty for what goes without saying."""
    kind = event.WhichOneof("event") or ""
    writer = writers.get(kind)
    return writer(getattr(event, kind), name) if writer else ""


def listed(words: Iterable[str]) -> str:
    """`one, two and three`; `nothing` for none."""
    parts = list(words)
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts) or "nothing"


def game_over(event: Any, name: Name) -> str:
    """The end of a game, given an event with `scores` by seat and `winners`."""
    scores = ", ".join(f"{name(seat)} {score}" for seat, score in enumerate(event.scores))
    winners = " and ".join(map(name, event.winners))
    return f"the game is over: {scores}; {winners} {'share the victory' if len(event.winners) > 1 else 'wins'}"
