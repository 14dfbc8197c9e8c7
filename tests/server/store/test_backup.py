"""A backup holds everything of one moment, names its own damage, and fills any empty store."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from clients.rehearse.cluster import running_cluster
from server.store.backup import BackupError, Manifest, take_backup
from server.store.embedded import EmbeddedServer
from server.store.outcomes import Seen
from server.store.points import NOWHERE, Point
from server.store.restore import restore_backup
from server.store.store import EventStore
from tests.server.store.writing import append, events_after, grow, new_table


async def filled(url: str, count: int = 30) -> dict[str, Point]:
    """Tables of three events each, with their last points; each remembers a command."""
    store = await EventStore.connect(url, check=False)
    ends = {}
    for table in (new_table() for _ in range(count)):
        await append(store, table, NOWHERE, events_after(NOWHERE), command_id="first")
        ends[table] = await grow(store, table, await store.last(table), count=2)
    await store.close()
    return ends


async def assert_there(url: str, ends: dict[str, Point]) -> None:
    """The tables are there, go on, and remember their commands."""
    store = await EventStore.connect(url, check=False)
    for table, end in ends.items():
        assert await store.last(table) == end
        assert len(await store.read(table)) == end.version
        assert await append(store, table, NOWHERE, events_after(NOWHERE), command_id="first") == Seen(1, 1)
        await grow(store, table, end)
    await store.close()


async def test_a_cluster_is_backed_up_and_restored_into_one_node_and_back(tmp_path: Path) -> None:
    async with running_cluster(tmp_path / "first") as cluster:
        ends = await filled(cluster.url)
        manifest = await take_backup(cluster.url, tmp_path / "backup")
        await grow_all(cluster.url, ends)
    assert len(manifest.snapshots) == 3
    assert sorted(number for snapshot in manifest.snapshots for number in snapshot.partitions) == list(range(64))
    with EmbeddedServer(tmp_path / "single") as single:
        await restore_backup(single.url, tmp_path / "backup")
        await take_backup(single.url, tmp_path / "again")
        await assert_there(single.url, ends)
    async with running_cluster(tmp_path / "second") as cluster:
        await restore_backup(cluster.url, tmp_path / "again")
        await assert_there(cluster.url, ends)


async def grow_all(url: str, ends: dict[str, Point]) -> None:
    """What comes after the backup is not in it."""
    store = await EventStore.connect(url, check=False)
    for table, end in ends.items():
        await grow(store, table, end)
    await store.close()


async def test_files_of_archived_tables_are_part_of_a_backup(own_server: EmbeddedServer, tmp_path: Path) -> None:
    archive, blob = tmp_path / "archive", Path("07") / "TABLE.lda"
    (archive / blob).parent.mkdir(parents=True)
    (archive / blob).write_bytes(b"a game")
    await take_backup(own_server.url, tmp_path / "backup", archive)
    with EmbeddedServer(tmp_path / "fresh") as fresh:
        with pytest.raises(BackupError, match="say where they are to go"):
            await restore_backup(fresh.url, tmp_path / "backup")
        await restore_backup(fresh.url, tmp_path / "backup", tmp_path / "restored")
    assert (tmp_path / "restored" / blob).read_bytes() == b"a game"


async def test_a_damaged_backup_is_refused(own_server: EmbeddedServer, tmp_path: Path) -> None:
    await filled(own_server.url, 3)
    manifest = await take_backup(own_server.url, tmp_path / "backup")
    file = tmp_path / "backup" / manifest.snapshots[0].file
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(BackupError, match=f"{file.name} is not as it was written"):
        Manifest.read(tmp_path / "backup")
    file.unlink()
    with pytest.raises(BackupError, match=f"{file.name} is missing"):
        Manifest.read(tmp_path / "backup")
    with pytest.raises(BackupError, match="is no whole backup"):
        Manifest.read(tmp_path)


async def test_nothing_is_overwritten(own_server: EmbeddedServer, tmp_path: Path) -> None:
    await filled(own_server.url, 1)
    await take_backup(own_server.url, tmp_path / "backup")
    with pytest.raises(BackupError, match="is there already"):
        await take_backup(own_server.url, tmp_path / "backup")
    with pytest.raises(BackupError, match="the store is not empty"):
        await restore_backup(own_server.url, tmp_path / "backup")


async def test_times_that_keys_have_left_are_kept(own_server: EmbeddedServer, tmp_path: Path) -> None:
    async with Redis.from_url(own_server.url) as redis:
        await redis.set("{p03}:request:x", "table", px=500_000)
        await redis.set("{p03}:other", "stays")
        await redis.set("not ours", "left out")
    await take_backup(own_server.url, tmp_path / "backup")
    with EmbeddedServer(tmp_path / "fresh") as fresh:
        assert await restore_backup(fresh.url, tmp_path / "backup") == 2
        async with Redis.from_url(fresh.url) as redis:
            assert 0 < await redis.pttl("{p03}:request:x") <= 500_000
            assert await redis.pttl("{p03}:other") == -1
            assert await redis.dbsize() == 2
