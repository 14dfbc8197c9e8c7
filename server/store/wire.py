"""A connection that many callers share: whatever waits is sent in one pipeline, and answered in order.

While a pipeline is in flight the next one gathers, so the busier a wire is, the more commands share one round trip
and, on a node with appendfsync always, one write to disk (group commit).
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.nodes import open_connection

Argument = bytes | str | int
Reply = Any
"""What Redis answered: bytes, int, None or a list of replies."""

LONGEST_PIPELINE = 512


@dataclass(frozen=True, slots=True)
class Barrier:
    """Commands that end each pipeline; the last one's reply decides whether the replies before may be believed."""

    commands: Sequence[Sequence[Argument]]
    passed: Callable[[Reply], bool]
    failure: str


@dataclass(slots=True, eq=False)
class _Call:
    command: Sequence[Argument]
    reply: asyncio.Future[Reply]

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)

    def answer(self, reply: Reply) -> None:
        if not self.reply.done():
            self.reply.set_result(reply)


@dataclass(slots=True, eq=False)
class _Session:
    """One life of the connection, with the pipeline that was sent on it and is not answered yet."""

    connection: AbstractConnection
    in_flight: list[_Call] = field(default_factory=list)
    reader: asyncio.Task[None] | None = None
    limit: asyncio.Timeout | None = None

    def be_patient_until(self, deadline: float | None) -> None:
        """Limits how long the reader waits; None for as long as it takes."""
        if self.limit is not None and not self.limit.expired():
            self.limit.reschedule(deadline)


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
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._session: _Session | None = None
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    async def call(self, *command: Argument) -> Reply:
        """Sends one command with whatever else waits, and gives its reply."""
        if self._closed:
            raise StoreUnavailable("the connection to the event store was closed by this server")
        call = _Call(command, asyncio.get_running_loop().create_future())
        self._waiting.append(call)
        self._wake.set()
        if self._writer is None:
            self._writer = asyncio.create_task(self._write(), name="store wire")
        return await call.reply

    async def close(self) -> None:
        """Closes the connection; calls that still wait fail."""
        self._closed = True
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        if self._session is not None:
            await self._drop(self._session, "this server closed its connection to the event store")
        self._fail_waiting(StoreUnavailable("the connection to the event store was closed by this server"))

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            await self._idle.wait()
            batch = self._next_batch()
            if not batch:
                continue
            try:
                session = await self._usable_session()
            except (RedisError, OSError) as error:
                unavailable = StoreUnavailable(f"cannot reach the event store: {error}")
                for call in batch:
                    call.fail(unavailable)
                self._fail_waiting(unavailable)
                continue
            except BaseException:
                for call in batch:
                    call.fail(StoreUnavailable("the connection to the event store was closed by this server"))
                raise
            await self._send(session, batch)

    def _next_batch(self) -> list[_Call]:
        batch: list[_Call] = []
        while self._waiting and len(batch) < LONGEST_PIPELINE:
            call = self._waiting.popleft()
            if not call.reply.done():  # a caller that gave up before its command was sent is spared
                batch.append(call)
        if not self._waiting:
            self._wake.clear()
        return batch

    async def _usable_session(self) -> _Session:
        if self._session is None:
            session = self._session = _Session(await open_connection(self._connect, within=self._timeout))
            session.reader = asyncio.create_task(self._read(session), name="store wire replies")
        return self._session

    async def _send(self, session: _Session, batch: list[_Call]) -> None:
        commands = [call.command for call in batch]
        if self._barrier is not None:
            commands += self._barrier.commands
        self._idle.clear()
        session.in_flight = batch
        session.be_patient_until(asyncio.get_running_loop().time() + self._timeout)
        try:
            async with asyncio.timeout(self._timeout):
                await session.connection.send_packed_command(session.connection.pack_commands(commands))
        except Exception as error:  # whatever it was, nobody may be left waiting
            await self._drop(session, f"the connection to the event store broke while sending: {error}")

    async def _read(self, session: _Session) -> None:
        """Reads as long as the session lives, so that its end is noticed at once, with nothing in flight too."""
        try:
            async with asyncio.timeout(None) as session.limit:
                if session.in_flight:
                    session.be_patient_until(asyncio.get_running_loop().time() + self._timeout)
                while True:
                    reply = await _reply(session.connection)
                    if not session.in_flight:
                        raise ConnectionError(f"it sent {reply!r} unasked")
                    await self._read_replies(session.connection, session.in_flight, reply)
                    session.in_flight = []
                    session.be_patient_until(None)
                    self._idle.set()
        except TimeoutError:
            await self._drop(session, f"the event store did not answer within {self._timeout} seconds")
        except Exception as error:  # whatever it was, nobody may be left waiting
            await self._drop(session, f"the connection to the event store broke: {error}")

    async def _read_replies(self, connection: AbstractConnection, batch: list[_Call], first: Reply) -> None:
        if self._barrier is None:
            _settle(batch[0], first)
            for call in batch[1:]:
                _settle(call, await _reply(connection))
            return
        replies = [first, *[await _reply(connection) for _ in batch[1:]]]
        verdict = [await _reply(connection) for _ in self._barrier.commands][-1]
        if isinstance(verdict, Exception) or not self._barrier.passed(verdict):
            for call in batch:
                call.fail(OutcomeUnknown(f"{self._barrier.failure} (it answered {verdict!r})"))
            return
        for call, reply in zip(batch, replies, strict=True):
            _settle(call, reply)

    async def _drop(self, session: _Session, why: str) -> None:
        """Ends a session: all that is in flight on it has an unknown outcome. Safe to call twice."""
        if self._session is session:
            self._session = None
        lost, session.in_flight = session.in_flight, []
        for call in lost:
            call.fail(OutcomeUnknown(why))
        self._idle.set()
        if session.reader is not None and session.reader is not asyncio.current_task():
            session.reader.cancel()
            await asyncio.gather(session.reader, return_exceptions=True)
        await session.connection.disconnect(nowait=True)

    def _fail_waiting(self, error: Exception) -> None:
        while self._waiting:
            self._waiting.popleft().fail(error)
        self._wake.clear()


async def _reply(connection: AbstractConnection) -> Reply:
    try:
        return await connection.read_response(disable_decoding=True, timeout=math.inf, disconnect_on_error=False)
    except (ResponseError, BusyLoadingError) as error:
        return error


def _settle(call: _Call, reply: Reply) -> None:
    if isinstance(reply, Exception):
        call.fail(reply)
    else:
        call.answer(reply)
