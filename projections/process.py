"""The worker as a process of its own: connects, works, tells how it is, and stops in good order."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

import grpc
import uvloop
from grpc_health.v1 import health_pb2_grpc
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.registry import REGISTRY

from projections.audit import AuditRound
from projections.catalogue import PROJECTIONS
from projections.metrics import WorkerMetrics
from projections.monitor import Monitor
from projections.projection import AnyProjection
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.access import garbage
from server.access.logs import configure_logs
from server.store.backoff import Backoff
from server.store.errors import StoreUnavailable

log = logging.getLogger(__name__)


class WorkerProcess:
    """A worker with its metrics and health, in the present loop. `start` it, then `stop` it."""

    def __init__(
        self,
        settings: WorkerSettings,
        projections: Sequence[AnyProjection] = PROJECTIONS,
        registry: CollectorRegistry = REGISTRY,
    ) -> None:
        self._settings = settings
        self._projections = projections
        self._registry = registry
        self._stack = AsyncExitStack()
        self.health_port = 0
        """The port of the health service; known once started, 0 for none."""

    async def start(self) -> None:
        """Come up as soon as the store can be reached. Raises OSError for a port that is taken."""
        try:
            await self._start()
        except BaseException:
            await self._stack.aclose()
            raise

    async def stop(self) -> None:
        """Go down in good order: what others may take over is theirs at once."""
        await self._stack.aclose()

    async def _start(self) -> None:
        metrics = WorkerMetrics(self._registry)
        worker = await self._connect(metrics)
        self._stack.push_async_callback(worker.stop)
        await worker.start()
        monitor = Monitor(worker, metrics, self._settings.stalled_after)
        if self._settings.health_port:
            await self._serve_health(monitor)
        watching = asyncio.create_task(monitor.run(), name="projection monitor")
        self._stack.callback(watching.cancel)
        if self._settings.audit_seconds:
            audits = AuditRound(worker.auditor(), metrics, self._settings.audit_seconds)
            self._stack.callback(asyncio.create_task(audits.run(), name="audits").cancel)
        if self._settings.metrics_port:
            start_http_server(self._settings.metrics_port, addr=self._settings.host, registry=self._registry)

    async def _connect(self, metrics: WorkerMetrics) -> Worker:
        backoff = Backoff()
        while True:
            try:
                return await Worker.connect(self._settings, projections=self._projections, meter=metrics)
            except StoreUnavailable as error:
                log.warning("waiting for the event store: %s", error)
                await backoff.pause()

    async def _serve_health(self, monitor: Monitor) -> None:
        server = grpc.aio.server()
        health_pb2_grpc.add_HealthServicer_to_server(monitor.servicer, server)
        address = f"{self._settings.host}:{self._settings.health_port}"
        try:
            self.health_port = server.add_insecure_port(address)
        except RuntimeError as error:
            raise OSError(f"can't listen on {address}; is another worker running there?") from error
        await server.start()
        self._stack.push_async_callback(server.stop, None)
        self._stack.push_async_callback(monitor.stop)


async def work(settings: WorkerSettings, ready: Callable[[], Awaitable[None]] | None = None) -> None:
    """Run a worker until SIGTERM or SIGINT; `ready` is called once it works. Raises OSError for a port in use."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopped.set)
    process = WorkerProcess(settings)
    await process.start()
    garbage.collect_less_often()
    log.info("working")
    try:
        if ready is not None:
            await ready()
        await stopped.wait()
        log.info("stopping")
    finally:
        await process.stop()


def main() -> None:
    """Run a worker with the settings of the environment, in the foreground."""
    settings = WorkerSettings.from_environment()
    configure_logs(settings.log_level, as_json=settings.log_json)
    uvloop.run(work(settings))


if __name__ == "__main__":
    main()
