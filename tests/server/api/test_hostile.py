"""Hostile callers: whatever they send or hold open, nothing crashes or leaks, and honest players go on playing."""

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from ludarium.v1 import commands_pb2, players_pb2, tables_pb2
from prometheus_client import CollectorRegistry

from clients.sdk.connection import Connection
from projections.query.server import QueryServer
from projections.settings import QuerySettings
from server.access import listening
from server.api.server import CommandServer
from tests.server.api.callers import Caller, Channel, fresh_id, refusal
from tests.server.api.conftest import KEY
from tests.server.api.hostile import methods_of, payloads, send
from tests.server.api.serving import serving

Code = grpc.StatusCode
FOR_EACH_METHOD = 8
IDLE = 1000
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


class Honest:
    """Two players at a table, who notice nothing of all this."""

    def __init__(self, channel: Channel, players: list[Caller], table_id: str) -> None:
        self._channel = channel
        self._players = players
        self.table_id = table_id

    async def play(self, commands: int = 3) -> None:
        """Play so many commands; each of them goes through."""
        for _ in range(commands):
            player, command = await self._channel.next_command(self.table_id, self._players)
            answer = await self._channel.commands.Submit(command, metadata=player.metadata)
            assert not answer.repeated


@pytest.fixture
async def honest(channel: Channel, players: list[Caller]) -> Honest:
    """Players at a running table."""
    return Honest(channel, players[:2], await channel.start_table(players[:2]))


@pytest.fixture
async def query_address(store_url: str) -> AsyncIterator[str]:
    """A query server on the same store."""
    settings = QuerySettings.from_environment({}, redis=store_url, query_port=0, token_key=KEY)
    server = QueryServer(settings, CollectorRegistry())
    await server.start()
    yield f"127.0.0.1:{server.port}"
    await server.stop()


@pytest.mark.parametrize("role", [players_pb2.ROLE_PLAYER, players_pb2.ROLE_OPERATOR])
async def test_nonsense_to_every_rpc(
    server: CommandServer, channel: Channel, honest: Honest, query_address: str, role: players_pb2.Role.ValueType
) -> None:
    """As a player and as an operator: the one is kept out early, the other gets further in."""
    caller = channel.caller(role)
    tried = 0
    for address in (f"127.0.0.1:{server.port}", query_address):
        methods = await asyncio.to_thread(methods_of, address)
        assert {"/grpc.health.v1.Health/Check"} <= {method.path for method in methods}
        async with grpc.aio.insecure_channel(address) as hostile:
            for method in methods:
                if method.path.endswith("RebuildProjection"):
                    continue  # what it does when it is asked rightly takes long, and is tested where it belongs
                data = list(payloads(method, "hostile", FOR_EACH_METHOD))
                codes = await asyncio.gather(*(send(hostile, method, one, caller.metadata) for one in data))
                tried += len(codes)
                if method.ours:
                    faults = [
                        one for one, code in zip(data, codes, strict=True) if code in (Code.INTERNAL, Code.UNKNOWN)
                    ]
                    assert not faults, f"{method.path} stumbles over {faults[0][:200]!r}"
                await honest.play(1)
    assert tried > 20 * FOR_EACH_METHOD


async def test_more_than_the_transport_lets_in(channel: Channel, honest: Honest, players: list[Caller]) -> None:
    raw: Any = channel.channel
    submit = raw.unary_unary("/ludarium.v1.CommandService/Submit")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await submit(b"x" * (2 << 20), metadata=players[0].metadata)
    assert refused.value.code() == Code.RESOURCE_EXHAUSTED
    with pytest.raises(grpc.aio.AioRpcError):
        await submit(b"", metadata=(("authorization", "Bearer " + "x" * 60_000),))
    await honest.play()


async def test_the_token_of_a_player_who_left(channel: Channel, players: list[Caller]) -> None:
    left, others = players[0], players[1:]
    table_id = await channel.open_table(others[0], 2)
    for player in (left, others[0]):
        join = tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id())
        await channel.tables.JoinTable(join, metadata=player.metadata)
    leave = tables_pb2.LeaveTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.LeaveTable(leave, metadata=left.metadata)
    join = tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.JoinTable(join, metadata=others[1].metadata)
    start = tables_pb2.StartTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.StartTable(start, metadata=others[0].metadata)
    table = (await channel.look(table_id, others[0])).table
    seated = sorted(others, key=lambda player: [seat.player_id for seat in table.seats].index(player.player_id))

    _, command = await channel.next_command(table_id, seated)
    assert (await refusal(channel.commands.Submit(command, metadata=left.metadata))).reason == "NOT_SEATED"
    listing = commands_pb2.ListChoicesRequest(table_id=table_id, decision=command.decision)
    assert (await refusal(channel.commands.ListChoices(listing, metadata=left.metadata))).code == Code.PERMISSION_DENIED
    spectator = channel.caller(players_pb2.ROLE_SPECTATOR)
    assert (await channel.look(table_id, left)).view == (await channel.look(table_id, spectator)).view


@pytest.fixture
async def impatient(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[CommandServer]:
    """A server that lets no connection grow older than a few seconds."""
    monkeypatch.setattr(listening, "AGE_GRACE_SECONDS", 1.0)
    async with serving(store_url, {"LUDARIUM_CONNECTION_AGE": "3"}) as server:
        yield server


async def test_streams_that_say_nothing_are_ended(impatient: CommandServer) -> None:
    """Streams without a request, and calls whose request never comes, last no longer than a connection may."""
    address = f"127.0.0.1:{impatient.port}"
    token = impatient.tokens.issue("somebody", players_pb2.ROLE_PLAYER)
    create = tables_pb2.CreateTableRequest(seats=2)
    create.options.alhambra.SetInParent()
    slow: Any
    async with grpc.aio.insecure_channel(address) as slow, Connection(address, "localhost:1", token) as honest:
        calls = [
            slow.stream_stream(f"/ludarium.v1.CommandService/{name}")(_silence(), metadata=honest.metadata)
            for name in ("Play", "Submit")
            for _ in range(100)
        ]
        for request_id in ("while they are there", "when they are gone"):
            create.request_id = request_id
            assert (await honest.call(honest.tables.CreateTable, create)).table.table_id
            async with asyncio.timeout(120):
                codes = await asyncio.gather(*(call.code() for call in calls))
            assert Code.OK not in codes


async def test_a_thousand_idle_connections(server: CommandServer, channel: Channel, honest: Honest) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    idle = []
    try:
        for number in range(IDLE):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write((b"", PREFACE[:7], PREFACE, b"GET / HTTP/1.1\r\n\r\n")[number % 4])
            idle.append((reader, writer))
        await honest.play(5)
    finally:
        for _, writer in idle:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    await honest.play()


async def _silence() -> AsyncIterator[bytes]:
    await asyncio.Event().wait()
    yield b""
