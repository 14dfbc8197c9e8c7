"""What is running is counted by what it pins, and a table of newer rules is left to a newer server."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from ludarium.v1 import errors_pb2

from server.games import GAMES
from server.store.embedded import EmbeddedServer
from server.store.points import NOWHERE
from server.store.store import EventStore
from server.tables.census import Pinned, census, report_running
from server.tables.host import TableHost
from tests.server.tables.sitting import Sitting, assert_refused, soon

FUTURE = "01JDGFUTURETABLE0000000000"


@pytest.fixture
async def own_store(tmp_path: Path) -> AsyncIterator[EventStore]:
    """A store whose every table is known."""
    with EmbeddedServer(tmp_path / "store") as server:
        store = await EventStore.connect(server.url)
        yield store
        await store.close()


async def open_future_table(store: EventStore, like: Sitting) -> None:
    """A table that was opened under rules which this software does not have yet."""
    first = (await like.events())[0]
    first.table.opened.table_id = FUTURE
    first.table.opened.rules = "alhambra/2"
    await store.append(
        FUTURE, NOWHERE, [first], actor="x", command_id="open", digest=b"", deadline_ms=like.host.idle_ms
    )


async def test_running_tables_are_counted_by_what_they_pin(
    own_store: EventStore, caplog: pytest.LogCaptureFixture
) -> None:
    host = TableHost(own_store, GAMES)
    sittings = [await Sitting(host, own_store).start() for _ in range(3)]
    await open_future_table(own_store, sittings[0])
    content = GAMES["alhambra"].content.version
    assert await census(own_store, GAMES) == {
        Pinned("alhambra/1", content, served=True): 3,
        Pinned("alhambra/2", content, served=False): 1,
    }
    with caplog.at_level(logging.INFO):
        await report_running(own_store, GAMES)
    assert "3 tables run with rules alhambra/1" in caplog.text
    assert "1 running tables need a newer server than this one (rules alhambra/2" in caplog.text


async def test_a_table_of_newer_rules_is_left_to_a_newer_server(own_store: EventStore) -> None:
    host = TableHost(own_store, GAMES)
    await open_future_table(own_store, await Sitting(host, own_store).start())

    async def look() -> None:
        async with host.current(FUTURE, soon()):
            pass

    await assert_refused(look(), errors_pb2.REASON_NEEDS_NEWER_SERVER)
