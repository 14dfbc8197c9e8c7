"""Games for the tests of the read side: played by the kernel, appended to a real store command by command."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from uuid import uuid4

from ludarium.v1 import events_pb2
from ulid import ULID

from server.games import GAMES
from server.games.kernel.commands import Actor, Undo
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation
from server.games.kernel.undo import points
from server.store.outcomes import Appended
from server.store.points import NOWHERE, Point, StoredEvent
from server.store.store import EventStore

Event = events_pb2.Event


@cache
def played_game(
    game: str = "alhambra", seats: int = 3, seed: str = "0", undo_every: int = 0, modules: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    """The events of a whole game by random choices; every so many decisions the choice is taken back, if it may."""
    simulation = Simulation(GAMES[game], build(GAMES[game], modules), seats, seed)
    rng = random.Random(f"playing {seed}")
    decisions = 0
    while not simulation.table.closed:
        state = simulation.table.running()
        decision = next(decision for decision in state.decisions if not decision.standing)
        choices = list(GAMES[game].legal(state, decision))
        simulation.play(decision, rng.choice(choices))
        decisions += 1
        back = points(simulation.table, decision.seat)
        if undo_every and decisions % undo_every == 0 and back:
            simulation.command(Actor(f"player {decision.seat}"), Undo(rng.choice(back)))
    return tuple(simulation.events)


def another_table(events: Sequence[Event], table_id: str = "") -> tuple[str, list[Event]]:
    """The same game at a table of another id, with event ids of its own."""
    table_id = table_id or str(ULID())
    rng = random.Random(table_id)
    copies = []
    for event in events:
        copy = Event()
        copy.CopyFrom(event)
        copy.event_id = rng.randbytes(8)
        copies.append(copy)
    copies[0].table.opened.table_id = table_id
    return table_id, copies


def commands_of(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of each command in turn."""
    command: list[Event] = []
    for event in events:
        command.append(event)
        if event.last:
            yield command
            command = []


def point_of(event: Event) -> Point:
    """The point that an event is."""
    return Point(event.version, event.event_id)


def stored(events: Sequence[Event]) -> list[StoredEvent]:
    """The events as the store gives them back."""
    return [StoredEvent(point_of(event), event.SerializeToString(deterministic=True)) for event in events]


async def append_command(store: EventStore, table_id: str, events: Sequence[Event], after: Point = NOWHERE) -> Point:
    """Append the events of one command after a point; gives the point that it came to."""
    outcome = await store.append(table_id, after, events, actor="test", command_id=uuid4().hex, digest=b"")
    assert isinstance(outcome, Appended), outcome
    return outcome.points[-1]


async def append_game(
    store: EventStore, events: Sequence[Event], after: Point = NOWHERE, *, table_id: str = ""
) -> Point:
    """Append a game, or the rest of one, command by command; gives the last point."""
    table_id = table_id or events[0].table.opened.table_id
    for command in commands_of(events):
        after = await append_command(store, table_id, command, after)
    return after


async def append_new(store: EventStore, events: Sequence[Event], table_id: str = "") -> tuple[str, list[Event]]:
    """Append a game, up to its last whole command, as a new table; gives its id and events."""
    table_id, copies = another_table(events, table_id)
    last = await append_game(store, copies)
    return table_id, copies[: last.version]
