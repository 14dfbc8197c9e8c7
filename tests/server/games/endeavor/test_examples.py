"""Every worked example of examples.yaml is a test by its id; each names its rules in the file beside this one."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.games.kernel.rejection import Rejected
from tests.server.games.endeavor.expectations import check
from tests.server.games.endeavor.steps import take
from tests.server.games.endeavor.table import Table

HERE = Path(__file__).parent
# YAML takes a bare `on` for a truth value.
EXAMPLES: list[dict[str, Any]] = yaml.safe_load(
    (HERE / "examples.yaml").read_text().replace("{do: stack, on:", "{do: stack, 'on':")
)
EITHER_STEP = {"ex_mobilization_order": (3, 4)}
"""Where the example allows the refusal at another step as well."""


def runs(example: dict[str, Any]) -> list[Any]:
    """The example as (given, steps, expect); `each_separately` is a run for each of its values."""
    steps = example["when"]
    if steps[0]["do"] != "each_separately":
        return [(example["given"], steps, example["expect"])]
    row = steps[0]
    many = next(word for word, value in row.items() if isinstance(value, list))
    plain = {word: value for word, value in row.items() if word not in ("do", many)}
    found = []
    for value in row[many]:
        told = example["expect"][value]
        expect = {} if told == "accepted" else {"rejected": told.removeprefix("rejected ")}
        if "spend" in plain:
            one = {"do": "spend", "token": plain["spend"], many: value}
        else:
            one = {"do": "stack", "on": plain["stack_on"], many: value}
        found.append((example["given"], [one], expect))
    return found


@pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in EXAMPLES])
def test_worked_example(example: dict[str, Any]) -> None:
    for given, steps, expect in runs(example):
        play(example["id"], given, steps, dict(expect))


def play(name: str, given: dict[str, Any], steps: list[dict[str, Any]], expect: dict[str, Any]) -> None:
    rule, at = expect.pop("rejected", ""), expect.pop("step", len(steps))
    table, refused, number = until_refused({**given, "when": steps}, steps)
    assert refused == rule
    if refused and table is not None:
        assert number in EITHER_STEP.get(name, (at,))
    if table is not None:
        for word, value in expect.items():
            check(table, word, value)


def until_refused(given: dict[str, Any], steps: list[dict[str, Any]]) -> tuple[Table | None, str, int]:
    """The table after the steps, the rule that refused one of them ("": none did), and which. None: no set-up."""
    table, number = None, 0
    try:
        table = Table(given)
        for number, row in enumerate(steps, start=1):
            table.hold = any(later["do"] == "mobilize" for later in steps[number:])
            take(table, row)
    except Rejected as rejection:
        return table, rejection.rule, number
    return table, "", number


def test_every_example_names_rules_that_exist() -> None:
    numbers = set(re.findall(r"\bR\d+(?:\.\d+)+", (HERE / "examples.yaml").read_text()))
    rules = (HERE.parents[3] / "server/games/endeavor/rules.md").read_text()
    assert all(re.search(rf"\b{re.escape(number)}\b", rules) for number in numbers)
    assert len({example["id"] for example in EXAMPLES}) == len(EXAMPLES)
