"""Follows the feeds of all partitions: one reader a process and node, however many watch."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from server.store.backoff import Backoff
from server.store.errors import StoreError, StoreUnavailable
from server.store.links import Links
from server.store.news import NewsListener
from server.store.nodes import Node, Topology
from server.store.partitions import PARTITIONS, feed_key
from server.store.points import FEED_START, FeedEntry, FeedPlace
from server.store.replies import feed_entry_of
from server.store.wire import Argument, Reply

log = logging.getLogger(__name__)

LONGEST_READ = 512
"""How many entries of one partition are read at once."""

PACE_SECONDS = 0.002
"""Readings follow each other no faster, so that what a busy store has to tell is read in few large pieces."""


class FeedListener(Protocol):
    """Whoever wants to know what happens at all tables. Must be quick: the reader waits for it."""

    async def on_entries(self, partition: int, entries: Sequence[FeedEntry]) -> None:
        """New entries of a partition's feed, in order and without gaps since the last call or reset."""

    async def on_reset(self, partition: int) -> None:
        """History of the partition went back, or entries were missed: forget what is known of its tables.

        What follows are the entries after the feed's head as it was just before this call.
        """


@dataclass(slots=True)
class _Partition:
    number: int
    key: str
    place: FeedPlace
    announced: int = 0
    fault: str = ""


@dataclass(slots=True)
class _Read:
    """What one range of a feed told: entries that go on from our place, or that our place is gone."""

    entries: list[FeedEntry] = field(default_factory=list)
    lost: bool = False
    more: bool = False


