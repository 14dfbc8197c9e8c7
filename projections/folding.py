"""Folds a table's events into rows, from the first event on: for undo, retries, rebuilds and comparisons."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from google.protobuf.message import DecodeError, Message
from ludarium.v1 import events_pb2

from projections.projection import AnyProjection, Projection, R, TableContext
from server.games.kernel.game import Catalogue
from server.games.kernel.history import effective
from server.games.kernel.table import Table, UnknownEvent, open_table
from server.store.points import Point, StoredEvent

Event = events_pb2.Event


class Unfoldable(Exception):
    """A projection cannot go on with a table: the version at fault, and the reason in words."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"version {version}: {reason}")
        self.version = version
        self.reason = reason


def read_event(data: bytes) -> Event:
    """An event from its stored bytes. Raises Unfoldable for bytes that are none, or none that this version knows."""
    event = Event()
    try:
        event.ParseFromString(data)
    except DecodeError as error:
        raise Unfoldable(event.version, f"the event is unreadable: {error}") from error
    if not is_known(event):
        raise Unfoldable(event.version, "the event is for a newer version of this software")
    return event


def is_known(event: Event) -> bool:
    """Whether this version of the software knows what the event tells of."""
    which = event.WhichOneof("payload")
    return which is not None and getattr(event, which).WhichOneof("event") is not None


def read_events(stored: Iterable[StoredEvent]) -> list[Event]:
    """A stream of events from its stored bytes. Raises Unfoldable, which names the version."""
    events = []
    for entry in stored:
        try:
            events.append(read_event(entry.data))
        except Unfoldable as error:
            raise Unfoldable(entry.point.version, error.reason) from error
    return events


def is_undone(event: Event) -> bool:
    """Whether the event takes the game back, so that what was folded so far does not go on."""
    return event.WhichOneof("payload") == "table" and event.table.HasField("undone")


def advance(table: Table, event: Event) -> None:
    """Fold the next effective event into a table."""
    if is_undone(event):
        table.after_undo(event)
    else:
        table.apply(event)


def fold_table(events: Sequence[Event], games: Catalogue) -> Table:
    """The table after these events, from version 1 on. Raises as kernel.table.fold, or whatever evolve may raise."""
    table = open_table(events[0], games)
    for event in effective(events[1:]):
        advance(table, event)
    return table


def fold_row(
    projection: Projection[R], events: Sequence[Event], games: Catalogue, skipped: frozenset[int] = frozenset()
) -> R:
    """A projection's row after these events of a table, which begin with version 1, without the skipped versions.

    Raises Unfoldable for the first event that the projection cannot handle.
    """
    (row,), _ = fold_rows([(projection, skipped)], events, games)
    return cast(R, row)


class Folder(NamedTuple):
    """One projection's part in a fold: its handler, the row that it writes, and what it may look at and leaves out."""

    apply: Callable[[Any, Event, TableContext], None]
    row: Message
    context: TableContext
    skipped: frozenset[int]


def fold_on(folders: Sequence[Folder], events: Iterable[Event], table: Table | None) -> None:
    """Fold the next effective events of a table into rows, and into the table itself unless nobody looks at it (None).

    Raises Unfoldable for the first event that one of them cannot handle; rows and table are then of no more use.
    """
    for event in events:
        version = event.version
        try:
            if table is not None:
                advance(table, event)
            for apply, row, context, skipped in folders:
                if version not in skipped:
                    apply(row, event, context)
        except Exception as error:
            raise Unfoldable(version, reason_of(error)) from error


def fold_rows(
    projections: Sequence[tuple[AnyProjection, frozenset[int]]], events: Sequence[Event], games: Catalogue
) -> tuple[list[Message], Table]:
    """The rows of several projections, each without the versions it skips, in one pass; and the table if any folds it.

    Raises Unfoldable for the first event that one of them cannot handle.
    """
    first = events[0]
    try:
        table = open_table(first, games)
    except Exception as error:
        raise Unfoldable(first.version, reason_of(error)) from error
    plain, folded = TableContext(table.opened, table.game), TableContext(table.opened, table.game, table)
    folders = [
        Folder(projection.apply, projection.start(), folded if projection.folds else plain, skipped)
        for projection, skipped in projections
    ]
    fold_on(folders, (first,), None)
    fold_on(folders, effective(events[1:]), table if any(projection.folds for projection, _ in projections) else None)
    return [folder.row for folder in folders], table


def reason_of(error: Exception) -> str:
    """Why a projection could not go on, in words that do not differ from one worker to the next."""
    if isinstance(error, Unfoldable):
        return error.reason
    if isinstance(error, UnknownEvent):
        return "the event is for a newer version of this software"
    return f"{type(error).__name__}: {error}"


@dataclass(frozen=True, slots=True)
class FoldedRow:
    """A row as it comes from a table's whole stream, and where it had to stop, if it had to."""

    row: Message
    point: Point
    stopped: Unfoldable | None = None


def fold_stream(
    projection: Projection[R], stored: Sequence[StoredEvent], games: Catalogue, skipped: frozenset[int] = frozenset()
) -> FoldedRow:
    """A projection's row after a table's stored events, or after those before the first that it cannot handle."""
    stopped: Unfoldable | None = None
    while stored:
        try:
            row = fold_row(projection, read_events(stored), games, skipped)
            return FoldedRow(row, stored[-1].point, stopped)
        except Unfoldable as error:
            stopped = error
            stored = stored[: error.version - 1]
    return FoldedRow(projection.start(), Point(0, b""), stopped)
