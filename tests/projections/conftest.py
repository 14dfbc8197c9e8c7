"""What the tests of the read side share: a store of their own, since they look at all of its feeds."""

from collections.abc import AsyncIterator, Iterator

import pytest

from projections.connection import Connection
from projections.feed import Feeds
from projections.models import Models
from projections.runner import House, NoMeter
from projections.settings import WorkerSettings
from projections.tables import Tables
from server.games import GAMES
from server.store.embedded import EmbeddedServer
from server.store.store import EventStore


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A server for one test alone. It need not wait for the disk."""
    with EmbeddedServer(tmp_path_factory.mktemp("store"), appendfsync="everysec") as server:
        yield server


@pytest.fixture
async def store(server: EmbeddedServer) -> AsyncIterator[EventStore]:
    store = await EventStore.connect(server.url, check=False)
    yield store
    await store.close()


@pytest.fixture
async def connection(server: EmbeddedServer) -> AsyncIterator[Connection]:
    connection = await Connection.open(server.url)
    yield connection
    await connection.close()


@pytest.fixture
def house(store: EventStore, connection: Connection) -> House:
    return House(Models(connection), Feeds(connection), store, Tables(store, GAMES), GAMES, NoMeter())


@pytest.fixture
def settings(server: EmbeddedServer) -> WorkerSettings:
    return WorkerSettings(redis=server.url, lease_seconds=1.5, poll_seconds=0.3)
