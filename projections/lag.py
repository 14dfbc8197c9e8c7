"""Lag: how far read models are behind their feeds, in events and in seconds."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass

from ludarium.v1 import events_pb2

from projections.feed import Feeds
from projections.keys import model_keys
from projections.models import Models
from server.store.points import FeedEntry

Pair = tuple[str, int]
"""A projection's key and a partition."""


@dataclass(frozen=True, slots=True)
class Lag:
    """How one projection stands in one partition."""

    projection: str
    partition: int
    position: int
    """What is read and committed."""
    head: int
    """What there is."""
    seconds: float
    """Age of the oldest event not yet read; 0 when there is none."""
    parked: int
    """Tables that wait for an operator."""

    @property
    def events(self) -> int:
        """Events not yet read."""
        return max(0, self.head - self.position)


async def measure(models: Models, feeds: Feeds, pairs: Iterable[Pair]) -> list[Lag]:
    """How these pairs stand, by asking the store itself. Raises StoreUnavailable, StoreMalformed."""
    wanted = sorted(pairs)
    partitions = sorted({partition for _, partition in wanted})
    heads = await asyncio.gather(*(feeds.head(partition) for partition in partitions))
    head = {partition: place.position for partition, place in zip(partitions, heads, strict=True)}
    return await asyncio.gather(*(_measure(models, feeds, pair, head[pair[1]]) for pair in wanted))


async def _measure(models: Models, feeds: Feeds, pair: Pair, head: int) -> Lag:
    keys = model_keys(*pair)
    cursor, parked = await asyncio.gather(models.cursor(keys), models.parked_count(keys))
    position = cursor.place.position if cursor else 0
    return Lag(*pair, position, head, await oldest_unread(feeds, pair[1], position, head), parked)


async def oldest_unread(feeds: Feeds, partition: int, position: int, head: int) -> float:
    """The age in seconds of the first event behind a position; 0 when there is none."""
    oldest = await feeds.entry_after(partition, position) if position < head else None
    return _age(oldest) if oldest else 0.0


def _age(entry: FeedEntry) -> float:
    recorded = events_pb2.Event.FromString(entry.data).time
    return max(0.0, time.time() - recorded.seconds - recorded.nanos / 1e9)


class Stalls:
    """Notices projections that stand still while their feeds go on."""

    def __init__(self, seconds: float) -> None:
        """`seconds` is how long one may stand still behind its feed."""
        self._seconds = seconds
        self._since: dict[Pair, tuple[int, float]] = {}

    def find(self, lags: Iterable[Lag], now: float) -> list[Lag]:
        """Those that stand where they stood too long ago; `now` is in seconds of any steady clock."""
        stalled, since = [], {}
        for lag in lags:
            pair = lag.projection, lag.partition
            if lag.events == 0:
                continue
            position, began = self._since.get(pair, (lag.position, now))
            since[pair] = (position, began) if position == lag.position else (lag.position, now)
            if now - since[pair][1] >= self._seconds:
                stalled.append(lag)
        self._since = since
        return stalled
