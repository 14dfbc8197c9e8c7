"""A whole house inside the test's loop: command server, worker and query server on the session's store."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from ludarium.games.alhambra.v1 import options_pb2
from ludarium.v1 import players_pb2, views_pb2
from prometheus_client import CollectorRegistry

from clients.sdk.connection import Connection
from clients.sdk.tables import TableClient
from projections.query.server import QueryServer
from projections.settings import QuerySettings, WorkerSettings
from projections.worker import Worker
from server.access.tokens import Tokens
from server.api.server import CommandServer
from server.api.settings import Settings
from tests.patience import PATIENCE

KEY = "a key for tests that is 32 bytes or longer"
OPTIONS = views_pb2.GameOptions(alhambra=options_pb2.Options())
SEED = bytes(range(32))
NONCE = bytes(16)


def token(player_id: str, role: players_pb2.Role.ValueType = players_pb2.ROLE_PLAYER) -> str:
    """A token of the test's deployment."""
    return Tokens(KEY).issue(player_id, role)


@dataclass(frozen=True)
class Deployment:
    """Where the servers listen."""

    server: str
    query: str

    def connect(self, bearer: str, deadline: float = PATIENCE) -> Connection:
        """A connection with a token."""
        return Connection(self.server, self.query, bearer, deadline=deadline)


@pytest.fixture
async def command_server(store_url: str) -> AsyncIterator[CommandServer]:
    """A command server."""
    settings = Settings.from_environment({}, redis=store_url, port=0, token_key=KEY, guests=True, check_store=False)
    server = CommandServer(settings, CollectorRegistry())
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def deployment(store_url: str, command_server: CommandServer) -> AsyncIterator[Deployment]:
    """The servers and a worker."""
    worker = await Worker.connect(WorkerSettings(redis=store_url))
    await worker.start()
    settings = QuerySettings(redis=store_url, query_port=0, token_key=KEY, stop_grace=0.5)
    query_server = QueryServer(settings, CollectorRegistry())
    await query_server.start()
    yield Deployment(f"127.0.0.1:{command_server.port}", f"127.0.0.1:{query_server.port}")
    await query_server.stop()
    await worker.stop()


@pytest.fixture
async def ada(deployment: Deployment) -> AsyncIterator[Connection]:
    """A player's connection."""
    async with deployment.connect(token("ada")) as connection:
        yield connection


@pytest.fixture
async def bea(deployment: Deployment) -> AsyncIterator[Connection]:
    """Another player's."""
    async with deployment.connect(token("bea")) as connection:
        yield connection


async def started_table(
    ada: Connection, bea: Connection, options: views_pb2.GameOptions = OPTIONS
) -> dict[int, TableClient]:
    """A running game for two with a given seed; by seat, the player's client."""
    table = await TableClient.create(ada, options, 2, seed=SEED)
    other = TableClient(bea, table.table_id)
    await table.join(nonce=NONCE)
    await other.join(nonce=NONCE)
    await table.start()
    return {0: table, 1: other}
