"""Printing: for people by default, as JSON on request; without colour in a pipe."""

import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPE_COLUMNS = 140


@cache
def console() -> "Console":
    """Where people read: standard output, as wide as the terminal, 140 columns in a pipe."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=PIPE_COLUMNS, no_color=True)


def say(*lines: Any) -> None:
    """Print lines, plain or styled. Square brackets are no markup; a terminal folds long lines between words."""
    for line in lines or ("",):
        console().print(line, markup=False, soft_wrap=not sys.stdout.isatty())


def picture(*lines: Any) -> None:
    """Print lines of a picture: a terminal too narrow for it shows its left part."""
    for line in lines:
        console().print(line, markup=False, no_wrap=True, overflow="crop", crop=True)


def say_json(document: Any) -> None:
    """Print one JSON document; on one line in a pipe, so that documents can follow each other."""
    indent = 2 if sys.stdout.isatty() else None
    print(json.dumps(document, indent=indent, ensure_ascii=False), flush=True)


def complain(message: str, hint: str = "") -> None:
    """Say what went wrong, on standard error."""
    print(f"ludarium: {message}", file=sys.stderr)
    if hint:
        print(f"  {hint}", file=sys.stderr)


def table(*columns: str, right: tuple[str, ...] = ()) -> "Table":
    """An empty table without lines around it; columns named in `right` are for numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made
