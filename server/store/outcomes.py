"""The four answers to an append."""

from dataclasses import dataclass

from server.store.points import Point


@dataclass(frozen=True, slots=True)
class Appended:
    """The events are stored; one point for each, in order."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing is stored: the table's last point is not the one that the writer expected."""

    last: Point


@dataclass(frozen=True, slots=True)
class Seen:
    """Nothing new is stored: the same command was appended before, as the events of these versions.

    A command that brought no event has `last_version == first_version - 1`.
    """

    first_version: int
    last_version: int


@dataclass(frozen=True, slots=True)
class Reused:
    """Nothing is stored: another command was appended before under the same command id."""


Outcome = Appended | Conflict | Seen | Reused
