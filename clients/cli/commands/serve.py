"""`ludarium serve`: the command server."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Redis

if TYPE_CHECKING:
    from server.api.server import CommandServer

Host = Annotated[str | None, typer.Option("--host", help="The address to listen on. [default: 127.0.0.1]")]
MetricsPort = Annotated[
    int | None, typer.Option("--metrics-port", help="Where Prometheus finds the metrics; 0 for nowhere. [default: 0]")
]
LogLevel = Annotated[str | None, typer.Option("--log-level", help="debug, info, warning or error. [default: info]")]


def serve(
    host: Host = None,
    port: Annotated[
        int | None, typer.Option("--port", help="The port to listen on; 0 takes a free one. [default: 7443]")
    ] = None,
    redis: Redis = None,
    data: Data = HOME,
    durability: Annotated[
        str | None,
        typer.Option(
            "--durability",
            help="local, or replicas:N: how safe an append is before it is acknowledged. [default: local]",
        ),
    ] = None,
    metrics_port: MetricsPort = None,
    log_level: LogLevel = None,
) -> None:
    """The command server. Without --redis it starts an embedded event store on the data directory.

    Every setting can also be given by environment: LUDARIUM_PORT, LUDARIUM_REDIS, LUDARIUM_TOKEN_KEY, …
    """
    from clients.cli.processes import run_process
    from server.access.logs import configure_logs
    from server.api.server import serve as serve_commands
    from server.api.settings import Settings

    async def work() -> None:
        settings = Settings.from_environment(
            host=host,
            port=port,
            redis=redis,
            data=data,
            durability=durability,
            metrics_port=metrics_port,
            log_level=log_level,
        )
        configure_logs(settings.log_level, as_json=settings.log_json)
        notes = _Notes(data)
        try:
            await serve_commands(settings, notes.leave if settings.embedded else None)
        finally:
            notes.clear()

    run_process(work)


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
