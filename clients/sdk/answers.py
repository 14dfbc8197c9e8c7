"""Streams of answers: read to their end, or followed over lost connections."""

from collections.abc import AsyncIterator
from typing import Any, TypeVar

import grpc

from clients.sdk.backoff import Backoff
from clients.sdk.connection import Connection
from clients.sdk.errors import Unavailable, from_rpc

Answer = TypeVar("Answer")


async def answers(call: "grpc.aio.UnaryStreamCall[Any, Answer]") -> AsyncIterator[Answer]:
    """The answers of a call, which ends with its reader. Raises LudariumError."""
    try:
        async for answer in call:
            yield answer
    except grpc.aio.AioRpcError as rpc_error:
        raise from_rpc(rpc_error) from rpc_error
    finally:
        call.cancel()


async def followed(
    connection: Connection, method: "grpc.aio.UnaryStreamMultiCallable[Any, Answer]", request: Any
) -> AsyncIterator[Answer]:
    """The answers of a watch, asked for again whenever nobody answers, for ever: stop reading at the one that is last.

    Raises LudariumError for a refusal.
    """
    backoff = Backoff()
    while True:
        try:
            async for answer in answers(method(request, metadata=connection.metadata)):
                backoff.reset()
                yield answer
        except Unavailable:
            pass
        await backoff.wait()
