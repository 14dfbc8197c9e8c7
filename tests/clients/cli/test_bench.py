"""The benchmark sheet, in its smallest size."""

import asyncio
import json
from pathlib import Path

import pytest

from clients.cli.bench.load import percentile
from clients.cli.bench.processors import per_command
from clients.cli.bench.sheet import Effort, measure
from clients.cli.commands.bench import ROWS, _tell

SMALLEST = Effort(rounds=1, seconds=0.3, visible_seconds=0.5, in_flight=4, commands_a_table=20, games=1)
KEYS = [
    *("machine", "durability", "echo_unary_per_second", "echo_stream_per_second", "unary_per_second"),
    *("stream_per_second", "unary_p50_ms", "unary_p99_ms", "visible_p50_ms", "visible_p99_ms"),
    *("replay_events_per_second", "rebuild_events_per_second", "games"),
]


def test_the_sheet_has_what_dashboards_read_and_no_figure_of_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = asyncio.run(measure(tmp_path, SMALLEST, lambda _: None))
    assert set(KEYS) <= set(sheet)
    assert {"fold_ms_median", "decisions_per_second"} <= set(sheet["games"]["alhambra"])
    for _, key, _ in ROWS:
        assert key.startswith(("lag", "catch")) or sheet.get(key, 1) > 0
    json.dumps(sheet)
    _tell(sheet)
    assert "commands, unary" in capsys.readouterr().out


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(1, 101)]
    assert percentile(values, 50) == 51
    assert percentile(values, 99) == 100
    assert percentile([3.0], 99) == 3.0


def test_processor_time_is_shared_out_over_the_commands() -> None:
    assert per_command({"serve": 1.0, "gone": 1.0}, {"serve": 1.5}, 1000) == {"serve": 500}
