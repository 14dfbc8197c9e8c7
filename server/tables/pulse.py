"""The pulse of a deployment: its servers say in the store that they are there, so that they know when none was."""

import asyncio
from typing import Final

from server.games.kernel.clocks import Outage
from server.store.store import EventStore
from server.tables.clock import Clock, wall_clock

OUTAGE_SECONDS: Final = 10.0
"""A longer time in which no server reached the store is an outage; a shorter one counts as thought. The default."""


class Pulse:
    """Beats, and knows the latest outages of the deployment.

    An outage ends with somebody's beat, and is longer than a set time: so whoever has beaten within that time knows of
    every one that has ended.
    """

    def __init__(self, store: EventStore, *, outage_seconds: float = OUTAGE_SECONDS, clock: Clock = wall_clock) -> None:
        """`outage_seconds` without a server make an outage; it must be the same for all servers of a deployment."""
        self._store = store
        self._clock = clock
        self._outage_ms = int(outage_seconds * 1000)
        self._beating = asyncio.Lock()
        self._last_ms = 0
        self._outages: tuple[Outage, ...] = ()

    async def beat(self) -> None:
        """Say that this server is there, and hear of the latest outages. Raises StoreUnavailable."""
        async with self._beating:
            now = self._clock()
            self._outages = tuple(Outage(*span) for span in await self._store.beat(now, self._outage_ms))
            self._last_ms = now

    async def outages(self) -> tuple[Outage, ...]:
        """The latest outages, all that have ended by now among them. Raises StoreUnavailable."""
        if abs(self._clock() - self._last_ms) >= self._outage_ms:
            await self.beat()
        return self._outages
