"""Reads the partitions' feeds from the cursors of the read models."""

from dataclasses import dataclass

from projections.connection import Connection
from server.store.partitions import feed_key
from server.store.points import FEED_START, FeedEntry, FeedPlace
from server.store.replies import feed_entry_of

LONGEST_READ = 512
"""How many entries of one partition are read at once."""


@dataclass(frozen=True, slots=True)
class FeedRun:
    """Entries that follow a place without a gap. `lost`: the feed does not go on from there, its history went back.

    `more` says that the feed goes on behind them.
    """

    entries: tuple[FeedEntry, ...] = ()
    lost: bool = False
    more: bool = False


class Feeds:
    """Reads ranges of feeds. Each read begins with the entry at the reader's place, to see whether it still stands."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def after(self, partition: int, place: FeedPlace, limit: int = LONGEST_READ) -> FeedRun:
        """The entries after a place, `limit` at most. Raises StoreUnavailable, StoreMalformed."""
        key = feed_key(partition)
        first = max(place.position, 1)
        reply = await self._connection.ask(partition, "XRANGE", key, f"{first}-0", "+", "COUNT", limit + 1)
        return _run(place, [feed_entry_of(key, partition, entry) for entry in reply], limit)

    async def head(self, partition: int) -> FeedPlace:
        """The place of the latest entry; FEED_START for a feed without any."""
        key = feed_key(partition)
        reply = await self._connection.ask(partition, "XREVRANGE", key, "+", "-", "COUNT", 1)
        return feed_entry_of(key, partition, reply[0]).place if reply else FEED_START

    async def entry_after(self, partition: int, position: int) -> FeedEntry | None:
        """The first entry behind a position."""
        key = feed_key(partition)
        reply = await self._connection.ask(partition, "XRANGE", key, f"{position + 1}-0", "+", "COUNT", 1)
        return feed_entry_of(key, partition, reply[0]) if reply else None


def _run(place: FeedPlace, entries: list[FeedEntry], limit: int) -> FeedRun:
    if place.position > 0:
        if not entries or entries[0].place != place:
            return FeedRun(lost=True)
        del entries[0]
    more = len(entries) >= limit
    for position, entry in enumerate(entries, start=place.position + 1):
        if entry.position != position:
            # The run before the gap is handed over; the next read begins at the gap and finds it.
            run = tuple(entries[: position - place.position - 1])
            return FeedRun(run, more=True) if run else FeedRun(lost=True)
    return FeedRun(tuple(entries[:limit]), more=more)
