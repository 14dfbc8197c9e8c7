"""A query server with a worker beside it, and callers with tokens."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from ludarium.v1 import players_pb2, projections_pb2_grpc, queries_pb2_grpc
from prometheus_client import CollectorRegistry

from projections.query.server import QueryServer
from projections.settings import QuerySettings, WorkerSettings
from projections.worker import Worker
from server.access.tokens import Tokens
from server.store.embedded import EmbeddedServer
from tests.patience import PATIENCE

KEY = "a key for tests that is 32 bytes or longer"

Metadata = tuple[tuple[str, str], ...]


def token(player_id: str, role: players_pb2.Role.ValueType = players_pb2.ROLE_PLAYER) -> Metadata:
    """What a caller sends to say who it is."""
    return (("authorization", f"Bearer {Tokens(KEY).issue(player_id, role)}"),)


WATCHER = token("w", players_pb2.ROLE_SPECTATOR)
OPERATOR = token("o", players_pb2.ROLE_OPERATOR)
BOT = token("bots", players_pb2.ROLE_BOT)


@dataclass(frozen=True)
class Client:
    """The services as clients reach them."""

    queries: Any
    care: Any
    channel: grpc.aio.Channel
    port: int


@pytest.fixture
async def worker(settings: WorkerSettings) -> AsyncIterator[Worker]:
    worker = await Worker.connect(settings)
    await worker.start()
    yield worker
    await worker.stop()


@pytest.fixture
def freshness_seconds() -> float:
    """The query server's patience; where what is asked for never comes, short."""
    return PATIENCE


@pytest.fixture
async def client(server: EmbeddedServer, freshness_seconds: float) -> AsyncIterator[Client]:
    """A client of a query server."""
    settings = QuerySettings(
        redis=server.url, query_port=0, token_key=KEY, freshness_seconds=freshness_seconds, stop_grace=0.5
    )
    query_server = QueryServer(settings, CollectorRegistry())
    await query_server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{query_server.port}") as channel:
        queries = queries_pb2_grpc.QueryServiceStub(channel)
        care = projections_pb2_grpc.ProjectionServiceStub(channel)
        yield Client(queries, care, channel, query_server.port)
    await query_server.stop()


def reason_of(error: grpc.aio.AioRpcError) -> tuple[str, str]:
    """The code and the reason of a refusal."""
    status: Any = rpc_status.from_call(error)
    info = error_details_pb2.ErrorInfo()
    status.details[0].Unpack(info)
    return error.code().name, info.reason
