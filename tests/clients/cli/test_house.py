"""The house as a stranger meets it: `ludarium up`, and the commands that it prints."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.clients.cli.running import Here, clean_environment, command, ludarium
from tests.patience import PATIENCE

pytestmark = pytest.mark.timeout(600)

QUICK = ("--port", "0", "--pace", "0", "--json")


class Up:
    """A running `ludarium up`."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self.process = subprocess.Popen(
            command(["up", "--data", str(data), *arguments]),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=clean_environment(),
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read() if self.process.stderr else ""
        self.facts: dict[str, Any] = json.loads(line)

    def stop(self) -> str:
        """Press Ctrl-C; gives what was said after the first line."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, err
        return out

    def child(self, name: str) -> psutil.Process:
        """The process of that name below this one."""
        for child in psutil.Process(self.process.pid).children():
            with suppress(psutil.NoSuchProcess):  # one that was killed, and is not yet noticed or just gone
                if name in child.cmdline():
                    return child
        raise AssertionError(f"no process {name}")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A house without a demo table, whose bots do not think."""
    up = Up(tmp_path_factory.mktemp("house"), *QUICK, "--no-demo")
    yield up
    up.stop()


@pytest.fixture(scope="module")
def played(house: Up) -> str:
    """A finished table: played at the terminal, with a script that lets the greedy bot choose."""
    ran = ludarium(
        *("play", "alhambra", "--seats", "3", "--bots", "greedy,random", "--seed", "7", "--data", str(house.data)),
        *("--player", "Ada"),
        typed="auto\n" * 1000,
    )
    assert ran.code == 0, ran.err
    assert "Ada begins" in ran.out or "turn 2" in ran.out
    assert "The game is over: 1." in ran.out
    assert "\x1b" not in ran.out
    return ran.out.partition("Table ")[2][:26]


def test_a_game_is_played_to_its_end_at_the_terminal(house: Up, played: str, here: Here) -> None:
    rows = here("tables", "--status", "finished", "--data", str(house.data), "--json").document["tables"]
    row = next(row for row in rows if row["table"]["table_id"] == played)
    assert [seat["bot"] for seat in row["table"]["seats"]] == ["", "greedy", "random"]
    assert len(row["table"]["results"]) == 3
    assert "Ada" in here("tables", "--data", str(house.data)).out


def test_any_version_of_it_is_replayed(house: Up, played: str, here: Here) -> None:
    data = ("--data", str(house.data))
    shown = here("replay", played, "--at", "40", "--as", "2", *data)
    assert shown.out.startswith("Version 40")
    seen = here("replay", played, "--at", "40", "--as", "2", "--format", "json", *data).document
    assert [bool(player["hand"]) for player in seen["view"]["alhambra"]["players"]] == [False, True, False]
    assert here("replay", played, "--at", "40", "--as", "2", "--format", "svg", *data).out.startswith("<svg ")
    whole = here("replay", played, *data)
    assert "Ada is" in whole.out
    assert "the game is over" in whole.out
    assert here("replay", played, "--at", "99999", *data).code == 1


def test_it_is_exported_and_verified_and_a_flipped_byte_is_named(
    house: Up, played: str, tmp_path: Path, here: Here
) -> None:
    file = tmp_path / "game.ldm"
    exported = here("export", played, "-o", str(file), "--data", str(house.data), "--json")
    assert exported.document["complete"]
    verdict = here("verify", str(file), "--json").document
    assert verdict["intact"]
    assert verdict["result_matches"]
    assert verdict["problems"] == []
    assert here("verify", played, "--data", str(house.data)).code == 0
    data = bytearray(file.read_bytes())
    data[-100] ^= 4
    file.write_bytes(data)
    damaged = here("verify", str(file))
    assert damaged.code == 1
    assert "byte" in damaged.out


def test_a_game_is_left_and_gone_on_with(house: Up, here: Here) -> None:
    data = ("--data", str(house.data))
    left = here("play", "alhambra", "--bots", "random", *data, typed="?\nwhy\nhint\nboard\n1\nquit\n")
    assert left.code == 0
    assert "NUMBER" in left.out
    assert "The greedy bot would" in left.out
    table = left.out.partition("Table ")[2][:26]
    again = here(
        "play", "--table", table, *data, typed="why buy 9 florin_1\nwhy take_money florin_1,ducat_9\nundo\nnonsense\n"
    )
    assert again.code == 0
    assert "R5.1" in again.out
    assert "R4.1" in again.out
    assert "No choice has the words" in again.out
    assert f"ludarium play --table {table}" in again.out
    stranger = here("play", "--table", table, *data, "--player", "Somebody else")
    assert stranger.code == 1
    assert "no seat at that table" in stranger.err


