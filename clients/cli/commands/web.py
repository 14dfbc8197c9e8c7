"""`ludarium web`: the viewer in the browser."""

from typing import Annotated

import typer

from clients.cli.commands.serve import LogLevel, MetricsPort
from clients.cli.options import HOME, Data, Json, Query, Server
from clients.cli.problem import Problem


def web(
    host: Annotated[
        str | None, typer.Option("--host", help="The address to listen on.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, help="The port to listen on; 0 takes a free one.", show_default="7480"
        ),
    ] = None,
    server: Server = None,
    query: Query = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TOKEN",
            envvar="LUDARIUM_WEB_TOKEN",
            help="A spectator's token for visitors who have not said who they are. "
            "Without it: one made with the key of the house on the same data, if there is one.",
        ),
    ] = None,
    data: Data = HOME,
    metrics_port: MetricsPort = None,
    log_level: LogLevel = None,
    as_json: Json = False,
) -> None:
    """The viewer in the browser: lobby, tables to play and to watch, replays, scoreboards.

    Every setting can also be given by environment: LUDARIUM_WEB_PORT, LUDARIUM_WEB_HOST, LUDARIUM_SERVER, …
    """
    from clients.cli.output import say, say_json
    from clients.cli.processes import process_settings
    from clients.cli.reach import Where, minted
    from clients.web.server import serve
    from clients.web.settings import BadSetting, Settings

    process_settings(log_level)
    where = Where(server, query, None, data)
    server_address, query_address = where.addresses
    look = token or minted(where, "spectator", "spectator")
    try:
        settings = Settings.from_environment(
            host=host,
            port=port,
            server=server_address,
            query=query_address,
            token=look,
            metrics_port=metrics_port,
        )
        serve(settings, lambda address: say_json({"web": address}) if as_json else say(f"The viewer: {address}"))
    except (BadSetting, OSError) as error:
        raise Problem(f"{str(error)[:1].upper()}{str(error)[1:]}".rstrip(".") + ".") from None
