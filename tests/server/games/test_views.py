"""Views are kept in pieces from one version to the next: kept or made anew, whole or cut, they must be the same."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from projections.folding import advance
from server.games import GAMES
from server.games.castles.geometry.castle import SEEN
from server.games.castles.state import CastlesState
from server.games.kernel import record
from server.games.kernel.history import effective
from server.games.kernel.redact import cut_piece, redact
from server.games.kernel.state import GameState
from server.games.kernel.table import open_table
from tests.goldens import FOLDER

EVERY = 32
"""Versions from one that is looked at anew to the next; every version is looked at."""

KEEPING = ("view", "view_castle", "view_components", "view_player", "attributes")
"""The modules that keep something."""


def largest(game: str) -> Path:
    """The golden game with most in it."""
    return max((FOLDER / game).glob("*.ldm"), key=lambda path: path.stat().st_size)


def states(path: Path) -> Iterator[GameState]:
    """The states after each event that counts."""
    events = record.read(path.read_bytes()).events
    table = open_table(events[0], GAMES)
    for event in effective(events[1:]):
        advance(table, event)
        if table.state is not None:
            yield table.state


def forget(state: GameState) -> None:
    """Empty everything that the games keep for views."""
    for name, module in list(sys.modules.items()):
        if name.startswith("server.games.") and name.rpartition(".")[2] in KEEPING:
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and value.__module__ == name:
                    value.cache_clear()
    if isinstance(state, CastlesState):
        for player in state.players:
            player.castle.memo.pop(SEEN, None)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_in_kept_pieces_is_the_view_made_anew(game: str) -> None:
    kept = looked = 0
    before: set[int] = set()
    held: list[bytes] = []
    for number, state in enumerate(states(largest(game))):
        pieces = list(GAMES[game].view_pieces(state))
        looked += len(pieces)
        kept += sum(id(piece) in before for piece in pieces)
        if number % EVERY == 0:
            forget(state)
            assert pieces == list(GAMES[game].view_pieces(state))
        held, before = pieces, {id(piece) for piece in pieces}  # held, so that no other piece takes an id
    assert held
    assert kept / looked > 0.25


@pytest.mark.parametrize("game", GAMES)
def test_to_cut_the_pieces_is_to_cut_the_view(game: str) -> None:
    kind: Any = GAMES[game].view_message
    for number, state in enumerate(states(largest(game))):
        if number % EVERY:
            continue
        pieces = list(GAMES[game].view_pieces(state))
        for viewer in (None, *range(state.seats)):
            whole = kind.FromString(b"".join(pieces))
            redact(whole, viewer)
            assert kind.FromString(b"".join([cut_piece(kind, piece, viewer) for piece in pieces])) == whole
