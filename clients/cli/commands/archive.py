"""`ludarium archive`: finished tables out of the event store's memory, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, ArchiveDirectory, Data, Json, Redis
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from projections.archiving import Archived, Archiver
    from server.store.archive import archive as archives

SHOWN = 20


def archive(
    tables: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TABLE]...", help="These tables.", show_default="all that are old enough"),
    ] = None,
    older_than: Annotated[
        float, typer.Option("--older-than", metavar="DAYS", min=0, help="Tables that ended so many days ago.")
    ] = 30.0,
    restore: Annotated[bool, typer.Option("--restore", help="Bring the tables that are named back instead.")] = False,
    trim: Annotated[
        bool, typer.Option("--trim", help="Trim the feeds afterwards, behind their slowest reader.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    directory: ArchiveDirectory = None,
    redis: Redis = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Move finished tables into the archive, where replays still find them. Shows first what that touches."""
    from clients.cli.processes import run_on_store

    wanted = [table.upper() for table in tables or []]
    if restore and not wanted:
        raise Problem("Which tables are to be restored?", "Name them: ludarium archive --restore TABLE")
    facts = run_on_store(
        lambda address: _run(address, directory, wanted, older_than, restore, trim, yes, as_json), redis, data
    )
    if as_json:
        from clients.cli.output import say_json

        say_json(facts)


async def _run(
    address: str,
    directory: Path | None,
    wanted: list[str],
    older_than: float,
    restore: bool,
    trim: bool,
    yes: bool,
    as_json: bool,
) -> dict[str, Any]:
    from projections.archiving import Archiver, trim_feeds
    from projections.house import open_house

    async with open_house(address, directory) as (house, connection):
        if restore:
            return await _restore(house.streams.archive, wanted, yes, as_json)
        archiver = Archiver(house, connection)
        facts = await _archive(archiver, wanted, older_than, yes, as_json)
        if trim:
            trimmed = await trim_feeds(house, connection)
            facts["trimmed_entries"] = sum(trimmed.values())
            _tell(as_json, f"{facts['trimmed_entries']:,} entries of feeds that all have read are trimmed away.")
        return facts


async def _archive(
    archiver: "Archiver", wanted: list[str], older_than: float, yes: bool, as_json: bool
) -> dict[str, Any]:
    from projections.archiving import NotReadyError

    found = wanted or [table_id async for table_id in archiver.candidates(older_than)]
    ready: list[Archived] = []
    left: dict[str, str] = {}
    for table_id in found:
        try:
            ready.append(await archiver.preview(table_id))
        except NotReadyError as error:
            left[table_id] = str(error)
    _show(ready, left, as_json)
    done: list[Archived] = []
    if ready and (yes or typer.confirm("Archive them?", abort=True, err=True)):
        for one in ready:
            try:
                done.append(await archiver.archive(one.table_id))
            except NotReadyError as error:
                left[one.table_id] = str(error)
        _tell(as_json, f"{len(done)} tables are archived.")
    return {"archived": [_document(one) for one in done], "left": left}


async def _restore(archive: "archives.Archive", wanted: list[str], yes: bool, as_json: bool) -> dict[str, Any]:
    points = {table_id: await archive.final_point(table_id) for table_id in wanted}
    for table_id, point in points.items():
        words = f"comes back with {point.version:,} events" if point else "is not archived: left alone"
        _tell(as_json, f"{table_id} {words}.")
    there = [table_id for table_id, point in points.items() if point]
    if there and not yes:
        typer.confirm("Restore them?", abort=True, err=True)
    restored = [table_id for table_id in there if await archive.restore(table_id)]
    _tell(as_json, f"{len(restored)} tables are restored.")
    return {"restored": restored}


def _show(ready: "list[Archived]", left: dict[str, str], as_json: bool) -> None:
    from clients.cli.output import say, table

    if as_json:
        return
    if ready:
        numbers = ("events", "bytes now", "bytes archived")
        shown = table("table", "game", *numbers, right=numbers)
        for one in ready[:SHOWN]:
            figures = f"{one.events:,}", f"{one.stream_bytes:,}", f"{one.blob_bytes:,}"
            shown.add_row(one.table_id, one.game, *figures)
        say(shown)
        now, then = (sum(sizes) for sizes in zip(*((o.stream_bytes, o.blob_bytes) for o in ready), strict=True))
        say(f"{len(ready)} tables, {now:,} bytes now, {then:,} archived.")
    else:
        say("There is nothing to archive.")
    for reason in list(left.values())[:SHOWN]:
        say(f"Left alone: {reason}")


def _tell(as_json: bool, words: str) -> None:
    from clients.cli.output import say

    if not as_json:
        say(words)


def _document(one: "Archived") -> dict[str, Any]:
    return {
        "table": one.table_id,
        "game": one.game,
        "events": one.events,
        "stream_bytes": one.stream_bytes,
        "archived_bytes": one.blob_bytes,
    }
