"""Watchers: how fast what happens reaches those who watch, and what one who waits costs."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

import grpc
from ludarium.v1 import events_pb2

from clients.cli.bench import processors
from clients.cli.bench.load import Rounds, percentile
from clients.cli.bench.rig import OWN_CONNECTION, Rig
from clients.cli.bench.scripts import Script

SUBSCRIBE = "/ludarium.v1.EventService/Subscribe"
STREAMS_A_CONNECTION = 500
OPENED_AT_ONCE = 64
GRACE_SECONDS = 1.0
"""For what is still under way when the last command was answered."""


class _Watchers:
    """Everyone who watches, and what they were told: seconds from an event's time stamp to its arrival."""

    def __init__(self, rig: Rig, stack: AsyncExitStack) -> None:
        self.delays: list[float] = []
        self.events = 0
        self._rig = rig
        self._stack = stack
        self._watching: list[asyncio.Task[None]] = []
        self._calls: list[Any] = []

    async def open(self, scripts: Sequence[Script]) -> None:
        """One watcher more at each of these tables, on new connections; all have had their first frame then."""
        free = asyncio.Semaphore(OPENED_AT_ONCE)
        for first in range(0, len(scripts), STREAMS_A_CONNECTION):
            channel = grpc.aio.insecure_channel(self._rig.keeper.server, OWN_CONNECTION)
            await self._stack.enter_async_context(channel)
            subscribe: Any = channel.unary_stream(SUBSCRIBE)
            some = scripts[first : first + STREAMS_A_CONNECTION]
            await asyncio.gather(*(self._open_one(subscribe, script, free) for script in some))

    async def close(self) -> None:
        """All go."""
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)

    async def _open_one(self, subscribe: Any, script: Script, free: asyncio.Semaphore) -> None:
        request = events_pb2.SubscribeRequest(table_id=script.table_id, after=script.before)
        async with free:
            call = subscribe(request.SerializeToString(), metadata=self._rig.ours.metadata)
            await call.read()
        self._calls.append(call)
        self._watching.append(asyncio.create_task(self._watch(call)))

    async def _watch(self, call: Any) -> None:
        while isinstance(data := await call.read(), bytes):
            now = time.time()
            events = events_pb2.SubscribeResponse.FromString(data).frame.events
            self.events += len(events)
            stamped = events[0].time
            self.delays.append(now - stamped.seconds - stamped.nanos / 1e9)


async def measure(
    rig: Rig, scripts: Sequence[Script], watchers: Sequence[int], events_per_second: float, seconds: float
) -> list[dict[str, Any]]:
    """With growing numbers of watchers, spread evenly over the tables: what each number comes to.

    The numbers are multiples of the number of tables. Commands go to all tables in turn, at a rate that brings about
    `events_per_second` in all.
    """
    server = rig.pids["serve"]
    rows: list[dict[str, Any]] = []
    per_command = 3.0
    async with AsyncExitStack() as stack:
        open_now = 0
        watching = _Watchers(rig, stack)
        stack.push_async_callback(watching.close)
        work = Rounds(scripts)
        for wanted in watchers:
            before = processors.resident(server)
            opened = wanted - open_now
            while open_now < wanted:
                await watching.open(scripts)
                open_now += len(scripts)
            memory = processors.resident(server) - before
            watching.delays, watching.events = [], 0
            used = processors.seconds(rig.pids)
            began = time.perf_counter()
            commands = await _send(rig, work, events_per_second / per_command, seconds)
            took = time.perf_counter() - began
            await asyncio.sleep(GRACE_SECONDS)
            spent: dict[str, float] = {}
            processors.add(spent, used, processors.seconds(rig.pids))
            events = watching.events / (wanted / len(scripts))
            per_command = max(1.0, events / commands)
            rows.append(
                {
                    "watchers": wanted,
                    "tables": len(scripts),
                    "events_per_second": round(events / took),
                    "frames_per_second": round(len(watching.delays) / took),
                    "p50_ms": round(1000 * percentile(watching.delays, 50), 1),
                    "p99_ms": round(1000 * percentile(watching.delays, 99), 1),
                    "server_cpu_share": round(spent.get("serve", 0.0) / took, 3),
                    "server_cpu_us_a_frame": round(1e6 * spent.get("serve", 0.0) / len(watching.delays)),
                    "kb_an_idle_watcher": round(memory / opened / 1024, 1),
                }
            )
    return rows


async def _send(rig: Rig, work: Rounds, rate: float, seconds: float) -> int:
    """Send so many commands a second, one after the other as they are due; gives their number."""
    sending: set[asyncio.Task[None]] = set()
    began = time.perf_counter()

    async def one(script: Script) -> None:
        await rig.ours.unary(script.commands.popleft().unary, metadata=rig.ours.metadata)
        work.put_back(script)

    count = 0
    while (due := began + count / rate) < began + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        script = work.next(None)
        if script is None:
            break
        task = asyncio.create_task(one(script))
        sending.add(task)
        task.add_done_callback(sending.discard)
        count += 1
    await asyncio.gather(*sending)
    return count
