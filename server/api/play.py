"""The Play stream: commands, their answers and the frames of followed tables on one connection."""

import asyncio
from collections import deque
from contextlib import aclosing
from typing import Any, Final, Protocol

from google.protobuf.message import Message
from ludarium.v1 import commands_pb2, events_pb2

from server.access import limits
from server.access.doors import Call, Context, Doors, read
from server.access.errors import code_of, metadata_of
from server.access.faults import refusal_of
from server.access.tokens import Caller
from server.api.events import follow
from server.games.kernel.rejection import Reason, Rejected
from server.tables.frames import enclose
from server.tables.watchers import Watchers

MOST_WAITING: Final = 256
"""Commands of one stream that may wait for their answers before no more are read."""

MOST_FOLLOWED: Final = 256
"""Tables that may be followed on one stream."""

_FRAME: Final = commands_pb2.PlayResponse.DESCRIPTOR.fields_by_name["frame"].number

Command = commands_pb2.SubmitRequest | commands_pb2.UndoRequest | commands_pb2.AnswerUndoRequest


class Commands(Protocol):
    """What the stream asks of the command service."""

    async def submit(self, request: commands_pb2.SubmitRequest, call: Call) -> commands_pb2.SubmitResponse:
        """Play one command."""

    async def undo(self, request: commands_pb2.UndoRequest, call: Call) -> commands_pb2.UndoResponse:
        """Take back."""

    async def answer_undo(self, request: commands_pb2.AnswerUndoRequest, call: Call) -> commands_pb2.AnswerUndoResponse:
        """Answer a question for an undo."""


class PlayStream:
    """One stream. Commands of one table are carried out and answered in order, those of several tables side by side."""

    def __init__(self, commands: Commands, watchers: Watchers, caller: Caller, context: Context, doors: Doors) -> None:
        self._commands = commands
        self._doors = doors
        self._watchers = watchers
        self._caller = caller
        self._context = context
        self._writing = asyncio.Lock()
        self._room = asyncio.Semaphore(MOST_WAITING)
        self._waiting: dict[str, deque[tuple[str, Command]]] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._followers: dict[str, asyncio.Task[None]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the stream until its caller or `close` ends it; commands read until then are still answered."""
        self._reader = asyncio.create_task(self._read(), name="play read")
        try:
            await asyncio.wait((self._reader,))
            if not self._reader.cancelled():
                self._reader.result()
            await asyncio.gather(*self._workers)
        finally:
            tasks = (self._reader, *self._workers, *self._followers.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """Read no more."""
        if self._reader is not None:
            self._reader.cancel()

    async def _read(self) -> None:
        while isinstance(data := await self._context.read(), bytes):
            await self._take(read(commands_pb2.PlayRequest, data))

    async def _take(self, request: commands_pb2.PlayRequest) -> None:
        name = request.WhichOneof("request")
        if name is None:
            rejection = Rejected(Reason.REASON_MALFORMED, "The request is empty or unknown here.", field="request")
            await self._write(_refusal("", rejection).SerializeToString())
        elif name == "subscribe":
            await self._subscribe(request.subscribe)
        else:
            await self._room.acquire()
            self._enqueue(name, getattr(request, name))

    def _enqueue(self, name: str, command: Command) -> None:
        waiting = self._waiting.get(command.table_id)
        if waiting is not None:
            waiting.append((name, command))
            return
        waiting = self._waiting[command.table_id] = deque([(name, command)])
        worker = asyncio.create_task(self._work(command.table_id, waiting), name="play")
        self._workers.add(worker)
        worker.add_done_callback(self._worked)

    def _worked(self, worker: asyncio.Task[None]) -> None:
        """A worker ended: well, or because its stream broke, which the reader notices as well."""
        self._workers.discard(worker)
        if not worker.cancelled():
            worker.exception()

    async def _work(self, table_id: str, waiting: deque[tuple[str, Command]]) -> None:
        """Answer one table's commands until none waits."""
        while waiting:
            name, command = waiting[0]
            response = await self._answer(name, command)
            await self._write(response.SerializeToString())
            self._room.release()
            waiting.popleft()
        del self._waiting[table_id]

    async def _answer(self, name: str, command: Any) -> commands_pb2.PlayResponse:
        call = Call(self._caller, asyncio.get_running_loop().time() + limits.DEFAULT_SECONDS)
        try:
            self._doors.admit(self._caller, self._context)
            answer = await getattr(self._commands, name)(command, call)
        except Exception as error:
            return _refusal(command.command_id, self._refused(name, command, error))
        self._doors.ended(self._caller, f"Play.{name}", command, "ok")
        response = commands_pb2.PlayResponse(command_id=command.command_id)
        getattr(response, name).CopyFrom(answer)
        return response

    async def _subscribe(self, request: events_pb2.SubscribeRequest) -> None:
        """Follow a table; one that is followed already is followed anew from the point that the request names."""
        earlier = self._followers.pop(request.table_id, None)
        if earlier is not None:
            earlier.cancel()
            await asyncio.gather(earlier, return_exceptions=True)
        if len(self._followers) >= MOST_FOLLOWED:
            rejection = limits.malformed(
                "subscribe", f"One stream follows at most {MOST_FOLLOWED} tables; open another."
            )
            await self._write(_refusal("", rejection, request.table_id).SerializeToString())
            return
        self._followers[request.table_id] = asyncio.create_task(self._follow(request), name="play follow")

    async def _follow(self, request: events_pb2.SubscribeRequest) -> None:
        try:
            self._doors.admit(self._caller, self._context)
            async with aclosing(follow(self._watchers, request, self._caller)) as frames:
                async for frame in frames:
                    if not await self._told(enclose(_FRAME, frame)):
                        return
        except Exception as error:
            rejection = self._refused("subscribe", request, error)
            await self._write(_refusal("", rejection, request.table_id).SerializeToString())
        finally:
            if self._followers.get(request.table_id) is asyncio.current_task():
                del self._followers[request.table_id]

    def _refused(self, name: str, request: Message, error: Exception) -> Rejected:
        rejection = refusal_of(error, f"Play.{name}")
        self._doors.ended(self._caller, f"Play.{name}", request, rejection.reason_name)
        return rejection

    async def _told(self, frame: bytes) -> bool:
        """Write a frame; False when the caller is gone, which the reader notices as well."""
        try:
            await self._write(frame)
        except Exception:
            return False
        return True

    async def _write(self, response: bytes) -> None:
        async with self._writing:
            await self._context.write(response)


def _refusal(command_id: str, rejection: Rejected, table_id: str = "") -> commands_pb2.PlayResponse:
    metadata = metadata_of(rejection) | ({"table_id": table_id} if table_id else {})
    error = commands_pb2.PlayError(
        code=code_of(rejection).value[0], reason=rejection.reason_name, message=rejection.message, metadata=metadata
    )
    return commands_pb2.PlayResponse(command_id=command_id, error=error)
