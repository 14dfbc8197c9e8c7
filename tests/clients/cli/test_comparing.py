"""Two versions of the code over the same records: what differs is named, by table, and ends with 1."""

import json
import sys
from pathlib import Path

import pytest

from server.games import GAMES
from server.games.kernel import record
from server.games.kernel.digest import Digest, digest
from tests.clients.cli.running import Here
from tests.goldens import FOLDER

GOLDEN = FOLDER / "endeavor" / "endeavor-2-expansion-buildings-0.ldm"


def test_a_record_that_leads_elsewhere_than_it_states_is_a_problem() -> None:
    events = record.read(GOLDEN.read_bytes()).events
    good = digest(events, GAMES)
    assert good.problem == ""
    assert good.result == [[seat.seat, seat.score, seat.place] for seat in _results(events)]
    assert good.differs(Digest.read(json.loads(json.dumps(good.document())))) == []
    _results(events)[0].score += 1
    changed = digest(events, GAMES)
    assert "leads to" in changed.problem
    assert set(good.differs(changed)) == {"problem", "fold"}
    del events[5:]
    assert digest(events, GAMES).problem == ""
    del events[1]
    assert "expected versions" in digest(events, GAMES).problem


def test_digests_are_written_and_compared_with(here: Here, tmp_path: Path) -> None:
    records = ("--records", str(GOLDEN))
    file = tmp_path / "old.jsonl"
    assert here("compare", "--write", str(file), *records).code == 0
    same = here("compare", str(file), *records, "--json")
    assert same.code == 0, same.err
    assert same.document["alike"] == 1
    assert same.document["new_milliseconds"] > 0
    old = json.loads(file.read_text())
    old["views"] = "another"
    file.write_text(json.dumps(old) + "\n" + json.dumps(old | {"table": "GONE"}) + "\n")
    other = here("compare", str(file), *records)
    assert other.code == 1
    assert "views differ" in other.out
    assert "only the old version has it" in other.out
    file.write_text("{}\n")
    assert "Line 1" in here("compare", str(file), *records).err
    assert "Name what to compare with" in here("compare", *records).err
    assert "There is no event store" in here("compare", ".", "--data", str(tmp_path)).err


@pytest.mark.parametrize("place", ["", ".venv/bin"])
def test_another_installation_folds_them_itself(here: Here, tmp_path: Path, place: str) -> None:
    program = tmp_path / place / "ludarium"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m clients.cli "$@"\n')
    program.chmod(0o755)
    given = tmp_path if place else program
    ran = here("compare", str(given), ".", "--records", str(GOLDEN))
    assert ran.code == 0, ran.err
    assert "1 records alike, none not" in ran.out


def _results(events: list) -> list:  # type: ignore[type-arg]
    return next(event.table.finished.results for event in events if event.table.HasField("finished"))
