"""`ludarium audit`: whether what is stored of tables is what their events say."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, ArchiveDirectory, Data, Json, Redis
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from projections.audit import Auditor, Drift


def audit(
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]...", help="These tables.", show_default="a random sample")
    ] = None,
    sample: Annotated[int, typer.Option("--sample", min=1, help="How many tables a random sample has.")] = 20,
    directory: ArchiveDirectory = None,
    redis: Redis = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Fold tables anew and compare events, invariants, draws, results and read models. Reads only; exits 1 at drift."""
    check_tables(redis, data, directory, [table.upper() for table in tables or []], sample, as_json)


def check_tables(
    redis: str | None, data: Path, directory: Path | None, wanted: list[str], sample: int | None, as_json: bool
) -> None:
    """Audit these tables, else so many, else all there are, and print what was found. Raises Problem, Exit(1)."""
    from clients.cli.output import say, say_json
    from clients.cli.processes import run_on_store

    facts = run_on_store(lambda address: _run(address, directory, wanted, sample), redis, data)
    if as_json:
        say_json(facts)
    else:
        tell_drift(facts["drift"])
        say(
            f"{facts['tables']} tables and {facts['models']} models across tables: {len(facts['drift']) or 'no'} drift."
        )
    if facts["drift"]:
        raise typer.Exit(1)


def tell_drift(drifts: "Iterable[dict[str, Any]]") -> None:
    """Print what was found, a line each."""
    from clients.cli.output import say

    for drift in drifts:
        say(f"{drift['where']}{' of ' if drift['table_id'] else ''}{drift['table_id']}: {drift['words']}")


async def _run(address: str, directory: Path | None, wanted: list[str], sample: int | None) -> dict[str, Any]:
    from projections.across.catalogue import ACROSS
    from projections.audit import Auditor, audit_all
    from projections.house import open_house

    async with open_house(address, directory) as (house, connection):
        if not wanted and sample is None:
            count, drifts = await audit_all(house, connection)
            return {"tables": count, "models": len(ACROSS), "drift": _documents(drifts)}
        auditor = Auditor(house, connection)
        for table_id in wanted:
            if not (await house.streams.last(table_id)).version:
                raise Problem(f"There is no table {table_id}.")
        chosen = wanted or await _sample(auditor, sample or 0)
        drifts = [drift for table_id in chosen for drift in await auditor.table(table_id)]
        drifts += [drift for model in ACROSS for drift in await auditor.across(model)]
        return {"tables": len(chosen), "models": len(ACROSS), "drift": _documents(drifts)}


async def _sample(auditor: "Auditor", size: int) -> list[str]:
    """Some random tables; fewer when there are not so many."""
    import random

    rng, chosen = random.Random(), set[str]()
    for _ in range(50 * size):
        table_id = await auditor.random_table(rng)
        chosen |= {table_id} if table_id else set()
        if len(chosen) == size:
            break
    return sorted(chosen)


def _documents(drifts: "Iterable[Drift]") -> list[dict[str, Any]]:
    return [asdict(drift) for drift in drifts]
