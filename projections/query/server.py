"""The query server, wired: the store, what is kept in memory, the services around it, and how it all stops."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import uvloop
from prometheus_client import CollectorRegistry
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
from projections.query.reels import Reels
from projections.query.replays import Replays
from projections.query.rows import Rows
from projections.query.standing import Standing
from projections.settings import QuerySettings
from server.access.doors import Doors
from server.access.gate import Gate
from server.access.health import Health
from server.access.listening import listen, server_of
from server.access.logs import configure_logs
from server.access.running import Running, log, once_reachable, run_until_told
from server.access.tokens import Tokens
from server.games import GAMES
from server.store.store import EventStore

SERVICES: Final = (service.SERVICE, standings.SERVICE, care.SERVICE)


class QueryServer(Running[QuerySettings]):
    """A query server that runs in the present loop. `start` it, then `stop` it."""

    def __init__(self, settings: QuerySettings, registry: CollectorRegistry = REGISTRY) -> None:
        super().__init__(settings, registry)
        self._metrics = QueryMetrics(registry)
        self.port = 0
        """The port that is listened on; known once started."""

    async def _start(self) -> None:
        settings = self._settings
        connect = partial(EventStore.connect, settings.redis, check=False, archive=settings.archive)
        streams = await once_reachable(connect)
        self._stack.push_async_callback(streams.close)
        connection = await Connection.open(settings.redis)
        self._stack.push_async_callback(connection.close)
        health = Health(streams, SERVICES, self._metrics)
        await self._listen(streams, connection, health)
        self._run(health.run())

    async def _listen(self, streams: EventStore, connection: Connection, health: Health) -> None:
        settings = self._settings
        models, feeds = Models(connection), Feeds(connection)
        doors = Doors(Gate(Tokens(settings.token_key), settings.issuer()), self._metrics, settings.rates())
        news, pages, results = RowNews(connection), PageTokens(settings.token_key), Results(connection)
        replays = Replays(streams, GAMES, settings.cached_events)
        questions = service.QueryService(
            Rows(models, streams, news, settings.freshness_seconds),
            Lists(models, news, pages),
            replays,
            Reels(settings.cached_frame_bytes),
            Doorkeeper(models, replays),
            Standing(models, feeds, PROJECTIONS, results),
            doors,
        )
        across = standings.StandingsService(AcrossStore(connection, results), models, news, pages, doors)
        caring = care.CareService(models, Parking(models, streams, GAMES), settings.redis, PROJECTIONS, doors)
        services = {
            service.SERVICE: questions.handlers(),
            standings.SERVICE: across.handlers(),
            care.SERVICE: caring.handlers(),
        }
        await self._serve_health(health.servicer, SERVICES)
        server = server_of(services, health.servicer, settings)
        self.port = listen(server, settings.query_port, settings, self._registry)
        await server.start()
        self._stack.push_async_callback(caring.close)
        self._stack.push_async_callback(server.stop, settings.stop_grace)
        self._stack.push_async_callback(health.stop)


async def serve(settings: QuerySettings, ready: Callable[[QueryServer], Awaitable[None]] | None = None) -> None:
    """Run a query server until SIGTERM or SIGINT; `ready` is called once it serves. Raises as QueryServer.start."""

    async def answering(server: QueryServer) -> None:
        log.info("answering", host=settings.host, port=server.port)
        if ready is not None:
            await ready(server)

    await run_until_told(QueryServer(settings), answering)


def main() -> None:
    """Run a query server with the settings of the environment, in the foreground."""
    settings = QuerySettings.from_environment()
    configure_logs(settings.log_level, as_json=settings.log_json)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
