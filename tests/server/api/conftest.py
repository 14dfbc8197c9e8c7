"""What the tests of the services share: a command server on the session's store, and a channel to it."""

from collections.abc import AsyncIterator

import pytest
from prometheus_client import CollectorRegistry

from clients.rehearse.processes import KEY as KEY
from server.api.server import CommandServer
from tests.server.api.callers import Caller, Channel
from tests.server.api.serving import serving


@pytest.fixture
def registry() -> CollectorRegistry:
    """Metrics of one server."""
    return CollectorRegistry()


@pytest.fixture
async def server(store_url: str, registry: CollectorRegistry) -> AsyncIterator[CommandServer]:
    """A command server."""
    async with serving(store_url, registry=registry, guests=True) as server:
        yield server


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
