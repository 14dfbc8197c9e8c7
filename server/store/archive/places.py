"""Where archived tables are kept: one small interface, in Redis beside the tombstones or on disk."""

import asyncio
import os
from pathlib import Path
from typing import Protocol

from server.store.errors import StoreUnavailable
from server.store.links import Links
from server.store.partitions import archives_key, partition_of


class ArchivePlace(Protocol):
    """Keeps blobs by table. All raise StoreUnavailable."""

    async def put(self, table_id: str, blob: bytes) -> None:
        """Keep a blob, safely, in the place of an earlier one."""

    async def get(self, table_id: str) -> bytes | None:
        """The blob of a table; None when there is none."""

    async def delete(self, table_id: str) -> None:
        """Let a blob go; nothing to do when there is none."""


class RedisPlace:
    """Blobs in a hash of their partition: without keys of their own they cost little besides their bytes."""

    def __init__(self, links: Links) -> None:
        self._links = links

    async def put(self, table_id: str, blob: bytes) -> None:
        """Keep a blob. Raises StoreUnavailable."""
        partition = partition_of(table_id)
        await self._links.ask(partition, "HSET", archives_key(partition), table_id, blob, durably=True)

    async def get(self, table_id: str) -> bytes | None:
        """The blob of a table. Raises StoreUnavailable."""
        partition = partition_of(table_id)
        blob: bytes | None = await self._links.ask(partition, "HGET", archives_key(partition), table_id)
        return blob

    async def delete(self, table_id: str) -> None:
        """Let a blob go. Raises StoreUnavailable."""
        partition = partition_of(table_id)
        await self._links.ask(partition, "HDEL", archives_key(partition), table_id, durably=True)


class DiskPlace:
    """Blobs as files of a directory that all processes of a deployment share, in a folder a partition."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    async def put(self, table_id: str, blob: bytes) -> None:
        """Keep a blob. Raises StoreUnavailable."""
        await asyncio.to_thread(self._guarded, self._put, table_id, blob)

    async def get(self, table_id: str) -> bytes | None:
        """The blob of a table. Raises StoreUnavailable."""
        path = self._path(table_id)
        blob = await asyncio.to_thread(self._guarded, lambda: path.read_bytes() if path.exists() else None)
        assert blob is None or isinstance(blob, bytes)
        return blob

    async def delete(self, table_id: str) -> None:
        """Let a blob go. Raises StoreUnavailable."""
        path = self._path(table_id)
        await asyncio.to_thread(self._guarded, lambda: path.unlink(missing_ok=True))

    def _put(self, table_id: str, blob: bytes) -> None:
        """Write beside, reach the disk, then take the name: a crash leaves the old file or the new one."""
        path = self._path(table_id)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        with beside.open("wb") as file:
            file.write(blob)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _path(self, table_id: str) -> Path:
        return self._directory / f"{partition_of(table_id):02d}" / f"{table_id}.lda"

    @staticmethod
    def _guarded(work: "object", *arguments: object) -> object:
        try:
            return work(*arguments)  # type: ignore[operator]
        except OSError as error:
            raise StoreUnavailable(f"the archive can't be reached: {error}") from error
