"""Doors: gRPC handlers around plain functions. Each reads its request, knows its caller, and words every refusal.

Requests and responses cross here as bytes, so that an unreadable or oversized request gets a precise answer too, and
what is encoded already goes out as it is.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final, NamedTuple, NoReturn, Protocol, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message

from server.access import limits
from server.access.errors import status_of
from server.access.faults import refusal_of
from server.access.gate import Gate
from server.access.tokens import Caller
from server.games.kernel.rejection import Reason, Rejected

Request = TypeVar("Request", bound=Message)
Context = grpc.aio.ServicerContext[bytes, bytes]

_MARGIN: Final = 0.1
_LARGEST_MARGIN: Final = 0.2


class CallMeter(Protocol):
    """Counts calls; must be quick."""

    def called(self, method: str, result: str) -> None:
        """A call ended so: `ok`, or the reason of the refusal."""


class Call(NamedTuple):
    """One call: who makes it, and by when it must be answered, in seconds of the loop's clock."""

    caller: Caller
    deadline: float


class Doors:
    """Makes handlers. Every one of them ends well, with a refusal, or with INTERNAL and a line in the log."""

    def __init__(self, gate: Gate, metrics: CallMeter) -> None:
        self._gate = gate
        self._metrics = metrics

    def unary(
        self, method: str, request_type: type[Request], function: Callable[[Request, Call], Awaitable[Message]]
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """A handler that answers one request with one response."""

        async def handle(data: bytes, context: Context) -> bytes:
            try:
                request = read(request_type, data)
                response = await function(request, self.call(context))
                encoded = response.SerializeToString()
            except Exception as error:
                await self._refuse(context, method, error)
            self._metrics.called(method, "ok")
            return encoded

        return grpc.unary_unary_rpc_method_handler(handle)

    def open(
        self, method: str, request_type: type[Request], function: Callable[[Request, Context], Awaitable[Message]]
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """As `unary`, for callers who may not have a token yet."""

        async def handle(data: bytes, context: Context) -> bytes:
            try:
                response = await function(read(request_type, data), context)
            except Exception as error:
                await self._refuse(context, method, error)
            self._metrics.called(method, "ok")
            return response.SerializeToString()

        return grpc.unary_unary_rpc_method_handler(handle)

    def stream(
        self,
        method: str,
        request_type: type[Request],
        function: Callable[[Request, Caller], AsyncGenerator[bytes, None]],
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """A handler that answers one request with a stream of encoded responses."""

        async def handle(data: bytes, context: Context) -> None:
            try:
                request = read(request_type, data)
                async with aclosing(function(request, self.caller(context))) as responses:
                    async for response in responses:
                        await context.write(response)
            except Exception as error:
                await self._refuse(context, method, error)
            self._metrics.called(method, "ok")

        return grpc.unary_stream_rpc_method_handler(handle)

    def dialogue(
        self, method: str, function: Callable[[Caller, Context], Awaitable[None]]
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """A handler that reads and writes its stream itself."""

        async def handle(_: Any, context: Context) -> None:
            try:
                await function(self.caller(context), context)
            except Exception as error:
                await self._refuse(context, method, error)
            self._metrics.called(method, "ok")

        return grpc.stream_stream_rpc_method_handler(handle)

    def caller(self, context: Context) -> Caller:
        """Who calls. Raises Rejected(NO_VALID_TOKEN)."""
        return self._gate.caller(context.invocation_metadata())

    def call(self, context: Context) -> Call:
        """Who calls, and until when. Raises Rejected(NO_VALID_TOKEN)."""
        return Call(self._gate.caller(context.invocation_metadata()), deadline_of(context))

    async def _refuse(self, context: Context, method: str, error: Exception) -> NoReturn:
        if isinstance(error, grpc.aio.AbortError):
            raise error
        rejection = refusal_of(error, method)
        self._metrics.called(method, rejection.reason_name)
        await context.abort_with_status(status_of(rejection))
        raise AssertionError("abort_with_status raises")


def read(request_type: type[Request], data: bytes) -> Request:
    """The request in these bytes. Raises Rejected(TOO_LARGE or MALFORMED)."""
    if len(data) > limits.LARGEST_REQUEST:
        raise limits.too_large(len(data))
    try:
        return request_type.FromString(data)
    except DecodeError:
        message = f"The request can't be read as {request_type.DESCRIPTOR.full_name}."
        raise Rejected(Reason.REASON_MALFORMED, message) from None


def deadline_of(context: Context) -> float:
    """By when a call must be answered, a little before its caller gives up, in seconds of the loop's clock."""
    remaining = context.time_remaining()
    seconds = limits.DEFAULT_SECONDS if remaining is None else min(remaining, limits.LONGEST_SECONDS)
    return asyncio.get_running_loop().time() + seconds - min(_LARGEST_MARGIN, seconds * _MARGIN)
