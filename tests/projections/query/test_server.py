"""The query server says how it is, and survives a store that goes and comes back."""

import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from ludarium.v1 import queries_pb2
from prometheus_client import CollectorRegistry

from projections.query.server import SERVICES, QueryServer
from projections.settings import QuerySettings, WorkerSettings
from server.access.settings import BadSetting
from server.store.embedded import EmbeddedServer
from tests.patience import PATIENCE
from tests.projections.query.conftest import KEY, WATCHER, Client, reason_of
from tests.projections.truth import eventually


async def status(channel: grpc.aio.Channel, service: str = "") -> str:
    stub = health_pb2_grpc.HealthStub(channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


async def test_health_and_reflection_know_the_services(client: Client) -> None:
    async def unhealthy() -> bool:
        return any([await status(client.channel, service) != "SERVING" for service in ("", *SERVICES)])

    await eventually(unhealthy)
    stub = reflection_pb2_grpc.ServerReflectionStub(client.channel)
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    async for answer in stub.ServerReflectionInfo(iter((request,))):
        assert set(SERVICES) <= {service.name for service in answer.list_services_response.service}


async def test_without_the_store_calls_fail_and_health_turns_until_it_is_back(
    server: EmbeddedServer, client: Client
) -> None:
    async def serving(wanted: str) -> bool:
        return await status(client.channel) == wanted

    server.kill()
    await eventually(lambda: not_yet(serving("NOT_SERVING")))
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await client.queries.ListTables(queries_pb2.ListTablesRequest(), metadata=WATCHER)
    assert reason_of(refused.value) == ("UNAVAILABLE", "STORE_UNAVAILABLE")

    server.start()
    await eventually(lambda: not_yet(serving("SERVING")))
    await client.queries.ListTables(queries_pb2.ListTablesRequest(), metadata=WATCHER)


async def not_yet(true: object) -> bool:
    return not await true  # type: ignore[misc]


async def test_a_server_waits_for_its_store(server: EmbeddedServer) -> None:
    settings = QuerySettings(redis=server.url, query_port=0, token_key=KEY)
    server.stop()
    query_server = QueryServer(settings, CollectorRegistry())
    starting = asyncio.create_task(query_server.start())
    await asyncio.sleep(0.3)
    assert not starting.done()
    server.start()
    await asyncio.wait_for(starting, PATIENCE)
    await query_server.stop()


async def test_a_port_that_is_taken_is_named(server: EmbeddedServer, client: Client) -> None:
    settings = QuerySettings(redis=server.url, query_port=client.port, token_key=KEY)
    with pytest.raises(OSError, match=str(client.port)):
        await QueryServer(settings, CollectorRegistry()).start()


def test_settings_come_from_the_environment() -> None:
    environment = {"LUDARIUM_REDIS": "redis://there", "LUDARIUM_POLL_SECONDS": "2", "LUDARIUM_LOG_JSON": "on"}

    settings = WorkerSettings.from_environment(environment, lease_seconds=3.0, host=None)

    assert settings == WorkerSettings(redis="redis://there", poll_seconds=2.0, lease_seconds=3.0, log_json=True)


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({}, "LUDARIUM_TOKEN_KEY"),
        ({"LUDARIUM_TOKEN_KEY": KEY}, "LUDARIUM_REDIS is not set"),
        ({"LUDARIUM_TOKEN_KEY": "short"}, "32 bytes"),
        ({"LUDARIUM_TOKEN_KEY": KEY, "LUDARIUM_QUERY_PORT": "many"}, "a whole number"),
        ({"LUDARIUM_TOKEN_KEY": KEY, "LUDARIUM_QUERY_PORT": "70000"}, "65535"),
        ({"LUDARIUM_TOKEN_KEY": KEY, "LUDARIUM_TLS_CERT": "cert.pem"}, "belong together"),
    ],
)
def test_a_bad_setting_is_named(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        QuerySettings.from_environment(environment)
