"""`ludarium token`: a bearer token, made with the deployment's key."""

from typing import Annotated

import typer

from clients.cli.options import HOME, Data, Json
from clients.cli.problem import Problem

ROLES = ("player", "bot", "spectator", "operator")


def token(
    role: Annotated[str, typer.Argument(metavar="ROLE", help=f"What its bearer may do: {', '.join(ROLES)}.")],
    subject: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="NAME",
            help="Whom it names: an operator's name as the audit log will have it, a player's id.",
        ),
    ] = None,
    days: Annotated[
        float | None,
        typer.Option("--days", min=0.001, metavar="N", help="After so many days it ends.", show_default="never"),
    ] = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Make a bearer token. Needs the deployment's key: LUDARIUM_TOKEN_KEY, or the data directory of `ludarium up`."""
    from datetime import timedelta

    from clients.cli.output import say, say_json
    from clients.cli.processes import key_of

    if role not in ROLES:
        raise Problem(f"There is no role {role!r}.", f"The roles are: {', '.join(ROLES)}.")
    if role == "operator" and not subject:
        raise Problem("Say with --for whose token this is: the audit log names operators by it.")
    key = key_of(data)
    if key is None:
        raise Problem(
            "The key of the tokens is not here.", "Set LUDARIUM_TOKEN_KEY, or name a data directory with --data."
        )
    from ludarium.v1 import players_pb2

    from server.access.tokens import Tokens

    try:
        lifetime = timedelta(days=days) if days is not None else None
        made = Tokens(key).issue(subject or role, players_pb2.Role.Value(f"ROLE_{role.upper()}"), lifetime)
    except ValueError as bad_key:
        raise Problem(str(bad_key)) from None
    say_json({"token": made, "role": role, "subject": subject or role}) if as_json else say(made)
