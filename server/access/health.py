"""Health: NOT_SERVING while the event store can't be reached, and SERVING again by itself."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Protocol

import structlog
from grpc_health.v1 import health, health_pb2

from server.store.errors import StoreError
from server.store.store import EventStore

log: Any = structlog.get_logger("ludarium.health")

PROBE_SECONDS: Final = 0.5
"""Pause between two looks at the store."""

ANSWER_SECONDS: Final = 2.0
"""The store is taken for gone when it does not answer for so long."""

_PROBE: Final = "health"


class StoreMeter(Protocol):
    """Takes note of the store's health; must be quick."""

    def store_reachable(self, reachable: bool) -> None:
        """Whether the store answers."""


async def announce(servicer: Any, services: Sequence[str], serving: bool) -> None:
    """Say of each service, and then of the process as a whole (""), whether it serves.

    In this order, whoever finds the whole serving finds each service known.
    """
    status = health_pb2.HealthCheckResponse.SERVING if serving else health_pb2.HealthCheckResponse.NOT_SERVING
    for service in (*services, ""):
        await servicer.set(service, status)


class Health:
    """The standard health service, kept true by looking at the store."""

    def __init__(self, store: EventStore, services: Sequence[str], meter: StoreMeter) -> None:
        """`services` are the names that can be asked for, besides the server as a whole ("")."""
        self.servicer: Any = health.aio.HealthServicer()
        self._store = store
        self._services = services
        self._meter = meter
        self._serving: bool | None = None

    async def run(self) -> None:
        """Look at the store until cancelled."""
        while True:
            await self._set(await self._store_answers())
            await asyncio.sleep(PROBE_SECONDS)

    async def stop(self) -> None:
        """Say NOT_SERVING from now on."""
        await self.servicer.enter_graceful_shutdown()

    async def _store_answers(self) -> bool:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._store.last(_PROBE)
        except (StoreError, TimeoutError):
            return False
        return True

    async def _set(self, serving: bool) -> None:
        if serving == self._serving:
            return
        if self._serving is not None:
            log.warning("the event store can be reached again" if serving else "the event store can't be reached")
        self._serving = serving
        self._meter.store_reachable(serving)
        await announce(self.servicer, self._services, serving)
