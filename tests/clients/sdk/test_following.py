"""Following a table through everything that may happen to connections and servers."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import grpc
import pytest
from ludarium.v1 import events_pb2

from clients.sdk.connection import Connection
from clients.sdk.errors import NotFound
from clients.sdk.following import follow
from tests.clients.sdk.fakes import FakeEvents, FakeTables, frame, refuse, serving

Responses = AsyncIterator[events_pb2.SubscribeResponse]


async def _follow(address: str, number: int) -> list[events_pb2.Frame]:
    """The first frames of a table."""
    frames: list[events_pb2.Frame] = []
    async with Connection(address, address, "t") as connection, aclosing(follow(connection, "T")) as following:
        async for one in following:
            frames.append(one)
            if len(frames) == number:
                break
    return frames


async def test_a_lost_connection_is_taken_up_after_the_last_frame_and_none_comes_twice() -> None:
    async def first(_: Any, context: Any) -> Responses:
        yield frame(1)
        yield frame(4)
        await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    async def second(_: Any, context: Any) -> Responses:
        yield frame(4)  # a server may repeat what the token names
        yield frame(6)

    events = FakeEvents([first, second])
    async with serving(events) as address:
        frames = await _follow(address, 3)
    assert [one.token.version for one in frames] == [1, 4, 6]
    assert not events.requests[0].HasField("after")
    assert events.requests[1].after == frames[1].token


async def test_a_reader_that_was_too_slow_subscribes_again() -> None:
    async def first(_: Any, context: Any) -> Responses:
        yield frame(2)
        await refuse(context, grpc.StatusCode.RESOURCE_EXHAUSTED, "SLOW_READER")

    async def second(_: Any, context: Any) -> Responses:
        yield frame(3)

    async with serving(FakeEvents([first, second])) as address:
        assert [one.token.version for one in await _follow(address, 2)] == [2, 3]


async def test_where_history_went_back_the_present_table_comes_as_a_reset_and_is_followed_from_there() -> None:
    async def first(_: Any, context: Any) -> Responses:
        yield frame(9)
        await refuse(context, grpc.StatusCode.OUT_OF_RANGE, "HISTORY_WENT_BACK")

    async def second(_: Any, context: Any) -> Responses:
        yield frame(8)

    events = FakeEvents([first, second])
    async with serving(events, FakeTables(version=7)) as address:
        frames = await _follow(address, 3)
    assert [(one.token.version, one.reset) for one in frames] == [(9, False), (7, True), (8, False)]
    assert events.requests[1].after.version == 7


async def test_a_reset_of_the_server_is_passed_on_although_its_version_is_lower() -> None:
    async def first(_: Any, context: Any) -> Responses:
        yield frame(9)
        yield frame(5, reset=True)
        yield frame(6)

    async with serving(FakeEvents([first])) as address:
        assert [one.token.version for one in await _follow(address, 3)] == [9, 5, 6]


async def test_an_unknown_table_is_not_asked_for_again() -> None:
    async def first(_: Any, context: Any) -> Responses:
        await refuse(context, grpc.StatusCode.NOT_FOUND, "UNKNOWN_TABLE", "There is no such table.")
        yield frame(1)

    async with serving(FakeEvents([first])) as address:
        with pytest.raises(NotFound, match="no such table"):
            await _follow(address, 1)
