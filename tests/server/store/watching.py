"""Short ways to follow the feeds in tests."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from server.store.feed import FeedReader
from server.store.partitions import PARTITIONS, partition_of
from server.store.points import FeedEntry, FeedPlace, Point
from tests.patience import PATIENCE


class Watcher:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.entries: dict[int, list[FeedEntry]] = defaultdict(list)
        self.resets: list[int] = []

    async def on_entries(self, partition: int, entries: Sequence[FeedEntry]) -> None:
        self.entries[partition] += entries

    async def on_reset(self, partition: int) -> None:
        self.resets.append(partition)

    def points(self, table_id: str) -> list[Point]:
        return [entry.point for entry in self.entries[partition_of(table_id)] if entry.table_id == table_id]


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits until something is so; fails after so many seconds."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - the condition is no event of ours
            await asyncio.sleep(0.01)


async def listening(*urls: str) -> None:
    """Waits until somebody listens to the news of every partition, at these nodes together."""
    async with asyncio.timeout(PATIENCE):
        while await _channels(urls) < PARTITIONS:  # noqa: ASYNC110 - the listener is another's
            await asyncio.sleep(0.02)


async def _channels(urls: Sequence[str]) -> int:
    found = 0
    for url in urls:
        async with Redis.from_url(url) as redis:
            found += len(await redis.execute_command("PUBSUB", "SHARDCHANNELS", "*:news"))  # type: ignore[no-untyped-call]
    return found


@asynccontextmanager
async def following(
    url: str, places: dict[int, FeedPlace] | None = None, poll_seconds: float = 0.3
) -> AsyncIterator[tuple[FeedReader, Watcher]]:
    """A reader at work, and what it tells."""
    reader, watcher = FeedReader(url, poll_seconds=poll_seconds), Watcher()
    reader.add_listener(watcher)
    await reader.start(places)
    try:
        yield reader, watcher
    finally:
        await reader.stop()
