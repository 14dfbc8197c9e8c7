"""`ludarium backup` and `ludarium restore`: everything that a deployment holds, as files, and back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.commands.audit import tell_drift
from clients.cli.options import HOME, ArchiveDirectory, Data, Json, Redis
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from server.store.backup import Manifest


def backup(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A new directory for the backup.")],
    archive: ArchiveDirectory = None,
    redis: Redis = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Back up the event store, and the archive's directory if there is one, while everything goes on.

    It reads only. Each node tells what it holds at one moment; whatever was acknowledged before the backup began is in
    it. Keys and certificates are not: keep LUDARIUM_TOKEN_KEY where you keep secrets.
    """
    from clients.cli.output import say, say_json
    from clients.cli.processes import run_on_store
    from server.store.backup import take_backup

    manifest = run_on_store(lambda address: take_backup(address, directory, archive), redis, data)
    if as_json:
        say_json(_document(directory, manifest))
    else:
        say(f"{directory}: {_words(manifest)}.", f"Rehearse it: `ludarium restore {directory} --data SCRATCH`.")


def restore(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A backup.")],
    archive: ArchiveDirectory = None,
    redis: Redis = None,
    data: Data = HOME,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: Json = False,
) -> None:
    """Fill an empty event store from a backup, then fold and check every table in it. Exits 1 if anything is wrong.

    With --redis the store that answers there, of one node or a cluster; otherwise the embedded one of a new --data
    directory. Shows first what it is about to do. Points that were acknowledged after the backup are answered
    HISTORY_WENT_BACK from then on.
    """
    import asyncio

    from clients.cli.output import say, say_json
    from server.store.backup import Manifest
    from server.store.errors import StoreError

    try:
        manifest = Manifest.read(directory)
        if not as_json:
            say(f"{directory}: {_words(manifest)}, undamaged.", f"It goes to {redis or data}.")
        if not yes:
            typer.confirm("Restore it?", abort=True, err=True)
        facts = asyncio.run(_restore(directory, archive, redis, data))
    except StoreError as error:
        raise Problem(f"{error}.") from None
    if as_json:
        say_json(_document(directory, manifest) | facts)
    else:
        tell_drift(facts["drift"])
        wrong = len(facts["drift"])
        say(f"{facts['keys']:,} keys are restored; {facts['tables']:,} tables checked, {wrong or 'nothing'} wrong.")
    if facts["drift"]:
        raise typer.Exit(1)


async def _restore(directory: Path, archive: Path | None, redis: str | None, data: Path) -> dict[str, Any]:
    from dataclasses import asdict

    from projections.audit import audit_all
    from projections.house import open_house
    from server.store.restore import restore_backup

    async with _target(redis, data) as address:
        keys = await restore_backup(address, directory, archive)
        async with open_house(address, archive) as (house, connection):
            tables, drifts = await audit_all(house, connection)
    return {"keys": keys, "tables": tables, "drift": [asdict(drift) for drift in drifts]}


@asynccontextmanager
async def _target(redis: str | None, data: Path) -> AsyncIterator[str]:
    """The store that is to be filled: the one at an address, or that of a data directory, started meanwhile."""
    if redis:
        yield redis
        return
    from clients.cli.house import House
    from server.store.embedded import EmbeddedServer

    house = House(data)
    house.make()
    with EmbeddedServer(house.store) as server:
        yield server.url


def _words(manifest: "Manifest") -> str:
    from datetime import UTC, datetime

    taken = datetime.fromtimestamp(manifest.taken_ms / 1000, UTC)
    words = f"taken {taken:%Y-%m-%d %H:%M:%S} UTC, {len(manifest.snapshots)} nodes, {manifest.size:,} bytes"
    return f"{words}, {len(manifest.archive):,} archived tables as files" if manifest.archive else words


def _document(directory: Path, manifest: "Manifest") -> dict[str, Any]:
    return {
        "directory": str(directory),
        "taken_ms": manifest.taken_ms,
        "nodes": len(manifest.snapshots),
        "bytes": manifest.size,
        "archived_files": len(manifest.archive),
    }
