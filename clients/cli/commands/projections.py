"""`ludarium projections`: the read side."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, Data, Json, Query, Token

if TYPE_CHECKING:
    from ludarium.v1 import projections_pb2, queries_pb2

    from clients.cli.reach import Where

app = typer.Typer(no_args_is_help=True, help="The read side: how it stands, and what to do when it does not.")

Table = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id.")]
Projection = Annotated[
    str,
    typer.Option("--projection", metavar="NAME", help="Only in this projection.", show_default="wherever it is parked"),
]


@app.command()
def status(query: Query = None, token: Token = None, data: Data = HOME, as_json: Json = False) -> None:
    """How far each projection has read, how far it is behind, and which tables it could not go on with."""
    from clients.cli.output import say_json
    from clients.cli.reach import Where, run

    found = [_document(one) for one in run(_status(Where(None, query, token, data)))]
    say_json({"projections": found}) if as_json else _show(found)


@app.command()
def rebuild(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The projection.")],
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Fill a read model anew from all tables' streams and put it in the old one's place; queries go on meanwhile."""
    from clients.cli.output import say, say_json
    from clients.cli.reach import Where, run

    facts = run(_rebuild(Where(None, query, token, data), name))
    if as_json:
        say_json(facts)
    else:
        rate = facts["events"] / max(facts["seconds"], 0.001)
        done = f"{facts['tables']} tables, {facts['events']:,} events in {facts['seconds']:.1f} s"
        say(f"{name} is rebuilt: {done}, {rate:,.0f} a second.")


@app.command()
def retry(
    table: Table,
    projection: Projection = "",
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Fold a parked table anew from its stream, after what stood in the way was mended."""
    from clients.cli.output import say, say_json
    from clients.cli.reach import Where, run

    settled = run(_retry(Where(None, query, token, data), table.upper(), projection))
    if as_json:
        say_json({"table": table.upper(), "settled": _settled(settled)})
        return
    for one in settled:
        say(f"{one.projection} goes on with the table at version {one.version}.")


@app.command()
def skip(
    table: Table,
    projection: Projection = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Go on with a parked table without the events that the projection stumbles over. Shows them first, and asks."""
    from clients.cli.output import say, say_json
    from clients.cli.reach import Where, run

    where = Where(None, query, token, data)
    for one in run(_skip(where, table.upper(), projection, validate_only=True)):
        if not as_json:
            left_out = ", ".join(map(str, one.skipped)) or "none"
            say(f"{one.projection}: leaves out versions {left_out} and goes on at version {one.version}.")
    if not yes:
        typer.confirm("Skip them?", abort=True, err=True)
    settled = run(_skip(where, table.upper(), projection, validate_only=False))
    if as_json:
        say_json({"table": table.upper(), "settled": _settled(settled)})
    else:
        say("Done.")


def _document(status: "queries_pb2.ProjectionStatus") -> dict[str, Any]:
    return {
        "name": status.name,
        "version": status.version,
        "lag_events": sum(max(0, p.head - p.position) for p in status.partitions),
        "lag_seconds": round(max((p.lag_seconds for p in status.partitions), default=0.0), 3),
        "parked": [
            {"table": p.table_id, "from_version": p.from_version, "error": p.error, "waiting": p.waiting}
            for p in status.parked
        ],
        "partitions": [
            {"partition": p.partition, "position": p.position, "head": p.head, "lag_seconds": round(p.lag_seconds, 3)}
            for p in status.partitions
        ],
    }


async def _status(where: "Where") -> "list[queries_pb2.ProjectionStatus]":
    from clients.cli.reach import as_operator, connect
    from clients.sdk.queries import QueryClient

    async with connect(where, server=False, query=True) as connection:
        as_operator(connection, where)
        return await QueryClient(connection).projections()


def _show(projections: list[dict[str, Any]]) -> None:
    from clients.cli.output import say, table

    numbers = ("version", "partitions", "events behind", "seconds behind", "parked")
    rows = table("projection", *numbers, right=numbers)
    for one in projections:
        rows.add_row(
            one["name"],
            str(one["version"]),
            str(len(one["partitions"])),
            f"{one['lag_events']:,}",
            f"{one['lag_seconds']:.1f}",
            str(len(one["parked"])),
        )
    say(rows)
    for one in projections:
        for parked in one["parked"]:
            say(f"{one['name']}: table {parked['table']} waits at version {parked['from_version']}: {parked['error']}")
    if any(one["parked"] for one in projections):
        say("`ludarium projections retry TABLE` tries again, `skip TABLE` goes on without the event in the way.")


async def _rebuild(where: "Where", name: str) -> dict[str, Any]:
    import time

    from clients.cli.reach import as_operator, connect
    from clients.sdk.queries import QueryClient

    async with connect(where, server=False, query=True) as connection:
        as_operator(connection, where)
        began = time.perf_counter()
        facts: dict[str, Any] = {"name": name, "partitions": 0, "tables": 0, "events": 0}
        async for done in QueryClient(connection).rebuild(name):
            facts |= {"partitions": done.partitions_done, "tables": done.tables_done, "events": done.events_done}
        seconds = time.perf_counter() - began
        rate = {"rebuild_events_per_second": round(facts["events"] / seconds, 1)} if facts["events"] else {}
        return facts | {"seconds": round(seconds, 3)} | rate


async def _retry(where: "Where", table_id: str, projection: str) -> "list[projections_pb2.SettledTable]":
    from clients.cli.reach import as_operator, connect
    from clients.sdk.queries import QueryClient

    async with connect(where, server=False, query=True) as connection:
        as_operator(connection, where)
        return await QueryClient(connection).retry(table_id, projection)


async def _skip(
    where: "Where", table_id: str, projection: str, *, validate_only: bool
) -> "list[projections_pb2.SettledTable]":
    from clients.cli.reach import as_operator, connect
    from clients.sdk.queries import QueryClient

    async with connect(where, server=False, query=True) as connection:
        as_operator(connection, where)
        return await QueryClient(connection).skip(table_id, projection, validate_only=validate_only)


def _settled(settled: "list[projections_pb2.SettledTable]") -> list[dict[str, Any]]:
    return [{"name": one.projection, "version": one.version, "skipped": list(one.skipped)} for one in settled]
