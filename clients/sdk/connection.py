"""A connection to one deployment: its command server, its query server, and who is asking."""

import asyncio
import os
import time
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Self, TypeVar

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from ludarium.v1 import (
    commands_pb2_grpc,
    events_pb2_grpc,
    players_pb2_grpc,
    projections_pb2_grpc,
    queries_pb2_grpc,
    standings_pb2_grpc,
    tables_pb2_grpc,
)

from clients.sdk.backoff import Backoff
from clients.sdk.errors import LudariumError, OutcomeUnknown, Unavailable, from_rpc

DEFAULT_SERVER = "localhost:7443"
DEFAULT_QUERY = "localhost:7444"
DEFAULT_DEADLINE = 30.0
ATTEMPT_SECONDS = 10.0
"""How long one attempt may take before the same request is sent again."""

Request = TypeVar("Request")
Response = TypeVar("Response")

_CHANNEL_OPTIONS = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 2000),  # which is also how long one attempt may take, and TLS takes its time
    ("grpc.max_reconnect_backoff_ms", 2000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 64 << 20),
)


class Connection:
    """Channels and stubs of one deployment. Use it as an async context, or close it.

    What is not given comes from the environment (LUDARIUM_SERVER, LUDARIUM_QUERY, LUDARIUM_TOKEN), else from the
    defaults localhost:7443 and localhost:7444. LUDARIUM_TLS=on speaks TLS and trusts the authorities that gRPC knows;
    LUDARIUM_TLS=FILE trusts those of a PEM file. LUDARIUM_CLIENT_CERT and LUDARIUM_CLIENT_KEY name the certificate
    (PEM) to show to servers that ask for one. Nothing is sent before the first call.
    """

    def __init__(
        self,
        server: str | None = None,
        query: str | None = None,
        token: str | None = None,
        *,
        deadline: float = DEFAULT_DEADLINE,
    ) -> None:
        """`token` is a bearer token, `deadline` the seconds after which a call without an answer gives up."""
        self.server = server or os.environ.get("LUDARIUM_SERVER") or DEFAULT_SERVER
        self.query = query or os.environ.get("LUDARIUM_QUERY") or DEFAULT_QUERY
        self.deadline = deadline
        self._token = token or os.environ.get("LUDARIUM_TOKEN") or ""
        self._server_channel = _open(self.server)
        self._query_channel = _open(self.query)
        self.players = players_pb2_grpc.PlayerServiceStub(self._server_channel)
        self.tables = tables_pb2_grpc.TableServiceStub(self._server_channel)
        self.commands = commands_pb2_grpc.CommandServiceStub(self._server_channel)
        self.events = events_pb2_grpc.EventServiceStub(self._server_channel)
        self.queries = queries_pb2_grpc.QueryServiceStub(self._query_channel)
        self.standings = standings_pb2_grpc.StandingsServiceStub(self._query_channel)
        self.care = projections_pb2_grpc.ProjectionServiceStub(self._query_channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close both channels; calls under way end."""
        await asyncio.gather(self._server_channel.close(), self._query_channel.close())

    @property
    def token(self) -> str:
        """The bearer token that goes with every call; empty for none."""
        return self._token

    @token.setter
    def token(self, token: str) -> None:
        self._token = token

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What goes with every call."""
        return (("authorization", f"Bearer {self._token}"),) if self._token else ()

    def acting_with(self, token: str) -> "Connection":
        """This connection with another token: the channels are shared, and closed with this one."""
        other = copy(self)
        other._token = token
        return other

    async def call(
        self,
        method: "grpc.aio.UnaryUnaryMultiCallable[Request, Response]",
        request: Request,
        *,
        deadline: float | None = None,
    ) -> Response:
        """Call a method of a stub, and send the very same request again while nobody answers, until the deadline.

        Commands carry ids, so that repeating one is safe. A caller that is too fast waits as long as the server says.
        Raises LudariumError: Refused and its kinds at once, Unavailable or OutcomeUnknown at the deadline (seconds; the
        connection's own by default).
        """
        ends = time.monotonic() + (self.deadline if deadline is None else deadline)
        backoff = Backoff()
        uncertain = False
        while True:
            left = max(ends - time.monotonic(), 0.001)
            try:
                return await method(request, timeout=min(left, ATTEMPT_SECONDS), metadata=self.metadata)
            except grpc.aio.AioRpcError as rpc_error:
                error = from_rpc(rpc_error)
            if not isinstance(error, Unavailable):
                raise error
            uncertain = uncertain or _may_have_arrived(error)
            pause = max(backoff.pause(), error.wait_seconds)
            if time.monotonic() + pause >= ends:
                raise _gave_up(error) if uncertain else error
            await asyncio.sleep(pause)

    async def health(self, deadline: float = 2.0) -> Mapping[str, bool]:
        """Whether the command server (`server`) and the query server (`query`) say, in time, that they serve."""
        server, query = await asyncio.gather(
            _serves(self._server_channel, deadline), _serves(self._query_channel, deadline)
        )
        return {"server": server, "query": query}


def _open(address: str) -> grpc.aio.Channel:
    tls = os.environ.get("LUDARIUM_TLS", "")
    if tls.lower() in ("", "off"):
        return grpc.aio.insecure_channel(address, options=_CHANNEL_OPTIONS)
    roots = None if tls.lower() == "on" else Path(tls).read_bytes()
    key, certificate = (_file_of(name) for name in ("LUDARIUM_CLIENT_KEY", "LUDARIUM_CLIENT_CERT"))
    credentials = grpc.ssl_channel_credentials(roots, key, certificate)
    return grpc.aio.secure_channel(address, credentials, options=_CHANNEL_OPTIONS)


def _file_of(variable: str) -> bytes | None:
    path = os.environ.get(variable)
    return Path(path).read_bytes() if path else None


async def _serves(channel: grpc.aio.Channel, deadline: float) -> bool:
    try:
        stub = health_pb2_grpc.HealthStub(channel)
        answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=deadline)
    except grpc.aio.AioRpcError:
        return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _may_have_arrived(error: LudariumError) -> bool:
    """Whether the request may have been carried out although its answer did not come."""
    nobody_there = error.message.startswith("failed to connect")
    return isinstance(error, OutcomeUnknown) or not (error.reason or nobody_there)


def _gave_up(last: LudariumError) -> OutcomeUnknown:
    message = f"No answer came before the deadline ({last.message}); send the same request again."
    return OutcomeUnknown(last.status, message, "OUTCOME_UNKNOWN", last.metadata)
