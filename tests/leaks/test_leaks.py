"""Nobody receives what is hidden from them: the scan in its short form, and that it finds what is leaked on purpose."""

from pathlib import Path

import pytest

from server.games import GAMES
from server.games.kernel.table import Table
from server.games.kernel.table_view import view_message
from tests.leaks.doors import Door, Event, Looker
from tests.leaks.planting import Mark, marked_zones, planted
from tests.leaks.scan import golden_games, scan

EVERY = 97


def shortest_of_each_mix() -> list[Path]:
    """A golden game for each game and mix of modules: the smallest record of those with the same modules."""
    chosen: dict[tuple[str, str], Path] = {}
    for path in sorted(golden_games(), key=lambda path: path.stat().st_size):
        chosen.setdefault((path.parent.name, path.stem.split("-", 2)[2].rsplit("-", 1)[0]), path)
    return sorted(chosen.values())


@pytest.mark.parametrize("path", shortest_of_each_mix(), ids=lambda path: path.stem)
def test_nothing_hidden_leaves_by_any_door(path: Path) -> None:
    assert not list(scan(path, EVERY))


@pytest.mark.soak
@pytest.mark.parametrize("path", golden_games(), ids=lambda path: path.stem)
def test_nothing_hidden_leaves_at_any_version(path: Path) -> None:
    assert not list(scan(path))


@pytest.mark.parametrize("game", GAMES)
def test_a_leak_that_is_put_there_is_found(game: str) -> None:
    path = min((p for p in golden_games() if p.parent.name == game), key=lambda p: p.stat().st_size)
    in_view = marked_zones(GAMES[game].view_message.DESCRIPTOR)

    def leaking(table: object, event: Event, looker: Looker) -> bytes:
        if not in_view:  # a game of open information hides its seed and its draws alone
            return event.SerializeToString()
        view = table.game.view(table.state) if table.state else None  # type: ignore[attr-defined]
        return b"" if view is None else bytes(view.SerializeToString())

    doors: dict[str, Door] = {"leak": leaking}
    assert any("by leak" in words for words in scan(path, EVERY if in_view else 1, doors))


def test_a_leak_to_a_former_player_is_found() -> None:
    def still_seated(table: Table, event: Event, looker: Looker) -> bytes:
        seat = table.seat_count - 1 if looker.name == "a former player" else looker.seat
        view = view_message(table, seat)
        return b"" if view is None else view.SerializeToString()

    path = min((p for p in golden_games() if p.parent.name == "alhambra"), key=lambda p: p.stat().st_size)
    found = list(scan(path, EVERY, {"leak": still_seated}))
    assert found
    assert all("a former player receives by leak what seat 1 alone may see" in words for words in found)


def test_a_leak_of_the_seed_is_found() -> None:
    def leaking(table: object, event: Event, looker: Looker) -> bytes:
        return event.SerializeToString()

    found = list(scan(golden_games()[0], 1, {"leak": leaking}))
    assert "version 1: a spectator receives by leak what nobody may see" in found[0]


def test_marks_are_put_into_draws_and_seeds() -> None:
    event = Event()
    event.table.opened.seats = 2
    sent = planted(event).SerializeToString()
    assert all(pattern in sent for pattern in Mark(-1).patterns[:2])
