"""Runs a rebuild in a process of its own and hears how far it has come."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import IO, Final

from ludarium.v1 import projections_pb2

from server import programs
from server.games.kernel.rejection import Reason, Rejected

STOP_SECONDS: Final = 10.0


class RebuildProcess:
    """A rebuild that is under way. Whoever starts it stops it: that cancels it, and leaves nothing half-built."""

    def __init__(self, redis: str, projection: str) -> None:
        """Rebuild a projection of the store at an address."""
        self._process = programs.start(
            (sys.executable, "-m", "projections.rebuild_process", projection),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"LUDARIUM_REDIS": redis},  # not on the command line: it may hold a password
        )

    async def stop(self) -> None:
        """Cancel it, unless it has ended, and wait for its end. Two may do so at once."""
        self._process.terminate()
        try:
            await asyncio.to_thread(self._process.wait, STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    async def progress(self) -> AsyncIterator[projections_pb2.RebuildProjectionResponse]:
        """How far it has come, again and again until it is done. Raises Rejected(REBUILD_FAILED)."""
        said, complaint = await _reader(self._process.stdout), await _reader(self._process.stderr)
        async for line in said:
            partitions, tables, events = map(int, line.split())
            yield projections_pb2.RebuildProjectionResponse(
                partitions_done=partitions, tables_done=tables, events_done=events
            )
        words = (await complaint.read()).decode("utf-8", "replace").strip()
        if await asyncio.to_thread(self._process.wait) != 0:
            last = words.splitlines()[-1:] or ["it was ended from outside"]
            raise Rejected(Reason.REASON_REBUILD_FAILED, f"The rebuild was given up: {last[0]}")


async def _reader(pipe: IO[bytes] | None) -> asyncio.StreamReader:
    """What comes through a pipe, read without blocking the loop."""
    assert pipe is not None
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader
