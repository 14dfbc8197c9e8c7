"""Watchers: who follows a table gets its past from the store and the rest from the feed, without gap or double."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from typing import Final

from server.access import faults
from server.games.kernel.admission import Admission, unknown_table
from server.games.kernel.commands import Actor
from server.games.kernel.game import Catalogue
from server.games.kernel.table import UnknownEvent
from server.store.backoff import Backoff
from server.store.errors import StoreUnavailable
from server.store.feed import FeedReader
from server.store.partitions import partition_of
from server.store.points import FeedEntry, Point, StoredEvent
from server.store.store import EventStore
from server.tables import refusals
from server.tables.followed import LONGEST_QUEUE, Followed, Past, Watcher
from server.tables.frames import Eyes, frame_of
from server.tables.looks import viewer_of
from server.tables.meter import Meter, NoMeter
from server.tables.orders import last_point

log = logging.getLogger(__name__)

LOAD_SECONDS: Final = 5.0
"""How long a first look at a table may take."""

CATCH_UP_SECONDS: Final = 1.0
"""How long a point ahead of the feed is waited for."""

_CATCH_UP_PAUSE: Final = 0.02


class Watchers:
    """Everyone who follows a table through this server. A listener of the feed."""

    def __init__(
        self,
        store: EventStore,
        games: Catalogue,
        feed: FeedReader,
        *,
        meter: Meter | None = None,
        longest_queue: int = LONGEST_QUEUE,
    ) -> None:
        """Whoever makes it adds it to the feed's listeners.

        `longest_queue` frames may wait for one watcher; one more ends it with SLOW_READER.
        """
        self._store = store
        self._games = games
        self._feed = feed
        self._meter = meter or NoMeter()
        self._longest_queue = longest_queue
        self._followed: dict[str, Followed] = {}
        self._menders: set[asyncio.Task[None]] = set()

    async def follow(self, table_id: str, actor: Actor, after: Point, *, views: bool) -> AsyncGenerator[bytes, None]:
        """The encoded frames of a table after a point, as the actor sees them, for ever.

        Raises Rejected(UNKNOWN_TABLE, NO_SPECTATORS, NEEDS_NEWER_SERVER, HISTORY_WENT_BACK, STORE_UNAVAILABLE,
        SLOW_READER).
        """
        followed = self._followed.setdefault(table_id, Followed(table_id, self._games))
        watcher = Watcher(actor, views=views, longest_queue=self._longest_queue)
        followed.guests += 1
        self._meter.watching(1)
        try:
            await self._feed.follow(partition_of(table_id))
        except BaseException:
            self._leave(followed, watcher)
            raise
        try:
            await self._load(followed)
            await self._await_point(followed, after)
            await self._admit(followed, actor)
            async for frame in self._catch_up(followed, watcher, after.version):
                yield frame
            while (live := await watcher.next()) is not None:
                yield live
        finally:
            self._feed.rest(partition_of(table_id))
            self._leave(followed, watcher)

    async def on_entries(self, partition: int, entries: Sequence[FeedEntry]) -> None:
        """Hand the entries of followed tables on."""
        if not self._followed:
            return
        for entry in entries:
            followed = self._followed.get(entry.table_id)
            if followed is None:
                continue
            if followed.mending or followed.table is None:
                followed.missed = True
                continue
            self._take(followed, StoredEvent(entry.point, entry.data))

    async def on_reset(self, partition: int) -> None:
        """History may have gone back, or entries were missed: read the partition's followed tables again."""
        for followed in tuple(self._followed.values()):
            if partition_of(followed.table_id) == partition:
                self._mend_soon(followed)

    async def close(self) -> None:
        """End all streams well: those who watched subscribe again elsewhere."""
        for followed in self._followed.values():
            followed.end(None)
        for mender in tuple(self._menders):
            mender.cancel()
        await asyncio.gather(*self._menders, return_exceptions=True)

    def _leave(self, followed: Followed, watcher: Watcher) -> None:
        self._meter.watching(-1)
        followed.watchers.discard(watcher)
        followed.guests -= 1
        if followed.guests == 0:
            self._forget(followed)

    def _forget(self, followed: Followed) -> None:
        if self._followed.get(followed.table_id) is followed:
            del self._followed[followed.table_id]

    async def _load(self, followed: Followed) -> None:
        try:
            async with asyncio.timeout(LOAD_SECONDS), followed.lock:
                if followed.table is None:
                    await self._mend(followed)
        except TimeoutError:
            raise faults.store_unavailable() from None
        except UnknownEvent:
            raise refusals.needs_newer_server(followed.table_id) from None

    async def _await_point(self, followed: Followed, after: Point) -> None:
        loop = asyncio.get_running_loop()
        patience = loop.time() + CATCH_UP_SECONDS
        while after.version > followed.version and loop.time() < patience:  # noqa: ASYNC110 - rare and short
            await asyncio.sleep(_CATCH_UP_PAUSE)
        if not followed.knows(after):
            raise refusals.history_went_back(after.version)

    async def _admit(self, followed: Followed, actor: Actor) -> None:
        """Raise Rejected where the actor may not look on: as the store has it, not as the feed has told it so far."""
        assert followed.table is not None
        if Admission.to(followed.table).watches(actor):
            return
        async with followed.lock:
            await self._mend(followed)
        Admission.to(followed.table).check(actor)

    async def _catch_up(self, followed: Followed, watcher: Watcher, after: int) -> AsyncIterator[bytes]:
        """The frames up to the present; then the watcher is attached, in the same breath."""
        history = followed.history
        past = Past(history, after, self._games) if after < followed.version else None
        assert followed.table is not None
        finished = followed.table.closed
        while past is not None and followed.history is history and (step := past.step()) is not None:
            table, events = step
            eyes = Eyes(viewer_of(table, watcher.actor), finished, watcher.views)
            yield frame_of(table, events, last_point(table), eyes)
        followed.attach(watcher)
        if followed.history is not history:
            yield frame_of(followed.table, [], last_point(followed.table), watcher.eyes, reset=True)

    def _take(self, followed: Followed, stored: StoredEvent) -> None:
        version = stored.point.version
        if version == followed.version + 1:
            self._guarded(followed, lambda: followed.take(stored))
        elif version > followed.version or not followed.knows(stored.point):
            self._mend_soon(followed)

    def _mend_soon(self, followed: Followed) -> None:
        """Read the history again, without keeping the feed waiting."""
        followed.missed = True
        if followed.mending or followed.table is None:
            return
        followed.mending = True
        mender = asyncio.create_task(self._mend_alone(followed), name=f"mend {followed.table_id}")
        self._menders.add(mender)
        mender.add_done_callback(self._menders.discard)

    async def _mend_alone(self, followed: Followed) -> None:
        try:
            await self._mend(followed)
        except Exception as error:
            log.exception("the history of table %s can't be read", followed.table_id)
            self._give_up(followed, error)

    async def _mend(self, followed: Followed) -> None:
        """Read the history until nothing was missed meanwhile. Ends the watchers when it can't be told any more."""
        backoff = Backoff()
        followed.mending = followed.missed = True
        try:
            while followed.missed and followed.guests:
                followed.missed = False
                try:
                    stored = await self._store.read(followed.table_id)
                except StoreUnavailable:
                    followed.missed = True
                    await backoff.pause()
                    continue
                self._renew(followed, stored)
        finally:
            followed.mending = False

    def _renew(self, followed: Followed, stored: Sequence[StoredEvent]) -> None:
        """Go on with a history that was read anew: with what is new in it, or from another past."""
        if followed.table is None:
            if not stored:
                raise unknown_table(followed.table_id)
            followed.begin(stored)
            return
        known = followed.version
        if not stored:
            self._give_up(followed, refusals.history_went_back(known))
        elif known <= len(stored) and followed.knows(stored[known - 1].point):
            for event in stored[known:]:
                self._guarded(followed, lambda event=event: followed.take(event))  # type: ignore[misc]
        else:
            self._guarded(followed, lambda: followed.restart(stored))

    def _guarded(self, followed: Followed, step: Callable[[], None]) -> None:
        """Do something to a followed table; where that fails its watchers are told, and nobody else."""
        try:
            step()
        except UnknownEvent:
            self._give_up(followed, refusals.needs_newer_server(followed.table_id))
        except Exception as error:
            log.exception("table %s can't be followed any more", followed.table_id)
            self._give_up(followed, error)

    def _give_up(self, followed: Followed, error: Exception) -> None:
        self._forget(followed)
        followed.end(error)
