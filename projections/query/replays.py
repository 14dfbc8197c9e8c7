"""Replays: timelines of tables in memory, brought up to the store's last point whenever they are asked for."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from projections.folding import Unfoldable, read_events
from projections.query.timeline import Timeline
from server.games.kernel.admission import unknown_table
from server.games.kernel.game import Catalogue
from server.games.kernel.rejection import Reason, Rejected
from server.store.store import EventStore


class _Entry:
    """A timeline and the lock of whoever reads or extends it."""

    __slots__ = ("lock", "timeline")

    def __init__(self, timeline: Timeline) -> None:
        self.lock = asyncio.Lock()
        self.timeline = timeline


class Replays:
    """Keeps the timelines that were asked for last, up to a number of events in all."""

    def __init__(self, streams: EventStore, games: Catalogue, capacity: int) -> None:
        """`capacity` is how many events are kept in memory, about 1 KB each."""
        self._streams = streams
        self._games = games
        self._capacity = capacity
        self._kept: OrderedDict[str, _Entry] = OrderedDict()

    @asynccontextmanager
    async def open(self, table_id: str) -> AsyncIterator[Timeline]:
        """A table's timeline up to now, for one reader at a time.

        Raises Rejected(UNKNOWN_TABLE, NEEDS_NEWER_SERVER) or StoreUnavailable.
        """
        entry = self._kept.get(table_id)
        if entry is None:
            entry = self._kept[table_id] = _Entry(Timeline(self._games))
        self._kept.move_to_end(table_id)
        async with entry.lock:
            try:
                await self._refresh(table_id, entry)
            except BaseException:
                if self._kept.get(table_id) is entry and not entry.timeline.events:
                    del self._kept[table_id]
                raise
            self._make_room()
            yield entry.timeline

    async def _refresh(self, table_id: str, entry: _Entry) -> None:
        """Read what came since, and everything anew where history went back."""
        last = entry.timeline.last
        stored = await self._streams.read(table_id, after=max(0, last.version - 1))
        if last.version and stored and stored[0].point == last:
            stored = stored[1:]
        elif last.version:
            entry.timeline = Timeline(self._games)
            stored = await self._streams.read(table_id)
        if not stored and not entry.timeline.events:
            raise unknown_table(table_id)
        try:
            entry.timeline.extend(read_events(stored))
        except Unfoldable:
            message = f"Table {table_id} was played on by a newer server than this one; another server can show it."
            raise Rejected(Reason.REASON_NEEDS_NEWER_SERVER, message) from None

    def _make_room(self) -> None:
        total = sum(len(entry.timeline.events) for entry in self._kept.values())
        for table_id, entry in list(self._kept.items()):
            if total <= self._capacity or len(self._kept) == 1:
                return
            if not entry.lock.locked():
                total -= len(entry.timeline.events)
                del self._kept[table_id]
