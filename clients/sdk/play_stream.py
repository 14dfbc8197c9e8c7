"""The Play stream: many commands in flight on one connection, and the frames of followed tables beside them."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any, Self

import grpc
from ludarium.v1 import commands_pb2, events_pb2

from clients.sdk.backoff import Backoff
from clients.sdk.connection import Connection
from clients.sdk.errors import (
    HistoryWentBack,
    LudariumError,
    OutcomeUnknown,
    SlowReader,
    Unavailable,
    from_number,
    from_rpc,
)
from clients.sdk.following import Frame, Token, is_news, present

PlayRequest = commands_pb2.PlayRequest
PlayResponse = commands_pb2.PlayResponse
REPEAT_SECONDS = 0.1
"""How long a command waits that the server could not serve, before it is sent again on the same stream."""


@dataclass(slots=True)
class _Pending:
    """A request that waits for its answer."""

    request: PlayRequest
    answer: "asyncio.Future[Any]"


@dataclass(slots=True)
class _Followed:
    """A table followed on the stream: what was asked for, and what came and is not read yet."""

    request: events_pb2.SubscribeRequest
    frames: "asyncio.Queue[Frame | LudariumError]" = field(default_factory=asyncio.Queue)


class PlayStream:
    """An open Play stream; use it as an async context.

    When the connection is lost, a new one is opened and every command without an answer is sent again under its id,
    every followed table taken up again after its last frame.
    """

    def __init__(self, connection: Connection, *, deadline: float | None = None) -> None:
        """`deadline`: seconds after which a command without an answer raises OutcomeUnknown."""
        self._connection = connection
        self._deadline = connection.deadline if deadline is None else deadline
        self._pending: dict[str, _Pending] = {}
        self._followed: dict[str, _Followed] = {}
        self._outbox: asyncio.Queue[PlayRequest] = asyncio.Queue()
        self._runner: asyncio.Task[None] | None = None
        self._broken: LudariumError | None = None

    async def __aenter__(self) -> Self:
        self._runner = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        closed = Unavailable(grpc.StatusCode.CANCELLED, "The stream was closed.")
        self._fail(self._broken or closed)

    async def submit(self, request: commands_pb2.SubmitRequest) -> commands_pb2.SubmitResponse:
        """Send a command and wait for its answer; others may be under way. Raises LudariumError."""
        answer = await self._ask(request.command_id, PlayRequest(submit=request))
        assert isinstance(answer, commands_pb2.SubmitResponse)
        return answer

    async def undo(self, request: commands_pb2.UndoRequest) -> commands_pb2.UndoResponse:
        """Take back."""
        answer = await self._ask(request.command_id, PlayRequest(undo=request))
        assert isinstance(answer, commands_pb2.UndoResponse)
        return answer

    async def answer_undo(self, request: commands_pb2.AnswerUndoRequest) -> commands_pb2.AnswerUndoResponse:
        """Answer another seat's question for an undo."""
        answer = await self._ask(request.command_id, PlayRequest(answer_undo=request))
        assert isinstance(answer, commands_pb2.AnswerUndoResponse)
        return answer

    async def follow(
        self, table_id: str, after: Token | None = None, with_views: bool = False
    ) -> AsyncGenerator[Frame, None]:
        """Yield the frames of a table on this stream, each once and in order. One reader a table and stream."""
        if table_id in self._followed:
            raise ValueError(f"table {table_id} is followed on this stream already")
        request = events_pb2.SubscribeRequest(table_id=table_id, after=after, with_views=with_views)
        followed = self._followed[table_id] = _Followed(request)
        self._outbox.put_nowait(PlayRequest(subscribe=request))
        try:
            while True:
                frame = await followed.frames.get()
                if isinstance(frame, HistoryWentBack):
                    frame = await present(self._connection, table_id)
                    self._follow_on(followed, frame)
                elif isinstance(frame, LudariumError):
                    raise frame
                yield frame
        finally:
            self._followed.pop(table_id, None)

    async def _ask(self, command_id: str, request: PlayRequest) -> Any:
        if self._broken is not None:
            raise self._broken
        if not command_id:
            raise ValueError("a command on a Play stream needs a command id")
        if command_id in self._pending:
            raise ValueError(f"command {command_id} is under way on this stream already")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending[command_id] = _Pending(request, answer)
        self._outbox.put_nowait(request)
        try:
            async with asyncio.timeout(self._deadline):
                return await answer
        except TimeoutError:
            message = "No answer came before the deadline; send the same command id again."
            raise OutcomeUnknown(grpc.StatusCode.DEADLINE_EXCEEDED, message, "OUTCOME_UNKNOWN") from None
        finally:
            self._pending.pop(command_id, None)

    async def _run(self) -> None:
        backoff = Backoff()
        while True:
            try:
                await self._serve(backoff)
            except grpc.aio.AioRpcError as rpc_error:
                error = from_rpc(rpc_error)
                if not isinstance(error, Unavailable):
                    self._broken = error
                    self._fail(error)
                    return
                await asyncio.sleep(error.wait_seconds)
            await backoff.wait()

    async def _serve(self, backoff: Backoff) -> None:
        """One connection: say again what has no answer, then write and read until it breaks."""
        self._outbox = asyncio.Queue()
        for followed in self._followed.values():
            self._outbox.put_nowait(PlayRequest(subscribe=followed.request))
        for pending in self._pending.values():
            self._outbox.put_nowait(pending.request)
        call = self._connection.commands.Play(metadata=self._connection.metadata)
        writer = asyncio.create_task(self._write(call, self._outbox))
        try:
            async for response in call:
                backoff.reset()
                self._receive(response)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            call.cancel()

    async def _write(self, call: Any, outbox: "asyncio.Queue[PlayRequest]") -> None:
        while True:
            await call.write(await outbox.get())

    def _receive(self, response: PlayResponse) -> None:
        kind = response.WhichOneof("response")
        if kind == "frame":
            self._receive_frame(response.frame)
            return
        if kind == "error" and not response.command_id:
            self._receive_end(response.error)
            return
        pending = self._pending.get(response.command_id)
        if pending is None or pending.answer.done():
            return
        if kind != "error":
            pending.answer.set_result(getattr(response, kind or "submit"))
            return
        refusal = response.error
        error = from_number(refusal.code, refusal.message, refusal.reason, refusal.metadata)
        if isinstance(error, Unavailable):
            asyncio.get_running_loop().call_later(_pause_after(error), self._repeat, response.command_id)
        else:
            pending.answer.set_exception(error)

    def _receive_end(self, refusal: commands_pb2.PlayError) -> None:
        """A table is followed no more: because it can't be, or for a while only."""
        followed = self._followed.get(refusal.metadata.get("table_id", ""))
        if followed is None:
            return
        error = from_number(refusal.code, refusal.message, refusal.reason, refusal.metadata)
        if isinstance(error, Unavailable | SlowReader):
            again = PlayRequest(subscribe=followed.request)
            asyncio.get_running_loop().call_later(_pause_after(error), self._outbox.put_nowait, again)
        else:
            followed.frames.put_nowait(error)

    def _follow_on(self, followed: _Followed, frame: Frame) -> None:
        """Follow a table from a frame on that came another way."""
        followed.request.after.CopyFrom(frame.token)
        self._outbox.put_nowait(PlayRequest(subscribe=followed.request))

    def _repeat(self, command_id: str) -> None:
        pending = self._pending.get(command_id)
        if pending is not None:
            self._outbox.put_nowait(pending.request)

    def _receive_frame(self, frame: Frame) -> None:
        followed = self._followed.get(frame.table_id)
        if followed is None:
            return
        last = followed.request.after if followed.request.HasField("after") else None
        if is_news(frame, last):
            followed.request.after.CopyFrom(frame.token)
            followed.frames.put_nowait(frame)

    def _fail(self, error: LudariumError) -> None:
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(error)
        for followed in self._followed.values():
            followed.frames.put_nowait(error)


def _pause_after(error: LudariumError) -> float:
    return max(REPEAT_SECONDS, error.wait_seconds) if isinstance(error, Unavailable) else REPEAT_SECONDS
