"""What the tests of the store share."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from server.store.embedded import EmbeddedServer
from server.store.store import EventStore


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[EventStore]:
    """A store on the session's server, unchecked: whoever gives REDIS_URL may give a weak one."""
    store = await EventStore.connect(store_url, check=False)
    yield store
    await store.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server for one test alone, that may be killed, flushed and ill-treated."""
    with EmbeddedServer(tmp_path / "data") as server:
        yield server


@pytest.fixture
def own_server_url(own_server: EmbeddedServer) -> str:
    return own_server.url
