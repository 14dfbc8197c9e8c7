"""Cursors: how far a partition's feed is folded into a read model."""

from dataclasses import dataclass
from typing import Self

from server.store.errors import StoreMalformed
from server.store.points import FeedPlace, Point


@dataclass(frozen=True, slots=True)
class Cursor:
    """The place in the feed that a read model has come to, and which making of the model it belongs to.

    Each rebuild is another making, so that a worker notices that the rows beneath it were exchanged even when the
    place is the same.
    """

    place: FeedPlace
    making: str

    def __bytes__(self) -> bytes:
        return f"{self.place.position} {self.place.event_id.hex() or '-'} {self.making}".encode()

    @classmethod
    def read(cls, data: bytes) -> Self:
        """A cursor from its stored bytes. Raises StoreMalformed."""
        try:
            position, event_id, making = data.decode().split(" ")
            return cls(FeedPlace(int(position), bytes.fromhex(event_id.removeprefix("-"))), making)
        except ValueError:
            raise StoreMalformed(f'the cursor {data!r} is not "<position> <event id> <making>"') from None


def write_point(point: Point) -> bytes:
    """The stored bytes of a row's point."""
    return b"%d " % point.version + point.event_id


def read_point(data: bytes) -> Point:
    """A row's point from its stored bytes. Raises StoreMalformed."""
    version, blank, event_id = data.partition(b" ")
    if not blank or not version.isdigit():
        raise StoreMalformed(f'the point {data!r} is not "<version> <event id>"')
    return Point(int(version), event_id)
