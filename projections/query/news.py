"""News of rows: tells whoever waits for a table's row that it has changed."""

import asyncio
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from projections.across.model import AnyAcrossModel
from projections.across.results import ANY
from projections.connection import Connection
from projections.keys import rows_channel
from projections.projection import AnyProjection
from server.store.partitions import partition_of

ALL: Final = "*"
"""Stands for every table."""


class RowNews:
    """Listens for changed rows. News may be missed while the connection is lost, so whoever waits looks again by itself
    every now and then."""

    def __init__(self, connection: Connection) -> None:
        self._waiting: dict[tuple[str, str], set[asyncio.Event]] = {}
        connection.listen(rows_channel, self._on_news, self._wake_all)

    @contextmanager
    def of(self, projection: AnyProjection, table_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the row may have changed; clear it before the row is read."""
        with self._waking([(projection.key, table_id)]) as wake:
            yield wake

    @contextmanager
    def of_all(self, projection: AnyProjection) -> Iterator[asyncio.Event]:
        """An event that is set whenever a row of any table may have changed."""
        with self._waking([(projection.key, ALL)]) as wake:
            yield wake

    @contextmanager
    def of_any(self, models: Iterable[AnyAcrossModel]) -> Iterator[asyncio.Event]:
        """An event that is set whenever any row of these models across tables may have changed."""
        with self._waking([(model.key, ANY) for model in models]) as wake:
            yield wake

    @contextmanager
    def _waking(self, keys: Collection[tuple[str, str]]) -> Iterator[asyncio.Event]:
        wake = asyncio.Event()
        for key in keys:
            self._waiting.setdefault(key, set()).add(wake)
        try:
            yield wake
        finally:
            for key in keys:
                self._waiting[key].discard(wake)
                if not self._waiting[key]:
                    del self._waiting[key]

    def _on_news(self, partition: int, message: bytes) -> None:
        projection, *tables = message.decode().split(" ")
        if not tables:  # a rebuild: any row may be another one now
            tables = [table for name, table in self._waiting if name == projection and partition_of(table) == partition]
        for table_id in (*tables, ALL):
            for wake in self._waiting.get((projection, table_id), ()):
                wake.set()

    def _wake_all(self) -> None:
        for waiting in self._waiting.values():
            for wake in waiting:
                wake.set()