def test_a_private_table_is_for_those_who_are_invited(house: Up, here: Here) -> None:
    data = ("--data", str(house.data), "--json")
    made = here("tables", "create", "alhambra", "--private", "--seats", "2", "--player", "Host", *data).document
    table = made["table"]
    assert table not in here("tables", *data, "--player", "Stranger").out
    stranger = here("play", "--table", table, *data, "--player", "Stranger")
    assert (stranger.code, stranger.out) == (1, "")
    assert f"There is no table {table}." in stranger.err
    again = here("tables", "invite", table, *data, "--player", "Host").document
    assert len(again["invitation"]) == len(made["invitation"]) == 22
    wrong = here("play", "--table", table, "--invitation", "x" * 22, *data, "--player", "Friend")
    assert "Ask for another one" in wrong.err


def test_a_choice_is_tried_by_its_number_and_taken_back_with_the_others_consent(house: Up, here: Here) -> None:
    arguments = ("play", "endeavor", "--seats", "2", "--bots", "random", "--data", str(house.data))
    ran = here(*arguments, typed="why 1\n1\n1\nundo ask\nquit\n")
    assert ran.code == 0, ran.err
    assert "That is legal. It would bring:" in ran.out
    assert "takes back to version" in ran.out


def test_a_game_with_a_clock_is_left_for_good_and_played_again(house: Up, here: Here) -> None:
    data = ("--data", str(house.data), "--player", "Leaver")
    create = ("tables", "create", "alhambra", "--bots", "random", "--clock", "10m+1h+5s", "--time-out", "pass")
    table = here(*create, "--json", *data).document["table"]
    played = here("play", "--table", table, *data, typed="clock\nresign\nresign yes\n")
    assert played.code == 0, played.err
    assert "Your time: (" in played.out
    assert "Leaver: 1:00:00 in reserve (" in played.out
    assert "Type `resign yes`" in played.out
    assert "Leaver resigns" in played.out
    assert "final: 1. random 2, 2. Leaver (left)" in played.out
    again = here("tables", "rematch", table, "--json", *data).document["table"]
    assert again != table
    assert here("tables", "rematch", table, "--json", *data).document["table"] == again
    late = here("tables", "resign", table, *data)
    assert (late.code, "ended" in late.err) == (1, True)


def test_a_program_plays_with_json(house: Up, here: Here) -> None:
    ran = here("play", "alhambra", "--bots", "random", "--json", "--data", str(house.data), typed="1\n")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    question = next(line for line in lines if "decision" in line)
    assert question["choices"][0]["words"]
    assert question["view"]["alhambra"]["market"]


def test_a_table_is_watched_to_its_end_through_the_eyes_of_a_bot(house: Up, here: Here) -> None:
    demo = Up(house.data.parent / "watched", "--port", "0", "--pace", "0.05", "--json")
    data = ("--data", str(demo.data))
    try:
        watched = here("watch", demo.facts["demo"], "--as", "2", *data)
        assert watched.code == 0
        assert "greedy 2's eyes" in watched.out
        assert "The game is over: 1." in watched.out
        again = here("watch", demo.facts["demo"], *data)  # it is over: the result is shown, and nothing waited for
        assert "The game is over: 1." in again.out
        frames = here("watch", demo.facts["demo"], *data, "--json")
        assert frames.code == 0, frames.err
        assert json.loads(frames.out)["table_id"] == demo.facts["demo"]
    finally:
        said = demo.stop()
    assert demo.facts["demo"] in said


def test_the_read_side_tells_how_it_stands(house: Up, played: str, here: Here) -> None:
    data = ("--data", str(house.data))
    projections = here("projections", "status", "--json", *data).document["projections"]
    assert {one["name"] for one in projections} >= {"lobby", "scoreboard", "replay-index", "swans"}
    for one in projections:
        assert {"name", "version", "lag_events", "lag_seconds", "parked", "partitions"} <= set(one)
    assert "events behind" in here("projections", "status", *data).out
    rebuilt = here("projections", "rebuild", "scoreboard", "--json", *data).document
    assert rebuilt["events"] > 0
    unknown = here("projections", "rebuild", "gossip", *data)
    assert unknown.code == 1
    assert "gossip" in unknown.err
    not_parked = here("projections", "retry", played, *data)
    assert not_parked.code == 1
    assert "not parked" in not_parked.err


