"""The leak scan: walks a golden game version by version and looks for marks in all that everybody receives.

`python -m tests.leaks.scan` scans every version of every golden game; the tests scan a part of them.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from projections.folding import advance
from server.games import GAMES
from server.games.kernel import record
from server.games.kernel.history import effective
from server.games.kernel.redact import Viewer
from server.games.kernel.table import Table, open_table
from tests.leaks.doors import DOORS, Door, Event, ReadModels
from tests.leaks.planting import NOBODY, Mark, planted, planted_game

GOLDEN: Final = Path(__file__).parents[1] / "golden"


def golden_games() -> list[Path]:
    """Every golden record."""
    return sorted(GOLDEN.glob("*/*.ldm"))


def scan(path: Path, every: int = 1, doors: Mapping[str, Door] = DOORS) -> Iterator[str]:
    """The leaks of a golden game, as sentences, looking at every so many versions; read models at each."""
    events = record.read(path.read_bytes()).events
    games = {name: planted_game(game) for name, game in GAMES.items()}
    table, rows = open_table(events[0], games), ReadModels()
    marks = [Mark(owner) for owner in (NOBODY, *range(table.seat_count))]
    for event in effective(events):
        if event.version > 1:
            advance(table, event)
        if table.closed:
            return
        marked = planted(event)
        for name, sent in rows.after(table, marked):
            yield from _found(path, event.version, name, None, sent, marks)
        if event.version % every:
            continue
        for viewer in (None, *range(table.seat_count)):
            for name, sent in _sent(table, marked, viewer, doors):
                yield from _found(path, event.version, name, viewer, sent, marks)


def _sent(table: Table, event: Event, viewer: Viewer, doors: Mapping[str, Door]) -> Iterator[tuple[str, bytes]]:
    for name, door in doors.items():
        yield name, door(table, event, viewer)


def _found(path: Path, version: int, door: str, viewer: Viewer, sent: bytes, marks: list[Mark]) -> Iterator[str]:
    who = "a spectator" if viewer is None else f"seat {viewer}"
    for mark in marks:
        if mark.owner != viewer and any(pattern in sent for pattern in mark.patterns):
            whose = "nobody may see" if mark.owner == NOBODY else f"seat {mark.owner} alone may see"
            yield f"{path.stem}, version {version}: {who} receives by {door} what {whose}"


def main() -> int:
    """Scan every version of every golden game, or of those of some games; 1 when anything leaks."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    wanted = parser.parse_args().games
    leaks = 0
    for path in golden_games():
        if wanted and path.parent.name not in wanted:
            continue
        found = list(scan(path))
        leaks += len(found)
        print(f"{path.stem}: {len(found) or 'no'} leaks", *found[:5], sep="\n  ", flush=True)
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
