"""Command servers in the test's own loop."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from prometheus_client import CollectorRegistry

from clients.rehearse.processes import KEY
from server.api.server import CommandServer
from server.api.settings import Settings

NOTHING_SET: Final[Mapping[str, str]] = {}


@asynccontextmanager
async def serving(
    store_url: str,
    environment: Mapping[str, str] = NOTHING_SET,
    registry: CollectorRegistry | None = None,
    **given: Any,
) -> AsyncIterator[CommandServer]:
    """A command server on a store, with settings by their variables or by their fields."""
    fields = {"redis": store_url, "port": 0, "token_key": KEY, "check_store": False} | given
    server = CommandServer(Settings.from_environment(environment, **fields), registry or CollectorRegistry())
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
