"""A rebuild as a process of its own, so that it takes no time from those who answer.

`python -m projections.rebuild_process NAME` finds the store by LUDARIUM_REDIS. It prints one line of progress after the
other (partitions, tables and events done) and ends with 0; terminated, it leaves nothing half-built and ends with 1;
what went wrong it says on stderr.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from projections.across.catalogue import ACROSS
from projections.across.fold import AcrossStore
from projections.across.model import AnyAcrossModel
from projections.across.results import Results
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.house import open_house
from projections.projection import AnyProjection
from projections.rebuild import Progress, RebuildFailedError, rebuild
from projections.runner import House
from server.store.errors import StoreError
from server.store.partitions import PARTITIONS


async def run(redis: str, projection: AnyProjection) -> None:
    """Rebuild a projection, printing progress. Raises RebuildFailedError or StoreError."""
    archive = os.environ.get("LUDARIUM_ARCHIVE")
    async with open_house(redis, Path(archive) if archive else None) as (house, _), _steps(house, projection) as steps:
        async for progress in steps:
            print(progress.partitions_done, progress.tables_done, progress.events_done, flush=True)


def _steps(house: House, projection: AnyProjection) -> aclosing[AsyncGenerator[Progress, None]]:
    return aclosing(rebuild(house, projection))


async def run_across(redis: str, model: AnyAcrossModel) -> None:
    """Rebuild a model across tables. Raises RebuildFailedError or StoreError."""
    connection = await Connection.open(redis)
    try:
        counted = await AcrossStore(connection, Results(connection)).rebuild(model)
    except TimeoutError as error:
        raise RebuildFailedError(str(error)) from error
    finally:
        await connection.close()
    print(PARTITIONS, counted, counted, flush=True)


async def _until_terminated(redis: str, name: str) -> None:
    across = next((model for model in ACROSS if model.name == name), None)
    if across is not None:
        task = asyncio.ensure_future(run_across(redis, across))
    else:
        task = asyncio.ensure_future(run(redis, next(p for p in PROJECTIONS if p.name == name)))
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, task.cancel)
    await task


def main() -> int:
    """Rebuild the projection of the command line; gives the process's status."""
    (name,) = sys.argv[1:]
    redis = os.environ["LUDARIUM_REDIS"]
    try:
        asyncio.run(_until_terminated(redis, name))
    except asyncio.CancelledError:
        return 1
    except (RebuildFailedError, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
