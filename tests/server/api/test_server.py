"""The server as a whole: health, faults that nobody foresaw, guests, stores that come and go."""

import asyncio
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import structlog
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc
from ludarium.v1 import commands_pb2, players_pb2, tables_pb2
from prometheus_client import CollectorRegistry

from server.api import server as server_module
from server.api.server import SERVICES, CommandServer
from server.api.settings import Settings
from server.games import GAMES
from server.store.embedded import EmbeddedServer
from tests.patience import PATIENCE, slowness
from tests.server.api.callers import Caller, Channel, fresh_id, refusal
from tests.server.api.conftest import KEY

Serving = health_pb2.HealthCheckResponse


async def _health(
    channel: grpc.aio.Channel, service: str = ""
) -> health_pb2.HealthCheckResponse.ServingStatus.ValueType:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    answer: health_pb2.HealthCheckResponse = await stub.Check(health_pb2.HealthCheckRequest(service=service))
    return answer.status


async def _until_health(
    channel: grpc.aio.Channel, wanted: health_pb2.HealthCheckResponse.ServingStatus.ValueType
) -> None:
    async with asyncio.timeout(PATIENCE):
        while await _health(channel) != wanted:  # noqa: ASYNC110 - it is the health that is asked for
            await asyncio.sleep(0.05)


async def test_every_service_is_healthy_and_found_by_reflection(channel: Channel) -> None:
    await _until_health(channel.channel, Serving.SERVING)
    for service in SERVICES:
        assert await _health(channel.channel, service) == Serving.SERVING


async def test_health_follows_the_store_and_everything_resumes_by_itself(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "data") as store:
        settings = Settings.from_environment({}, redis=store.url, port=0, token_key=KEY, guests=True)
        server = CommandServer(settings, CollectorRegistry())
        await server.start()
        channel = Channel(f"127.0.0.1:{server.port}", server.tokens)
        try:
            players = [channel.caller() for _ in range(2)]
            table_id = await channel.start_table(players)
            player, command = await channel.next_command(table_id, players)
            await _until_health(channel.channel, Serving.SERVING)
            await asyncio.to_thread(store.kill)
            await _until_health(channel.channel, Serving.NOT_SERVING)
            started = asyncio.get_running_loop().time()
            refused = await refusal(channel.commands.Submit(command, metadata=player.metadata, timeout=3.0))
            assert asyncio.get_running_loop().time() - started < 3.2 * slowness()
            assert refused.code == grpc.StatusCode.UNAVAILABLE
            assert refused.reason in ("STORE_UNAVAILABLE", "OUTCOME_UNKNOWN")
            create = players_pb2.CreatePlayerRequest(display_name="Ada")
            refused = await refusal(channel.players.CreatePlayer(create))
            assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
            store.start()
            await _until_health(channel.channel, Serving.SERVING)
            answer = await channel.commands.Submit(command, metadata=player.metadata)
            assert answer.token.version == (await channel.look(table_id, player)).token.version
        finally:
            await channel.close()
            await server.stop()


async def test_a_fault_is_internal_with_an_id_that_the_log_has(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: object) -> Iterator[Message]:
        raise ZeroDivisionError("the inner workings")

    broken = {"alhambra": dataclasses.replace(GAMES["alhambra"], decide=decide)}
    monkeypatch.setattr(server_module, "GAMES", broken)
    settings = Settings.from_environment({}, redis=store_url, port=0, token_key=KEY, check_store=False)
    server = CommandServer(settings, CollectorRegistry())
    await server.start()
    channel = Channel(f"127.0.0.1:{server.port}", server.tokens)
    try:
        players = [channel.caller() for _ in range(2)]
        table_id = await channel.start_table(players)
        player, command = await channel.next_command(table_id, players)
        before = await channel.look(table_id, player)
        with structlog.testing.capture_logs() as logs:
            refused = await refusal(channel.commands.Submit(command, metadata=player.metadata))
        assert (refused.code, refused.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
        assert "inner workings" not in refused.message
        (entry,) = [log for log in logs if log["event"] == "call failed"]
        assert entry["correlation_id"] == refused.metadata["correlation_id"]
        assert player.token not in str(entry)
        assert await channel.look(table_id, player) == before
    finally:
        await channel.close()
        await server.stop()


async def test_without_guests_only_operators_make_players(store_url: str) -> None:
    settings = Settings.from_environment({}, redis=store_url, port=0, token_key=KEY, check_store=False)
    server = CommandServer(settings, CollectorRegistry())
    await server.start()
    channel = Channel(f"127.0.0.1:{server.port}", server.tokens)
    try:
        create = players_pb2.CreatePlayerRequest(display_name="Ada")
        assert (await refusal(channel.players.CreatePlayer(create))).reason == "NO_VALID_TOKEN"
        stranger = channel.caller()
        refused = await refusal(channel.players.CreatePlayer(create, metadata=stranger.metadata))
        assert refused.reason == "NOT_ALLOWED"
        operator = channel.caller(players_pb2.ROLE_OPERATOR)
        created = await channel.players.CreatePlayer(create, metadata=operator.metadata)
        assert created.token
    finally:
        await channel.close()
        await server.stop()


async def test_an_embedded_server_goes_on_where_it_was(tmp_path: Path) -> None:
    settings = Settings.from_environment({}, port=0, data=tmp_path)
    table_id = ""
    players: list[Caller] = []
    for round_ in range(3):
        server = CommandServer(settings, CollectorRegistry())
        await server.start()
        channel = Channel(f"127.0.0.1:{server.port}", server.tokens)
        if not players:
            players = [channel.caller() for _ in range(2)]
            table_id = await channel.start_table(players)
        player, command = await channel.next_command(table_id, players)
        await channel.commands.Submit(command, metadata=player.metadata)
        version = (await channel.look(table_id, player)).token.version
        await channel.close()
        await server.stop()
        assert version > 20 + round_


async def test_a_taken_port_is_said_so(server: CommandServer, store_url: str) -> None:
    settings = Settings.from_environment({}, redis=store_url, port=server.port, token_key=KEY, check_store=False)
    with pytest.raises(OSError, match=f"127.0.0.1:{server.port}"):
        await CommandServer(settings, CollectorRegistry()).start()


async def test_a_deadline_is_answered_before_it_passes(channel: Channel) -> None:
    """A lookup that can't succeed is refused well before the caller's own clock runs out."""
    caller = Caller("x", channel.caller().token)
    look = tables_pb2.GetTableRequest(table_id="01ARZ3NDEKTSV4RRFFQ69G5FAV")
    refused = await refusal(channel.tables.GetTable(look, metadata=caller.metadata, timeout=5.0))
    assert refused.reason == "UNKNOWN_TABLE"
    leave = tables_pb2.LeaveTableRequest(table_id="01ARZ3NDEKTSV4RRFFQ69G5FAV", request_id=fresh_id())
    assert (await refusal(channel.tables.LeaveTable(leave, metadata=caller.metadata))).reason == "UNKNOWN_TABLE"
    submit = commands_pb2.SubmitRequest()
    assert (await refusal(channel.commands.Submit(submit, metadata=caller.metadata))).reason == "MALFORMED"
