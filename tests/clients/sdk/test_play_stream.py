"""The Play stream: many commands in flight, on a connection that may break."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import grpc
import pytest
from ludarium.v1 import commands_pb2, events_pb2

from clients.sdk.connection import Connection
from clients.sdk.errors import OutcomeUnknown, Refused
from clients.sdk.play_stream import PlayStream
from tests.clients.conftest import Deployment, started_table, token
from tests.clients.sdk.fakes import FakeCommands, frame, serving

Responses = AsyncIterator[commands_pb2.PlayResponse]


def _command(command_id: str) -> commands_pb2.SubmitRequest:
    return commands_pb2.SubmitRequest(table_id="T", command_id=command_id)


def _answer(command_id: str) -> commands_pb2.PlayResponse:
    return commands_pb2.PlayResponse(command_id=command_id, submit=commands_pb2.SubmitResponse())


def _error(command_id: str, code: grpc.StatusCode, reason: str, **metadata: str) -> commands_pb2.PlayResponse:
    error = commands_pb2.PlayError(code=code.value[0], reason=reason, message="no", metadata=metadata)
    return commands_pb2.PlayResponse(command_id=command_id, error=error)


async def test_commands_without_an_answer_are_sent_again_when_the_connection_breaks() -> None:
    seen: list[str] = []

    async def breaks(requests: Any, context: Any) -> Responses:
        async for request in requests:
            seen.append(request.submit.command_id)
            if len(seen) == 3:
                yield _answer("1")
                await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    async def works(requests: Any, context: Any) -> Responses:
        async for request in requests:
            seen.append(request.submit.command_id)
            yield _answer(request.submit.command_id)

    async with (
        serving(FakeCommands(plays=[breaks, works])) as address,
        Connection(address, address, "t") as connection,
        PlayStream(connection) as stream,
    ):
        await asyncio.gather(*(stream.submit(_command(str(number))) for number in (1, 2, 3)))
    assert seen[:3] == ["1", "2", "3"]
    assert sorted(seen[3:]) == ["2", "3"]


async def test_a_command_that_the_server_could_not_serve_is_sent_again_and_a_refused_one_is_not() -> None:
    async def play(requests: Any, context: Any) -> Responses:
        number = 0
        async for request in requests:
            number += 1
            if request.submit.command_id == "bad":
                yield _error("bad", grpc.StatusCode.FAILED_PRECONDITION, "ILLEGAL", rule="R5.2")
            elif number == 1:
                yield _error("late", grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
            else:
                yield _answer("late")

    async with (
        serving(FakeCommands(plays=[play])) as address,
        Connection(address, address, "t") as connection,
        PlayStream(connection) as stream,
    ):
        await stream.submit(_command("late"))
        with pytest.raises(Refused) as caught:
            await stream.submit(_command("bad"))
        assert caught.value.rule == "R5.2"


async def test_silence_ends_in_an_unknown_outcome() -> None:
    async def silent(requests: Any, context: Any) -> Responses:
        async for _ in requests:
            pass
        yield _answer("never")

    async with (
        serving(FakeCommands(plays=[silent])) as address,
        Connection(address, address, "t") as connection,
        PlayStream(connection, deadline=2.0) as stream,
    ):
        with pytest.raises(OutcomeUnknown):
            await stream.submit(_command("1"))


async def test_a_followed_table_is_taken_up_after_its_last_frame() -> None:
    asked: list[events_pb2.SubscribeRequest] = []

    async def first(requests: Any, context: Any) -> Responses:
        async for request in requests:
            asked.append(request.subscribe)
            yield commands_pb2.PlayResponse(frame=frame(1).frame)
            await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    async def second(requests: Any, context: Any) -> Responses:
        async for request in requests:
            asked.append(request.subscribe)
            yield commands_pb2.PlayResponse(frame=frame(1).frame)
            yield commands_pb2.PlayResponse(frame=frame(2).frame)

    versions = []
    async with (
        serving(FakeCommands(plays=[first, second])) as address,
        Connection(address, address, "t") as connection,
        PlayStream(connection) as stream,
        aclosing(stream.follow("T")) as frames,
    ):
        async for one in frames:
            versions.append(one.token.version)
            if len(versions) == 2:
                break
    assert versions == [1, 2]
    assert asked[1].after.version == 1


async def test_a_game_is_played_on_one_stream_with_its_frames_beside_the_answers(deployment: Deployment) -> None:
    async with deployment.connect(token("ada")) as ada, deployment.connect(token("bea")) as bea:
        players = await started_table(ada, bea)
        seen = await players[0].get()
        decision = seen.decisions[0]
        player = players[decision.seat]
        choice = (await player.list_choices(decision.id))[0]
        request = commands_pb2.SubmitRequest(
            table_id=player.table_id, command_id="the first", decision=decision.id, command=choice.command
        )
        async with (
            PlayStream(player.connection) as stream,
            aclosing(stream.follow(player.table_id, seen.token)) as frames,
        ):
            reading = asyncio.create_task(anext(frames))
            answer = await stream.submit(request)
            again = await stream.submit(request)
            followed = await asyncio.wait_for(reading, 5)
        assert again.repeated
        assert again.token == answer.token == followed.token
        assert [event.version for event in followed.events] == [event.version for event in answer.events]
