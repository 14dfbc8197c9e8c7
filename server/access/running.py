"""The frame of a process: comes up whole or not at all, runs until it is told to stop, and goes down in good order."""

import asyncio
import signal
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from typing import Any, Final, Generic, TypeVar

import structlog
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.registry import REGISTRY

from server.access import garbage
from server.access.health import announce
from server.access.listening import serve_health
from server.access.settings import ProcessSettings
from server.store.backoff import Backoff
from server.store.errors import StoreUnavailable

log: Any = structlog.get_logger("ludarium.process")

Chosen = TypeVar("Chosen", bound=ProcessSettings)
Opened = TypeVar("Opened")
Process = TypeVar("Process", bound="Running[Any]")

FOR_EVER: Final = float("inf")


class Running(ABC, Generic[Chosen]):
    """A process's work in the present loop. `start` it, then `stop` it."""

    def __init__(self, settings: Chosen, registry: CollectorRegistry = REGISTRY) -> None:
        self._settings = settings
        self._registry = registry
        self._stack = AsyncExitStack()
        self.health_port = 0
        """The port where health alone answers; known once started, 0 for none."""

    async def start(self) -> None:
        """Come up, or raise what keeps it from that, with nothing left running.

        A store that is not there yet is waited for. Raises OSError for a port that is taken, StoreUnsuitable.
        """
        try:
            self._serve_metrics()
            await self._start()
        except BaseException:
            await self._stack.aclose()
            raise

    async def stop(self) -> None:
        """Go down in good order: what came up last goes first."""
        await self._stack.aclose()

    @abstractmethod
    async def _start(self) -> None:
        """Bring up each part, and push onto the stack what takes it down again."""

    def _run(self, *coroutines: Coroutine[Any, Any, None]) -> None:
        """Run these beside the rest until the process stops."""
        tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]

        async def stop() -> None:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self._stack.push_async_callback(stop)

    async def _serve_health(self, servicer: Any, services: Sequence[str]) -> None:
        """Let nothing serve before it was looked at, and probes ask for health at host:health_port if so wished.

        That port has no TLS.
        """
        await announce(servicer, services, serving=False)
        if self._settings.health_port:
            server, self.health_port = await serve_health(servicer, self._settings.host, self._settings.health_port)
            self._stack.push_async_callback(server.stop, None)

    def _serve_metrics(self) -> None:
        """Let Prometheus read the figures at http://host:metrics_port/metrics."""
        if self._settings.metrics_port:
            served, _ = start_http_server(
                self._settings.metrics_port, addr=self._settings.host, registry=self._registry
            )
            self._stack.callback(served.server_close)
            self._stack.push_async_callback(asyncio.to_thread, served.shutdown)


async def once_reachable(connect: Callable[[], Awaitable[Opened]], patience_seconds: float = FOR_EVER) -> Opened:
    """What `connect` opens, as soon as the store can be reached. Raises StoreUnavailable when the patience is over."""
    backoff = Backoff()
    clock = asyncio.get_running_loop().time
    patience = clock() + patience_seconds
    while True:
        try:
            return await connect()
        except StoreUnavailable as error:
            if clock() > patience:
                raise
            log.warning("waiting for the event store", error=str(error))
            await backoff.pause()


async def run_until_told(process: Process, ready: Callable[[Process], Awaitable[None]] | None = None) -> None:
    """Run until SIGTERM or SIGINT, which also end the wait for a store; `ready` is called once it is up.

    Raises as `Running.start`.
    """
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, told.set)
    if not await _up_before(told, process):
        return
    garbage.collect_less_often()
    try:
        if ready is not None:
            await ready(process)
        await told.wait()
        log.info("stopping")
    finally:
        await process.stop()


async def _up_before(told: asyncio.Event, process: "Running[Any]") -> bool:
    starting, telling = asyncio.create_task(process.start()), asyncio.create_task(told.wait())
    await asyncio.wait({starting, telling}, return_when=asyncio.FIRST_COMPLETED)
    telling.cancel()
    if starting.done():
        await starting
        return True
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    return False
