"""What counts of a history: an Undone cancels the game's events since the version that it takes back to."""

from collections.abc import Iterable

from ludarium.v1.events_pb2 import Event


def effective(events: Iterable[Event]) -> list[Event]:
    """The events that count: without the game events that a later Undone cancelled. The Undone events stay."""
    kept: list[Event] = []
    for event in events:
        to_version = undone_to(event)
        if to_version is not None:
            kept = [e for e in kept if e.version <= to_version or e.WhichOneof("payload") == "table"]
        kept.append(event)
    return kept


def undone_to(event: Event) -> int | None:
    """The version that an Undone takes back to; None for any other event."""
    if not event.HasField("table") or not event.table.HasField("undone"):
        return None
    return event.table.undone.to_version
