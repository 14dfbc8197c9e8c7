"""`ludarium audit`: whether what is stored of tables is what their events say."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, Archive, Data, Json, Redis
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from projections.audit import Auditor, Drift


def audit(
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]...", help="These tables. [default: a random sample]")
    ] = None,
    sample: Annotated[int, typer.Option("--sample", min=1, help="How many tables a random sample has.")] = 20,
    directory: Archive = None,
    redis: Redis = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Fold tables anew and compare events, invariants, draws, results and read models. Reads only; exits 1 at drift."""
    import asyncio

    from clients.cli.output import say, say_json
    from clients.cli.processes import known_store
    from server.store.errors import StoreError

    address = known_store(redis, data)
    try:
        facts = asyncio.run(_run(address, directory, [table.upper() for table in tables or []], sample))
    except StoreError as error:
        raise Problem(f"{error}.") from None
    if as_json:
        say_json(facts)
    else:
        for drift in facts["drift"]:
            say(f"{drift['where']}{' of ' if drift['table_id'] else ''}{drift['table_id']}: {drift['words']}")
        say(
            f"{facts['tables']} tables and {facts['models']} models across tables: {len(facts['drift']) or 'no'} drift."
        )
    if facts["drift"]:
        raise typer.Exit(1)


async def _run(address: str, directory: Path | None, wanted: list[str], sample: int) -> dict[str, Any]:
    from projections.across.catalogue import ACROSS
    from projections.audit import Auditor
    from projections.house import open_house

    async with open_house(address, directory) as (house, connection):
        auditor = Auditor(house, connection)
        for table_id in wanted:
            if not (await house.streams.last(table_id)).version:
                raise Problem(f"There is no table {table_id}.")
        chosen = wanted or await _sample(auditor, sample)
        drifts: list[Drift] = [drift for table_id in chosen for drift in await auditor.table(table_id)]
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