class FeedReader:
    """Follows every partition from its head or from given places, and hands entries to its listeners.

    Each read starts with the entry at the reader's place, so that a history that went back (another event id there, or
    no entry at all) is noticed by the very next read, at the latest after one poll.
    """

    def __init__(
        self, url: str, *, answer_within: float = 5.0, poll_seconds: float = 1.0, on_demand: bool = False
    ) -> None:
        """`answer_within` bounds one read, `poll_seconds` is how long missed news goes unnoticed, both in seconds.

        With `on_demand` a partition is read only while someone follows it; see `follow`.
        """
        self._url = url
        self._answer_within = answer_within
        self._poll_seconds = poll_seconds
        self._on_demand = on_demand
        self._links: Links | None = None
        self._partitions = {number: _Partition(number, feed_key(number), FEED_START) for number in range(PARTITIONS)}
        self._listeners: list[FeedListener] = []
        self._awake: set[int] = set() if on_demand else set(range(PARTITIONS))
        self._followers: Counter[int] = Counter()
        self._waking = asyncio.Lock()
        self._dirty: set[int] = set()
        self._busy: set[int] = set()
        self._wake = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._passes: set[asyncio.Task[None]] = set()
        self._news: list[asyncio.Task[None]] = []
        self._unreachable: dict[Node, Backoff] = {}

    def add_listener(self, listener: FeedListener) -> None:
        """From now on, tells the listener too."""
        self._listeners.append(listener)

    async def follow(self, partition: int) -> None:
        """Have a partition read, from its present head on, until `rest` was called as often.

        Raises StoreUnavailable or StoreMalformed if the head can't be read.
        """
        self._followers[partition] += 1
        try:
            async with self._waking:
                if partition not in self._awake:
                    await self._to_head(self._partitions[partition])
                    self._awake.add(partition)
        except BaseException:
            self.rest(partition)
            raise
        self._dirty.add(partition)
        self._wake.set()

    def rest(self, partition: int) -> None:
        """The caller no longer follows a partition."""
        self._followers[partition] -= 1
        if self._on_demand and self._followers[partition] <= 0:
            self._awake.discard(partition)

    def place(self, partition: int) -> FeedPlace:
        """How far the partition was read and handed over."""
        return self._partitions[partition].place

    @property
    def reachable(self) -> bool:
        """Whether every node answered when it was read last."""
        return not self._unreachable

    @property
    def faults(self) -> dict[int, str]:
        """What keeps a partition from being followed, by partition: malformed entries that an operator must see to."""
        return {partition.number: partition.fault for partition in self._partitions.values() if partition.fault}

    async def start(self, places: Mapping[int, FeedPlace] | None = None) -> None:
        """Begins to follow: after the given places, the other partitions (or all) after their heads.

        Raises StoreUnavailable or StoreMalformed if the heads cannot be read.
        """
        places = places or {}
        self._links = await Links.open(self._url, answer_within=self._answer_within)
        for number, place in places.items():
            self._partitions[number].place = place
        rest = [partition for number, partition in self._partitions.items() if number not in places]
        try:
            await asyncio.gather(*(self._to_head(partition) for partition in rest))
        except BaseException:
            await self._links.close()
            raise
        self._listen_for_news(self._links.topology)
        self._links.on_change = self._listen_for_news
        self._reader = asyncio.create_task(self._follow(), name="feed reader")

    async def stop(self) -> None:
        """Ends following. What was handed over stays handed over; no listener is told any more."""
        tasks = [*self._news, *self._passes, *([self._reader] if self._reader else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._links is not None:
            await self._links.close()

    def _listen_for_news(self, topology: Topology) -> None:
        """Listens at each node for the news of its partitions, in place of wherever that was done before."""
        for task in self._news:
            task.cancel()
        self._news = [
            asyncio.create_task(self._listener(node, topology.partitions_of(node)).run(), name="feed news")
            for node in topology.nodes
        ]
        self._suspect_all()

    def _listener(self, node: Node, partitions: Sequence[int]) -> NewsListener:
        return NewsListener(
            node.connect,
            partitions,
            connect_within=self._answer_within,
            quiet_seconds=2 * self._poll_seconds,
            on_news=self._on_news,
            on_connected=self._suspect_all,
        )

    def _on_news(self, number: int, message: bytes) -> None:
        partition, head = self._partitions[number], int(message)
        partition.announced = head
        if number in self._awake and head > partition.place.position:
            self._dirty.add(number)
            self._wake.set()

    def _suspect_all(self) -> None:
        self._dirty.update(self._awake)
        self._wake.set()

    async def _follow(self) -> None:
        """Has partitions with news read, node by node, so that a node that is down holds up no other."""
        clock = asyncio.get_running_loop().time
        next_poll = clock() + self._poll_seconds
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_poll):
                    await self._wake.wait()
            self._wake.clear()
            if clock() >= next_poll:
                self._dirty.update(self._awake)
                next_poll = clock() + self._poll_seconds
            ready = self._dirty - self._busy
            self._dirty -= ready
            self._busy |= ready
            for node, numbers in self._by_node(ready).items():
                task = asyncio.create_task(self._read_node(node, numbers), name="feed pass")
                self._passes.add(task)
                task.add_done_callback(self._passes.discard)
            await asyncio.sleep(PACE_SECONDS)

    def _by_node(self, numbers: Iterable[int]) -> dict[Node, list[int]]:
        assert self._links is not None
        by_node: dict[Node, list[int]] = defaultdict(list)
        for number in sorted(numbers):
            by_node[self._links.topology.node_of[number]].append(number)
        return by_node

    async def _read_node(self, node: Node, numbers: Sequence[int]) -> None:
        try:
            await self._catch_up([self._partitions[number] for number in numbers])
            if self._unreachable.pop(node, None):
                log.warning("the feeds at %s can be read again", node.address)
        except StoreUnavailable as error:
            if node not in self._unreachable:
                log.warning("the feeds at %s cannot be read, trying again until they can: %s", node.address, error)
            await self._unreachable.setdefault(node, Backoff()).pause()
            self._dirty.update(numbers)
        finally:
            self._busy.difference_update(numbers)
            self._wake.set()

    async def _catch_up(self, partitions: Sequence[_Partition]) -> None:
        """Reads the partitions in one pipeline and hands over what came, partition by partition."""
        replies = await asyncio.gather(*(self._range(partition) for partition in partitions), return_exceptions=True)
        unavailable: StoreUnavailable | None = None
        for partition, reply in zip(partitions, replies, strict=True):
            try:
                if isinstance(reply, BaseException):
                    raise reply
                await self._hand_over(partition, _judge(partition, reply))
                partition.fault = ""
            except StoreUnavailable as error:
                unavailable = error
            except StoreError as error:
                if partition.fault != str(error):
                    log.error("partition %d cannot be followed: %s", partition.number, error)
                partition.fault = str(error)
        if unavailable is not None:
            raise unavailable

    async def _hand_over(self, partition: _Partition, read: _Read) -> None:
        if read.lost:
            log.warning("the history of partition %d went back; starting anew from its head", partition.number)
            await self._to_head(partition)
            for listener in tuple(self._listeners):
                await self._tell_reset(listener, partition.number)
            return
        if read.entries:
            partition.place = read.entries[-1].place
            for listener in tuple(self._listeners):
                await self._tell_entries(listener, partition.number, read.entries)
        behind = read.more or partition.announced > partition.place.position
        if behind and partition.number in self._awake:
            self._dirty.add(partition.number)
            self._wake.set()

    async def _tell_entries(self, listener: FeedListener, number: int, entries: Sequence[FeedEntry]) -> None:
        try:
            await listener.on_entries(number, entries)
        except Exception:
            log.exception("a listener failed on entries of partition %d; it is told to start anew", number)
            await self._tell_reset(listener, number)

    async def _tell_reset(self, listener: FeedListener, number: int) -> None:
        try:
            await listener.on_reset(number)
        except Exception:
            log.exception("a listener failed on a reset of partition %d", number)

    async def _to_head(self, partition: _Partition) -> None:
        reply = await self._ask(partition, "XREVRANGE", partition.key, "+", "-", "COUNT", 1)
        partition.place = feed_entry_of(partition.key, partition.number, reply[0]).place if reply else FEED_START
        partition.announced = 0

    async def _range(self, partition: _Partition) -> Reply:
        first = max(partition.place.position, 1)
        return await self._ask(partition, "XRANGE", partition.key, f"{first}-0", "+", "COUNT", LONGEST_READ)

    async def _ask(self, partition: _Partition, *command: Argument) -> Reply:
        assert self._links is not None, "the reader was not started"
        return await self._links.ask(partition.number, *command)


def _judge(partition: _Partition, reply: Reply) -> _Read:
    """Compares a range, which begins at the reader's place, with what the reader knows."""
    entries = [feed_entry_of(partition.key, partition.number, entry) for entry in reply]
    place = partition.place
    if place.position > 0 and entries and entries[0].position == place.position:
        if entries[0].place != place:
            return _Read(lost=True)
        del entries[0]
    elif place.position > 0 and not entries:
        return _Read(lost=True)
    for number, entry in enumerate(entries, start=place.position + 1):
        if entry.position != number:
            # The run before a gap is handed over; the next read begins at the gap and finds it.
            run = entries[: number - place.position - 1]
            return _Read(run, more=True) if run else _Read(lost=True)
    return _Read(entries, more=len(reply) == LONGEST_READ)
