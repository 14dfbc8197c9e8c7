"""A table that is followed: its history as the feed tells it, folded once for all who watch."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final

from ludarium.v1 import events_pb2

from server.games.kernel.admission import Admission
from server.games.kernel.commands import Actor
from server.games.kernel.game import Catalogue
from server.games.kernel.rejection import Rejected
from server.games.kernel.table import Table, fold, open_table
from server.store.points import NOWHERE, Point, StoredEvent
from server.tables import refusals
from server.tables.frames import Eyes, frame_of
from server.tables.held import undoes
from server.tables.looks import viewer_of
from server.tables.orders import last_point

LONGEST_QUEUE: Final = 256
"""Frames that may wait for a watcher before it is told that it reads too slowly."""


class Watcher:
    """One who watches a table, with a bounded queue of encoded frames."""

    def __init__(self, actor: Actor, *, views: bool, longest_queue: int = LONGEST_QUEUE) -> None:
        """`actor` decides through which seat's eyes the table is seen."""
        self.views = views
        self.eyes = Eyes(None, views=views)
        self.actor = actor
        self._longest_queue = longest_queue
        self._queue: deque[bytes] = deque()
        self._awaited: asyncio.Future[None] | None = None
        self._end: Exception | None = None
        self._closed = False

    def look_from(self, table: Table) -> None:
        """Find the seat through whose eyes the table is seen. Raises Rejected where the actor may not look on."""
        Admission.to(table).check(self.actor)
        self.eyes = Eyes(viewer_of(table, self.actor), views=self.views)

    def offer(self, frame: bytes) -> bool:
        """Queue a frame; False when the watcher reads too slowly, which ends it."""
        if len(self._queue) >= self._longest_queue:
            self.end(refusals.slow_reader(len(self._queue)))
            return False
        self._queue.append(frame)
        self._wake()
        return True

    def end(self, error: Exception | None) -> None:
        """End the watcher: with an error at once, without one after what is queued."""
        if error is not None:
            self._queue.clear()
        self._end, self._closed = error, True
        self._wake()

    async def next(self) -> bytes | None:
        """The next frame; None at a good end. Raises what the watcher was ended with."""
        while not self._queue:
            if self._end is not None:
                raise self._end
            if self._closed:
                return None
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return self._queue.popleft()

    def _wake(self) -> None:
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)


class Followed:
    """The history of one table, grown by the feed; tells its watchers, frame by frame."""

    def __init__(self, table_id: str, games: Catalogue) -> None:
        self.table_id = table_id
        self.history: list[StoredEvent] = []
        """Every event up to now. A new list each time history went back."""
        self.table: Table | None = None
        self.watchers: set[Watcher] = set()
        self.guests = 0
        """How many follow the table, those still catching up included."""
        self.lock = asyncio.Lock()
        """Held by whoever reads the history for the first time."""
        self.mending = False
        """The history is being read anew; what the feed tells meanwhile is only noted as missed."""
        self.missed = False
        self._games = games
        self._pending: list[events_pb2.Event] = []
        self._ended = False
        self._error: Exception | None = None

    @property
    def version(self) -> int:
        """The version of the last event."""
        return len(self.history)

    def knows(self, point: Point) -> bool:
        """Whether the point is part of this history."""
        return point == NOWHERE or (point.version <= self.version and self.history[point.version - 1].point == point)

    def begin(self, history: Sequence[StoredEvent]) -> None:
        """Take a whole history in, or raise what keeps it from being folded. Watchers are not told."""
        self.table = self._fold(history)
        self.history = list(history)
        self._pending = []

    def take(self, stored: StoredEvent) -> None:
        """Take the next event in, and tell the watchers when it ends a command."""
        event = events_pb2.Event.FromString(stored.data)
        self.history.append(stored)
        self._pending.append(event)
        assert self.table is not None
        if undoes(event):
            self.table = self._fold(self.history)
        else:
            self.table.apply(event)
        if event.last:
            events, self._pending = self._pending, []
            self._tell(self.table, events)

    def restart(self, history: Sequence[StoredEvent]) -> None:
        """Take another history in, and tell every watcher that it went back, with the present view."""
        self.begin(history)
        assert self.table is not None
        self._tell(self.table, [], reset=True)

    def attach(self, watcher: Watcher) -> None:
        """From the next frame on, tell the watcher; end it where no frame will come any more."""
        assert self.table is not None
        watcher.look_from(self.table)
        if self._ended:
            watcher.end(self._error)
        else:
            self.watchers.add(watcher)

    def end(self, error: Exception | None) -> None:
        """End all watchers, those too that are still to be attached."""
        self._ended, self._error = True, error
        for watcher in self.watchers:
            watcher.end(error)
        self.watchers.clear()

    def _tell(self, table: Table, events: Sequence[events_pb2.Event], *, reset: bool = False) -> None:
        seats_changed = reset or any(event.WhichOneof("payload") == "table" for event in events)
        frames: dict[Eyes, bytes] = {}
        for watcher in tuple(self.watchers):
            if (seats_changed or watcher.actor.bot) and not self._looks_on(watcher, table):
                continue
            frame = frames.get(watcher.eyes)
            if frame is None:
                frame = frames[watcher.eyes] = frame_of(table, events, last_point(table), watcher.eyes, reset=reset)
            if not watcher.offer(frame):
                self.watchers.discard(watcher)

    def _looks_on(self, watcher: Watcher, table: Table) -> bool:
        """Whether a watcher may still look on after seats changed; if not, it is told why, and that is the end."""
        try:
            watcher.look_from(table)
        except Rejected as rejection:
            watcher.end(rejection)
            self.watchers.discard(watcher)
            return False
        return True

    def _fold(self, history: Sequence[StoredEvent]) -> Table:
        return fold([events_pb2.Event.FromString(stored.data) for stored in history], self._games)


class Past:
    """Walks through a table's past, one command at a time, with the table as it then stood."""

    def __init__(self, history: list[StoredEvent], after: int, games: Catalogue) -> None:
        """The history may grow meanwhile; the walk begins after version `after`."""
        self._history = history
        self._games = games
        self._events = [events_pb2.Event.FromString(stored.data) for stored in history[:after]]
        self._table = fold(self._events, games) if after else None

    @property
    def version(self) -> int:
        """The version that was walked to."""
        return len(self._events)

    def step(self) -> tuple[Table, list[events_pb2.Event]] | None:
        """The next complete command: the table after it and its events. None when there is none yet."""
        command: list[events_pb2.Event] = []
        for stored in self._history[self.version :]:
            command.append(events_pb2.Event.FromString(stored.data))
            if command[-1].last:
                return self._apply(command), command
        return None

    def _apply(self, command: list[events_pb2.Event]) -> Table:
        self._events += command
        if any(undoes(event) for event in command):
            self._table = fold(self._events, self._games)
            return self._table
        rest = command
        if self._table is None:
            self._table, rest = open_table(command[0], self._games), command[1:]
        for event in rest:
            self._table.apply(event)
        return self._table
