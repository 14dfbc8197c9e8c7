"""Golden games replay to the same end under this version of the code."""

import pytest

from server.games import GAMES
from server.games.kernel import playthrough, record
from tests.goldens import FOLDER, path_of, wanted
from tests.server.games.walk import Sitting

EVERY = sorted(FOLDER.glob("*/*.ldm"))


@pytest.mark.parametrize("sitting", [sitting for game in GAMES for sitting in wanted(game)], ids=str)
def test_there_is_a_golden_game(sitting: Sitting) -> None:
    assert path_of(sitting).exists(), "write it with: python -m tests.goldens"


@pytest.mark.parametrize("game", ["alhambra", "castles", "endeavor"])
def test_there_is_a_golden_game_with_a_shared_victory(game: str) -> None:
    sitting = next(sitting for sitting in wanted(game) if sitting.seed.startswith("shared victory"))
    events = record.read(path_of(sitting).read_bytes()).events
    results = next(event.table.finished.results for event in events if event.table.HasField("finished"))
    assert [result.place for result in results].count(1) > 1


@pytest.mark.parametrize("name", [f"{path.parent.name}/{path.name}" for path in EVERY])
def test_a_golden_game_verifies_and_reads_as_it_did(name: str) -> None:
    path = FOLDER / name
    data = path.read_bytes()
    verdict = record.verify(data, GAMES)
    assert not verdict.problems
    assert verdict.intact
    assert verdict.result_matches
    written = path.with_suffix(".txt").read_text().splitlines()
    assert list(playthrough.lines(record.read(data).events, GAMES)) == written
