"""Restoring: fills an empty store, of one node or a cluster, from a backup of any other."""

import asyncio
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from server.store.backup import ARCHIVE, BackupError, Manifest, Snapshot
from server.store.embedded import EmbeddedServer
from server.store.errors import StoreUnavailable
from server.store.links import Links

LOAD_SECONDS: Final = 600.0
KEYS_AT_ONCE: Final = 200
_OURS: Final = re.compile(rb"\{p(\d\d)\}:")


async def restore_backup(url: str, directory: Path, archive: Path | None = None) -> int:
    """Fill an empty store from a backup, and an archive's directory from its files; gives the number of keys.

    Each snapshot is read by a server of this machine, so it has to be of a version that this one can read. Raises
    BackupError, and then nothing was changed unless it says so, or StoreUnavailable.
    """
    manifest = await asyncio.to_thread(Manifest.read, directory)
    if manifest.archive and archive is None:
        raise BackupError("the backup has files of archived tables: say where they are to go")
    links = await Links.open(url, answer_within=LOAD_SECONDS)
    try:
        await _refuse_unless_empty(links)
        if archive is not None:
            await asyncio.to_thread(_copy_archive, directory / ARCHIVE, archive, manifest)
        return sum([await _pour(directory, snapshot, links) for snapshot in manifest.snapshots])
    finally:
        await links.close()


async def _refuse_unless_empty(links: Links) -> None:
    topology = links.topology
    for node in topology.nodes:
        partition = topology.partitions_of(node)[0]
        cursor = b"0"
        while True:
            cursor, keys = await links.ask(partition, "SCAN", cursor, "MATCH", "{p??}:*", "COUNT", 1000)
            if keys:
                raise BackupError("the store is not empty: restore into a new one, and point the servers at it")
            if cursor == b"0":
                break


def _copy_archive(source: Path, target: Path, manifest: Manifest) -> None:
    for name in manifest.archive:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)


async def _pour(directory: Path, snapshot: Snapshot, links: Links) -> int:
    """Load a snapshot into a server of its own and pour its keys over; gives their number."""
    with tempfile.TemporaryDirectory(prefix="ludarium-restore-") as scratch:
        await asyncio.to_thread(shutil.copyfile, directory / snapshot.file, Path(scratch) / "dump.rdb")
        source = EmbeddedServer(Path(scratch), options=("--appendonly", "no"))
        try:
            source.start(LOAD_SECONDS)
        except StoreUnavailable as error:
            raise BackupError(f"{snapshot.file} can't be loaded here: {error}") from None
        try:
            async with Redis.from_url(source.url) as redis:
                return sum([await _copy(redis, links, keys) async for keys in _keys(redis, snapshot)])
        finally:
            source.stop()


async def _keys(redis: "Redis", snapshot: Snapshot) -> AsyncIterator[list[tuple[int, bytes]]]:
    """The keys of the snapshot's partitions with those, some at a time."""
    wanted = set(snapshot.partitions)
    batch: list[tuple[int, bytes]] = []
    async for key in redis.scan_iter(match="{p??}:*", count=1000):
        match = _OURS.match(key)
        if match is None or int(match[1]) not in wanted:
            continue
        batch.append((int(match[1]), key))
        if len(batch) == KEYS_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


async def _copy(redis: "Redis", links: Links, keys: Sequence[tuple[int, bytes]]) -> int:
    """Copy keys as they are, with the time they have left."""
    async with redis.pipeline(transaction=False) as pipeline:
        for _, key in keys:
            pipeline.dump(key)
            pipeline.pttl(key)
        replies = await pipeline.execute()
    copies = []
    for (partition, key), data, left in zip(keys, replies[::2], replies[1::2], strict=True):
        if data is not None:  # it ran out while it was on its way
            # Said twice it does no harm, so that a lost answer is asked for again.
            copies.append(links.ask(partition, "RESTORE", key, max(0, left), data, "REPLACE", durably=True))
    await asyncio.gather(*copies)
    return len(copies)
