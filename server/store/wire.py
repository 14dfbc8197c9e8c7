"""A connection that many callers share: whatever waits is sent in one pipeline, and answered in order.

While a pipeline is in flight the next one gathers, so the busier a wire is, the more commands share one round trip
and, on a node with appendfsync always, one write to disk (group commit).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.line import Argument, Line, Reply

__all__ = ["Argument", "Barrier", "Reply", "Wire"]

LONGEST_PIPELINE = 512

PACE_SECONDS = 0.002
"""On a busy wire pipelines follow each other no faster, so that they are few and long. Any other wire sends at once."""

BUSY_CALLS = 8
BUSY_SECONDS = 0.008
"""So many calls in so short a time make a wire busy."""

_CLOSED = "the connection to the event store was closed by this server"


@dataclass(frozen=True, slots=True)
class Barrier:
    """Commands that end each pipeline; the last one's reply decides whether the replies before may be believed."""

    commands: Sequence[Sequence[Argument]]
    passed: Callable[[Reply], bool]
    failure: str


class _Call(NamedTuple):
    command: Sequence[Argument]
    reply: asyncio.Future[Reply]
    asking: bool = False
    """Whether ASKING goes before it: the node then serves a slot that is just arriving there."""

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)

    def settle(self, reply: Reply) -> None:
        if self.reply.done():
            return
        if isinstance(reply, Exception):
            self.reply.set_exception(reply)
        else:
            self.reply.set_result(reply)


def _asking() -> _Call:
    """The command before one that asks for a slot on its way; nobody waits for its reply."""
    nobody: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
    nobody.cancel()
    return _Call(("ASKING",), nobody)


