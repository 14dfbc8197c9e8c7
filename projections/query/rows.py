"""Rows as queries want them: at least as fresh as asked for, or known to be behind."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Generic

from ludarium.v1 import errors_pb2, events_pb2

from projections.keys import model_keys
from projections.models import Models, StoredRow
from projections.projection import Projection, R, write
from projections.query.news import RowNews
from server.games.kernel.admission import unknown_table
from server.games.kernel.rejection import Rejected
from server.store.partitions import partition_of
from server.store.points import NOWHERE, Point
from server.store.store import EventStore

LOOK_AGAIN_SECONDS = 0.25
"""How long missed news of a row goes unnoticed by whoever waits for a point."""
WATCH_AGAIN_SECONDS = 2.0
"""How long it goes unnoticed by whoever follows the row."""


@dataclass(frozen=True, slots=True)
class FreshRow(Generic[R]):
    """A row, the point that it shows, and whether that is behind what was asked for."""

    row: R
    point: Point
    behind: bool


def history_went_back(version: int) -> Rejected:
    """The point that a token names is no part of the table's history any more."""
    message = f"The point at version {version} that your token names was lost; start from the table's present view."
    return Rejected(errors_pb2.REASON_HISTORY_WENT_BACK, message)


def token_of(point: Point) -> events_pb2.Token:
    """A point as clients carry it."""
    return events_pb2.Token(version=point.version, event_id=point.event_id)


class Rows:
    """Reads single rows of read models."""

    def __init__(self, models: Models, streams: EventStore, news: RowNews, patience: float) -> None:
        """`patience` is how many seconds a query waits for the read side to come to a point."""
        self._models = models
        self._streams = streams
        self._news = news
        self._patience = patience

    async def read(self, projection: Projection[R], table_id: str, at_least: Point = NOWHERE) -> FreshRow[R]:
        """A table's row, which is waited for when it is not as fresh as it should be.

        Raises Rejected(UNKNOWN_TABLE, HISTORY_WENT_BACK), Rejected(NOT_FRESH_ENOUGH) while there is no row at all,
        or StoreUnavailable.
        """
        with self._news.of(projection, table_id) as wake:
            stored = await self._stored(projection, table_id)
            if stored is None or stored.point.version < at_least.version:
                await self._check_history(table_id, at_least)
                stored = await self._wait(wake, projection, table_id, max(at_least.version, 1))
            elif stored.point.version > at_least.version:
                await self._check_history(table_id, at_least)
            elif stored.point != at_least:
                raise history_went_back(at_least.version)
        if stored is None:
            message = f"The read side has not come to table {table_id} yet; ask again."
            raise Rejected(errors_pb2.REASON_NOT_FRESH_ENOUGH, message, version="0")
        return FreshRow(projection.read(stored.data), stored.point, stored.point.version < at_least.version)

    async def follow(self, projection: Projection[R], table_id: str) -> AsyncIterator[FreshRow[R]]:
        """A table's row now, and again whenever it has become another one. Raises as `read`."""
        with self._news.of(projection, table_id) as wake:
            shown: bytes | None = None
            while True:
                wake.clear()
                fresh = await self.read(projection, table_id)
                found = write(fresh.row)  # whoever gets the row may write into it
                if found != shown:
                    shown = found
                    yield fresh
                await woken(wake, WATCH_AGAIN_SECONDS)

    async def _stored(self, projection: Projection[R], table_id: str) -> StoredRow | None:
        keys = model_keys(projection.key, partition_of(table_id))
        (stored,) = await self._models.rows(keys, (table_id,))
        return stored

    async def _check_history(self, table_id: str, point: Point) -> None:
        """Raise unless the point is part of the table's history, and the table exists."""
        if point == NOWHERE:
            if await self._streams.last(table_id) == NOWHERE:
                raise unknown_table(table_id)
            return
        entries = await self._streams.read(table_id, after=point.version - 1, limit=1)
        if not entries or entries[0].point != point:
            if await self._streams.last(table_id) == NOWHERE:
                raise unknown_table(table_id)
            raise history_went_back(point.version)

    async def _wait(
        self, wake: asyncio.Event, projection: Projection[R], table_id: str, version: int
    ) -> StoredRow | None:
        """Wait, within bounds, for a row that is behind to come to a version; gives it as it is then.

        `wake` is set by news that came since the row was looked at.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while True:
            await woken(wake, min(max(0.0, deadline - loop.time()), LOOK_AGAIN_SECONDS))
            wake.clear()
            stored = await self._stored(projection, table_id)
            if loop.time() >= deadline or (stored is not None and stored.point.version >= version):
                return stored


async def woken(wake: asyncio.Event, seconds: float) -> None:
    """Wait until woken, or for so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await wake.wait()
    except TimeoutError:
        return
