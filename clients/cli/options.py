"""Options that several commands share, so that they are spelt and explained alike."""

from pathlib import Path
from typing import Annotated

import typer

HOME = Path(".ludarium")
"""Where `ludarium up` keeps its data unless told otherwise."""

Server = Annotated[
    str | None,
    typer.Option(
        "--server",
        metavar="HOST:PORT",
        envvar="LUDARIUM_SERVER",
        help="The command server. Without it: the one that `ludarium up` runs on the same data, else localhost:7443.",
    ),
]
Query = Annotated[
    str | None,
    typer.Option(
        "--query",
        metavar="HOST:PORT",
        envvar="LUDARIUM_QUERY",
        help="The query server. Without it: the one that `ludarium up` runs on the same data, else localhost:7444.",
    ),
]
Token = Annotated[
    str | None,
    typer.Option("--token", metavar="TOKEN", envvar="LUDARIUM_TOKEN", help="A bearer token, instead of your own."),
]
Data = Annotated[
    Path, typer.Option("--data", metavar="DIR", envvar="LUDARIUM_DATA", help="The data directory of `ludarium up`.")
]
Player = Annotated[
    str | None,
    typer.Option(
        "--player", metavar="NAME", envvar="LUDARIUM_PLAYER", help="Who you are, where several people share an account."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Redis = Annotated[
    str | None,
    typer.Option(
        "--redis",
        metavar="URL",
        envvar="LUDARIUM_REDIS",
        help="The event store: redis://, rediss:// or unix://; without it the one of the data directory.",
    ),
]
ArchiveDirectory = Annotated[
    Path | None,
    typer.Option(
        "--archive", metavar="DIR", envvar="LUDARIUM_ARCHIVE", help="Where archives are.", show_default="in the store"
    ),
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Any text; the same text shuffles alike.")]
Modules = Annotated[
    list[str] | None, typer.Option("--module", metavar="NAME", help="An expansion to play with; may be repeated.")
]
Rulings = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A ruling; may be repeated. See `ludarium games`."),
]