class Wire:
    """One shared connection to one node, which reconnects by itself.

    `call` raises StoreUnavailable if the command was not sent, OutcomeUnknown if it was sent and not answered, and
    the redis library's ResponseError if the node answered with an error.
    """

    def __init__(
        self,
        connect: Callable[[], AbstractConnection],
        *,
        timeout: float,
        barrier: Barrier | None = None,
    ) -> None:
        """`timeout` is in seconds, from sending to the last reply.

        One pipeline is in flight at a time: two did not measure better, and halve the groups that share a write to
        disk.
        """
        self._connect = connect
        self._timeout = timeout
        self._barrier = barrier
        self._waiting: deque[_Call] = deque()
        self._in_flight: list[_Call] = []
        self._replies: list[Reply] = []
        self._line: Line | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._flush_soon = False
        self._not_before = 0.0
        self._recent: deque[float] = deque((0.0,) * BUSY_CALLS, BUSY_CALLS)
        self._answer_by = 0.0
        self._watch: asyncio.TimerHandle | None = None
        self._closed = False

    async def call(self, *command: Argument, asking: bool = False) -> Reply:
        """Sends one command with whatever else waits, and gives its reply; `asking` is for a slot on its way."""
        if self._closed:
            raise StoreUnavailable(_CLOSED)
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Reply] = loop.create_future()
        self._waiting.append(_Call(command, reply, asking))
        self._recent.append(loop.time())
        if not self._in_flight:
            self._schedule()
        return await reply

    def renew(self) -> None:
        """Connect anew for the next call; those under way have an unknown outcome."""
        self._drop("this server connects to the event store anew")

    async def close(self) -> None:
        """Closes the connection; calls that still wait fail."""
        self._closed = True
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._watch is not None:
            self._watch.cancel()
        self._drop("this server closed its connection to the event store")
        self._fail_waiting(StoreUnavailable(_CLOSED))

    def _schedule(self) -> None:
        """Sends what waits once everyone who is running now has had a chance to add to it, and at a pace."""
        if self._flush_soon:
            return
        self._flush_soon = True
        loop = asyncio.get_running_loop()
        if loop.time() < self._not_before:
            loop.call_at(self._not_before, self._flush)
        else:
            loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flush_soon = False
        if self._in_flight or self._connecting is not None or self._closed:
            return
        batch = self._next_batch()
        if not batch:
            return
        if self._line is None:
            self._waiting.extendleft(reversed(batch))
            self._connecting = asyncio.create_task(self._open(), name="store wire")
            return
        self._send(self._line, batch)

    def _next_batch(self) -> list[_Call]:
        batch: list[_Call] = []
        while self._waiting and len(batch) < LONGEST_PIPELINE:
            call = self._waiting.popleft()
            if call.reply.done():  # a caller that gave up before its command was sent is spared
                continue
            if call.asking:
                batch.append(_asking())
            batch.append(call)
        return batch

    async def _open(self) -> None:
        """Connects for those who wait, or tells them that it can't be done."""
        try:
            self._line = await Line.open(
                self._connect, within=self._timeout, on_reply=self._take, on_lost=self._on_lost
            )
        except (RedisError, OSError) as error:
            self._fail_waiting(StoreUnavailable(f"cannot reach the event store: {error}"))
        finally:
            self._connecting = None
            if not self._closed:
                self._schedule()

    def _send(self, line: Line, batch: list[_Call]) -> None:
        loop = asyncio.get_running_loop()
        self._in_flight, self._replies = batch, []
        now = loop.time()
        self._answer_by = now + self._timeout
        busy = now - self._recent[0] < BUSY_SECONDS
        self._not_before = now + PACE_SECONDS if busy else now
        if self._watch is None:
            self._watch = loop.call_at(self._answer_by, self._check_patience)
        commands = [call.command for call in batch]
        if self._barrier is not None:
            commands += self._barrier.commands
        try:
            line.send(commands)
        except Exception as error:  # whatever it was, nobody may be left waiting
            self._drop(f"the connection to the event store broke while sending: {error}")

    def _take(self, reply: Reply) -> None:
        """Settles the next call in flight, or with a barrier all of them, once it was answered as well."""
        if not self._in_flight:
            self._drop(f"the connection to the event store broke: it sent {reply!r} unasked")
            return
        self._replies.append(reply)
        if self._barrier is None:
            self._in_flight[len(self._replies) - 1].settle(reply)
            if len(self._replies) == len(self._in_flight):
                self._landed()
        elif len(self._replies) == len(self._in_flight) + len(self._barrier.commands):
            self._judge(self._barrier, reply)
            self._landed()

    def _judge(self, barrier: Barrier, verdict: Reply) -> None:
        if isinstance(verdict, Exception) or not barrier.passed(verdict):
            for call in self._in_flight:
                call.fail(OutcomeUnknown(f"{barrier.failure} (it answered {verdict!r})"))
            return
        for call, reply in zip(self._in_flight, self._replies, strict=False):
            call.settle(reply)

    def _landed(self) -> None:
        self._in_flight, self._replies = [], []
        if self._waiting:
            self._schedule()

    def _check_patience(self) -> None:
        """Gives a node up that has not answered in time. One timer serves pipeline after pipeline."""
        loop = asyncio.get_running_loop()
        self._watch = None
        if self._in_flight and loop.time() >= self._answer_by:
            self._drop(f"the event store did not answer within {self._timeout} seconds")
        elif self._in_flight:
            self._watch = loop.call_at(self._answer_by, self._check_patience)

    def _on_lost(self, why: str) -> None:
        self._line = None
        self._drop(f"the connection to the event store broke: {why}")

    def _drop(self, why: str) -> None:
        """Ends the line: all that is in flight on it has an unknown outcome. Safe to call twice."""
        line, self._line = self._line, None
        if line is not None:
            line.close()
        lost, self._in_flight, self._replies = self._in_flight, [], []
        for call in lost:
            call.fail(OutcomeUnknown(why))
        if self._waiting and not self._closed:
            self._schedule()

    def _fail_waiting(self, error: Exception) -> None:
        while self._waiting:
            self._waiting.popleft().fail(error)
