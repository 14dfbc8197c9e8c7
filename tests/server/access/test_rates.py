"""Rate limits: who is too fast is told how long to wait, and nobody else notices."""

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from ludarium.v1 import players_pb2

from clients.sdk.connection import Connection
from server.access import rates
from server.access.rates import BURST_SECONDS, STRANGER_COST, Bucket, Rates
from server.access.tokens import Caller
from server.api.server import CommandServer
from server.api.settings import Settings
from server.games.kernel.rejection import Rejected
from tests.server.api.callers import Channel
from tests.server.api.serving import serving

ASK = players_pb2.BatchGetProfilesRequest(player_ids=["x"])


class Clock:
    """Stands still until it is told to go on."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_let_through_and_then_so_many_a_second() -> None:
    clock = Clock()
    bucket = Bucket(10, clock)
    burst = int(10 * BURST_SECONDS)
    assert not any(bucket.take("ada") for _ in range(burst))
    wait = bucket.take("ada")
    assert wait == pytest.approx(0.1)
    assert bucket.take("ben") == 0.0, "another's bucket is full"
    clock.now += wait
    assert bucket.take("ada") == 0.0
    clock.now += 3600
    assert not any(bucket.take("ada") for _ in range(burst))
    assert bucket.take("ada") > 0


def test_buckets_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_REMEMBERED", 100)
    bucket = Bucket(1000, Clock())
    for number in range(1000):
        bucket.take(str(number))
    assert len(bucket._full_at) <= 100


def test_strangers_cost_their_address_more_and_the_house_is_not_limited() -> None:
    limits = Rates(player=0, address=STRANGER_COST, clock=Clock())
    limits.admit_stranger(lambda: "ipv4:192.0.2.7:1000")
    limits.admit_stranger(lambda: "ipv4:192.0.2.7:1001")
    with pytest.raises(Rejected, match="from your address"):
        limits.admit_stranger(lambda: "ipv4:192.0.2.7:1002")
    limits.admit_stranger(lambda: "ipv4:192.0.2.8:1000")
    for role in (players_pb2.ROLE_BOT, players_pb2.ROLE_OPERATOR):
        for _ in range(1000):
            limits.admit(Caller("house", role), lambda: "ipv4:192.0.2.7:1000")


@pytest.fixture
async def server(store_url: str) -> AsyncIterator[CommandServer]:
    """A server that lets each player make two calls a second."""
    async with serving(store_url, {"LUDARIUM_RATE_PLAYER": "2"}) as server:
        yield server


async def test_a_refusal_says_how_long_to_wait_and_the_sdk_waits(server: CommandServer) -> None:
    channel = Channel(f"127.0.0.1:{server.port}", server.tokens)
    me, other = channel.caller(), channel.caller()
    calls = [channel.players.BatchGetProfiles(ASK, metadata=me.metadata) for _ in range(50)]
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await asyncio.gather(*calls)
    assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    status = rpc_status.from_call(refused.value)
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(retry)
    assert info.reason == "TOO_MANY_CALLS"
    assert 0 < retry.retry_delay.ToMilliseconds() <= 500
    assert await channel.players.BatchGetProfiles(ASK, metadata=other.metadata) is not None
    async with Connection(f"127.0.0.1:{server.port}", "localhost:1", me.token) as connection:
        for _ in range(3):
            await connection.call(connection.players.BatchGetProfiles, ASK)
    await channel.close()


def test_limits_are_on_where_others_can_reach_the_server() -> None:
    at_home = Settings.from_environment({})
    outside = Settings.from_environment({"LUDARIUM_HOST": "0.0.0.0"})
    forced = Settings.from_environment({"LUDARIUM_HOST": "0.0.0.0", "LUDARIUM_CONNECTION_AGE": "0"})
    assert (at_home.longest_connection, outside.longest_connection, forced.longest_connection) == (0, 3600, 0)
    for settings, limited in ((at_home, False), (outside, True)):
        admitted = settings.rates()
        assert (admitted._players is not None) == limited
        assert (admitted._addresses is not None) == limited
