"""Callers for tests, and how they wait and are refused."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import pytest

from clients.rehearse.callers import Caller, Channel, Metadata, Refusal, fresh_id, refusal_in
from tests.patience import PATIENCE

__all__ = ["Caller", "Channel", "Metadata", "Refusal", "drained", "fresh_id", "refusal", "refusal_in", "until"]


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - any condition at all
            await asyncio.sleep(0.01)


async def drained(stream: Any) -> list[Any]:
    """What a stream still gives until its good end."""
    rest = []
    while (message := await stream.read()) is not grpc.aio.EOF:
        rest.append(message)
    return rest


async def refusal(call: Awaitable[Any]) -> Refusal:
    """How a call is refused; it must be, with one ErrorInfo."""
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call
    return refusal_in(refused.value)
