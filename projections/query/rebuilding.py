"""Runs a rebuild in a process of its own and hears how far it has come."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self

from ludarium.v1 import projections_pb2

from server.games.kernel.rejection import Reason, Rejected

STOP_SECONDS = 10.0


class RebuildProcess:
    """`async with RebuildProcess(…) as rebuild` runs it; leaving early cancels it, which leaves nothing half-built."""

    def __init__(self, redis: str, projection: str) -> None:
        self._redis = redis
        self._projection = projection
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "projections.rebuild_process", self._projection),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            env=os.environ | {"LUDARIUM_REDIS": self._redis},  # not on the command line: it may hold a password
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self._process
        assert process is not None
        if process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.communicate()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def progress(self) -> AsyncIterator[projections_pb2.RebuildProjectionResponse]:
        """How far it has come, again and again until it is done. Raises Rejected(REBUILD_FAILED)."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        async for line in process.stdout:
            partitions, tables, events = map(int, line.split())
            yield projections_pb2.RebuildProjectionResponse(
                partitions_done=partitions, tables_done=tables, events_done=events
            )
        _, complaint = await process.communicate()
        if process.returncode != 0:
            last = complaint.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it was ended from outside"]
            raise Rejected(Reason.REASON_REBUILD_FAILED, f"The rebuild was given up: {last[0]}")
