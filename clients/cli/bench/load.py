"""Load: as many requests as the other side takes, over a fixed time, on one connection; the same code for all sides."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc
from ludarium.v1 import commands_pb2

from clients.cli.bench.scripts import Prepared, Script

PlayRequest = commands_pb2.PlayRequest
PlayResponse = commands_pb2.PlayResponse


@dataclass(slots=True)
class Measured:
    """A run: requests answered within `seconds`, and the seconds that each took."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """Requests answered a second."""
        return len(self.latencies) / self.seconds

    def add(self, other: "Measured") -> None:
        """Count another run in."""
        self.seconds += other.seconds
        self.latencies += other.latencies


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class Target:
    """What is loaded: the methods of a channel, with requests and responses as plain bytes."""

    def __init__(
        self,
        channel: grpc.aio.Channel,
        unary: str,
        stream: str,
        answered: Callable[[bytes], str],
        metadata: Any = (),
    ) -> None:
        """`answered` finds the command id in what the stream sends back."""
        self.unary: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(unary)
        self.stream: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(stream)
        self.answered = answered
        self.metadata = metadata


class Work:
    """Tables handed out to whoever has none; a table is in one hand at a time, so its commands keep their order."""

    def __init__(self, scripts: Sequence[Script]) -> None:
        self._scripts: Iterator[Script] = iter(scripts)

    def next(self, script: Script | None) -> Script | None:
        """The script to go on with: the same one while it lasts, else another; None when there are no more."""
        if script is not None and script.commands:
            return script
        return next((other for other in self._scripts if other.commands), None)


class Endless(Work):
    """The same requests for ever, one in each hand, for a side that does not mind."""

    def __init__(self, requests: Sequence[Prepared]) -> None:
        super().__init__([Script(request.command_id, deque((request,))) for request in requests])
        self._requests = {request.command_id: request for request in requests}

    def next(self, script: Script | None) -> Script | None:
        """The hand's own request again."""
        if script is None:
            return super().next(None)
        script.commands.append(self._requests[script.table_id])
        return script


class Rounds(Work):
    """Tables handed out in turn, so that all of them are in play; each is in one hand at a time."""

    def __init__(self, scripts: Sequence[Script]) -> None:
        super().__init__(())
        self._free = deque(scripts)

    def next(self, script: Script | None) -> Script | None:
        """Put the table back and take the next that has commands left."""
        if script is not None:
            self.put_back(script)
        for _ in range(len(self._free)):
            other = self._free.popleft()
            if other.commands:
                return other
        return None

    def put_back(self, script: Script) -> None:
        """Another may have the table now."""
        self._free.append(script)


async def drive_unary(target: Target, work: Work, in_flight: int, seconds: float) -> Measured:
    """Send unary requests, `in_flight` at a time, for so many seconds."""
    measured = Measured()
    ends = time.perf_counter() + seconds

    async def one() -> None:
        script = work.next(None)
        while script is not None:
            began = time.perf_counter()
            await target.unary(script.commands.popleft().unary, metadata=target.metadata)
            answered = time.perf_counter()
            measured.latencies.append(answered - began)
            script = work.next(script) if answered < ends else None

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(in_flight)))
    measured.seconds = time.perf_counter() - began
    return measured


async def drive_stream(target: Target, work: Work, in_flight: int, seconds: float) -> Measured:
    """Send requests on one stream, `in_flight` at a time, for so many seconds. Raises RuntimeError for a refusal."""
    measured = Measured()
    call = target.stream(metadata=target.metadata)
    under_way: dict[str, tuple[Script, float]] = {}
    began = time.perf_counter()
    ends = began + seconds

    async def send(script: Script | None) -> None:
        if script is None:
            return
        request = script.commands.popleft()
        under_way[request.command_id] = (script, time.perf_counter())
        await call.write(request.stream)

    for _ in range(in_flight):
        await send(work.next(None))
    while under_way:
        script, sent = under_way.pop(target.answered(await _read(call)))
        now = time.perf_counter()
        measured.latencies.append(now - sent)
        await send(work.next(script) if now < ends else None)
    measured.seconds = time.perf_counter() - began
    call.cancel()
    return measured


async def _read(call: "grpc.aio.StreamStreamCall[bytes, bytes]") -> bytes:
    data = await call.read()
    if not isinstance(data, bytes):
        raise RuntimeError("the stream ended before its answers came")
    return data


def echoed(data: bytes) -> str:
    """The command id of a request that came back as it was."""
    return PlayRequest.FromString(data).submit.command_id


def answered(data: bytes) -> str:
    """The command id that an answer is for. Raises RuntimeError for a refusal."""
    response = PlayResponse.FromString(data)
    if response.HasField("error"):
        raise RuntimeError(f"a recorded command was refused: {response.error.message}")
    return response.command_id
