"""`ludarium bench`: the benchmark sheet."""

from pathlib import Path
from typing import Annotated, Any

import typer

from clients.cli.options import Json

ROWS = (
    ("echo, unary", "echo_unary_per_second", "a second"),
    ("commands, unary", "unary_per_second", "a second"),
    ("  share of the echo", "unary_share_of_echo", ""),
    ("  p50", "unary_p50_ms", "ms"),
    ("  p99", "unary_p99_ms", "ms"),
    ("echo, stream", "echo_stream_per_second", "a second"),
    ("commands, stream", "stream_per_second", "a second"),
    ("  share of the echo", "stream_share_of_echo", ""),
    ("  p50", "stream_p50_ms", "ms"),
    ("  p99", "stream_p99_ms", "ms"),
    ("read model visible at half load, p50", "visible_p50_ms", "ms"),
    ("read model visible at half load, p99", "visible_p99_ms", "ms"),
    ("projection lag when the full load ends", "lag_events", "events"),
    ("  caught up after", "catch_up_seconds", "s"),
    ("replay", "replay_events_per_second", "events a second"),
    ("rebuild of a read model", "rebuild_events_per_second", "events a second"),
)


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A short run of about a minute.")] = False,
    where: Annotated[
        Path | None,
        typer.Option(
            "--where", metavar="DIR", help="Where the store writes. [default: the system's temporary directory]"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure durable commands a second beside a bare gRPC echo, replay, projection lag, rebuild, and the rules' speed.

    Starts an event store, servers, a worker and an echo of its own on temporary data, and stops them again. Every
    append reaches the disk before it is acknowledged. A figure that could not be measured is left out.
    """
    import sys
    import tempfile

    import uvloop

    from clients.cli.bench import sheet
    from clients.cli.output import say_json

    def tell(line: str) -> None:
        if sys.stderr.isatty():
            print(line, file=sys.stderr)

    with tempfile.TemporaryDirectory(prefix="ludarium-bench-", dir=where) as data:
        figures = uvloop.run(sheet.measure(Path(data), sheet.QUICK if quick else sheet.FULL, tell))
    say_json(figures) if as_json else _tell(figures)


def _tell(figures: dict[str, Any]) -> None:
    from clients.cli.output import say, table

    machine = figures["machine"]
    say(f"{machine['cpus']} cores of {machine['cpu']}, {machine['system']}, Python {machine['python']}")
    say(f"{machine['store']} on {machine['filesystem'] or 'an unknown file system'}")
    say(f"Durability: {figures['durability']}. Requests in flight: {figures['in_flight']}.")
    rows = table("figure", "value", "", right=("value",))
    for title, key, unit in ROWS:
        if key in figures:
            rows.add_row(title, f"{figures[key]:,}", unit)
    for name, microseconds in figures["unary_cpu_us"].items():
        rows.add_row(f"processor time a unary command, {name}", f"{microseconds:,}", "µs")
    for name, game in figures["games"].items():
        rows.add_row(f"{name}: decisions", f"{game['decisions_per_second']:,}", "a second")
        rows.add_row(f"{name}: fold of a finished game", f"{game['fold_ms_median']:,}", "ms")
    say(rows)
