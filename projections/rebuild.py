"""Rebuilds: fills a read model anew from the tables' own streams, beside the live one, and puts it in its place."""

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass

from projections.cursor import Cursor
from projections.folding import fold_stream
from projections.keys import model_keys
from projections.lane import Lane, OutpacedError, Stored, commit
from projections.projection import AnyProjection
from projections.runner import FeedLostError, House, Runner
from server.store.errors import StoreError
from server.store.partitions import PARTITIONS
from server.store.points import FeedPlace

log = logging.getLogger(__name__)

TABLES_A_BATCH = 16
LIVES_SECONDS = 600
"""How long a half-built model stays when whoever builds it died."""
AT_ONCE = 4
"""How many partitions are rebuilt at once."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rebuild has come."""

    partitions_done: int
    tables_done: int
    events_done: int


@dataclass(frozen=True, slots=True)
class Source:
    """What a partition is rebuilt from: the tables that have a stream, and the feed's head before they were listed."""

    partition: int
    head: FeedPlace
    tables: tuple[str, ...]


class RebuildFailedError(Exception):
    """A rebuild was given up: another rebuild or a lost feed was in the way. The live model is as it was."""


async def rebuild(house: House, projection: AnyProjection, at_once: int = AT_ONCE) -> AsyncGenerator[Progress, None]:
    """Rebuild a projection in all partitions while the live one goes on, and tell how far that has come.

    Each partition is swapped as soon as it is ready. Closing the iterator cancels: partitions that are not swapped
    stay as they are and nothing half-built is left. Raises StoreUnavailable, OutcomeUnknown or RebuildFailedError.
    """
    sources = await find_sources(house, range(PARTITIONS))
    slots = asyncio.Semaphore(at_once)
    progress = Progress(0, 0, 0)

    async def one(source: Source) -> tuple[int, int]:
        async with slots:
            return await rebuild_partition(house, projection, source)

    tasks = [asyncio.create_task(one(source)) for source in sources]
    try:
        for task in asyncio.as_completed(tasks):
            done, events = await task
            progress = Progress(
                progress.partitions_done + 1, progress.tables_done + done, progress.events_done + events
            )
            yield progress
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def find_sources(house: House, partitions: Iterable[int]) -> list[Source]:
    """What partitions are rebuilt from. The heads are noted first: a table not found here comes by the feed."""
    numbers = list(partitions)
    heads = await asyncio.gather(*(house.feeds.head(number) for number in numbers))
    tables = await house.models.tables_of(numbers)
    return [Source(number, head, tuple(tables[number])) for number, head in zip(numbers, heads, strict=True)]


async def rebuild_partition(
    house: House, projection: AnyProjection, source: Source, *, force: bool = False
) -> tuple[int, int]:
    """Rebuild a projection in one partition; gives the numbers of tables and events that were folded.

    `force` swaps even though the live cursor is further, as it is after history went back. Cancelled, it leaves
    nothing behind.
    """
    build = _Build(house, projection, source)
    try:
        await build.fill()
        await build.catch_up_and_swap(force)
    except BaseException:
        await asyncio.shield(build.drop())
        raise
    return len(source.tables), build.events


class _Build:
    """A read model of one partition that is being built."""

    def __init__(self, house: House, projection: AnyProjection, source: Source) -> None:
        making = secrets.token_hex(4)
        self.events = 0
        self._house = house
        self._projection = projection
        self._partition = source.partition
        self._source = source
        self._keys = model_keys(projection.key, source.partition, making)
        self._live = model_keys(projection.key, source.partition)
        self._making = making
        self._lane: Lane | None = None

    async def fill(self) -> None:
        """Fold every table's stream; what happens later comes by the feed."""
        skipped = await self._house.models.skipped(self._projection, self._partition)
        lane = self._lane = self._new_lane(skipped)
        for first in range(0, len(self._source.tables), TABLES_A_BATCH):
            batch = self._source.tables[first : first + TABLES_A_BATCH]
            streams = await asyncio.gather(*(self._house.streams.read(table_id) for table_id in batch))
            await lane.prepare(batch)
            for table_id, stored in zip(batch, streams, strict=True):
                if stored:
                    folded = fold_stream(self._projection, stored, self._house.games, lane.skipped(table_id))
                    lane.replace(table_id, folded, stored[-1].point.version)
                    self.events += len(stored)
                await asyncio.sleep(0)
            await self._commit(lane)
        await self._commit(lane)

    async def _commit(self, lane: Lane) -> None:
        if await commit(self._house.models, (lane,), self._source.head):
            raise RebuildFailedError(f"the rebuilt rows of partition {self._partition} are another's")

    async def catch_up_and_swap(self, force: bool) -> None:
        """Follow the feed to its end and swap; as often as the live model is a step ahead, again."""
        assert self._lane is not None
        runner = Runner(self._house.apart(), self._partition)
        runner.lanes[self._projection.key] = self._lane
        while True:
            try:
                while await runner.step():
                    pass
            except (OutpacedError, FeedLostError) as error:
                raise RebuildFailedError(f"partition {self._partition} could not be rebuilt: {error}") from error
            answer = await self._house.models.swap(
                *(self._projection, self._keys, self._live, self._lane.cursor, force)
            )
            if answer == b"swapped":
                return
            if answer == b"gone":
                raise RebuildFailedError(f"the rebuilt rows of partition {self._partition} are gone")

    async def drop(self) -> None:
        """Leave nothing behind."""
        try:
            await self._house.models.drop(self._keys)
        except StoreError as error:
            log.warning("half-built rows stay for %d s: %s", LIVES_SECONDS, error)

    def _new_lane(self, skipped: dict[str, frozenset[int]]) -> Lane:
        return Lane(
            *(self._projection, self._keys, self._house.models),
            Stored(None, {}, skipped),
            Cursor(self._source.head, self._making),
            lives_seconds=LIVES_SECONDS,
        )
