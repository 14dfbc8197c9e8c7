"""Which rule is shown by which test: `python -m tests.rules alhambra` prints the table.

A test cites a rule by naming its number (`R8.3`) in its docstring or anywhere in its file. A number that has
sub-numbers is a heading: it counts as cited when it is named itself or all of its parts are.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parent / "server" / "games"
GAMES = Path(__file__).parent.parent / "server" / "games"
_DEFINED = re.compile(r"^ *- (?:\*\*)?([A-Z]\d*A?(?:\.\d+)*[a-z]?)\b[:.*\s]", re.MULTILINE)
_CITED = re.compile(r"\b([A-Z]\d+A?(?:\.\d+)*[a-z]?|G\.\d+(?:\.\d+)*)\b")


def defined(game: str) -> list[str]:
    """The numbers of a game's rules.md, in order."""
    return list(dict.fromkeys(_DEFINED.findall((GAMES / game / "rules.md").read_text())))


def cited(game: str) -> dict[str, set[str]]:
    """By rule number, the test functions and files that name it."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((TESTS / game).rglob("test_*.py")):
        where = path.stem
        for line in path.read_text().splitlines():
            function = re.match(r"(?:async )?def (test_\w+)", line)
            where = f"{path.stem}::{function.group(1)}" if function else where
            for number in _CITED.findall(line):
                found[number].add(where)
    return found


def uncited(game: str) -> list[str]:
    """The rules that no test shows."""
    numbers, citations = defined(game), cited(game)
    parts = {number: [other for other in numbers if other.startswith(f"{number}.")] for number in numbers}
    shown = {number for number in numbers if number in citations}
    for number in sorted(numbers, key=len, reverse=True):
        if parts[number] and all(part in shown for part in parts[number]):
            shown.add(number)
    return [number for number in numbers if number not in shown]


def listed_as_open(game: str) -> list[str]:
    """The rules that tests/server/games/<game>/open_rules.txt owns up to; no file means none."""
    path = TESTS / game / "open_rules.txt"
    return path.read_text().split() if path.exists() else []


def main() -> None:
    """Print the table of a game's rules and the tests that show them; exit 1 when a rule is open."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "game", choices=sorted(path.name for path in TESTS.iterdir() if (GAMES / path.name / "rules.md").exists())
    )
    game = parser.parse_args().game
    citations, missing = cited(game), uncited(game)
    for number in defined(game):
        shown_by = ", ".join(sorted(citations.get(number, ())))
        print(f"{number:12} {'OPEN' if number in missing else shown_by or 'by its parts'}")
    print(f"{len(defined(game))} rules, {len(missing)} open")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
