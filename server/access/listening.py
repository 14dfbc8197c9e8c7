"""A gRPC server as both sides run it: its options, health and reflection, and the port it takes."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from server.access import limits
from server.access.settings import ServingSettings

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", limits.LARGEST_MESSAGE),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
)

Handlers = dict[str, "grpc.RpcMethodHandler[Any, Any]"]


def server_of(services: Mapping[str, Handlers], health: Any, *, share_port: bool = False) -> grpc.aio.Server:
    """A server, not yet started, that answers for these services; they are looked up in this order.

    `health` is the servicer of the standard health service. Reflection tells callers what there is. With `share_port`
    other processes may listen on its port as well.
    """
    server = grpc.aio.server(options=(*_OPTIONS, ("grpc.so_reuseport", int(share_port))))
    for name, handlers in services.items():
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, handlers),))
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    health_name = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
    reflection.enable_server_reflection((*services, health_name, reflection.SERVICE_NAME), server)
    return server


def listen(server: grpc.aio.Server, port: int, settings: ServingSettings) -> int:
    """Take the port, with TLS where there is a certificate; gives the port. Raises OSError for one that is taken."""
    address = f"{settings.host}:{port}"
    if settings.tls_cert is None or settings.tls_key is None:
        return _taken(address, server.add_insecure_port)
    credentials = grpc.ssl_server_credentials([(settings.tls_key.read_bytes(), settings.tls_cert.read_bytes())])
    return _taken(address, lambda where: server.add_secure_port(where, credentials))


def listen_plainly(server: grpc.aio.Server, host: str, port: int) -> int:
    """Take the port without TLS, as for health alone; gives the port. Raises OSError for one that is taken."""
    return _taken(f"{host}:{port}", server.add_insecure_port)


def _taken(address: str, take: Callable[[str], int]) -> int:
    try:
        return take(address)
    except RuntimeError as error:
        raise OSError(f"can't listen on {address}; is another process listening there?") from error
