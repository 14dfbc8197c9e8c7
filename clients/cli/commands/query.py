"""`ludarium query`: the query server."""

from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.commands.serve import Host, LogLevel, MetricsPort
from clients.cli.options import HOME, Data, Redis

if TYPE_CHECKING:
    from projections.query.server import QueryServer


def query(
    host: Host = None,
    port: Annotated[
        int | None, typer.Option("--port", help="The port to listen on; 0 takes a free one.", show_default="7444")
    ] = None,
    redis: Redis = None,
    data: Data = HOME,
    metrics_port: MetricsPort = None,
    log_level: LogLevel = None,
) -> None:
    """The query server: answers what is asked about tables, running and finished, and shows replays.

    Every setting can also be given by environment: LUDARIUM_QUERY_PORT, LUDARIUM_REDIS, LUDARIUM_TOKEN_KEY, …
    """
    from clients.cli.house import House
    from clients.cli.processes import key_of, run_process, store_of
    from projections.query.server import serve as serve_queries
    from projections.settings import QuerySettings
    from server.access.logs import configure_logs

    async def main() -> None:
        settings = QuerySettings.from_environment(
            host=host,
            query_port=port,
            redis=store_of(redis, data),
            token_key=key_of(data),
            metrics_port=metrics_port,
            log_level=log_level,
        )
        configure_logs(settings.log_level, as_json=settings.log_json)
        house = House(data)
        if redis or house.notes().redis != settings.redis or house.notes().query:
            await serve_queries(settings)  # another deployment's store, or `ludarium up` looks after the notes
            return

        async def leave_note(server: "QueryServer") -> None:
            notes = house.notes()
            notes.query = f"localhost:{server.port}"
            house.note(notes)

        await serve_queries(settings, leave_note)

    run_process(main)
