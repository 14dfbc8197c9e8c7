"""What the tests of the host share."""

from collections.abc import AsyncIterator

import pytest

from server.games import GAMES
from server.store.store import EventStore
from server.tables.host import TableHost
from tests.server.tables.sitting import Sitting


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[EventStore]:
    """The session's store."""
    store = await EventStore.connect(store_url, check=False)
    yield store
    await store.close()


@pytest.fixture
def host(store: EventStore) -> TableHost:
    """A host."""
    return TableHost(store, GAMES)


@pytest.fixture
def other_host(store: EventStore) -> TableHost:
    """The host of another server."""
    return TableHost(store, GAMES)


@pytest.fixture
async def sitting(host: TableHost, store: EventStore) -> Sitting:
    """A table of three whose game has begun."""
    return await Sitting(host, store).start()
