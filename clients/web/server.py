"""Running the web client."""

import socket
from collections.abc import Callable

import uvicorn
from prometheus_client import start_http_server
from prometheus_client.registry import REGISTRY

from clients.web.app import create_app
from clients.web.settings import Settings

GRACE_SECONDS = 2
"""What streams and requests under way get to finish when the process stops."""


def serve(settings: Settings, ready: Callable[[str], None] | None = None) -> None:
    """Serve until SIGTERM or SIGINT; `ready` is told the address once the port is taken. Raises OSError."""
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, settings.port))
        except OSError as error:
            raise OSError(f"can't listen on {settings.host}:{settings.port}: {error.strerror}") from None
        if settings.metrics_port:
            start_http_server(settings.metrics_port, addr=settings.host)
        config = uvicorn.Config(
            create_app(settings, REGISTRY),
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
        )
        if ready is not None:
            ready(f"http://{settings.host}:{listener.getsockname()[1]}/")
        uvicorn.Server(config).run(sockets=[listener])
