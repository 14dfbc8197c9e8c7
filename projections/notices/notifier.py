"""The notifier: follows the feeds, puts a notice into the outbox for each turn that begins, and delivers what is due.

Cursor and notices are written in one function call, and a notice leaves the outbox only once it was taken by the other
side: so every turn is told of at least once, whoever dies when, and twice where an answer was lost.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from ludarium.v1 import events_pb2

from projections.feed import FeedRun, Feeds
from projections.folding import read_event
from projections.leases import Leases
from projections.notices.outbox import Outbox
from projections.notices.sender import NotDelivered, send
from projections.notices.turns import TurnNotice, turns_begun
from projections.tables import Tables
from server.access.hosts import AllowedHosts, NotAllowedHost
from server.store.errors import StoreError
from server.store.points import FeedEntry, FeedPlace

log = logging.getLogger(__name__)

Clock = Callable[[], float]
"""Seconds since 1970."""

FIRST_PAUSE: Final = 5.0
LONGEST_PAUSE: Final = 3600.0
MOST_ATTEMPTS: Final = 20
"""With pauses that double from five seconds to an hour that is half a day; then a notice is given up."""

TAKEN_SECONDS: Final = 60.0
"""How long a notice stays away that a sender took and died with."""

AT_ONCE: Final = 16
"""Notices of a partition that are delivered side by side."""


class Notifier:
    """Works on the partitions whose leases it holds. Several notifiers do each other no harm."""

    def __init__(
        self,
        feeds: Feeds,
        tables: Tables,
        outbox: Outbox,
        leases: Leases,
        hosts: AllowedHosts,
        *,
        beat_seconds: float = 1.0,
        first_pause: float = FIRST_PAUSE,
        clock: Clock = time.time,
    ) -> None:
        """`leases` are for the key `notices.1`; `hosts` are those that may be posted to."""
        self._feeds = feeds
        self._tables = tables
        self._outbox = outbox
        self._leases = leases
        self._hosts = hosts
        self._beat_seconds = beat_seconds
        self._first_pause = first_pause
        self._clock = clock

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                for _, partition in sorted(await self._leases.renew()):
                    await self.follow(partition)
                    await self.deliver(partition)
                self._tables.trim()
            except StoreError as error:
                log.warning("turns can't be told of now, trying again: %s", error)
            except Exception:
                log.exception("turns can't be told of, trying again")
            await asyncio.sleep(self._beat_seconds)

    async def follow(self, partition: int) -> None:
        """Put a notice into the outbox for each turn that began since the last look. Raises StoreError."""
        while True:
            place = await self._outbox.place(partition)
            if place is None:  # turns from before there were notices are nobody's news
                await self._outbox.post(partition, None, await self._feeds.head(partition), (), self._now())
                return
            run = await self._feeds.after(partition, place)
            if run.lost:
                log.warning("the feed of partition %d does not go on: notices begin anew at its end", partition)
                await self._outbox.post(partition, place, await self._feeds.head(partition), (), self._now())
                return
            if not run.entries or not await self._post(partition, place, run) or not run.more:
                return

    async def deliver(self, partition: int) -> None:
        """Deliver what is due. Raises StoreError."""
        now = self._now()
        until = now + int(TAKEN_SECONDS * 1000)
        while taken := await self._outbox.take(partition, now, until, AT_ONCE):
            await asyncio.gather(*(self._deliver(partition, notice) for notice in taken))

    async def _post(self, partition: int, place: FeedPlace, run: FeedRun) -> bool:
        notices: list[TurnNotice] = []
        first: dict[str, events_pb2.Event] = {}
        for entry in run.entries:
            notices += await self._turns(entry, first)
        told = [notice for notice in notices if await self._outbox.webhook(notice.player_id) is not None]
        return await self._outbox.post(partition, place, run.entries[-1].place, told, self._now())

    async def _turns(self, entry: FeedEntry, first: dict[str, events_pb2.Event]) -> list[TurnNotice]:
        """The turns that began with an entry, if it ends a command; `first` holds the first event of each command."""
        try:
            event = read_event(entry.data)
            begin = first.setdefault(entry.table_id, event)
            table = (await self._tables.after(entry.table_id, event)).table
            if not event.last:
                return []
            del first[entry.table_id]
            by_seat = begin.cause.seat if begin.HasField("cause") and begin.cause.HasField("seat") else None
            return turns_begun(table, begin.version - 1, by_seat)
        except StoreError:
            raise
        except Exception as error:
            log.warning("table %s: no turns are told of: %s", entry.table_id, error)
            return []

    async def _deliver(self, partition: int, notice: TurnNotice) -> None:
        webhook = await self._outbox.webhook(notice.player_id)
        if webhook is None:
            await self._outbox.done(partition, notice)
            return
        try:
            await asyncio.to_thread(send, self._hosts, webhook, notice, int(self._clock()))
        except (NotDelivered, NotAllowedHost, OSError) as error:
            await self._failed(partition, notice, error)
        else:
            await self._outbox.done(partition, notice)

    async def _failed(self, partition: int, notice: TurnNotice, error: Exception) -> None:
        notice.attempts += 1
        if notice.attempts >= MOST_ATTEMPTS or isinstance(error, NotAllowedHost):
            log.info("notice %s is given up: %s", notice.id, error)
            await self._outbox.done(partition, notice)
            return
        pause = min(self._first_pause * 2 ** (notice.attempts - 1), LONGEST_PAUSE)
        await self._outbox.retry(partition, notice, self._now() + int(pause * 1000))

    def _now(self) -> int:
        return int(self._clock() * 1000)
