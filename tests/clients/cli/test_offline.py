"""Commands that need no server: games, rules, simulate, and record files."""

import re
import shutil
from pathlib import Path

import pytest

from clients.cli import ruletext
from server.games import GAMES
from tests.clients.cli.running import Here

GOLDEN = Path(__file__).parents[2] / "golden" / "alhambra" / "alhambra-3-base-0.ldm"


def test_games_lists_the_games_and_tells_all_about_one(here: Here) -> None:
    assert "alhambra" in here("games").out
    assert "alhambra" in [game["name"] for game in here("games", "--json").document["games"]]
    one = here("games", "alhambra", "--json").document
    assert one["seats"] == [2, 3, 4, 5, 6]
    assert {"name": "extra-action", "values": ["must", "may"], "default": "must"} in one["options"]
    assert one["provenance"]["buildings"] == {"confirmed": 54}
    assert "extra-action = must | may" in here("games", "alhambra").out


def test_rules_shows_a_rule_with_those_below_it(here: Here) -> None:
    ran = here("rules", "alhambra", "r5.2")
    assert ran.out.startswith("R5.2 The cards must total at least the price due.")
    assert "R5.2.1 Cards of the same currency" in ran.out
    assert "R5.3" not in ran.out.splitlines()[-1]
    numbers = [rule["number"] for rule in here("rules", "alhambra", "R5.2", "--json").document["rules"]]
    assert numbers == ["R5.2", "R5.2.1"]
    assert "## R18 Invariants" in here("rules", "alhambra").out


@pytest.mark.parametrize(
    ("game", "typed", "number", "last"),
    [
        ("alhambra", "5.2.", "R5.2", "R5.2.1"),
        ("castles", "d8", "D8", "D8.4"),
        ("castles", "G.4", "G.4", "G.4.3"),
        ("castles", "f", "F", "F24"),
        ("castles", "R3.1a", "R3.1a", "R3.1a"),
        ("castles", "r6a.1", "R6A.1", "R6A.1"),
        ("belfort", "R24.1.4", "R24.1.4", "R24.1.4"),
        ("belfort", "R42", "R42", "R42.26"),
    ],
)
def test_rules_of_every_form_of_number_are_found(here: Here, game: str, typed: str, number: str, last: str) -> None:
    numbers = [rule["number"] for rule in here("rules", game, typed, "--json").document["rules"]]
    assert (numbers[0], numbers[-1]) == (number, last)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_refusal_names_can_be_looked_up(game: str) -> None:
    text = GAMES[game].rulebook.text()
    code = Path(__file__).parents[3] / "server" / "games" / game
    named = {
        number for path in code.rglob("*.py") for number in re.findall(r'"([RDFG][\d.]+A?[\d.]*)"', path.read_text())
    }
    assert named
    assert [number for number in sorted(named) if not ruletext.find(text, number)] == []


def test_simulate_prints_what_dashboards_read(here: Here) -> None:
    document = here("simulate", "alhambra", "--games", "2", "--seats", "2", "--json").document
    assert document["game"] == "alhambra"
    assert (document["seats"], document["modules"], document["games"], document["finished"]) == (2, [], 2, 2)
    assert document["decisions"] == sum(document["command_counts"].values())
    assert document["events"] == sum(document["event_counts"].values())
    assert document["decisions_per_second"] > 0
    assert len(document["mean_score"]) == 2


def test_simulate_repeats_a_seed_and_leaves_out_what_it_did_not_count(here: Here) -> None:
    arguments = ("simulate", "alhambra", "--games", "1", "--seed", "again", "--json")
    first, second = here(*arguments).document, here(*arguments).document
    unchecked = here(*arguments, "--unchecked").document
    assert first["mean_score"] == second["mean_score"]
    assert "event_counts" not in unchecked
    assert "command_counts" not in unchecked


def test_simulate_shows_a_table_to_people_and_counts_wins_of_mixed_bots(here: Here) -> None:
    ran = here("simulate", "alhambra", "--games", "2", "--bot", "greedy,random", "--seats", "2")
    assert ran.code == 0
    assert "decisions/s" in ran.out
    assert "games won: greedy 2, random 0" in ran.out


def test_verify_proves_a_record(here: Here) -> None:
    ran = here("verify", str(GOLDEN))
    assert ran.code == 0
    assert "✓ every draw follows from the seed" in ran.out
    document = here("verify", str(GOLDEN), "--json").document
    assert document["intact"]
    assert document["result_matches"]
    assert document["problems"] == []
    assert document["game"] == "alhambra"
    assert document["table"]
    assert document["events"] > 100


def test_verify_names_the_place_of_a_flipped_byte(here: Here, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.ldm"
    shutil.copy(GOLDEN, damaged)
    data = bytearray(damaged.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    ran = here("verify", str(damaged), "--json")
    assert ran.code == 1
    assert not ran.document["intact"]
    assert "byte" in ran.document["problems"][0]
    shown = here("replay", str(damaged))
    assert shown.code == 1
    assert "byte" in shown.err


def test_replay_shows_any_version_of_a_file_through_any_eyes(here: Here) -> None:
    ran = here("replay", str(GOLDEN), "--at", "40", "--as", "2")
    assert ran.code == 0
    assert ran.out.startswith("Version 40")
    assert "Your hand" in ran.out
    seen = here("replay", str(GOLDEN), "--at", "40", "--as", "2", "--format", "json").document
    hands = [bool(player["hand"]) for player in seen["view"]["alhambra"]["players"]]
    assert (seen["version"], hands) == (40, [False, True, False])
    open_hands = here("replay", str(GOLDEN), "--at", "40", "--as", "all", "--format", "json").document
    assert all(player["hand"] for player in open_hands["view"]["alhambra"]["players"])
    assert here("replay", str(GOLDEN), "--at", "99999").code == 1
    assert here("replay", str(GOLDEN), "--at", "40", "--as", "7").code == 1


def test_replay_tells_a_whole_game_chapter_by_chapter(here: Here) -> None:
    ran = here("replay", str(GOLDEN))
    assert ran.code == 0
    assert "the game is over" in ran.out
    assert "\nTurn 1\n" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 160
