"""The timeline of a table: its events in memory, and the table as it stood at any of their versions."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ludarium.v1 import events_pb2

from projections.folding import advance, fold_table, is_undone
from server.games.kernel.admission import Admission
from server.games.kernel.game import Catalogue
from server.games.kernel.history import effective
from server.games.kernel.table import Table
from server.store.points import NOWHERE, Point

Event = events_pb2.Event

CHECKPOINT_EVERY: Final = 1024
"""Versions between two copies of the table that folds to later versions begin with."""


class Timeline:
    """The events of one table. The tables it gives are its own: read them, and be done before asking again."""

    def __init__(self, games: Catalogue) -> None:
        self.events: list[Event] = []
        """Every event, in order."""
        self.closed = False
        """Whether the table has ended."""
        self.seats: dict[int, tuple[str, str]] = {}
        """Who sits where now: player id, and the kind of bot or ""."""
        self._invited: frozenset[str] = frozenset()
        self._left: frozenset[str] = frozenset()
        self._started = False
        self._games = games
        self._checkpoints: dict[int, Table] = {}
        self._at: Table | None = None

    @property
    def admission(self) -> Admission:
        """Who may know of the table and look on."""
        opened = self.events[0].table.opened
        playing = self._left.union(player_id for player_id, bot in self.seats.values() if not bot)
        shut = opened.terms.no_spectators and self._started and not self.closed
        guests = self._invited | playing | {opened.player_id}
        return Admission(opened.table_id, opened.terms.private, shut, guests, playing)

    @property
    def last(self) -> Point:
        """The latest point."""
        return Point(self.events[-1].version, self.events[-1].event_id) if self.events else NOWHERE

    def extend(self, events: list[Event]) -> None:
        """Add the events that follow."""
        for event in events:
            self.events.append(event)
            if event.WhichOneof("payload") == "table":
                self._note(event)

    def at(self, version: int) -> Table:
        """The table right after a version. Raises IndexError for one that has not come."""
        if not 1 <= version <= len(self.events):
            raise IndexError(version)
        table = self._at
        if table is not None and table.version == version:
            return table
        self._at = None
        follows = table is not None and table.version == version - 1 and not is_undone(self.events[version - 1])
        self._at = self._advanced(table, version) if table is not None and follows else self._folded(version)
        return self._at

    def apart(self) -> "Timeline":
        """The same events with a place of its own, for whoever walks while others ask."""
        timeline = Timeline(self._games)
        timeline.extend(self.events)
        return timeline

    def walk(self, first: int, last: int) -> Iterator[tuple[Event, Table]]:
        """Every event from one version to another, each with the table right after it."""
        for version in range(first, last + 1):
            yield self.events[version - 1], self.at(version)

    def walk_steps(self, first: int, last: int) -> Iterator[tuple[Event, Table]]:
        """The events that end a command, without those that were taken back by version `last`; with the table after."""
        table = fold_table(self.events[:1], self._games)
        for event in effective(self.events[:last]):
            if event.version > 1:
                advance(table, event)
            if event.last and event.version >= first:
                yield event, table

    def _advanced(self, table: Table, version: int) -> Table:
        advance(table, self.events[version - 1])
        self._keep(table)
        return table

    def _folded(self, version: int) -> Table:
        start = self._checkpoint_before(version)
        table = copy_of(self._checkpoints[start]) if start else fold_table(self.events[:1], self._games)
        rest = self.events[start or 1 : version]
        taken_back = [(event.version, event.table.undone.to_version) for event in rest if is_undone(event)]
        due = start + CHECKPOINT_EVERY
        for event in effective(rest):
            advance(table, event)
            # Between what an undo took back and the undo itself the table never stood like this.
            if event.version >= due and all(
                to_version >= event.version for undone, to_version in taken_back if undone > event.version
            ):
                self._checkpoints[event.version] = copy_of(table)
                due = event.version + CHECKPOINT_EVERY
        return table

    def _checkpoint_before(self, version: int) -> int:
        """The latest version to begin with whose events all still count at `version`; 0 for none."""
        least = version
        for event in reversed(self.events[:version]):
            if event.version in self._checkpoints and event.version <= least:
                return event.version
            if is_undone(event):
                least = min(least, event.table.undone.to_version)
        return 0

    def _keep(self, table: Table) -> None:
        """Keep a copy now and then, of versions that are nowhere near it yet."""
        latest = max((version for version in self._checkpoints if version <= table.version), default=0)
        if table.version - latest >= CHECKPOINT_EVERY:
            self._checkpoints[table.version] = copy_of(table)

    def _note(self, event: Event) -> None:
        match event.table.WhichOneof("event"):
            case "seat_taken":
                taken = event.table.seat_taken
                self.seats[taken.seat] = taken.player_id, taken.bot
            case "seat_left":
                self.seats.pop(event.table.seat_left.seat, None)
            case "player_left":
                left = event.table.player_left
                self._left |= {self.seats[left.seat][0]}
                if left.bot:
                    self.seats[left.seat] = left.bot_id, left.bot
            case "opened":
                self._invited = frozenset(kept.player_id for kept in event.table.opened.reservations)
            case "player_invited":
                self._invited |= {event.table.player_invited.player_id}
            case "invitation_withdrawn":
                self._invited -= {event.table.invitation_withdrawn.player_id}
            case "started":
                self._started = True
            case "finished" | "aborted":
                self.closed = True


def copy_of(table: Table) -> Table:
    """A table that can be folded on without changing the other."""
    return replace(
        table,
        seats=list(table.seats),
        nonces=list(table.nonces),
        state=copy.deepcopy(table.state),
        chain=list(table.chain),
        boundaries=list(table.boundaries),
    )
