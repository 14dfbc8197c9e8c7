"""Backing up, restoring and verifying from the command line."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store.embedded import EmbeddedServer
from server.store.store import EventStore
from tests.clients.cli.running import Here
from tests.projections.playing import another_table, append_game, append_new, played_game


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A store with a game in it."""
    with EmbeddedServer(tmp_path / "store") as server:
        asyncio.run(_fill(server.url))
        yield server


async def _fill(url: str) -> None:
    store = await EventStore.connect(url)
    await append_new(store, played_game()[:100])
    await store.close()


def test_a_backup_is_restored_into_a_new_data_directory_and_verified(
    here: Here, store: EmbeddedServer, tmp_path: Path
) -> None:
    backup, data = str(tmp_path / "backup"), tmp_path / "data"
    taken = here("backup", backup, "--redis", store.url)
    assert taken.code == 0, taken.err
    assert "1 nodes" in taken.out
    restored = here("restore", backup, "--data", str(data), "--yes")
    assert restored.code == 0, restored.err
    assert "1 tables checked, nothing wrong" in restored.out
    with EmbeddedServer(data / "store") as again:
        verified = here("verify", "--all", "--redis", again.url)
        assert verified.code == 0, verified.out
        assert "1 tables" in verified.out
        assert "is not empty" in here("restore", backup, "--redis", again.url, "--yes").err


def test_verify_all_finds_a_table_that_does_not_fold(here: Here, store: EmbeddedServer) -> None:
    asyncio.run(_break(store.url))
    verified = here("verify", "--all", "--redis", store.url)
    assert verified.code == 1
    assert "can't be folded" in verified.out


async def _break(url: str) -> None:
    store = await EventStore.connect(url)
    table_id, events = another_table(played_game()[:3])
    del events[0]  # what opened the table
    for version, event in enumerate(events, start=1):
        event.version = version
    await append_game(store, events, table_id=table_id)
    await store.close()


def test_what_is_to_be_verified_must_be_said(here: Here) -> None:
    assert "give --all" in here("verify").err
    assert "give --all" in here("verify", "--all", "a.ldm").err
