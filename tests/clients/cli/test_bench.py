"""The benchmark sheet, in its smallest size."""

import asyncio
import json
from pathlib import Path
from typing import Any

from clients.cli.bench.gate import TOLERANCE, compare
from clients.cli.bench.load import percentile
from clients.cli.bench.page import write
from clients.cli.bench.processors import add
from clients.cli.bench.sheet import Effort, measure
from clients.cli.bench.slices import ALWAYS, EVERY_SECOND
from server.games import GAMES

SMALLEST = Effort(
    levels=(4,),
    rounds=1,
    seconds=0.3,
    fsyncs=(ALWAYS, EVERY_SECOND),
    visible_seconds=0.5,
    commands_a_table=20,
    game_seconds=0.01,
    golden=1,
    servers=2,
    watched_tables=20,
    watchers=(20, 40),
    watch_seconds=0.5,
    curve_seconds=0.3,
)


def test_the_whole_sheet_is_made_and_reads_well(tmp_path: Path) -> None:
    sheet = asyncio.run(measure(tmp_path, SMALLEST, lambda _: None))
    (level,) = sheet["levels"]
    for name in ("echo_unary", "unary_always", "unary_everysec", "echo_stream", "stream_always", "stream_everysec"):
        assert level[name]["per_second"] > 0
        assert 0 < level[name]["p50_ms"] <= level[name]["p99_ms"] <= level[name]["p999_ms"]
    assert [row["watchers"] for row in sheet["watchers"]] == [20, 40]
    assert sheet["servers_on_one_port"]["per_second"] > 0
    assert sheet["storage"]["store_memory_bytes_an_event"] > 0
    assert sheet["games"].keys() == GAMES.keys() == sheet["frames"]["streamed_per_second"].keys()
    assert json.loads(json.dumps(sheet)) == sheet
    page = write(sheet, "ludarium bench")
    assert "## 4 tables" in page
    assert "| unary, always |" in page
    assert all(one.holds(TOLERANCE) for one in compare(sheet, sheet))


def sheet_with(share: float) -> dict[str, Any]:
    """As much of a sheet as the gate looks at."""
    level = {"tables": 64, "unary_always": {"share_of_echo": share}}
    return {
        "levels": [level],
        "yardstick_calls_per_second": 50_000_000,
        "games": {},
    }


def test_the_gate_is_shut_for_a_share_that_fell_and_open_for_one_that_did_not() -> None:
    then = sheet_with(0.6)
    verdicts = {share: [one.holds(TOLERANCE) for one in compare(then, sheet_with(share))] for share in (0.7, 0.5, 0.3)}
    assert verdicts == {0.7: [True], 0.5: [True], 0.3: [False]}


def test_the_gate_compares_only_what_both_sheets_have() -> None:
    now = sheet_with(0.6)
    now["levels"] = []
    assert [one.name for one in compare(sheet_with(0.6), now)] == []


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(1, 101)]
    assert percentile(values, 50) == 51
    assert percentile(values, 99) == 100
    assert percentile([3.0], 99) == 3.0


def test_processor_time_is_added_up_by_process() -> None:
    total = {"serve": 1.0}
    add(total, {"serve": 1.0, "gone": 1.0}, {"serve": 1.5, "new": 2.0})
    assert total == {"serve": 1.5}
