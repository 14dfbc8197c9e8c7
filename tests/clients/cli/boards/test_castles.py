"""The board of Castles in the terminal: golden pictures, 100 columns at most, and rooms drawn to scale.

`python -m tests.clients.cli.boards.test_castles` draws the golden pictures anew.
"""

from pathlib import Path

import pytest
from ludarium.games.castles.v1 import view_pb2

from clients.cli.boards.castle_plan import plan, room_label
from clients.cli.boards.castles import draw
from server.games import GAMES
from server.games.kernel.record import read
from server.games.kernel.redact import redact
from server.games.kernel.table import fold
from tests.server.games.castles.table import FOYER, playing

GOLDEN = Path(__file__).parents[3] / "golden" / "castles"
PICTURES = Path(__file__).parent / "pictures"
EVERYTHING = "castles-2-towers+moats+passages+swans+renovations+decrees+double-decree-0"
MOMENTS = [
    ("castles-2-base-0", 200, 0),
    ("castles-3-base-0", 500, None),
    (EVERYTHING, 400, 1),
    (EVERYTHING, 0, 0),
]
"""Golden record, version (0: the end), seat that looks."""


def _view(record: str, version: int, seat: int | None) -> view_pb2.View:
    events = read((GOLDEN / f"{record}.ldm").read_bytes()).events
    table = fold(events[: version or len(events)], GAMES)
    view: view_pb2.View = table.game.view(table.state)
    if version:
        redact(view, seat)
    return view


def _picture(record: str, version: int, seat: int | None) -> str:
    view = _view(record, version, seat)
    names = [f"player {number + 1}" for number in range(len(view.players))]
    return "\n".join(line.plain for line in draw(view, names, seat)) + "\n"


def _path(record: str, version: int, seat: int | None) -> Path:
    name = record.replace("towers+moats+passages+swans+renovations+decrees+double-decree", "all")
    return PICTURES / f"{name}-{version or 'end'}-{'spectator' if seat is None else seat}.txt"


@pytest.mark.parametrize(("record", "version", "seat"), MOMENTS)
def test_a_table_looks_as_it_did(record: str, version: int, seat: int | None) -> None:
    assert _picture(record, version, seat) == _path(record, version, seat).read_text()


@pytest.mark.parametrize("record", ["castles-4-base-0", EVERYTHING])
def test_no_line_is_longer_than_100_columns_or_ends_in_spaces(record: str) -> None:
    events = read((GOLDEN / f"{record}.ldm").read_bytes()).events
    for version in range(60, len(events), 151):
        table = fold(events[:version], GAMES)
        view = table.game.view(table.state)
        for line in draw(view, [f"a player with a long name {n}" for n in range(len(view.players))], 0):
            assert line.cell_len <= 100
            assert line.plain == line.plain.rstrip()


def test_rooms_are_drawn_to_scale_with_numbers_doors_and_fences() -> None:
    castle = (*FOYER, {"tile": "hallway", "x": 3, "y": 1, "level": "up"})
    view: view_pb2.View = GAMES["castles"].view(playing(castles={0: castle}).state)
    assert [line.plain for line in plan(view.players[0].castle)] == [
        "    0         5",
        "  0 c c c",
        "  1 ◀ 0 c•• ↕ ↕ ↕ ↕ ↕▶",
        "  2 c ▼ c",
    ]
    assert room_label(view.players[0].castle.rooms[1]).plain == "1 Hallway C150"


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for moment in MOMENTS:
        _path(*moment).write_text(_picture(*moment))
