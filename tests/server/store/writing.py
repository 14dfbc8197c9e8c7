"""Short ways to write to a store in tests."""

import os
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from ludarium.v1.events_pb2 import Event

from server.store.outcomes import Appended, Outcome
from server.store.points import NOWHERE, Point, StoredEvent
from server.store.store import EventStore

DIGEST = bytes(32)


def new_table() -> str:
    """The id of a table that nobody else uses."""
    return f"test-{uuid4().hex}"


def events_after(point: Point, count: int = 1) -> list[Event]:
    """Events that follow a point."""
    return [Event(version=point.version + number, event_id=os.urandom(8)) for number in range(1, count + 1)]


def point_of(event: Event) -> Point:
    return Point(event.version, event.event_id)


def stored(events: Sequence[Event]) -> list[StoredEvent]:
    """The events as `read` gives them back."""
    return [StoredEvent(point_of(event), event.SerializeToString(deterministic=True)) for event in events]


async def append(store: EventStore, table_id: str, after: Point, events: Sequence[Event], **how: Any) -> Outcome:
    """Appends as seat 0 with a command id of its own, unless told otherwise."""
    how = {"actor": "seat:0", "command_id": uuid4().hex, "digest": DIGEST} | how
    return await store.append(table_id, after, events, **how)


async def grow(store: EventStore, table_id: str, after: Point = NOWHERE, count: int = 1) -> Point:
    """Appends `count` events, one command each, and gives the last point."""
    for _ in range(count):
        outcome = await append(store, table_id, after, events_after(after))
        assert isinstance(outcome, Appended)
        after = outcome.points[-1]
    return after
