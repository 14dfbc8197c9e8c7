"""The query server, wired: the store, what is kept in memory, the services around it, and how it all stops."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final

import grpc
import uvloop
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.registry import REGISTRY

from projections.across.fold import AcrossStore
from projections.across.results import Results
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.feed import Feeds
from projections.metrics import QueryMetrics
from projections.models import Models
from projections.parking import Parking
from projections.query import care, service, standings
from projections.query.admission import Doorkeeper
from projections.query.lists import Lists
from projections.query.news import RowNews
from projections.query.pages import PageTokens
from projections.query.replays import Replays
from projections.query.rows import Rows
from projections.query.standing import Standing
from projections.settings import QuerySettings
from server.access import limits
from server.access.doors import Doors, register
from server.access.gate import Gate
from server.access.health import Health
from server.access.logs import configure_logs
from server.access.tokens import Tokens
from server.games import GAMES
from server.store.backoff import Backoff
from server.store.errors import StoreUnavailable
from server.store.store import EventStore

log = logging.getLogger(__name__)

SERVICES: Final = (service.SERVICE, standings.SERVICE, care.SERVICE)

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", limits.LARGEST_MESSAGE),
    ("grpc.so_reuseport", 0),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
)


class QueryServer:
    """A query server that runs in the present loop. `start` it, then `stop` it."""

    def __init__(self, settings: QuerySettings, registry: CollectorRegistry = REGISTRY) -> None:
        self._settings = settings
        self._registry = registry
        self._metrics = QueryMetrics(registry)
        self._stack = AsyncExitStack()
        self.port = 0
        """The port that is listened on; known once started."""

    async def start(self) -> None:
        """Come up as soon as the store can be reached. Raises OSError for a port that is taken."""
        try:
            await self._start()
        except BaseException:
            await self._stack.aclose()
            raise

    async def stop(self) -> None:
        """Go down in good order: say so, let calls under way finish, then close the store."""
        await self._stack.aclose()

    async def _start(self) -> None:
        settings = self._settings
        streams = await self._connect()
        self._stack.push_async_callback(streams.close)
        connection = await Connection.open(settings.redis)
        self._stack.push_async_callback(connection.close)
        health = Health(streams, SERVICES, self._metrics)
        await self._listen(streams, connection, health)
        self._stack.callback(asyncio.create_task(health.run(), name="query health").cancel)
        if settings.metrics_port:
            start_http_server(settings.metrics_port, addr=settings.host, registry=self._registry)

    async def _connect(self) -> EventStore:
        backoff = Backoff()
        while True:
            try:
                return await EventStore.connect(self._settings.redis, check=False, archive=self._settings.archive)
            except StoreUnavailable as error:
                log.warning("waiting for the event store: %s", error)
                await backoff.pause()

    async def _listen(self, streams: EventStore, connection: Connection, health: Health) -> None:
        settings = self._settings
        models, feeds = Models(connection), Feeds(connection)
        doors = Doors(Gate(Tokens(settings.token_key)), self._metrics)
        news, pages, results = RowNews(connection), PageTokens(settings.token_key), Results(connection)
        replays = Replays(streams, GAMES, settings.cached_events)
        questions = service.QueryService(
            Rows(models, streams, news, settings.freshness_seconds),
            Lists(models, pages),
            replays,
            Doorkeeper(models, replays),
            Standing(models, feeds, PROJECTIONS, results),
            doors,
        )
        server = grpc.aio.server(options=_OPTIONS)
        register(server, service.SERVICE, questions.handlers())
        across = standings.StandingsService(AcrossStore(connection, results), models, news, pages, doors)
        register(server, standings.SERVICE, across.handlers())
        caring = care.CareService(models, Parking(models, streams, GAMES), settings.redis, PROJECTIONS, doors)
        register(server, care.SERVICE, caring.handlers())
        health_pb2_grpc.add_HealthServicer_to_server(health.servicer, server)
        health_name = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
        reflection.enable_server_reflection((*SERVICES, health_name, reflection.SERVICE_NAME), server)
        self.port = self._bind(server)
        await server.start()
        self._stack.push_async_callback(caring.close)
        self._stack.push_async_callback(server.stop, settings.stop_grace)
        self._stack.push_async_callback(health.stop)

    def _bind(self, server: grpc.aio.Server) -> int:
        settings = self._settings
        address = f"{settings.host}:{settings.query_port}"
        try:
            if settings.tls_cert is None or settings.tls_key is None:
                return server.add_insecure_port(address)
            pair = (settings.tls_key.read_bytes(), settings.tls_cert.read_bytes())
            return server.add_secure_port(address, grpc.ssl_server_credentials([pair]))
        except RuntimeError as error:
            raise OSError(f"can't listen on {address}; is another server running there?") from error


async def serve(settings: QuerySettings, ready: Callable[[QueryServer], Awaitable[None]] | None = None) -> None:
    """Run a query server until SIGTERM or SIGINT; `ready` is called once it serves. Raises as QueryServer.start."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopped.set)
    server = QueryServer(settings)
    await server.start()
    log.info("answering on %s:%d", settings.host, server.port)
    try:
        if ready is not None:
            await ready(server)
        await stopped.wait()
        log.info("stopping")
    finally:
        await server.stop()


def main() -> None:
    """Run a query server with the settings of the environment, in the foreground."""
    settings = QuerySettings.from_environment()
    configure_logs(settings.log_level, as_json=settings.log_json)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