def test_the_finished_table_counts_in_the_standings(house: Up, played: str) -> None:
    data = ("--data", str(house.data))
    deadline = time.monotonic() + PATIENCE
    while not (games := ludarium("leaderboard", "--of", "bot:greedy", "--json", *data).document["games"]):
        assert time.monotonic() < deadline
    assert games[0]["game"] == "alhambra"
    assert "records" in ludarium("leaderboard", "--records", "--json", *data).document
    assert ludarium("leaderboard", "alhambra", *data).code == 0


def test_swan_tokens_are_shown_of_a_table_and_of_a_player(house: Up, played: str, here: Here) -> None:
    data = ("--data", str(house.data))
    without = here("swans", played, *data)
    assert without.code == 1
    assert "played without swan tokens" in without.err
    asked = ("play", "castles", "--module", "swans", "--bots", "greedy", "--player", "Eve", *data)
    table = here(*asked, typed="1\nquit\n").out.partition("Table ")[2][:26]
    tally = here("swans", table, "--json", *data).document
    assert tally["seats"][1]["colors"][0]["color"] == "SWAN_COLOR_BLUE"
    assert tally["in_lake"] + len(tally["on_offer"]) + sum(seat["in_hand"] for seat in tally["seats"]) == 40
    shown = here("swans", table, "--history", *data).out
    assert "purple" in shown
    assert "Eve" in shown
    assert "no table with swan tokens yet" in here("swans", "--player", "Eve", *data).out
    nobody = here("swans", "--of", "bot:greedy", "--json", *data).document
    assert nobody["swans"]["player_id"] == "bot:greedy"

    erased = here("erase", "--player", "Eve", "--yes", *data)
    assert erased.code == 0, erased.err
    assert "Eve" in erased.out
    assert "erased player 1" in here("swans", table, *data).out
    assert "erased player 1" in here("replay", table, "--at", "2", *data).out
    assert here("erase", "--player", "Eve", "--yes", *data).code == 1


def test_a_process_that_dies_is_started_again_and_the_game_goes_on(house: Up) -> None:
    for name in ("serve", "work", "query", "bots"):
        house.child(name).kill()
    ran = ludarium("play", "alhambra", "--bots", "random", "--data", str(house.data), typed="auto\n" * 1000)
    for _ in range(20):  # until the servers are back, nobody answers
        if ran.code == 0:
            break
        ran = ludarium("play", "alhambra", "--bots", "random", "--data", str(house.data), typed="auto\n" * 1000)
    assert ran.code == 0
    assert "The game is over" in ran.out


def test_the_key_and_the_players_are_for_their_owner_alone(house: Up, played: str) -> None:
    for name in ("token.key", "house.json", "players.json"):
        assert (house.data / name).stat().st_mode & 0o077 == 0


def test_another_house_on_the_same_data_or_port_is_refused(house: Up) -> None:
    same_data = ludarium("up", "--data", str(house.data), "--port", "0")
    assert same_data.code == 1
    assert "in use" in same_data.err
    port = house.facts["server"].rpartition(":")[2]
    same_port = ludarium("up", "--data", str(house.data.parent / "other"), "--port", port)
    assert same_port.code == 1
    assert f"Port {port} is in use" in same_port.err


def test_up_goes_on_with_its_demo_table_on_the_same_data(tmp_path: Path) -> None:
    first = Up(tmp_path, "--port", "0", "--pace", "0.2", "--json")
    assert not first.facts["demo_continued"]
    said = first.stop()
    assert "goes on where this was" in said
    assert json.loads((tmp_path / "house.json").read_text())["server"] == ""
    second = Up(tmp_path, "--port", "0", "--pace", "0.2", "--json")
    assert second.facts["demo"] == first.facts["demo"]
    assert second.facts["demo_continued"]
    second.stop()


@pytest.mark.skipif(os.name != "posix" or not Path("/proc").exists(), reason="the kernel ends orphans on Linux only")
def test_a_house_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    up = Up(tmp_path, *QUICK, "--no-demo")
    children = psutil.Process(up.process.pid).children(recursive=True)
    assert len(children) >= 5
    up.process.kill()
    up.process.communicate()
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert alive == []


def test_playing_with_local_needs_no_server(tmp_path: Path) -> None:
    ran = ludarium("play", "alhambra", "--bots", "random", "--local", "--data", str(tmp_path), typed="auto\nauto\n")
    assert ran.code == 0, ran.err
    assert "The table stays as it is" in ran.out
