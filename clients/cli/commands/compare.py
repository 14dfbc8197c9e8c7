"""`ludarium compare`: two versions of the code over every stored record."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, ArchiveDirectory, Data, Json, Redis
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from clients.cli.comparing import Comparison, Sources

SHOWN = 30


def compare(
    old: Annotated[
        str,
        typer.Argument(
            metavar="[OLD]", help="Digests in a file (.jsonl), another installation or its `ludarium`, or `.` for this."
        ),
    ] = "",
    new: Annotated[str, typer.Argument(metavar="[NEW]", help="The same.")] = ".",
    records: Annotated[
        list[Path] | None,
        typer.Option(
            "--records", metavar="PATH", help="A record file or a folder of them.", show_default="the store's tables"
        ),
    ] = None,
    write: Annotated[
        str, typer.Option("--write", metavar="FILE", help="Only write what this version makes of them; - prints it.")
    ] = "",
    directory: ArchiveDirectory = None,
    redis: Redis = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Fold every stored or given record with two versions of the code; say what differs and what each cost.

    Compared are whether it folds, its result, its end and what everybody saw along the way. Exits 1 where something
    differs, or where the new version finds a record that does not lead to the result it states.
    """
    from clients.cli.comparing import HERE, compare, digests_of, write_lines

    if bool(old) == bool(write):
        raise Problem(
            "Name what to compare with, or a file for --write.", "ludarium compare OLD [NEW], or --write FILE."
        )
    sources = _sources(tuple(records or ()), redis, data, directory)
    if write:
        write_lines(digests_of(HERE, sources), write)
        return
    found = compare(digests_of(old, sources), digests_of(new, sources))
    _tell(found, as_json)
    if not found.clean:
        raise typer.Exit(1)


def _sources(records: tuple[Path, ...], redis: str | None, data: Path, directory: Path | None) -> "Sources":
    from clients.cli.comparing import Sources
    from clients.cli.processes import store_of

    address = None if records else store_of(redis, data)
    if not records and address is None:
        raise Problem(
            "There is no event store here, and no --records.", "Give it with --redis or LUDARIUM_REDIS, or --data."
        )
    return Sources(records, address, directory)


def _tell(found: "Comparison", as_json: bool) -> None:
    from dataclasses import asdict

    from clients.cli.output import say, say_json

    if as_json:
        before, after = found.milliseconds
        costs = {"old_milliseconds": round(before, 3), "new_milliseconds": round(after, 3)}
        say_json({name: value for name, value in asdict(found).items() if name != "milliseconds"} | costs)
        return
    for table, names in list(found.differing.items())[:SHOWN]:
        say(f"{table}: {', '.join(names)} differ{'s' * (len(names) == 1)}")
    for table, version in list(found.missing.items())[:SHOWN]:
        say(f"{table}: only the {version} version has it")
    for table, problem in list(found.problems.items())[:SHOWN]:
        say(f"{table}: {problem}")
    hidden = max(len(found.differing), len(found.missing), len(found.problems)) - SHOWN
    if hidden > 0:
        say("… and more; --json gives all.")
    differing = len(found.differing) + len(found.missing)
    before, after = found.milliseconds
    say(f"{found.alike} records alike, {differing or 'none'} not; folding cost {before:,.0f} ms, then {after:,.0f}.")
