"""Comparing two versions of the code over the same records: where digests come from, and what is not the same."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clients.cli.options import HOME
from clients.cli.problem import Problem
from clients.cli.processes import run_on_store
from server.games import GAMES
from server.games.kernel.digest import Digest, digest
from server.games.kernel.record import DamagedRecord, read

HERE = "."
"""Names this version of the code."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The records to be folded: files and folders of them, or else every table of a store."""

    records: tuple[Path, ...]
    redis: str | None
    archive: Path | None

    def arguments(self) -> list[str]:
        """The same, for another program of the same name."""
        if self.records:
            return [part for path in self.records for part in ("--records", str(path.resolve()))]
        archive = ["--archive", str(self.archive.resolve())] if self.archive else []
        return ["--redis", self.redis or "", *archive]


@dataclass(slots=True)
class Comparison:
    """What two versions make of the same records."""

    alike: int = 0
    differing: dict[str, list[str]] = field(default_factory=dict)
    """By table, what is not the same."""
    missing: dict[str, str] = field(default_factory=dict)
    """By table, which of the two has it alone."""
    problems: dict[str, str] = field(default_factory=dict)
    """By table, what the new version can't do with it."""
    milliseconds: tuple[float, float] = (0.0, 0.0)
    """What folding all that both have cost, old and new, in processor time."""

    @property
    def clean(self) -> bool:
        """Whether the new version does with every record what the old one did."""
        return not (self.differing or self.missing or self.problems)


def compare(old: Iterable[Digest], new: Iterable[Digest]) -> Comparison:
    """Hold the digests of two versions against each other, table by table."""
    before, after = {one.table: one for one in old}, {one.table: one for one in new}
    found = Comparison()
    for table in sorted(before.keys() | after.keys()):
        if table not in before or table not in after:
            found.missing[table] = "old" if table in before else "new"
            continue
        differs = before[table].differs(after[table])
        if differs:
            found.differing[table] = differs
        else:
            found.alike += 1
        costs = before[table].milliseconds, after[table].milliseconds
        found.milliseconds = (found.milliseconds[0] + costs[0], found.milliseconds[1] + costs[1])
    found.problems = {one.table: one.problem for one in after.values() if one.problem}
    return found


def digests_of(version: str, sources: Sources) -> list[Digest]:
    """The digests that a version makes: this one ("."), another installation's program, or those in a file.

    Raises Problem.
    """
    if version != HERE:
        return _digests_elsewhere(version, sources)
    if sources.records:
        return [_of_file(path) for path in _files(sources.records)]
    return run_on_store(lambda address: _of_store(address, sources.archive), sources.redis, HOME)


async def _of_store(redis: str, archive: Path | None) -> list[Digest]:
    """The digests of every table of a store. Raises StoreError."""
    from projections.folding import Unfoldable, read_events
    from projections.house import open_house
    from server.store.partitions import PARTITIONS

    found: list[Digest] = []
    async with open_house(redis, archive) as (house, _):
        tables = await house.models.tables_of(range(PARTITIONS))
        for table_id in sorted(table_id for some in tables.values() for table_id in some):
            stored = await house.streams.read(table_id)
            try:
                found.append(digest(read_events(stored), GAMES))
            except Unfoldable as error:
                found.append(_unreadable(table_id, len(stored), str(error)))
            await asyncio.sleep(0)
    return found


def write_lines(digests: Iterable[Digest], path: str) -> None:
    """Write digests, one JSON document a line; `-` is standard output."""
    text = "".join(json.dumps(one.document()) + "\n" for one in digests)
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise Problem(f"{path} can't be written: {error.strerror or error}.") from None


def _digests_elsewhere(version: str, sources: Sources) -> list[Digest]:
    path = Path(version)
    if not path.exists():
        raise Problem(f"There is no {version}.", "Give a file of digests, another installation's `ludarium`, or `.`.")
    program = next((file for file in (path / ".venv/bin/ludarium", path / "bin/ludarium") if file.is_file()), None)
    if program is None and path.suffix == ".jsonl":
        return list(_read_lines(version, path.read_text("utf-8")))
    ran = subprocess.run(
        [str(program or path), "compare", "--write", "-", *sources.arguments()],
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode != 0:
        raise Problem(f"{version} could not fold the records: {ran.stderr.strip() or ran.returncode}.")
    return list(_read_lines(version, ran.stdout))


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.ldm"))
        else:
            yield path


def _of_file(path: Path) -> Digest:
    try:
        record = read(path.read_bytes())
    except OSError as error:
        raise Problem(f"{path} can't be read: {error.strerror or error}.") from None
    except DamagedRecord as damage:
        return _unreadable(path.name, 0, str(damage))
    if not record.head.complete:
        problem = "what one viewer saw of a running game can't be folded"
        return Digest(
            table=record.head.table_id, game=record.head.game, rules="", content="", events=0, problem=problem
        )
    return digest(record.events, GAMES)


def _unreadable(table: str, events: int, problem: str) -> Digest:
    return Digest(table=table, game="", rules="", content="", events=events, problem=problem)


def _read_lines(version: str, text: str) -> Iterator[Digest]:
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield Digest.read(json.loads(line))
        except (ValueError, TypeError, AttributeError):
            raise Problem(
                f"Line {number} of {version} is no digest.", "`ludarium compare --write` makes them."
            ) from None
