"""The worker: a process that looks after its share of all projections and partitions."""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import Iterable, Sequence
from typing import Self

from projections.across.catalogue import ACROSS
from projections.across.follower import KEY, AcrossFollower
from projections.audit import Auditor
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.feed import Feeds
from projections.follower import Follower
from projections.lag import Lag, measure
from projections.leases import Leases
from projections.models import Models
from projections.pace import Pace
from projections.projection import AnyProjection
from projections.runner import House, Meter, NoMeter
from projections.settings import WorkerSettings
from projections.store_state import StoreState, look_at_store
from projections.tables import Tables
from server.games import GAMES
from server.games.kernel.game import Catalogue
from server.store.errors import StoreError
from server.store.partitions import PARTITIONS, news_channel
from server.store.store import EventStore

log = logging.getLogger(__name__)


class Worker:
    """Follows the feeds of the partitions that are its share, projection by projection, until it is stopped."""

    def __init__(
        self,
        settings: WorkerSettings,
        house: House,
        connection: Connection,
        projections: Sequence[AnyProjection] = PROJECTIONS,
    ) -> None:
        """Use `connect`."""
        self._settings = settings
        self._house = house
        self._connection = connection
        self._projections = {projection.key: projection for projection in projections}
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        self._leases = Leases(connection, self.name, (*self._projections, KEY), settings.lease_seconds)
        self._across = AcrossFollower(house, connection, ACROSS, settings.poll_seconds)
        pace = Pace()
        self._followers = [Follower(self._house, number, pace) for number in range(PARTITIONS)]
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def connect(
        cls,
        settings: WorkerSettings,
        *,
        projections: Sequence[AnyProjection] = PROJECTIONS,
        games: Catalogue = GAMES,
        meter: Meter | None = None,
    ) -> Self:
        """A worker at the store of the settings, not started yet. Raises StoreUnavailable if it can't be reached."""
        connection = await Connection.open(settings.redis)
        try:
            streams = await EventStore.connect(settings.redis, check=False, archive=settings.archive)
        except BaseException:
            await connection.close()
            raise
        house = House(
            models=Models(connection),
            feeds=Feeds(connection),
            streams=streams,
            tables=Tables(streams, games, settings.cached_tables),
            games=games,
            meter=meter or NoMeter(),
        )
        return cls(settings, house, connection, projections)

    @property
    def held(self) -> frozenset[tuple[str, int]]:
        """What this worker looks after: pairs of a projection's key and a partition."""
        return frozenset(pair for pair in self._leases.held if pair[0] != KEY)

    async def lags(self) -> list[Lag]:
        """How what this worker looks after stands. Raises StoreUnavailable, StoreMalformed."""
        return [*await measure(self._house.models, self._house.feeds, self.held), *await self._across.lags()]

    @property
    def house(self) -> House:
        """What the worker's runners share."""
        return self._house

    def auditor(self) -> Auditor:
        """Audits what this worker and others have stored."""
        return Auditor(self._house, self._connection, list(self._projections.values()))

    async def look_at_store(self) -> StoreState:
        """How the store stands, as far as this worker looks after it. Raises StoreUnavailable, StoreError."""
        partitions = {partition for _, partition in self.held}
        return await look_at_store(self._connection, self._house.streams.archive, partitions)

    async def start(self) -> None:
        """Begin to look after this worker's share."""
        self._connection.listen(news_channel, lambda partition, _: self._wake(partition), self._wake_all)
        self._tasks = [
            asyncio.create_task(self._keep_leases(), name="projection leases"),
            asyncio.create_task(self._poll(), name="projection poll"),
            asyncio.create_task(self._across.run(), name="models across tables"),
            *(asyncio.create_task(p.run(), name=f"projections of partition {p.number}") for p in self._followers),
        ]

    async def stop(self) -> None:
        """End in good order: what is folded is committed or left, and other workers may go on at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        with contextlib.suppress(StoreError):
            await self._leases.leave()
        await asyncio.gather(self._connection.close(), self._house.streams.close())

    async def _keep_leases(self) -> None:
        while True:
            try:
                self._assign(await self._leases.renew())
            except StoreError as error:
                log.warning("the leases can't be renewed: %s", error)
            except Exception:
                log.exception("the leases can't be renewed")
            await asyncio.sleep(self._settings.lease_seconds / 3)

    async def _poll(self) -> None:
        """Look for news that was missed."""
        while True:
            await asyncio.sleep(self._settings.poll_seconds)
            for follower in self._followers:
                follower.wake.set()

    def _assign(self, held: Iterable[tuple[str, int]]) -> None:
        shares: dict[int, set[str]] = {}
        across: set[int] = set()
        for projection, partition in held:
            if projection == KEY:
                across.add(partition)
            else:
                shares.setdefault(partition, set()).add(projection)
        self._across.look_after(across)
        for follower in self._followers:
            wanted = shares.get(follower.number, set())
            follower.look_after({key: self._projections[key] for key in sorted(wanted)})

    def _wake(self, partition: int) -> None:
        self._followers[partition].wake.set()
        self._across.tell(partition)

    def _wake_all(self) -> None:
        for follower in self._followers:
            follower.wake.set()
        self._across.tell_all()
