"""The worker as a process of its own: connects, works, tells how it is, and stops in good order."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import uvloop
from prometheus_client import CollectorRegistry
from prometheus_client.registry import REGISTRY

from projections.audit import AuditRound
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.feed import Feeds
from projections.leases import Leases
from projections.metrics import WorkerMetrics
from projections.monitor import SERVICE, Monitor
from projections.notices.notifier import Notifier
from projections.notices.outbox import KEY, Outbox
from projections.projection import AnyProjection
from projections.settings import WorkerSettings
from projections.tables import Tables
from projections.worker import Worker
from server.access.logs import configure_logs
from server.access.running import Running, log, once_reachable, run_until_told


class WorkerProcess(Running[WorkerSettings]):
    """A worker with its metrics and health, in the present loop. `start` it, then `stop` it."""

    def __init__(
        self,
        settings: WorkerSettings,
        projections: Sequence[AnyProjection] = PROJECTIONS,
        registry: CollectorRegistry = REGISTRY,
    ) -> None:
        super().__init__(settings, registry)
        self._projections = projections

    async def _start(self) -> None:
        settings = self._settings
        metrics = WorkerMetrics(self._registry)
        connect = partial(Worker.connect, settings, projections=self._projections, meter=metrics)
        worker = await once_reachable(connect)
        self._stack.push_async_callback(worker.stop)
        await worker.start()
        if settings.webhook_hosts:
            await self._tell_of_turns(worker)
        monitor = Monitor(worker, metrics, settings.stalled_after)
        await self._serve_health(monitor.servicer, (SERVICE,))
        self._stack.push_async_callback(monitor.stop)
        self._run(monitor.run())
        if settings.audit_seconds:
            self._run(AuditRound(worker.auditor(), metrics, settings.audit_seconds).run())

    async def _tell_of_turns(self, worker: Worker) -> None:
        """Deliver notices beside the projections."""
        settings = self._settings
        connection = await Connection.open(settings.redis)
        self._stack.push_async_callback(connection.close)
        leases = Leases(connection, f"notices-{worker.name}", (KEY,), settings.lease_seconds)
        tables = Tables(worker.house.streams, worker.house.games, settings.cached_tables)
        outbox = Outbox(connection)
        self._run(Notifier(Feeds(connection), tables, outbox, leases, settings.webhook_hosts).run())


async def work(settings: WorkerSettings, ready: Callable[[], Awaitable[None]] | None = None) -> None:
    """Run a worker until SIGTERM or SIGINT; `ready` is called once it works. Raises OSError for a port in use."""

    async def working(_: WorkerProcess) -> None:
        log.info("working")
        if ready is not None:
            await ready()

    await run_until_told(WorkerProcess(settings), working)


def main() -> None:
    """Run a worker with the settings of the environment, in the foreground."""
    settings = WorkerSettings.from_environment()
    configure_logs(settings.log_level, as_json=settings.log_json)
    uvloop.run(work(settings))


if __name__ == "__main__":
    main()
