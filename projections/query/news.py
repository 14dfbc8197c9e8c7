"""News of rows: tells whoever waits for a table's row that it has changed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from projections.across.model import AnyAcrossModel
from projections.connection import Connection
from projections.keys import rows_channel
from projections.projection import AnyProjection
from server.store.partitions import partition_of


class RowNews:
    """Listens for changed rows. News may be missed while the connection is lost, so whoever waits looks again by itself
    every now and then."""

    def __init__(self, connection: Connection) -> None:
        self._waiting: dict[tuple[str, str], set[asyncio.Event]] = {}
        connection.listen(rows_channel, self._on_news, self._wake_all)

    @contextmanager
    def of(self, projection: AnyProjection | AnyAcrossModel, table_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the row may have changed; clear it before the row is read.

        Of a model across tables there is news of ANY row only.
        """
        key = projection.key, table_id
        wake = asyncio.Event()
        self._waiting.setdefault(key, set()).add(wake)
        try:
            yield wake
        finally:
            waiting = self._waiting[key]
            waiting.discard(wake)
            if not waiting:
                del self._waiting[key]

    def _on_news(self, partition: int, message: bytes) -> None:
        projection, *tables = message.decode().split(" ")
        if not tables:  # a rebuild: any row may be another one now
            tables = [table for name, table in self._waiting if name == projection and partition_of(table) == partition]
        for table_id in tables:
            for wake in self._waiting.get((projection, table_id), ()):
                wake.set()

    def _wake_all(self) -> None:
        for waiting in self._waiting.values():
            for wake in waiting:
                wake.set()
