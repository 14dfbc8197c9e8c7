"""Points of a table's history and the entries that are read back from the store.

They are named tuples, which cost a third of a frozen dataclass: some are made for every event that is read.
"""

from typing import NamedTuple

EVENT_ID_BYTES = 8


class Point(NamedTuple):
    """One point of a table's history: a version and the random id of the event there.

    Equal points mean the same history up to there; the same version with another id means that history went back.
    """

    version: int
    event_id: bytes


NOWHERE = Point(0, b"")
"""The point before the first event of every table."""


class StoredEvent(NamedTuple):
    """One event of a table's stream: its point and the bytes of its `ludarium.v1.Event`."""

    point: Point
    data: bytes


class FeedPlace(NamedTuple):
    """How far a partition's feed was read: the position of the last entry read and the id of the event there."""

    position: int
    event_id: bytes


FEED_START = FeedPlace(0, b"")
"""The place before the first entry of every feed."""


class FeedEntry(NamedTuple):
    """One entry of a partition's feed: an event of one of the partition's tables, at a position counted from 1."""

    partition: int
    position: int
    table_id: str
    point: Point
    data: bytes

    @property
    def place(self) -> FeedPlace:
        """The place of a reader that has read up to this entry."""
        return FeedPlace(self.position, self.point.event_id)
