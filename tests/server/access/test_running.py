"""The frame of a process: up whole or not at all, and down when it is told to, even while it waits for its store."""

import asyncio
import os
import signal

import pytest
from prometheus_client import CollectorRegistry

from server.access.running import Running, once_reachable, run_until_told
from server.access.settings import ProcessSettings
from server.store.errors import StoreUnavailable


class _Noted(Running[ProcessSettings]):
    """Notes what comes up and goes down; `faults` keep it from coming up."""

    def __init__(self, *faults: Exception) -> None:
        super().__init__(ProcessSettings(), CollectorRegistry())
        self.notes: list[str] = []
        self.faults = list(faults)
        self.connecting = asyncio.Event()

    async def _connect(self) -> str:
        self.connecting.set()
        if self.faults:
            raise self.faults.pop(0)
        return "store"

    async def _start(self) -> None:
        self._stack.callback(self.notes.append, "closed")
        self.notes.append(await once_reachable(self._connect))
        self._run(self._work())

    async def _work(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.notes.append("work ended")


async def test_a_process_runs_until_it_is_told_and_goes_down_in_reverse_order() -> None:
    process = _Noted(StoreUnavailable("not yet"))

    async def ready(_: _Noted) -> None:
        await asyncio.sleep(0)  # lets the work begin
        process.notes.append("ready")
        os.kill(os.getpid(), signal.SIGTERM)

    await asyncio.wait_for(run_until_told(process, ready), 30)
    assert process.notes == ["store", "ready", "work ended", "closed"]


async def test_a_process_that_waits_for_its_store_can_be_told_to_stop() -> None:
    process = _Noted(*[StoreUnavailable("never")] * 1000)
    running = asyncio.create_task(run_until_told(process))
    await process.connecting.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(running, 30)
    assert process.notes == ["closed"]


async def test_what_keeps_a_process_from_coming_up_leaves_nothing_behind() -> None:
    process = _Noted(OSError("the port is taken"))
    with pytest.raises(OSError, match="the port is taken"):
        await run_until_told(process)
    assert process.notes == ["closed"]


async def test_patience_with_a_store_ends() -> None:
    async def connect() -> None:
        raise StoreUnavailable("never")

    with pytest.raises(StoreUnavailable):
        await once_reachable(connect, patience_seconds=0.0)
