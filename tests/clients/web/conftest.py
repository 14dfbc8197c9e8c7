"""The web client on a port of its own, before a whole house in the test's loop, and browsers that are not there."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest
import uvicorn
from ludarium.v1 import players_pb2

from clients.web.app import create_app
from clients.web.settings import Settings
from clients.web.visitor import PLAYER_COOKIE, TOKEN_COOKIE
from tests.clients.conftest import Deployment, token
from tests.patience import PATIENCE


@dataclass(frozen=True)
class Site:
    """Where the web client is."""

    address: str

    @asynccontextmanager
    async def visitor(self, player_id: str = "") -> AsyncIterator[httpx.AsyncClient]:
        """A browser, of a player or of nobody, that says where its requests come from as browsers do."""
        headers = {"Origin": self.address}
        cookies = {TOKEN_COOKIE: token(player_id), PLAYER_COOKIE: player_id} if player_id else {}
        async with httpx.AsyncClient(
            base_url=self.address, cookies=cookies, headers=headers, timeout=PATIENCE
        ) as client:
            yield client


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Site]:
    """The web client with these settings, for as long as this context lasts."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(create_app(settings), log_level="warning", timeout_graceful_shutdown=1, lifespan="on")
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        yield Site(f"http://127.0.0.1:{listener.getsockname()[1]}")
        server.should_exit = True
        await task


@pytest.fixture
async def site(deployment: Deployment) -> AsyncIterator[Site]:
    """The web client of the test's house; visitors without a session look with a spectator's token."""
    look = token("spectator", players_pb2.ROLE_SPECTATOR)
    async with serving(Settings(server=deployment.server, query=deployment.query, token=look)) as site:
        yield site
