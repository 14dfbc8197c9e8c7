"""`ludarium bench`: the benchmark sheet."""

from typing import Annotated

import typer

from clients.cli.options import Json


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="The short run.")] = False, as_json: Json = False
) -> None:
    """The benchmark sheet."""
