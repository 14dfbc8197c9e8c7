"""`ludarium work`: a worker that keeps the read models up to date."""

from typing import Annotated

import typer

from clients.cli.commands.serve import LogLevel, MetricsPort
from clients.cli.options import HOME, Data, Redis


def work(
    redis: Redis = None,
    data: Data = HOME,
    health_port: Annotated[
        int | None,
        typer.Option("--health-port", help="The port of the gRPC health service; 0 for none.", show_default="0"),
    ] = None,
    metrics_port: MetricsPort = None,
    log_level: LogLevel = None,
) -> None:
    """A projection worker: keeps lobby, scoreboards and replay index up to date. Several share the work.

    Every setting can also be given by environment: LUDARIUM_REDIS, LUDARIUM_HEALTH_PORT, …
    """
    from clients.cli.processes import run_process, store_of
    from projections.process import work as run_worker
    from projections.settings import WorkerSettings
    from server.access.logs import configure_logs

    async def main() -> None:
        settings = WorkerSettings.from_environment(
            redis=store_of(redis, data), health_port=health_port, metrics_port=metrics_port, log_level=log_level
        )
        configure_logs(settings.log_level, as_json=settings.log_json)
        await run_worker(settings)

    run_process(main)
