"""`ludarium bots`: plays the seats that bots hold."""

from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.commands.serve import LogLevel, MetricsPort
from clients.cli.options import HOME, Data, Query, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable


def bots(
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    pace: Annotated[
        float,
        typer.Option(
            "--pace",
            min=0,
            envvar="LUDARIUM_PACE",
            metavar="SECONDS",
            help="Thought before each answer, so that people can watch.",
        ),
    ] = 0.0,
    think: Annotated[
        float,
        typer.Option("--think", min=0, metavar="SECONDS", help="Processor time of search bots for a decision."),
    ] = 1.0,
    thinkers: Annotated[int, typer.Option("--thinkers", min=1, help="Processes in which search bots think.")] = 1,
    metrics_port: MetricsPort = None,
    log_level: LogLevel = None,
) -> None:
    """Watch the lobby for tables where bots are to decide, and play them. Several such processes do no harm.

    Needs the deployment's token key (LUDARIUM_TOKEN_KEY, or the data directory of `ludarium up`), with which bots see
    their own cards; or a token with the role bot, with which they see what spectators see. Metrics are served on the
    address LUDARIUM_HOST.
    """
    from prometheus_client import start_http_server

    from clients.bots.lobby import Bots
    from clients.bots.metrics import Metrics
    from clients.bots.seats import Manner
    from clients.bots.thinking import Thinkers
    from clients.cli.processes import key_of, process_settings, run_process, until_stopped
    from clients.cli.reach import Where
    from clients.sdk.connection import Connection

    settings = process_settings(log_level, metrics_port)
    issue = _issuer(key_of(data))
    own = token or (issue("bots") if issue else None)
    if own is None:
        raise Problem(
            "Bots need the token key or a token with the role bot.",
            "Set LUDARIUM_TOKEN_KEY or LUDARIUM_TOKEN, or name the data directory of `ludarium up` with --data.",
        )
    server_address, query_address = Where(server, query, token, data).addresses

    async def work() -> None:
        if settings.metrics_port:
            start_http_server(settings.metrics_port, addr=settings.host)
        async with Connection(server_address, query_address, own) as connection:
            thinking = Thinkers(thinkers, think)
            try:
                await until_stopped(Bots(connection, Manner(pace, issue, thinking), meter=Metrics()).run())
            finally:
                thinking.close()

    run_process(work)


def _issuer(key: str | None) -> "Callable[[str], str] | None":
    """Makes tokens with the role bot for an id; None without the key."""
    if key is None:
        return None
    from functools import cache

    from ludarium.v1 import players_pb2

    from server.access.tokens import Tokens

    tokens = Tokens(key)
    return cache(lambda subject: tokens.issue(subject, players_pb2.ROLE_BOT))
