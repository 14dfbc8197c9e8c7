"""The leak scan: walks a golden game version by version and looks for marks in all that everybody receives.

`python -m tests.leaks.scan` scans every version of every golden game in this process, then plays a game of every mix of
modules to its end at real servers and scans what they let out (`connections.py`). The tests scan a part of both.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ludarium.v1 import table_events_pb2

from projections.folding import advance
from server.games import GAMES
from server.games.kernel import record
from server.games.kernel.game import AnyGame
from server.games.kernel.history import effective
from server.games.kernel.redact import Viewer
from server.games.kernel.state import GameState
from server.games.kernel.table import open_table
from tests.leaks.connections import scan_connections
from tests.leaks.doors import DOORS, Door, Event, ReadModels, lookers
from tests.leaks.planting import NOBODY, Mark, planted, planted_game

GOLDEN: Final = Path(__file__).parents[1] / "golden"


@dataclass
class Scanned:
    """How much was looked at: versions of golden games, and bytes that somebody received."""

    versions: int = 0
    size: int = 0


def golden_games() -> list[Path]:
    """Every golden record."""
    return sorted(GOLDEN.glob("*/*.ldm"))


def scan(
    path: Path, every: int = 1, doors: Mapping[str, Door] = DOORS, scanned: Scanned | None = None
) -> Iterator[str]:
    """The leaks of a golden game, as sentences, looking at every so many versions; read models at each.

    Half-way a bot takes over the last seat, so that there is a former player.
    """
    scanned = scanned or Scanned()
    events = record.read(path.read_bytes()).events
    games = {name: _viewed_once(planted_game(game)) for name, game in GAMES.items()}
    table, rows = open_table(events[0], games), ReadModels()
    marks = [Mark(owner) for owner in (NOBODY, *range(table.seat_count))]
    half = next(event.version for event in events[len(events) // 2 :] if event.last)
    for event in effective(events):
        if event.version > 1:
            advance(table, event)
        if table.closed:
            return
        if event.version == half:
            table.apply(leaving(event, table.seat_count - 1))
        marked = planted(event)
        scanned.versions += 1
        for name, sent in rows.after(table, marked):
            scanned.size += len(sent)
            yield from _found(path, event.version, name, "everybody", None, sent, marks)
        if event.version % every:
            continue
        for looker in lookers(table):
            for name, door in doors.items():
                sent = door(table, marked, looker)
                scanned.size += len(sent)
                yield from _found(path, event.version, name, looker.name, looker.seat, sent, marks)


def _viewed_once(game: AnyGame) -> AnyGame:
    """The game, whose view of a version is made once for all who ask: nearly all the time of a scan."""
    kept: tuple[Any, int, list[bytes]] = (None, 0, [])

    def pieces(state: GameState) -> Iterator[bytes]:
        nonlocal kept
        if kept[0] is not state or kept[1] != state.version:
            kept = state, state.version, list(game.view_pieces(state))
        return iter(kept[2])

    return replace(game, view_pieces=pieces)


def leaving(event: Event, seat: int) -> Event:
    """A player's leaving for a bot, told with the version of the event it follows so that no other one changes."""
    left = table_events_pb2.PlayerLeft(
        seat=seat, reason=table_events_pb2.LEAVE_REASON_RESIGNED, bot="random", bot_id="a bot"
    )
    told = Event(version=event.version, event_id=event.event_id, time=event.time, last=True)
    told.table.CopyFrom(table_events_pb2.TableEvent(player_left=left))
    return told


def _found(
    path: Path, version: int, door: str, who: str, seat: Viewer, sent: bytes, marks: list[Mark]
) -> Iterator[str]:
    for mark in marks:
        if mark.owner != seat and any(pattern in sent for pattern in mark.patterns):
            whose = "nobody may see" if mark.owner == NOBODY else f"seat {mark.owner} alone may see"
            yield f"{path.stem}, version {version}: {who} receives by {door} what {whose}"


def scan_goldens(game: str) -> int:
    """Scan every version of a game's golden games and print what was found; the number of leaks."""
    scanned, leaks, began = Scanned(), 0, time.process_time()
    paths = [path for path in golden_games() if path.parent.name == game]
    for path in paths:
        found = list(scan(path, scanned=scanned))
        leaks += len(found)
        print(f"{path.stem}: {len(found) or 'no'} leaks", *found[:5], sep="\n  ", flush=True)
    spent = time.process_time() - began
    print(
        f"{game}: {leaks or 'no'} leaks in {len(paths)} golden games, {scanned.versions:,} versions, "
        f"{scanned.size / 1e6:,.0f} MB received, {spent:,.0f} s of processor",
        flush=True,
    )
    return leaks


def scan_servers(game: str) -> int:
    """Play and scan a game of each mix at real servers and print what was found; the number of leaks."""
    began = time.process_time()
    leaks = asyncio.run(scan_connections(game))
    spent = time.process_time() - began
    print(
        f"{game}: {len(leaks.found) or 'no'} leaks at real servers, {leaks.size / 1e6:,.0f} MB received, "
        f"{spent:,.0f} s of processor",
        *leaks.found[:5],
        sep="\n  ",
        flush=True,
    )
    return len(leaks.found)


def main() -> int:
    """Scan all golden games and games at real servers, or those of some games; 1 when anything leaks."""
    parts = {"goldens": scan_goldens, "servers": scan_servers}
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--only", choices=parts, help="only one part of the scan")
    asked = parser.parse_args()
    chosen = [part for name, part in parts.items() if asked.only in (None, name)]
    return 1 if sum(part(game) for part in chosen for game in asked.games or GAMES) else 0


if __name__ == "__main__":
    sys.exit(main())
