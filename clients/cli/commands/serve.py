"""`ludarium serve`: the command server."""

import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Redis

if TYPE_CHECKING:
    from clients.cli.upkeep.child import Child
    from server.api.server import CommandServer
    from server.api.settings import Settings

Host = Annotated[str | None, typer.Option("--host", help="The address to listen on.", show_default="127.0.0.1")]
MetricsPort = Annotated[
    int | None,
    typer.Option("--metrics-port", help="Where Prometheus finds the metrics; 0 for nowhere.", show_default="0"),
]
LogLevel = Annotated[
    str | None, typer.Option("--log-level", help="debug, info, warning or error.", show_default="info")
]


def serve(
    host: Host = None,
    port: Annotated[
        int | None, typer.Option("--port", help="The port to listen on; 0 takes a free one.", show_default="7443")
    ] = None,
    redis: Redis = None,
    data: Data = HOME,
    durability: Annotated[
        str | None,
        typer.Option(
            "--durability",
            help="local, or replicas:N: how safe an append is before it is acknowledged.",
            show_default="local",
        ),
    ] = None,
    processes: Annotated[
        int,
        typer.Option("--processes", min=1, max=64, help="So many servers share the port; one a core is plenty."),
    ] = 1,
    metrics_port: MetricsPort = None,
    log_level: LogLevel = None,
) -> None:
    """The command server. Without --redis it starts an embedded event store on the data directory.

    Any server can serve any table, so several processes may share a port; a connection stays with one of them. Their
    metrics are on ports that follow each other.

    Every setting can also be given by environment: LUDARIUM_PORT, LUDARIUM_REDIS, LUDARIUM_TOKEN_KEY, …
    """
    from clients.cli.processes import run_process
    from server.access.logs import configure_logs
    from server.api.keys import with_token_key
    from server.api.server import serve as serve_commands
    from server.api.settings import Settings

    async def work() -> None:
        settings = Settings.from_environment(
            host=host,
            port=port,
            redis=redis,
            data=data,
            durability=durability,
            share_port=True if processes > 1 else None,
            metrics_port=metrics_port,
            log_level=log_level,
        )
        configure_logs(settings.log_level, as_json=settings.log_json)
        settings = with_token_key(settings)
        notes = _Notes(data)
        async with AsyncExitStack() as others:

            async def ready(server: "CommandServer") -> None:
                if settings.embedded:
                    await notes.leave(server)
                for number in range(1, processes):
                    other = _another(settings, server, number)
                    await other.start()
                    others.push_async_callback(other.stop)

            try:
                await serve_commands(settings, ready)
            finally:
                notes.clear()

    run_process(work)


def _another(settings: "Settings", server: "CommandServer", number: int) -> "Child":
    """One more server on the port and the store of the first, kept running as long as that one runs."""
    from clients.cli.upkeep.child import Child
    from server.access.running import log

    environment = {
        "LUDARIUM_REDIS": server.redis,
        "LUDARIUM_TOKEN_KEY": settings.token_key,
        "LUDARIUM_GUESTS": "on" if settings.guests_allowed else "off",
        "LUDARIUM_DURABILITY": str(settings.durability),
        "LUDARIUM_SHARE_PORT": "on",
    }
    arguments = ["--host", settings.host, "--port", str(server.port), "--log-level", settings.log_level]
    if settings.metrics_port:
        arguments += ["--metrics-port", str(settings.metrics_port + number)]
    return Child("serve", arguments, environment, None, log.warning)


class _Notes:
    """Tells the commands on the same data where the server and its store are, as long as they run."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._left = False

    async def leave(self, server: "CommandServer") -> None:
        from clients.cli.house import House

        house = House(self._data)
        notes = house.notes()
        notes.server, notes.redis, notes.pid = f"localhost:{server.port}", server.redis, os.getpid()
        house.note(notes)
        self._left = True

    def clear(self) -> None:
        if not self._left:
            return
        from clients.cli.house import House

        house = House(self._data)
        notes = house.notes()
        notes.server = notes.query = notes.redis = ""
        notes.pid = 0
        house.note(notes)
