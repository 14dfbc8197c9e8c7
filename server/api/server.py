"""The command server, wired: the store, the host and watchers, the services around them, and how it all stops."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, Final

import grpc
import structlog
import uvloop
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from prometheus_client import CollectorRegistry
from prometheus_client.registry import REGISTRY

from server.access import garbage, limits
from server.access.doors import Doors, register
from server.access.gate import Gate
from server.access.health import Health
from server.access.logs import configure_logs
from server.access.tokens import Tokens
from server.api import commands, events, players, tables
from server.api.keys import with_token_key
from server.api.metrics import Metrics, serve_metrics
from server.api.settings import Settings
from server.games import GAMES
from server.store.embedded import EmbeddedServer
from server.store.errors import StoreUnavailable
from server.store.feed import FeedReader
from server.store.profiles import Profiles
from server.store.store import EventStore
from server.tables.deadlines import Deadlines
from server.tables.host import TableHost
from server.tables.watchers import Watchers

log: Any = structlog.get_logger("ludarium.api")

STORE_WAIT_SECONDS: Final = 60.0
"""How long a server that starts waits for its store."""

SERVICES: Final = (players.SERVICE, tables.SERVICE, commands.SERVICE, events.SERVICE)

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", limits.LARGEST_MESSAGE),
    ("grpc.so_reuseport", 0),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
)


class CommandServer:
    """A command server that runs in the present loop. `start` it, then `stop` it."""

    def __init__(self, settings: Settings, registry: CollectorRegistry = REGISTRY) -> None:
        self._settings = with_token_key(settings)
        self._metrics = Metrics(registry)
        self._registry = registry
        self._stack = AsyncExitStack()
        self.port = 0
        """The port that is listened on; known once started."""
        self.redis = settings.redis
        """The address of the event store; known once started."""
        self.tokens = Tokens(self._settings.token_key)
        """Issues and reads tokens of this deployment."""

    async def start(self) -> None:
        """Come up, or raise what keeps it from that, with nothing left running.

        Raises StoreUnavailable, StoreUnsuitable, OSError for a port that is taken.
        """
        try:
            await self._start()
        except BaseException:
            await self._stack.aclose()
            raise

    async def stop(self) -> None:
        """Go down in good order: say so, end streams, let calls under way finish, then close the store."""
        await self._stack.aclose()

    async def _start(self) -> None:
        settings = self._settings
        if settings.embedded:
            embedded = EmbeddedServer(settings.data / "store")
            embedded.start()  # here, not in a worker thread: the kernel stops it with the thread that started it
            self._stack.callback(embedded.stop)
            self.redis = embedded.url
        store = await self._connect()
        self._stack.push_async_callback(store.close)
        host = TableHost(
            store,
            GAMES,
            cache_size=settings.cache_tables,
            idle_seconds=settings.idle_abort,
            meter=self._metrics,
        )
        watchers = await self._follow_feed(store, host)
        profiles = await Profiles.connect(self.redis)
        self._stack.push_async_callback(profiles.close)
        health = Health(store, SERVICES, self._metrics)
        await self._listen(host, watchers, profiles, health)
        self._run(health.run(), Deadlines(store, host, poll_seconds=settings.deadline_poll).run())
        if settings.metrics_port:
            serve_metrics(settings.metrics_port, settings.host, self._registry)

    async def _connect(self) -> EventStore:
        """Connect to the store; one that is not there yet is waited for."""
        settings = self._settings
        patience = asyncio.get_running_loop().time() + STORE_WAIT_SECONDS
        while True:
            try:
                return await EventStore.connect(
                    self.redis,
                    durability=settings.durability,
                    check=settings.check_store,
                    archive=settings.archive,
                )
            except StoreUnavailable as error:
                if asyncio.get_running_loop().time() > patience:
                    raise
                log.warning("waiting for the event store", error=str(error))
                await asyncio.sleep(1.0)

    async def _follow_feed(self, store: EventStore, host: TableHost) -> Watchers:
        """Follow the feed wherever someone watches. The host is told too; elsewhere it finds out when it appends."""
        feed = FeedReader(self.redis, on_demand=True)
        queue = self._settings.watcher_queue
        watchers = Watchers(store, GAMES, feed, meter=self._metrics, longest_queue=queue)
        feed.add_listener(host)
        feed.add_listener(watchers)
        await feed.start()
        self._stack.push_async_callback(feed.stop)
        self._stack.push_async_callback(watchers.close)
        return watchers

    async def _listen(self, host: TableHost, watchers: Watchers, profiles: Profiles, health: Health) -> None:
        settings = self._settings
        doors = Doors(Gate(self.tokens), self._metrics)
        server = grpc.aio.server(options=_OPTIONS)
        command_service = commands.CommandService(host, watchers, doors, self._metrics)
        player_service = players.PlayerService(profiles, self.tokens, doors, guests=settings.guests_allowed)
        register(server, commands.SERVICE, command_service.handlers())  # first: they are looked up in this order
        register(server, tables.SERVICE, tables.TableService(host, doors, self._metrics).handlers())
        register(server, events.SERVICE, events.EventService(watchers, doors).handlers())
        register(server, players.SERVICE, player_service.handlers())
        health_pb2_grpc.add_HealthServicer_to_server(health.servicer, server)
        health_name = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
        reflection.enable_server_reflection((*SERVICES, health_name, reflection.SERVICE_NAME), server)
        self.port = self._bind(server)
        await server.start()

        async def stop() -> None:
            await health.stop()
            await watchers.close()
            command_service.close()
            await server.stop(settings.stop_grace)

        self._stack.push_async_callback(stop)

    def _bind(self, server: grpc.aio.Server) -> int:
        settings = self._settings
        address = f"{settings.host}:{settings.port}"
        try:
            if settings.tls_cert is None or settings.tls_key is None:
                return server.add_insecure_port(address)
            pair = (settings.tls_key.read_bytes(), settings.tls_cert.read_bytes())
            return server.add_secure_port(address, grpc.ssl_server_credentials([pair]))
        except RuntimeError as error:
            raise OSError(f"can't listen on {address}; is another server running there?") from error

    def _run(self, *coroutines: Any) -> None:
        tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]

        async def stop() -> None:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self._stack.push_async_callback(stop)


async def serve(settings: Settings, ready: Callable[[CommandServer], Awaitable[None]] | None = None) -> None:
    """Run a command server until SIGTERM or SIGINT; `ready` is called once it serves. Raises as CommandServer.start."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopped.set)
    server = CommandServer(settings)
    await server.start()
    garbage.collect_less_often()
    log.info("serving", host=settings.host, port=server.port)
    try:
        if ready is not None:
            await ready(server)
        await stopped.wait()
        log.info("stopping")
    finally:
        await server.stop()


def main() -> None:
    """Run a command server with the settings of the environment, in the foreground."""
    settings = Settings.from_environment()
    configure_logs(settings.log_level, as_json=settings.log_json)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
