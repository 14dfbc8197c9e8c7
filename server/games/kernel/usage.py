"""Counting what games use of their modules and components, over records or simulated games."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludarium.v1 import events_pb2

from server.games.kernel.game import AnyGame, Seating
from server.games.kernel.history import effective
from server.games.kernel.options import modules_of
from server.games.kernel.table import open_table

Uses = dict[str, Counter[str]]
"""By module or sort of thing, how often each kind of event or thing was met with; 0 for what never was."""


def nothing_used(game: AnyGame, options: Any, seats: int) -> Uses:
    """All that such a table could use, with a zero each."""
    state = game.new_state(options, [Seating(f"seat {seat}") for seat in range(seats)])
    there = {module: game.usage.events.get(module, ()) for module in modules_of(game, options)}
    there |= game.usage.things(state)
    return {sort: Counter(dict.fromkeys(names, 0)) for sort, names in there.items() if names}


def add_uses(uses: Uses, game: AnyGame, events: Sequence[events_pb2.Event]) -> None:
    """Add what a table of this game used."""
    table = open_table(events[0], {game.name: game})
    own = {kind: module for module in modules_of(game, table.options) for kind in game.usage.events.get(module, ())}
    for event in effective(events[1:]):
        if event.WhichOneof("payload") == game.name and table.state is not None:
            wrapper = getattr(event, game.name)
            kind = wrapper.WhichOneof("event")
            if kind in own:
                uses.setdefault(own[kind], Counter())[kind] += 1
            for thing in game.usage.used(table.state, getattr(wrapper, kind)):
                uses.setdefault(thing.sort, Counter())[thing.name] += 1
        table.apply(event)


def idle(uses: Uses) -> list[tuple[str, str]]:
    """What was never used: (module or sort, name)."""
    return [(sort, name) for sort, counts in uses.items() for name, count in counts.items() if not count]
