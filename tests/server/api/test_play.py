"""The Play stream: answers in order for each table, frames beside them, refusals that do not end it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
from google.rpc import code_pb2
from ludarium.v1 import commands_pb2, events_pb2

from tests.patience import PATIENCE
from tests.server.api.callers import Caller, Channel, fresh_id, refusal, until


class Stream:
    """A Play stream that is read in the background."""

    def __init__(self, channel: Channel, caller: Caller) -> None:
        self.call: Any = channel.commands.Play(metadata=caller.metadata)
        self.answers: asyncio.Queue[commands_pb2.PlayResponse] = asyncio.Queue()
        self.frames: list[events_pb2.Frame] = []
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for response in self.call:
            if response.HasField("frame"):
                self.frames.append(response.frame)
            else:
                self.answers.put_nowait(response)

    async def send(self, **request: Any) -> None:
        """Send one request."""
        await self.call.write(commands_pb2.PlayRequest(**request))

    async def answer(self) -> commands_pb2.PlayResponse:
        """The next answer."""
        async with asyncio.timeout(PATIENCE):
            return await self.answers.get()

    async def end(self) -> None:
        """Half-close, and wait for the end."""
        await self.call.done_writing()
        async with asyncio.timeout(PATIENCE):
            await self._reader


@asynccontextmanager
async def playing(channel: Channel, caller: Caller) -> AsyncIterator[Stream]:
    """A stream for one caller."""
    stream = Stream(channel, caller)
    yield stream
    stream.call.cancel()
    await asyncio.gather(stream._reader, return_exceptions=True)


async def test_a_command_is_answered_as_by_a_unary_call(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    player, command = await channel.next_command(table_id, players)
    async with playing(channel, player) as stream:
        await stream.send(submit=command)
        answer = await stream.answer()
    assert answer.command_id == command.command_id
    again = await channel.commands.Submit(command, metadata=player.metadata)
    assert again.repeated
    assert (again.token, list(again.events)) == (answer.submit.token, list(answer.submit.events))


async def test_commands_of_a_table_are_answered_in_order_and_refusals_go_on(
    channel: Channel, players: list[Caller]
) -> None:
    table_id = await channel.start_table(players)
    player, command = await channel.next_command(table_id, players)
    async with playing(channel, player) as stream:
        wrong = commands_pb2.SubmitRequest()
        wrong.CopyFrom(command)
        wrong.command_id, wrong.decision.version = fresh_id(), 10**9
        undo = commands_pb2.UndoRequest(table_id=table_id, command_id=fresh_id(), to_version=1)
        consent = commands_pb2.AnswerUndoRequest(table_id=table_id, command_id=fresh_id(), agrees=True)
        await stream.send(submit=wrong)
        await stream.send(submit=command)
        await stream.send(undo=undo)
        await stream.send(answer_undo=consent)
        await stream.send()
        await stream.send(submit=command)
        answers = [await stream.answer() for _ in range(6)]
        await stream.end()
    by_id = {answer.command_id: answer for answer in answers}
    assert [a.command_id for a in answers if a.command_id] == [
        wrong.command_id,
        command.command_id,
        undo.command_id,
        consent.command_id,
        command.command_id,
    ]
    assert by_id[wrong.command_id].error.reason == "DECISION_NOT_OPEN"
    assert by_id[wrong.command_id].error.code == code_pb2.FAILED_PRECONDITION
    assert by_id[wrong.command_id].error.metadata["table_version"]
    assert by_id[undo.command_id].error.reason == "UNDO_CLOSED"
    assert by_id[consent.command_id].error.reason == "NO_UNDO_ASKED"
    assert by_id[""].error.reason == "MALFORMED"
    assert by_id[command.command_id].submit.repeated


async def test_many_tables_share_one_stream(channel: Channel) -> None:
    tables = []
    player = channel.caller()
    for _ in range(6):
        others = [player, channel.caller()]
        tables.append((await channel.start_table(others), others))
    async with playing(channel, player) as stream:
        sent = set()
        for table_id, seated in tables:
            who, command = await channel.next_command(table_id, seated)
            await stream.send(subscribe=events_pb2.SubscribeRequest(table_id=table_id))
            if who is player:
                sent.add(command.command_id)
                await stream.send(submit=command)
        answers = {(await stream.answer()).command_id for _ in sent}
        assert answers == sent
        await until(lambda: len({frame.table_id for frame in stream.frames}) == len(tables))


async def test_frames_come_beside_the_answers(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    async with playing(channel, players[0]) as stream:
        await stream.send(subscribe=events_pb2.SubscribeRequest(table_id=table_id, with_views=True))
        for _ in range(6):
            player, command = await channel.next_command(table_id, players)
            if player is players[0]:
                await stream.send(submit=command)
                token = (await stream.answer()).submit.token
            else:
                token = (await channel.commands.Submit(command, metadata=player.metadata)).token
        await until(lambda: bool(stream.frames) and stream.frames[-1].token == token)
    seen = await channel.look(table_id, players[0])
    assert stream.frames[-1].view == seen.view
    assert list(stream.frames[-1].decisions) == list(seen.decisions)
    versions = [event.version for frame in stream.frames for event in frame.events]
    assert versions == list(range(1, seen.token.version + 1))


async def test_a_table_that_can_not_be_followed_is_named(channel: Channel, players: list[Caller]) -> None:
    missing = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    table_id = await channel.start_table(players)
    lost = events_pb2.Token(version=3, event_id=b"otherone")
    async with playing(channel, players[0]) as stream:
        await stream.send(subscribe=events_pb2.SubscribeRequest(table_id=missing))
        first = (await stream.answer()).error
        await stream.send(subscribe=events_pb2.SubscribeRequest(table_id=table_id, after=lost))
        second = (await stream.answer()).error
        await stream.send(subscribe=events_pb2.SubscribeRequest(table_id="x"))
        third = (await stream.answer()).error
    assert (first.reason, first.metadata["table_id"]) == ("UNKNOWN_TABLE", missing)
    assert (second.reason, second.metadata["table_id"]) == ("HISTORY_WENT_BACK", table_id)
    assert third.reason == "MALFORMED"


async def test_following_again_begins_at_the_new_point(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    async with playing(channel, players[0]) as stream:
        for _ in range(3):
            stream.frames.clear()
            await stream.send(subscribe=events_pb2.SubscribeRequest(table_id=table_id))
            await until(lambda: len(stream.frames) >= 5)
            assert stream.frames[0].events[0].version == 1
        player, command = await channel.next_command(table_id, players)
        await channel.commands.Submit(command, metadata=player.metadata)
        await until(lambda: len(stream.frames) >= 6)
        await asyncio.sleep(0.1)
        assert len(stream.frames) == 6


async def test_a_stream_without_a_token_and_unreadable_bytes(channel: Channel, players: list[Caller]) -> None:
    refused = await refusal(channel.commands.Play().read())
    assert (refused.code, refused.reason) == (grpc.StatusCode.UNAUTHENTICATED, "NO_VALID_TOKEN")
    call: Any = channel.channel.stream_stream("/ludarium.v1.CommandService/Play")(metadata=players[0].metadata)
    await call.write(b"\xff\xff")
    assert (await refusal(call.read())).reason == "MALFORMED"
