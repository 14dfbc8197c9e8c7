"""The monitor of a worker: measures its lag, and fails its health when the same lag stands too long."""

import asyncio
import logging
import time
from typing import Any, Final

from grpc_health.v1 import health

from projections.lag import Stalls
from projections.metrics import WorkerMetrics
from projections.worker import Worker
from server.access.health import announce
from server.store.errors import StoreError

log = logging.getLogger(__name__)

SERVICE: Final = "ludarium.projections"
"""The name that health can be asked for, besides the process as a whole ("")."""


class Monitor:
    """Looks at what a worker looks after, as the store has it and not as the worker believes it to be."""

    def __init__(self, worker: Worker, metrics: WorkerMetrics, stalled_after: float, every: float = 2.0) -> None:
        """`stalled_after` and `every` are seconds."""
        self.servicer: Any = health.aio.HealthServicer()
        self._worker = worker
        self._metrics = metrics
        self._stalls = Stalls(stalled_after)
        self._every = every
        self._serving: bool | None = None

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await self._set(await self._look())
            await asyncio.sleep(self._every)

    async def stop(self) -> None:
        """Say NOT_SERVING from now on."""
        await self.servicer.enter_graceful_shutdown()

    async def _look(self) -> bool:
        try:
            lags = await self._worker.lags()
            self._metrics.stands(await self._worker.look_at_store())
        except StoreError as error:
            log.warning("the lag can't be measured: %s", error)
            return False
        stalled = self._stalls.find(lags, time.monotonic())
        for lag in stalled:
            log.error(
                "%s stands at position %d of partition %d, %d events behind",
                *(lag.projection, lag.position, lag.partition, lag.events),
            )
        self._metrics.lagging(lags, len(stalled))
        return not stalled

    async def _set(self, serving: bool) -> None:
        if serving == self._serving:
            return
        self._serving = serving
        await announce(self.servicer, (SERVICE,), serving)
