"""Players set their webhooks, at hosts that the operator allows."""

from collections.abc import AsyncIterator

import pytest
from ludarium.v1 import players_pb2
from prometheus_client import CollectorRegistry

from server.api.server import CommandServer
from server.api.settings import Settings
from tests.server.api.callers import Caller, Channel, refusal
from tests.server.api.conftest import KEY


@pytest.fixture
async def server(store_url: str, registry: CollectorRegistry) -> AsyncIterator[CommandServer]:
    """A command server whose operator allows a host."""
    settings = Settings.from_environment(
        {"LUDARIUM_WEBHOOK_HOSTS": "hooks.example.org"}, redis=store_url, port=0, token_key=KEY, check_store=False
    )
    server = CommandServer(settings, registry)
    await server.start()
    yield server
    await server.stop()


async def test_a_webhook_is_set_anew_with_another_secret_and_deleted(channel: Channel, players: list[Caller]) -> None:
    request = players_pb2.SetWebhookRequest(url="https://hooks.example.org/me")
    secrets = {(await channel.players.SetWebhook(request, metadata=players[0].metadata)).secret for _ in range(2)}
    assert len(secrets) == 2
    await channel.players.DeleteWebhook(players_pb2.DeleteWebhookRequest(), metadata=players[0].metadata)


async def test_other_hosts_and_other_roles_are_refused(channel: Channel, players: list[Caller]) -> None:
    request = players_pb2.SetWebhookRequest(url="https://localhost/me")
    refused = await refusal(channel.players.SetWebhook(request, metadata=players[0].metadata))
    assert (refused.reason, refused.metadata["field"]) == ("MALFORMED", "url")
    spectator = channel.caller(players_pb2.ROLE_SPECTATOR)
    request = players_pb2.SetWebhookRequest(url="https://hooks.example.org/me")
    assert (await refusal(channel.players.SetWebhook(request, metadata=spectator.metadata))).reason == "NOT_ALLOWED"
