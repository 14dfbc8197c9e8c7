"""Backups: what a store holds at one moment, as files that another store can be filled from.

Each node tells its whole content as it tells a new replica (SYNC): its own snapshot format, of one moment, while it
goes on serving. The node of partition 0 comes first: what is kept there counts tables of other partitions, and may be
behind them but never ahead. Archived tables that are kept as files are copied last, so that no tombstone lacks its
blob. A manifest with the checksum of every file is written at the very end: a backup without one is none.
"""

import asyncio
import hashlib
import json
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from redis.exceptions import RedisError

from server.store.errors import StoreError, StoreUnavailable
from server.store.links import Links
from server.store.nodes import Node, Topology, open_connection

FORMAT: Final = 1
MANIFEST: Final = "backup.json"
ARCHIVE: Final = "archive"
CONNECT_SECONDS: Final = 5.0
SNAPSHOT_SECONDS: Final = 600.0
"""How long a node may take before it says how large its snapshot is."""
_CHUNK: Final = 1 << 20


class BackupError(StoreError):
    """A backup could not be taken, or is not whole; the message says what and where."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The content of one node: a file of the backup."""

    file: str
    size: int
    sha256: str
    partitions: list[int]
    """The partitions that are taken from it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup consists of."""

    taken_ms: int
    """When it was begun, in milliseconds since 1970. Everything acknowledged before is in it."""
    snapshots: list[Snapshot]
    archive: dict[str, str] = field(default_factory=dict)
    """The files of archived tables, by path within the archive, with their checksums."""
    format: int = FORMAT

    @property
    def size(self) -> int:
        """Bytes of all snapshots."""
        return sum(snapshot.size for snapshot in self.snapshots)

    @classmethod
    def read(cls, directory: Path) -> Self:
        """The manifest of a backup, all of whose files are as they were written. Raises BackupError."""
        try:
            document: dict[str, Any] = json.loads((directory / MANIFEST).read_text("utf-8"))
            snapshots = [Snapshot(**snapshot) for snapshot in document.pop("snapshots")]
            manifest = cls(snapshots=snapshots, **document)
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise BackupError(f"{directory} is no whole backup: its {MANIFEST} can't be read ({error})") from None
        if manifest.format != FORMAT:
            raise BackupError(f"{directory} is a backup of format {manifest.format}; this version reads {FORMAT}")
        files = {snapshot.file: snapshot.sha256 for snapshot in manifest.snapshots}
        files |= {f"{ARCHIVE}/{path}": digest for path, digest in manifest.archive.items()}
        _check(directory, files)
        return manifest


async def take_backup(url: str, directory: Path, archive: Path | None = None) -> Manifest:
    """Back a store up into a directory that is made, and is there only once the backup is whole.

    `archive` is the directory of archived tables, if they are kept as files. Raises BackupError or StoreUnavailable.
    """
    beside = directory.with_name(f"{directory.name}.partial")
    _make(directory, beside)
    taken_ms = time.time_ns() // 1_000_000
    links = await Links.open(url, answer_within=CONNECT_SECONDS)
    try:
        before = links.topology
        snapshots = [await _snapshot(before, node, beside, number) for number, node in enumerate(_in_order(before))]
    finally:
        await links.close()
    await _still_so(url, before)
    copied = await asyncio.to_thread(_copy_archive, archive, beside / ARCHIVE) if archive is not None else {}
    manifest = Manifest(taken_ms, snapshots, copied)
    (beside / MANIFEST).write_text(json.dumps(asdict(manifest), indent=2) + "\n", "utf-8")
    beside.rename(directory)
    return manifest


def _make(directory: Path, beside: Path) -> None:
    if directory.exists():
        raise BackupError(f"{directory} is there already; name a new directory for the backup")
    try:
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise BackupError(f"{beside} can't be made: {error.strerror}") from None


def _in_order(topology: Topology) -> Sequence[Node]:
    """Every node, that of partition 0 first."""
    return list(dict.fromkeys(topology.node_of))


async def _still_so(url: str, before: Topology) -> None:
    links = await Links.open(url, answer_within=CONNECT_SECONDS)
    await links.close()
    if links.topology.node_of != before.node_of:
        raise BackupError("partitions moved to other nodes while the backup was taken; take it again")


async def _snapshot(topology: Topology, node: Node, directory: Path, number: int) -> Snapshot:
    file = f"node-{number}.rdb"
    try:
        size, digest = await _receive(node, directory / file)
    except (RedisError, OSError, asyncio.IncompleteReadError) as error:
        raise StoreUnavailable(f"the node {node.address} did not tell what it holds: {error}") from error
    return Snapshot(file, size, digest, topology.partitions_of(node))


async def _receive(node: Node, path: Path) -> tuple[int, str]:
    """Ask a node for its snapshot and write it to a file; gives size and checksum."""
    connection: Any = await open_connection(node.connect, within=CONNECT_SECONDS)
    try:
        reader, writer = connection._reader, connection._writer
        writer.write(b"*1\r\n$4\r\nSYNC\r\n")
        left = size = await _announced(reader)
        digest = hashlib.sha256()
        with path.open("wb") as file:
            while left:
                data = await reader.read(min(left, _CHUNK))
                if not data:
                    raise asyncio.IncompleteReadError(data, left)
                left -= len(data)
                digest.update(data)
                file.write(data)
        return size, digest.hexdigest()
    finally:
        await connection.disconnect(nowait=True)


async def _announced(reader: asyncio.StreamReader) -> int:
    """The size that a node announces, once it is ready; it sends empty lines meanwhile."""
    async with asyncio.timeout(SNAPSHOT_SECONDS):
        while not (line := (await reader.readline()).strip()):
            if reader.at_eof():
                raise asyncio.IncompleteReadError(b"", None)
    if not line.startswith(b"$") or not line[1:].isdigit():
        raise BackupError(f"the node refused to tell what it holds: {line.decode('utf-8', 'replace')}")
    return int(line[1:])


def _copy_archive(source: Path, target: Path) -> dict[str, str]:
    """Copy the files of archived tables; gives their checksums by path."""
    copied = {}
    for path in sorted(source.rglob("*.lda")):
        name = path.relative_to(source).as_posix()
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target / name)
        copied[name] = _digest(target / name)
    return copied


def _check(directory: Path, files: Mapping[str, str]) -> None:
    for name, digest in files.items():
        path = directory / name
        if not path.is_file():
            raise BackupError(f"{path} is missing")
        if _digest(path) != digest:
            raise BackupError(f"{path} is not as it was written")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
