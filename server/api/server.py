"""The command server, wired: the store, the host and watchers, the services around them, and how it all stops."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import uvloop
from prometheus_client import CollectorRegistry
from prometheus_client.registry import REGISTRY

from server.access.doors import Doors
from server.access.gate import Gate
from server.access.health import Health
from server.access.listening import listen, server_of
from server.access.logs import configure_logs
from server.access.running import Running, log, once_reachable, run_until_told
from server.access.tokens import Tokens
from server.api import commands, events, players, tables
from server.api.keys import with_token_key
from server.api.metrics import Metrics
from server.api.settings import Settings
from server.games import GAMES
from server.store.embedded import EmbeddedServer
from server.store.feed import FeedReader
from server.store.profiles import Profiles
from server.store.store import EventStore
from server.tables.census import report_running
from server.tables.deadlines import Deadlines
from server.tables.host import TableHost
from server.tables.pulse import Pulse
from server.tables.rematches import Rematches
from server.tables.watchers import Watchers

STORE_WAIT_SECONDS: Final = 60.0
"""How long a server that starts waits for its store."""

SERVICES: Final = (commands.SERVICE, tables.SERVICE, events.SERVICE, players.SERVICE)


class CommandServer(Running[Settings]):
    """A command server that runs in the present loop. `start` it, then `stop` it."""

    def __init__(self, settings: Settings, registry: CollectorRegistry = REGISTRY) -> None:
        super().__init__(with_token_key(settings), registry)
        self._metrics = Metrics(registry)
        self.port = 0
        """The port that is listened on; known once started."""
        self.redis = settings.redis
        """The address of the event store; known once started."""
        self.tokens = Tokens(self._settings.token_key)
        """Issues and reads tokens of this deployment."""

    async def _start(self) -> None:
        settings = self._settings
        if settings.embedded:
            embedded = EmbeddedServer(settings.data / "store")
            embedded.start()  # here, not in a worker thread: the kernel stops it with the thread that started it
            self._stack.callback(embedded.stop)
            self.redis = embedded.url
        store = await self._connect()
        self._stack.push_async_callback(store.close)
        pulse = Pulse(store, outage_seconds=settings.outage)
        host = TableHost(
            store,
            GAMES,
            cache_size=settings.cache_tables,
            idle_seconds=settings.idle_abort,
            meter=self._metrics,
            pulse=pulse,
        )
        watchers = await self._follow_feed(store, host)
        profiles = await Profiles.connect(self.redis)
        self._stack.push_async_callback(profiles.close)
        health = Health(store, SERVICES, self._metrics)
        await self._listen(host, Rematches(store, host), watchers, profiles, health)
        deadlines = Deadlines(store, host, poll_seconds=settings.deadline_poll, pulse=pulse)
        self._run(health.run(), deadlines.run(), report_running(store, GAMES))

    async def _connect(self) -> EventStore:
        settings = self._settings
        connect = partial(
            EventStore.connect,
            self.redis,
            durability=settings.durability,
            check=settings.check_store,
            archive=settings.archive,
        )
        return await once_reachable(connect, STORE_WAIT_SECONDS)

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

    async def _listen(
        self, host: TableHost, rematches: Rematches, watchers: Watchers, profiles: Profiles, health: Health
    ) -> None:
        settings = self._settings
        doors = Doors(Gate(self.tokens, settings.issuer()), self._metrics, settings.rates())
        command_service = commands.CommandService(host, watchers, doors, self._metrics)
        player_service = players.PlayerService(
            profiles, self.tokens, doors, settings.webhook_hosts, guests=settings.guests_allowed
        )
        services = {
            commands.SERVICE: command_service.handlers(),
            tables.SERVICE: tables.TableService(host, rematches, doors, self.tokens, self._metrics).handlers(),
            events.SERVICE: events.EventService(watchers, doors).handlers(),
            players.SERVICE: player_service.handlers(),
        }
        await self._serve_health(health.servicer, SERVICES)
        server = server_of(services, health.servicer, settings)
        self.port = listen(server, settings.port, settings, self._registry)
        await server.start()

        async def stop() -> None:
            await health.stop()
            await watchers.close()
            command_service.close()
            await server.stop(settings.stop_grace)

        self._stack.push_async_callback(stop)


async def serve(settings: Settings, ready: Callable[[CommandServer], Awaitable[None]] | None = None) -> None:
    """Run a command server until SIGTERM or SIGINT; `ready` is called once it serves. Raises as CommandServer.start."""

    async def serving(server: CommandServer) -> None:
        log.info("serving", host=settings.host, port=server.port)
        if ready is not None:
            await ready(server)

    await run_until_told(CommandServer(settings), serving)


def main() -> None:
    """Run a command server with the settings of the environment, in the foreground."""
    settings = Settings.from_environment()
    configure_logs(settings.log_level, as_json=settings.log_json)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
