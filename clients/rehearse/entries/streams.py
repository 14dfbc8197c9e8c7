"""Watch streams that are opened and cancelled by the thousand."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from ludarium.v1 import events_pb2

from clients.rehearse.callers import Caller, Channel
from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Stage

AT_ONCE = 100
GROWTH_BYTES = 8_000_000
"""How much memory a server may have more after all streams than after half of them, when its pools are filled."""
TABLES = 4


async def streams(stage: Stage) -> AsyncIterator[Finding]:
    """Open watch streams, read their first frame and cancel them, while the same tables are played."""
    wanted = stage.size.streams
    with stage.store() as store:
        async with stage.deployed(store.url, servers=1, pace=0.5) as deployment:
            traffic, server = deployment.traffic, deployment.servers[0]
            await traffic.open_tables(TABLES)
            async with traffic.playing() as outcome:
                watched = [table_id for table_id, _ in traffic.tables]
                caller = traffic.channels[0].caller()
                await _open_and_cancel(traffic.channels[0], watched, caller, wanted // 2)
                warm = _memory(server.pid)
                await _open_and_cancel(traffic.channels[0], watched, caller, wanted - wanted // 2)
                end = _memory(server.pid)
                await traffic.some_commands()
            for finding in kept(outcome):
                yield finding
            held = end - warm <= GROWTH_BYTES if warm is not None and end is not None else None
            facts = "read from /proc, on Linux only"
            if warm is not None and end is not None:
                facts = f"{wanted:,} streams: {warm / 1e6:.1f} MB after half, {end / 1e6:.1f} MB after all"
            yield Finding("cancelled watch streams leave a server's memory flat", held, facts)


async def _open_and_cancel(channel: Channel, tables: list[str], caller: Caller, count: int) -> None:
    async def one(number: int) -> None:
        request = events_pb2.SubscribeRequest(table_id=tables[number % len(tables)])
        stream: Any = channel.events.Subscribe(request, metadata=caller.metadata)
        await stream.read()
        stream.cancel()

    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(one(number) for number in range(first, min(first + AT_ONCE, count))))


def _memory(pid: int | None) -> int | None:
    """Bytes of memory that a process has; None where that is not to be read."""
    if sys.platform != "linux" or pid is None:
        return None
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096
