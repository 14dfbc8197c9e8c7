"""`ludarium import`: games that were played elsewhere, to be replayed here."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, ArchiveDirectory, Data, Json, Redis

if TYPE_CHECKING:
    from projections.importing import Importable, Importer


def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Record files, as `export` writes them.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    directory: ArchiveDirectory = None,
    redis: Redis = None,
    data: Data = HOME,
    as_json: Json = False,
) -> None:
    """Bring finished games from record files into the archive, under their own ids, for anybody here to replay.

    Each record is verified first and shown; what does not verify, or is here already, is left alone. Standings do not
    count games that were played elsewhere. For whoever runs the store.
    """
    from clients.cli.output import say_json
    from clients.cli.processes import run_on_store

    facts = run_on_store(lambda address: _run(address, directory, files, yes, as_json), redis, data)
    if as_json:
        say_json(facts)
    if facts["left"]:
        raise typer.Exit(1)


async def _run(address: str, directory: Path | None, files: list[Path], yes: bool, as_json: bool) -> dict[str, Any]:
    from projections.house import open_house
    from projections.importing import Importer, NotImportableError

    async with open_house(address, directory) as (house, _):
        importer = Importer(house)
        ready, left = _checked(importer, files)
        _show(ready, left, as_json)
        if ready and not yes:
            typer.confirm("Import them?", abort=True, err=True)
        done: list[str] = []
        for path, found in ready.items():
            try:
                hidden = await importer.add(found)
            except NotImportableError as error:
                left[str(path)] = str(error)
                _tell(as_json, f"Left alone: {path}: {error}")
                continue
            done.append(found.table_id)
            for name in hidden:
                _tell(as_json, f"{found.table_id} is listed once `ludarium projections rebuild {name}` has run.")
    _tell(as_json, f"{len(done)} games are imported." if len(done) != 1 else "1 game is imported.")
    return {"imported": done, "left": left}


def _checked(importer: "Importer", files: list[Path]) -> "tuple[dict[Path, Importable], dict[str, str]]":
    from projections.importing import NotImportableError

    ready: dict[Path, Importable] = {}
    left: dict[str, str] = {}
    for path in files:
        try:
            ready[path] = importer.check(path.read_bytes())
        except OSError as error:
            left[str(path)] = f"It can't be read: {error.strerror or error}."
        except NotImportableError as error:
            left[str(path)] = str(error)
    return ready, left


def _show(ready: "dict[Path, Importable]", left: dict[str, str], as_json: bool) -> None:
    for path, found in ready.items():
        bytes_here = f"{len(found.blob):,} bytes archived"
        _tell(
            as_json,
            f"{path}: {found.verdict.game}, table {found.table_id}, {found.verdict.events} events, {bytes_here}",
        )
    for name, reason in left.items():
        _tell(as_json, f"Left alone: {name}: {reason}")


def _tell(as_json: bool, words: str) -> None:
    from clients.cli.output import say

    if not as_json:
        say(words)
