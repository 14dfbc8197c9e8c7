"""A gRPC server as both sides run it: its options, health and reflection, and the port it takes."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from prometheus_client import CollectorRegistry, Gauge

from server.access import limits
from server.access.settings import ServingSettings
from server.access.tls import Certificates

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", limits.LARGEST_MESSAGE),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.max_connection_idle_ms", 15 * 60_000),
    ("grpc.server_handshake_timeout_ms", 20_000),
)
AGE_GRACE_SECONDS: Final = 20.0
"""What calls under way get to finish on a connection that has reached its age; streams are taken up elsewhere."""

LIVE: Final = "live"
"""The service that the port of health calls serving for as long as the process answers, whatever its store does."""

Handlers = dict[str, "grpc.RpcMethodHandler[Any, Any]"]


def server_of(services: Mapping[str, Handlers], health: Any, settings: ServingSettings) -> grpc.aio.Server:
    """A server, not yet started, that answers for these services; they are looked up in this order.

    `health` is the servicer of the standard health service. Reflection tells callers what there is.
    """
    options = (*_OPTIONS, ("grpc.so_reuseport", int(settings.share_port)), *_ageing(settings.longest_connection))
    server = grpc.aio.server(options=options)
    for name, handlers in services.items():
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, handlers),))
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    health_name = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
    reflection.enable_server_reflection((*services, health_name, reflection.SERVICE_NAME), server)
    return server


def listen(server: grpc.aio.Server, port: int, settings: ServingSettings, registry: CollectorRegistry) -> int:
    """Take the port, with TLS where there is a certificate; gives the port.

    Raises OSError for a port that is taken, or a certificate that can't be used.
    """
    address = f"{settings.host}:{port}"
    if settings.tls_cert is None or settings.tls_key is None:
        return _taken(address, server.add_insecure_port)
    certificates = Certificates(settings.tls_cert, settings.tls_key, settings.client_ca)
    expires = Gauge(
        "ludarium_certificate_expires_timestamp_seconds",
        "When the server's certificate ends, in seconds since 1970.",
        registry=registry,
    )
    expires.set_function(lambda: certificates.expires)
    return _taken(address, lambda where: server.add_secure_port(where, certificates.credentials()))


async def serve_health(servicer: Any, host: str, port: int) -> tuple[grpc.aio.Server, int]:
    """Serve health alone, without TLS; gives the server, started, and its port. Raises OSError for a taken one."""
    server = grpc.aio.server()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    taken = _taken(f"{host}:{port}", server.add_insecure_port)
    await servicer.set(LIVE, health_pb2.HealthCheckResponse.SERVING)
    await server.start()
    return server, taken


def _ageing(seconds: float) -> tuple[tuple[str, int], ...]:
    if not seconds:
        return ()
    milliseconds = int(seconds * 1000), int(AGE_GRACE_SECONDS * 1000)
    return tuple(zip(("grpc.max_connection_age_ms", "grpc.max_connection_age_grace_ms"), milliseconds, strict=True))


def _taken(address: str, take: Callable[[str], int]) -> int:
    try:
        return take(address)
    except RuntimeError as error:
        raise OSError(f"can't listen on {address}; is another process listening there?") from error
