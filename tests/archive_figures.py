"""What an archive costs: `python -m tests.archive_figures --tables 1000` archives so many tables and prints it.

The golden games of all games in turn are played into a store of their own, each under an id of its own and with event
ids as a server gives them; projections read them, and the archiver moves them out. Then every table is read back as a
replay reads it, once with the blobs in Redis and once with the same blobs on disk. Seconds are processor time of this
process, which does not wait for the disk, with the time that passed beside it; bytes are as Redis counts them, and on
disk those of the files and those of the blocks that they take. All figures are for a thousand tables.
"""

import argparse
import asyncio
import itertools
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from ludarium.v1 import events_pb2
from ulid import ULID

from projections.across.gatherer import Gatherer
from projections.across.results import Results
from projections.archiving import Archiver
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.feed import Feeds
from projections.models import Models
from projections.runner import House, NoMeter
from projections.tables import Tables
from server.games import GAMES
from server.games.kernel import record
from server.store.archive.places import DiskPlace
from server.store.embedded import EmbeddedServer
from server.store.partitions import PARTITIONS, archived_key, archives_key
from server.store.store import EventStore
from tests.goldens import FOLDER
from tests.projections.playing import append_game
from tests.projections.running import run
from tests.server.store.archive.test_blob import as_recorded

Event = events_pb2.Event

TOGETHER = 200
"""Tables that are played before projections read them and the archiver takes them."""


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1_000, help="how many tables")
    count = parser.parse_args().tables
    with tempfile.TemporaryDirectory() as name, EmbeddedServer(Path(name) / "store", appendfsync="everysec") as server:
        folder = Path(name) / "archive"
        async with house_at(server.url) as (house, connection):
            await measure(house, connection, count, server.url, folder)


@asynccontextmanager
async def house_at(url: str) -> AsyncIterator[tuple[House, Connection]]:
    """All that reads the store."""
    connection, streams = await Connection.open(url), await EventStore.connect(url, check=False)
    yield House(Models(connection), Feeds(connection), streams, Tables(streams, GAMES), GAMES, NoMeter()), connection
    await asyncio.gather(connection.close(), streams.close())


async def measure(house: House, connection: Connection, count: int, url: str, folder: Path) -> None:
    """Archive, read back and print."""
    archiver, scale = Archiver(house, connection), 1_000 / count
    tables: list[str] = []
    spent, passed, events, before, blobs = 0.0, 0.0, 0, 0, 0
    coming = itertools.islice(games(), count)
    while some := list(itertools.islice(coming, TOGETHER)):
        for played in some:
            await append_game(house.streams, played)
        for partition in range(PARTITIONS):
            await run(house, partition, *PROJECTIONS)
            await Gatherer(house, Results(connection)).gather(partition)
        began, clock = time.process_time(), time.monotonic()
        archived = [await archiver.archive(played[0].table.opened.table_id) for played in some]
        spent, passed = spent + time.process_time() - began, passed + time.monotonic() - clock
        tables += [one.table_id for one in archived]
        events += sum(one.events for one in archived)
        before += sum(one.stream_bytes for one in archived)
        blobs += sum(one.blob_bytes for one in archived)
    print(f"{count:,} tables, {events / count:,.0f} events each; figures for a thousand tables:")
    print(f"streams before        {before * scale / 1e6:8.2f} MB, without feeds and command ids")
    print(f"blobs                 {blobs * scale / 1e6:8.2f} MB")
    print(f"in Redis              {await held(connection) * scale / 1e6:8.2f} MB, tombstones and keys included")
    print(f"archiving             {spent * scale:8.1f} s of processor, {passed * scale:.1f} s")
    print(f"reading from Redis    {await timed(house.streams.read, tables, scale)}")
    disk = DiskPlace(folder)
    for table_id in tables:
        blob = await house.streams.archive.blob(table_id)
        assert blob is not None
        await disk.put(table_id, blob)
    whole, blocks = on_disk(folder)
    print(f"on disk               {whole * scale / 1e6:8.2f} MB, {blocks * scale / 1e6:.2f} MB of blocks")
    streams = await EventStore.connect(url, check=False, archive=folder)
    print(f"reading from disk     {await timed(streams.read, tables, scale)}")
    await streams.close()


def games() -> Iterator[list[Event]]:
    """The golden games in turn, over and over, each time at another table."""
    paths = [sorted(folder.glob("*.ldm")) for folder in sorted(FOLDER.iterdir())]
    for number in itertools.count():
        for of_game in paths:
            events = record.read(of_game[number % len(of_game)].read_bytes()).events
            events[0].table.opened.table_id = str(ULID())
            yield as_recorded(events)


async def held(connection: Connection) -> int:
    """The bytes in Redis of all archived tables."""
    keys = [(number, key(number)) for number in range(PARTITIONS) for key in (archives_key, archived_key)]
    asked = [await connection.ask(number, "MEMORY", "USAGE", key, "SAMPLES", 0) for number, key in keys]
    return sum(size or 0 for size in asked)


def on_disk(folder: Path) -> tuple[int, int]:
    """The bytes of an archive's files, and of the blocks that they take."""
    files = [path.stat() for path in folder.rglob("*.lda")]
    return sum(file.st_size for file in files), sum(file.st_blocks * 512 for file in files)


async def timed(read: Callable[[str], Awaitable[object]], tables: list[str], scale: float) -> str:
    """What it takes to read these tables whole."""
    began, clock = time.process_time(), time.monotonic()
    for table_id in tables:
        assert await read(table_id)
    spent, passed = time.process_time() - began, time.monotonic() - clock
    return f"{spent * scale:8.1f} s of processor, {passed * scale:.1f} s"


if __name__ == "__main__":
    asyncio.run(main())
