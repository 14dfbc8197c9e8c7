"""The board of Alhambra in the terminal: golden pictures, and 100 columns at most.

`python -m tests.clients.cli.boards.test_alhambra` draws the golden pictures anew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from ludarium.games.alhambra.v1 import view_pb2

from clients.cli.boards.alhambra import draw
from clients.cli.boards.walls import EAST, NORTH, SOUTH, WEST, Piece, grid
from server.games import GAMES
from server.games.kernel.record import read
from server.games.kernel.redact import redact
from server.games.kernel.table import fold

GOLDEN = Path(__file__).parents[3] / "golden" / "alhambra"
PICTURES = Path(__file__).parent / "pictures"
MOMENTS = [
    ("alhambra-2-base-0", 60, 0),
    ("alhambra-3-base-0", 200, None),
    ("alhambra-3-base-0", 0, 2),
    ("alhambra-6-base-0", 300, 5),
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
    return PICTURES / f"{record}-{version or 'end'}-{'spectator' if seat is None else seat}.txt"


@pytest.mark.parametrize(("record", "version", "seat"), MOMENTS)
def test_a_table_looks_as_it_did(record: str, version: int, seat: int | None) -> None:
    assert _picture(record, version, seat) == _path(record, version, seat).read_text()


def _some_views() -> Iterator[tuple[view_pb2.View, int]]:
    for seats in range(2, 7):
        events = read((GOLDEN / f"alhambra-{seats}-base-0.ldm").read_bytes()).events
        for version in range(40, len(events), 97):
            table = fold(events[:version], GAMES)
            if table.state is not None:
                yield table.game.view(table.state), seats


def test_no_line_is_longer_than_100_columns_or_ends_in_spaces() -> None:
    for view, seats in _some_views():
        for line in draw(view, [f"a player with a long name {number}" for number in range(seats)], 0):
            assert line.cell_len <= 100
            assert line.plain == line.plain.rstrip()


def test_walls_are_heavy_rims_light_and_open_ways_empty() -> None:
    pieces = {
        (0, 0): Piece("@", "", frozenset()),
        (1, 0): Piece("T9", "", frozenset({NORTH, EAST})),
        (1, 1): Piece("P2", "", frozenset({SOUTH, WEST, EAST})),
    }
    assert [line.plain for line in grid(pieces, rulers=False)] == [
        "┌─────╼━━━━━┓",
        "│  @     T9 ┃",
        "└─────┒     ┃",
        "      ┃  P2 ┃",
        "      ┗━━━━━┛",
    ]


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for moment in MOMENTS:
        _path(*moment).write_text(_picture(*moment))
