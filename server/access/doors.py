"""Doors: gRPC handlers around plain functions. Each reads its request, knows its caller, and words every refusal.

Requests and responses cross here as bytes, so that an unreadable or oversized request gets a precise answer too, and
what is encoded already goes out as it is.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any, Final, NamedTuple, NoReturn, Protocol, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message

from server.access import audit, correlation, limits
from server.access.errors import status_of
from server.access.faults import refusal_of
from server.access.gate import Gate
from server.access.rates import Rates
from server.access.tokens import Caller
from server.games.kernel.rejection import Reason, Rejected

Request = TypeVar("Request", bound=Message)
Entered = TypeVar("Entered")
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


class _Visit:
    """One call on its way through a door: what is known of it so far."""

    __slots__ = ("caller", "context", "correlation_id", "headers", "method", "request")

    def __init__(self, method: str, context: Context) -> None:
        self.method = method
        self.context = context
        self.headers: Mapping[str, str | bytes] = dict(context.invocation_metadata() or ())
        self.correlation_id = correlation.begin(self.headers)
        self.caller: Caller | None = None
        self.request: Message | None = None


class Doors:
    """Makes handlers. Every one of them ends well, with a refusal, or with INTERNAL and a line in the log."""

    def __init__(self, gate: Gate, metrics: CallMeter, rates: Rates | None = None) -> None:
        """`rates`: how often callers may call; None for no limit."""
        self._gate = gate
        self._metrics = metrics
        self._rates = rates

    def unary(
        self, method: str, request_type: type[Request], function: Callable[[Request, Call], Awaitable[Message]]
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """A handler that answers one request with one response."""

        async def enter(visit: _Visit) -> Call:
            return Call(await self._caller(visit), deadline_of(visit.context))

        return self._answering(method, request_type, enter, function)

    def open(
        self, method: str, request_type: type[Request], function: Callable[[Request, Caller | None], Awaitable[Message]]
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """As `unary`, for callers who may not have a token yet; one that comes along must be valid."""

        async def enter(visit: _Visit) -> Caller | None:
            if "authorization" in visit.headers:
                return await self._caller(visit)
            if self._rates is not None:
                self._rates.admit_stranger(visit.context.peer)
            return None

        return self._answering(method, request_type, enter, function)

    def stream(
        self,
        method: str,
        request_type: type[Request],
        function: Callable[[Request, Caller], AsyncGenerator[bytes, None]],
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """A handler that answers one request with a stream of encoded responses."""

        async def handle(data: bytes, context: Context) -> None:
            visit = _Visit(method, context)
            try:
                caller = await self._caller(visit)
                request = visit.request = read(request_type, data)
                async with aclosing(function(request, caller)) as responses:
                    async for response in responses:
                        await context.write(response)
            except Exception as error:
                await self._refuse(visit, error)
            self.ended(visit.caller, method, visit.request, "ok")

        return grpc.unary_stream_rpc_method_handler(handle)

    def dialogue(
        self, method: str, function: Callable[[Caller, Context], Awaitable[None]]
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """A handler that reads and writes its stream itself, and calls `admit` for each request on it."""

        async def handle(_: Any, context: Context) -> None:
            visit = _Visit(method, context)
            try:
                await function(await self._caller(visit), context)
            except Exception as error:
                await self._refuse(visit, error)
            self.ended(visit.caller, method, visit.request, "ok")

        return grpc.stream_stream_rpc_method_handler(handle)

    def admit(self, caller: Caller, context: Context) -> None:
        """Count one request more of a caller who is in. Raises Rejected(TOO_MANY_CALLS)."""
        if self._rates is not None:
            self._rates.admit(caller, context.peer)

    def ended(self, caller: Caller | None, method: str, request: Message | None, result: str) -> None:
        """A request ended so: `ok`, or the reason of the refusal. What operators do is written down."""
        self._metrics.called(method, result)
        if caller is not None and caller.operator:
            audit.acted(caller, method, request, result)

    def _answering(
        self,
        method: str,
        request_type: type[Request],
        enter: Callable[[_Visit], Awaitable[Entered]],
        function: Callable[[Request, Entered], Awaitable[Message]],
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        async def handle(data: bytes, context: Context) -> bytes:
            visit = _Visit(method, context)
            try:
                entered = await enter(visit)
                request = visit.request = read(request_type, data)
                encoded = (await function(request, entered)).SerializeToString()
            except Exception as error:
                await self._refuse(visit, error)
            self.ended(visit.caller, method, visit.request, "ok")
            return encoded

        return grpc.unary_unary_rpc_method_handler(handle)

    async def _caller(self, visit: _Visit) -> Caller:
        """Who calls. Raises Rejected(NO_VALID_TOKEN or TOO_MANY_CALLS)."""
        try:
            caller = visit.caller = await self._gate.caller(visit.headers.get("authorization"))
        except Rejected:
            if self._rates is not None:
                self._rates.admit_stranger(visit.context.peer)
            raise
        self.admit(caller, visit.context)
        return caller

    async def _refuse(self, visit: _Visit, error: Exception) -> NoReturn:
        if isinstance(error, grpc.aio.AbortError):
            raise error
        rejection = refusal_of(error, visit.method)
        self.ended(visit.caller, visit.method, visit.request, rejection.reason_name)
        await visit.context.abort_with_status(status_of(rejection, visit.correlation_id))
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
