"""Runs a rebuild in a process of its own and hears how far it has come."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from typing import Final, Self

from ludarium.v1 import projections_pb2

from server.games.kernel.rejection import Reason, Rejected

STOP_SECONDS: Final = 10.0


class RebuildProcess:
    """A rebuild that is under way. Whoever starts it stops it: that cancels it, and leaves nothing half-built."""

    def __init__(self, process: Process) -> None:
        """Use `start`."""
        self._process = process

    @classmethod
    async def start(cls, redis: str, projection: str) -> Self:
        """Rebuild a projection of the store at an address."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "projections.rebuild_process", projection),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            env=os.environ | {"LUDARIUM_REDIS": redis},  # not on the command line: it may hold a password
        )
        return cls(process)

    async def stop(self) -> None:
        """Cancel it, unless it has ended, and wait for its end."""
        if self._process.returncode is not None:
            return
        self._process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._process.wait()  # two may wait, where the server stops while a caller leaves
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    async def progress(self) -> AsyncIterator[projections_pb2.RebuildProjectionResponse]:
        """How far it has come, again and again until it is done. Raises Rejected(REBUILD_FAILED)."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            partitions, tables, events = map(int, line.split())
            yield projections_pb2.RebuildProjectionResponse(
                partitions_done=partitions, tables_done=tables, events_done=events
            )
        _, complaint = await self._process.communicate()
        if self._process.returncode != 0:
            last = complaint.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it was ended from outside"]
            raise Rejected(Reason.REASON_REBUILD_FAILED, f"The rebuild was given up: {last[0]}")
