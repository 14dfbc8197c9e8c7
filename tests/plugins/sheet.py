"""A pytest plugin: `--sheet DIR` writes what the long runs found to soak.md and soak.json in that directory.

A long test notes on its `line` what it tries and counts. Each test that ends replaces its line in the sheet and leaves
those of others, so that the runs need not be all at once; each line says when and on what it was made.
"""

import json
import subprocess
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pytest

from clients.cli.bench import machine

ROOT: Final = Path(__file__).parents[2]
LIBRARIES: Final = ("grpcio", "protobuf", "redis")
COUNTED: Final = ("acknowledged", "lost", "doubled", "models_compared", "models_different")
HEADINGS: Final = (
    "| test | rounds | acknowledged | lost | doubled | models compared | different | time | machine | result |"
)
INTRODUCTION: Final = """# The soak sheet

What the long runs found, written by `make soak`; `make soak ONLY=kill_9` runs those that `pytest -k` selects by these
words, and replaces their lines alone. Rounds are done / asked. A command that was acknowledged and is not in its stream
is lost; one that is there twice is doubled. A model compared is one read model of all tables, byte for byte against a
fresh fold of the streams. An empty cell was not measured by that test. The same in JSON: [soak.json](soak.json).
"""


@dataclass
class Line:
    """What a long test tries and counts."""

    asked: int = 0
    done: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    found: str = ""
    """What was found besides, in words."""

    def rounds(self, asked: int) -> Iterator[int]:
        """So many rounds; each is done when the next is asked for."""
        self.asked += asked
        for number in range(asked):
            yield number
            self.done += 1

    def count(self, **found: int) -> None:
        """Add to the counts; their names are those of COUNTED."""
        for name, number in found.items():
            assert name in COUNTED
            self.counts[name] = self.counts.get(name, 0) + number


_LINE: Final = pytest.StashKey[Line]()


@pytest.fixture
def line(request: pytest.FixtureRequest) -> Line:
    """The test's line in the sheet."""
    line: Line = request.node.stash.setdefault(_LINE, Line())
    return line


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sheet", type=Path, metavar="DIR", help="write what long runs found to a sheet in DIR")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Put the line of a long test that has ended into the sheet."""
    report = (yield).get_result()
    directory = item.config.getoption("--sheet")
    if directory is None or item.get_closest_marker("soak") is None or report.skipped:
        return
    if report.when == "call" or report.failed:
        merge(directory, item.nodeid, _entry(item.stash.get(_LINE, Line()), report))


def merge(directory: Path, test: str, entry: dict[str, Any]) -> None:
    """Replace a test's line in the sheet of a directory."""
    record = directory / "soak.json"
    lines = json.loads(record.read_text()) if record.exists() else {}
    lines = dict(sorted((lines | {test: entry}).items()))
    record.write_text(json.dumps(lines, indent=1) + "\n")
    (directory / "soak.md").write_text(_page(lines))


def _entry(line: Line, report: pytest.TestReport) -> dict[str, Any]:
    return {
        **asdict(line)["counts"],
        "rounds_asked": line.asked or 1,
        "rounds_done": line.done if line.asked else int(report.passed),
        "seconds": round(report.duration, 1),
        "passed": report.passed,
        "found": line.found,
        "when": datetime.now(UTC).isoformat(timespec="minutes"),
        "commit": _commit(),
        "machine": {key: value for key, value in machine.describe(ROOT).items() if key != "filesystem"},
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def _page(lines: dict[str, dict[str, Any]]) -> str:
    """The sheet for people."""
    machines: list[str] = []
    rows = []
    for test, entry in lines.items():
        words = _machine(entry)
        if words not in machines:
            machines.append(words)
        rows.append(_row(test, entry, machines.index(words) + 1))
    rule = "| --- |" + " ---: |" * 7 + " --- | --- |"
    legend = [f"{number}. {words}" for number, words in enumerate(machines, 1)]
    return "\n".join([INTRODUCTION, HEADINGS, rule, *rows, "", "Machines:", *legend, ""])


def _row(test: str, entry: dict[str, Any], number: int) -> str:
    path, _, name = test.partition("::")
    name = name.removeprefix("test_").partition("[")[0].replace("_", " ")
    varied = test.partition("[")[2].removesuffix("]")
    cells = [
        f"{name} {'' if varied.isdigit() else varied}".strip() + f" (`{path.removeprefix('tests/')}`)",
        f"{entry['rounds_done']:,} / {entry['rounds_asked']:,}",
        *(f"{entry[key]:,}" if key in entry else "" for key in COUNTED),
        _time(entry["seconds"]),
        f"{number}, {entry['when'][:10]}, {entry['commit']}",
        ", ".join(filter(None, ("passed" if entry["passed"] else "FAILED", entry.get("found")))),
    ]
    return f"| {' | '.join(cells)} |"


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _machine(entry: dict[str, Any]) -> str:
    found = entry["machine"]
    libraries = ", ".join(f"{name} {number}" for name, number in entry["libraries"].items())
    return (
        f"{found['cpus']} x {found['cpu']}, {found['system']}, Python {found['python']}, {found['store']}, {libraries}"
    )


def _commit() -> str:
    """The commit that was tested. The sheet itself changes with every line and makes nothing dirty."""
    git = ["git", "-C", str(ROOT)]
    answer = subprocess.run([*git, "describe", "--always"], capture_output=True, text=True)
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", ":/", ":!docs/soak.*"], capture_output=True)
    return f"{answer.stdout.strip() or 'no commit'}{'-dirty' * (changed.returncode == 1)}"
