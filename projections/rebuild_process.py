"""A rebuild as a process of its own, so that it takes no time from those who answer.

`python -m projections.rebuild_process NAME` finds the store by LUDARIUM_REDIS. It prints one line of progress after the
other (partitions, tables and events done) and ends with 0; terminated, it leaves nothing half-built and ends with 1;
what went wrong it says on stderr.
"""

import asyncio
import os
import signal
import sys
from contextlib import aclosing
from typing import Final

from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.feed import Feeds
from projections.models import Models
from projections.projection import AnyProjection
from projections.rebuild import RebuildFailedError, rebuild
from projections.runner import House, NoMeter
from projections.tables import Tables
from server.games import GAMES
from server.store.errors import StoreError
from server.store.store import EventStore

CACHED_TABLES: Final = 100


async def run(redis: str, projection: AnyProjection) -> None:
    """Rebuild a projection, printing progress. Raises RebuildFailedError or StoreError."""
    streams = await EventStore.connect(redis, check=False)
    connection = await Connection.open(redis)
    house = House(
        Models(connection), Feeds(connection), streams, Tables(streams, GAMES, CACHED_TABLES), GAMES, NoMeter()
    )
    try:
        async with aclosing(rebuild(house, projection)) as steps:
            async for progress in steps:
                print(progress.partitions_done, progress.tables_done, progress.events_done, flush=True)
    finally:
        await asyncio.gather(connection.close(), streams.close())


async def _until_terminated(redis: str, projection: AnyProjection) -> None:
    task = asyncio.ensure_future(run(redis, projection))
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, task.cancel)
    await task


def main() -> int:
    """Rebuild the projection of the command line; gives the process's status."""
    (name,) = sys.argv[1:]
    redis = os.environ["LUDARIUM_REDIS"]
    projection = next(projection for projection in PROJECTIONS if projection.name == name)
    try:
        asyncio.run(_until_terminated(redis, projection))
    except asyncio.CancelledError:
        return 1
    except (RebuildFailedError, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
