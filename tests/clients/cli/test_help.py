"""Help and mistakes: every command explains itself, and no mistake of a user ends in a traceback."""

import subprocess
import sys

import pytest

from tests.clients.cli.running import Here, ludarium

COMMANDS = [
    *("up", "serve", "work", "query", "bots", "web", "health", "token"),
    *("projections status", "projections rebuild", "projections retry", "projections skip"),
    *(
        "tables",
        "tables create",
        "tables invite",
        "tables withdraw",
        "tables decline",
        "tables rematch",
        "tables notify",
        "tables resign",
        "tables vote-out",
    ),
    *("leaderboard", "swans", "play", "watch", "replay", "export", "import", "verify"),
    *("archive", "audit", "compare", "erase"),
    *("games", "rules", "simulate", "bench"),
]
WITHOUT_JSON = {"serve", "work", "query", "bots"}
"""Processes, which log."""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    ran = ludarium(*command.split(), "--help")
    assert ran.code == 0
    assert "Usage: ludarium" in ran.out.replace("python -m clients.cli", "ludarium")
    assert ("--json" in ran.out) == (command not in WITHOUT_JSON)
    assert "\x1b" not in ran.out


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("play", "(you and the bots, or 3)"),
        ("serve", "(7443)"),
        ("audit", "(a random sample)"),
        ("erase", "(yourself)"),
    ],
)
def test_help_tells_defaults(command: str, default: str) -> None:
    shown = ludarium(command, "--help").out.replace("│", " ").split()
    assert f"[default: {default}]" in " ".join(shown)


def test_help_breaks_lines_where_the_terminal_ends() -> None:
    lines = [line.strip() for line in ludarium("verify", "--help").out.splitlines()]
    assert "With --all the same for every table, read from the event store itself, read" in lines
    assert "models included. Exits with 0 when all of that holds, else with 1." in lines


def test_help_names_every_command() -> None:
    ran = ludarium("--help")
    assert ran.code == 0
    for command in COMMANDS:
        assert f" {command.split()[0]} " in ran.out


def test_help_imports_nothing_heavy() -> None:
    """So that it comes at once."""
    heavy = ("grpc", "google.protobuf", "server", "projections", "redis", "clients.sdk")
    check = f"import sys, clients.cli.main; sys.exit([name for name in {heavy} if name in sys.modules] or None)"
    subprocess.run([sys.executable, "-c", check], check=True)


MISTAKES = [
    ("games chess", "There is no game 'chess'"),
    ("rules alhambra R99", "There is no rule R99"),
    ("rules alhambra turn", "There is no rule turn in alhambra"),
    ("simulate alhambra --seats 9", "for 2 to 6 players, not 9"),
    ("simulate alhambra --bot clever", "no kind of bot 'clever'"),
    ("simulate alhambra --module dragons", "no module dragons"),
    ("simulate alhambra --option extra-action=perhaps", "must or may"),
    ("simulate alhambra --option nonsense", "NAME=VALUE"),
    ("play", "Say which game"),
    ("health", "Nobody is named to be asked"),
    ("health localhost:1", "localhost:1 does not say that it serves"),
    ("token emperor", "There is no role 'emperor'"),
    ("token operator", "Say with --for whose token this is"),
    ("play alhambra --bots greedy,greedy,greedy --seats 3", "do not fit"),
    ("play alhambra --server localhost:1", "No command server answers at localhost:1"),
    ("tables --query localhost:1", "No query server answers at localhost:1"),
    ("tables --status asleep", "no state 'asleep'"),
    ("watch 01ARZ3NDEKTSV4RRFFQ69G5FAV --server localhost:1", "ludarium up"),
    ("replay missing.ldm", "can't be read"),
    ("replay missing.ldm --as nobody", "--as takes"),
    ("replay missing.ldm --format xml", "no format 'xml'"),
    ("verify missing.ldm", "can't be read"),
    ("projections status --query localhost:1", "No query server answers"),
    ("work --data /nowhere", "LUDARIUM_REDIS"),
    ("bots --data /nowhere", "token key"),
    ("web --host 203.0.113.1 --port 0", "Can't listen on 203.0.113.1"),
]


@pytest.mark.parametrize(("command", "sentence"), MISTAKES)
def test_a_mistake_is_answered_with_a_sentence(command: str, sentence: str, here: Here) -> None:
    ran = here(*command.split())
    assert ran.code == 1
    assert sentence in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("command", ["dance", "simulate", "simulate alhambra --games 0", "up --port seven"])
def test_a_command_typed_wrongly_exits_with_2(command: str, here: Here) -> None:
    assert here(*command.split()).code == 2


def test_a_mistake_leaves_no_traceback_in_a_terminal_or_a_pipe() -> None:
    ran = ludarium("simulate", "alhambra", "--seats", "9")
    assert ran.code == 1
    assert ran.err == "ludarium: Alhambra is for 2 to 6 players, not 9.\n"
