"""Whole games of Alhambra through the real doors: unary and streamed, watched, and interrupted in the middle."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from ludarium.v1 import commands_pb2, events_pb2, tables_pb2

from clients.rehearse.processes import ServerProcess
from server.games import GAMES
from server.games.kernel.table import Status, Table, fold
from server.games.kernel.table_view import cut_event, table_message, view_message
from server.store.embedded import EmbeddedServer
from server.store.store import EventStore
from server.tables.held import parsed
from tests.server.api.callers import Caller, Channel, fresh_id, until


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A store for one test alone."""
    with EmbeddedServer(tmp_path / "store") as server:
        yield server


@pytest.fixture
async def process(redis: EmbeddedServer, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A command server, as a process of its own."""
    process = ServerProcess(redis.url, tmp_path / "log")
    await process.start()
    yield process
    assert process.stop() == 0, (tmp_path / "log").read_text()


@pytest.fixture
async def channel(process: ServerProcess) -> AsyncIterator[Channel]:
    """A channel to the server."""
    channel = Channel(process.address, process.tokens)
    yield channel
    await channel.close()


class Watcher:
    """Follows a table to its end; after a cut it goes on after its last token."""

    def __init__(self, channel: Channel, table_id: str, caller: Caller) -> None:
        self.frames: list[events_pb2.Frame] = []
        self._channel = channel
        self._request = events_pb2.SubscribeRequest(table_id=table_id, with_views=True)
        self._caller = caller
        self.task = asyncio.create_task(self._follow())

    @property
    def events(self) -> list[events_pb2.Event]:
        """Every event that came."""
        return [event for frame in self.frames for event in frame.events]

    async def _follow(self) -> None:
        while True:
            stream: Any = self._channel.events.Subscribe(
                self._request, metadata=self._caller.metadata, wait_for_ready=True
            )
            try:
                async for response in stream:
                    self.frames.append(response.frame)
                    self._request.after.CopyFrom(response.frame.token)
                    if any(event.table.HasField("seed_revealed") for event in response.frame.events):
                        stream.cancel()
                        return
            except grpc.aio.AioRpcError as error:
                if error.code() != grpc.StatusCode.UNAVAILABLE:
                    raise
            await asyncio.sleep(0.05)


async def _choose(channel: Channel, table_id: str, players: list[Caller], rng: random.Random) -> Any:
    """A random legal command and who gives it; None at the end."""
    seen = await channel.look(table_id, players[0])
    if seen.table.status != tables_pb2.TABLE_STATUS_RUNNING:
        return None
    decision = rng.choice(seen.decisions)
    player = players[decision.seat]
    listing = commands_pb2.ListChoicesRequest(table_id=table_id, decision=decision.id)
    choices = (await channel.commands.ListChoices(listing, metadata=player.metadata)).choices
    command = rng.choice(choices).command
    return player, commands_pb2.SubmitRequest(
        table_id=table_id, command_id=fresh_id(), decision=decision.id, command=command
    )


async def _assert_seen_whole(redis: EmbeddedServer, table_id: str, watcher: Watcher, seat: int | None) -> Table:
    """The watcher saw each event once, cut for its eyes, and the final view is that of the stream."""
    store = await EventStore.connect(redis.url)
    stream = parsed(await store.read(table_id))
    await store.close()
    assert watcher.events == [cut_event(event, seat) for event in stream]
    table = fold(stream, GAMES)
    assert table.status is Status.FINISHED
    assert watcher.frames[-1].view == view_message(table, seat)
    for number, frame in enumerate(watcher.frames):
        if frame.HasField("view") and number % 25 == 0:
            then = fold(stream[: frame.token.version], GAMES)
            assert frame.view == view_message(then, seat)
    return table


async def _assert_finished_alike(channel: Channel, table: Table, caller: Caller) -> None:
    """The server shows what the stream folds to; once finished, the stream is open to all, and folds to the same."""
    seen = await channel.look(table.table_id, caller)
    assert seen.table == table_message(table)
    assert len(seen.table.results) == len(table.seats)
    after = Watcher(channel, table.table_id, caller)
    await after.task
    assert fold(after.events, GAMES) == table


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_game_by_unary_calls(redis: EmbeddedServer, channel: Channel, seats: int) -> None:
    players = [channel.caller() for _ in range(seats)]
    table_id = await channel.start_table(players)
    watcher = Watcher(channel, table_id, players[1])
    rng = random.Random(seats)
    while (chosen := await _choose(channel, table_id, players, rng)) is not None:
        player, command = chosen
        await channel.commands.Submit(command, metadata=player.metadata)
    await asyncio.wait_for(watcher.task, 20)
    table = await _assert_seen_whole(redis, table_id, watcher, 1)
    await _assert_finished_alike(channel, table, channel.caller())


async def test_a_game_on_play_streams(redis: EmbeddedServer, channel: Channel) -> None:
    players = [channel.caller() for _ in range(3)]
    table_id = await channel.start_table(players)
    watcher = Watcher(channel, table_id, channel.caller())
    streams: list[Any] = [channel.commands.Play(metadata=player.metadata) for player in players]
    await streams[0].write(commands_pb2.PlayRequest(subscribe=events_pb2.SubscribeRequest(table_id=table_id)))
    rng = random.Random(3)
    followed: list[events_pb2.Frame] = []

    async def answer(stream: Any, command_id: str) -> commands_pb2.PlayResponse:
        while True:
            response: commands_pb2.PlayResponse = await stream.read()
            if not response.HasField("frame"):
                assert response.command_id == command_id
                return response
            followed.append(response.frame)

    while (chosen := await _choose(channel, table_id, players, rng)) is not None:
        player, command = chosen
        stream = streams[players.index(player)]
        await stream.write(commands_pb2.PlayRequest(submit=command))
        response = await answer(stream, command.command_id)
        assert response.HasField("submit"), response
    await asyncio.wait_for(watcher.task, 20)
    while followed[-1].token != watcher.frames[-1].token:
        followed.append((await streams[0].read()).frame)
    for stream in streams:
        await stream.done_writing()
    table = await _assert_seen_whole(redis, table_id, watcher, None)
    assert [e.version for frame in followed for e in frame.events] == [e.version for e in watcher.events]
    await _assert_finished_alike(channel, table, players[2])


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_each_game_is_begun_played_and_watched(redis: EmbeddedServer, channel: Channel, game: str) -> None:
    players = [channel.caller() for _ in range(3)]
    table_id = await channel.start_table(players, game)
    watchers = [Watcher(channel, table_id, caller) for caller in (*players, channel.caller())]
    rng = random.Random(game)
    for _ in range(40):
        player, command = await _choose(channel, table_id, players, rng)
        await channel.commands.Submit(command, metadata=player.metadata)
    store = await EventStore.connect(redis.url)
    stream = parsed(await store.read(table_id))
    await store.close()
    table = fold(stream, GAMES)
    for seat, watcher in enumerate(watchers):
        viewer = seat if seat < 3 else None
        await until(lambda watcher=watcher: len(watcher.events) == len(stream))  # type: ignore[misc]
        assert watcher.events == [cut_event(event, viewer) for event in stream]
        assert watcher.frames[-1].view == view_message(table, viewer)
        watcher.task.cancel()


async def test_a_game_that_outlives_its_server(redis: EmbeddedServer, process: ServerProcess, channel: Channel) -> None:
    players = [channel.caller() for _ in range(3)]
    table_id = await channel.start_table(players)
    watcher = Watcher(channel, table_id, players[0])
    rng = random.Random(5)
    played = 0
    while (chosen := await _choose(channel, table_id, players, rng)) is not None:
        player, command = chosen
        await channel.commands.Submit(command, metadata=player.metadata, wait_for_ready=True)
        played += 1
        if played in (40, 120):
            assert process.stop() == 0
            await process.start()
        if played == 80:
            process.kill()
            await process.start()
    await asyncio.wait_for(watcher.task, 20)
    table = await _assert_seen_whole(redis, table_id, watcher, 0)
    await _assert_finished_alike(channel, table, players[1])
