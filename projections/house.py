"""A house for housekeeping: what archiving, auditing and the like need, open for as long as they take."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from projections.connection import Connection
from projections.feed import Feeds
from projections.models import Models
from projections.runner import House, NoMeter
from projections.tables import Tables
from server.games import GAMES
from server.store.store import EventStore

CACHED_TABLES: Final = 100


@asynccontextmanager
async def open_house(redis: str, archive: Path | None = None) -> AsyncIterator[tuple[House, Connection]]:
    """The house of a store, with the connection behind it; `archive` is the directory of archived tables, if any.

    Raises StoreUnavailable.
    """
    streams = await EventStore.connect(redis, check=False, archive=archive)
    try:
        connection = await Connection.open(redis)
    except BaseException:
        await streams.close()
        raise
    tables = Tables(streams, GAMES, CACHED_TABLES)
    try:
        yield House(Models(connection), Feeds(connection), streams, tables, GAMES, NoMeter()), connection
    finally:
        await asyncio.gather(connection.close(), streams.close())
