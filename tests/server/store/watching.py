"""Short ways to follow the feeds in tests."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from server.store.feed import FeedReader
from server.store.partitions import partition_of
from server.store.points import FeedEntry, FeedPlace, Point


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


async def until(condition: Callable[[], bool], seconds: float = 8.0) -> None:
    """Waits until something is so; fails after so many seconds."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - the condition is no event of ours
            await asyncio.sleep(0.01)


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
