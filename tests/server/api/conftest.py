"""What the tests of the services share: a command server on the session's store, and a channel to it."""

from collections.abc import AsyncIterator

import pytest
from prometheus_client import CollectorRegistry

from server.api.server import CommandServer
from server.api.settings import Settings
from tests.server.api.callers import Caller, Channel

KEY = "a key for tests that has more than thirty-two bytes"


@pytest.fixture
def registry() -> CollectorRegistry:
    """Metrics of one server."""
    return CollectorRegistry()


@pytest.fixture
async def server(store_url: str, registry: CollectorRegistry) -> AsyncIterator[CommandServer]:
    """A command server."""
    settings = Settings.from_environment({}, redis=store_url, port=0, token_key=KEY, guests=True, check_store=False)
    server = CommandServer(settings, registry)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def channel(server: CommandServer) -> AsyncIterator[Channel]:
    """A channel to the server."""
    channel = Channel(f"127.0.0.1:{server.port}", server.tokens)
    yield channel
    await channel.close()


@pytest.fixture
def players(channel: Channel) -> list[Caller]:
    """Three players."""
    return [channel.caller() for _ in range(3)]
