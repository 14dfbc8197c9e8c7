"""The sheet as a page to read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Sheet = Mapping[str, Any]
Row = Sequence[object]

PROCESSES = ("serve", "work", "query", "store", "load")


def write(sheet: Sheet, command: str) -> str:
    """The whole page, in Markdown. `command` made the sheet."""
    return "\n".join(_page(sheet, command)).rstrip() + "\n"


def _page(sheet: Sheet, command: str) -> Iterator[str]:
    machine = sheet["machine"]
    yield from ("# The benchmark sheet", "")
    yield f"Made by `{command}` in {sheet['minutes']} minutes, everything on one machine, load generator included."
    yield from ("", f"- {machine['cpus']} cores of {machine['cpu']}, {machine['system']}, {machine['filesystem']}")
    yield f"- Python {machine['python']}, grpcio {machine['grpcio']}, protobuf {machine['protobuf']}"
    yield f"- {machine['store']}"
    yield f"- load average before: {machine['load_average_before']}"
    yield f"- durability: {sheet['durability']}"
    yield f"- yardstick: {sheet['yardstick_calls_per_second'] / 1e6:.1f} million calls of an empty function a second"
    yield ""
    yield "Commands are recorded games of Alhambra with three seats, played at so many tables at once, one command in"
    yield f"flight at each, with {sheet['read_model_count']} read models kept meanwhile. The echo is a bare grpc.aio"
    yield "server that sends requests of the same size back. Slices alternate; rates are those of the median slice."
    yield ""
    for level in sheet["levels"]:
        yield from _level(level)
    yield from _half_load(sheet)
    if "servers_on_one_port" in sheet:
        yield from _several_servers(sheet["servers_on_one_port"])
    yield from _games(sheet)
    if "watchers" in sheet:
        yield from _watchers(sheet["watchers"])
    yield from _frames(sheet["frames"])
    yield from _storage(sheet)
    yield from _curves(sheet)
    if "peers" in sheet:
        yield from _peers(sheet)


def _level(level: Sheet) -> Iterator[str]:
    yield from (f"## {level['tables']} table{'s' if level['tables'] > 1 else ''}", "")
    names = [name for name, figures in level.items() if isinstance(figures, dict) and "per_second" in figures]
    figures = ("per_second", "share_of_echo", "p50_ms", "p99_ms", "p999_ms")
    rows = [(name.replace("_", ", "), *(level[name].get(figure, "") for figure in figures)) for name in sorted(names)]
    yield from _table(("", "a second", "share of echo", "p50 ms", "p99 ms", "p99.9 ms"), rows)
    yield f"Processor time a unary command: {_processes(level['unary_cpu_us'])}."
    yield ""


def _half_load(sheet: Sheet) -> Iterator[str]:
    half, models = sheet["half_load"], sheet["read_models"]
    yield from ("## Half load, and the read side", "")
    yield from _table(
        ("figure", "value"),
        (
            ("commands a second", half["per_second"]),
            ("answered, p50 / p99", f"{half['answered_p50_ms']} / {half['answered_p99_ms']} ms"),
            ("event to read model, p50 / p99", f"{half['visible_p50_ms']} / {half['visible_p99_ms']} ms"),
            ("behind when the full load ended", f"{models['lag_events_after_full_load']} events"),
            ("caught up after", f"{models['caught_up_after_seconds']} s"),
            ("rebuild of a read model", f"{models['rebuild_events_per_second']:,} events a second"),
        ),
    )
    yield f"Processor time a command at half load: {_processes(half['cpu_us'])}."
    yield ""


def _several_servers(servers: Sheet) -> Iterator[str]:
    yield from ("## Several command servers on one port", "")
    yield (
        f"{servers['servers']} servers, {servers['connections']} connections, 64 tables, unary, appendfsync always: "
        f"{servers['per_second']:,} commands a second, {servers['share_of_echo']} of the echo (which is one process)."
    )
    yield ""


def _games(sheet: Sheet) -> Iterator[str]:
    yield from ("## The games", "")
    yield "In processor time. Decisions are those of random bots, unchecked, legal lists included. Replays begin with"
    yield "the stored bytes of recorded games."
    yield ""
    figures = (
        *("decisions_per_second", "decisions_per_second_all_modules", "events_median", "fold_ms_median"),
        *("replay_events_per_second", "live_table_kb"),
    )
    titles = ("game", "decisions/s", "all modules", "events, median", "fold ms, median", "replayed/s", "KB live")
    rows = [(name, *(game[figure] for figure in figures)) for name, game in sheet["games"].items()]
    yield from _table(titles, rows)
    plain, passages = sheet["placements_ms"]["plain"], sheet["placements_ms"]["with_passages"]
    yield f"All placements of one tile in a castle of 30 rooms: {plain} ms, with passages in hand {passages} ms"
    yield "(medians over the tiles)."
    yield ""


def _watchers(rows: Sequence[Sheet]) -> Iterator[str]:
    yield from ("## Watchers", "")
    yield "On one command server. From an event's time stamp, before it is appended, to its frame at the watcher."
    yield ""
    figures = (
        *("watchers", "tables", "events_per_second", "frames_per_second", "p50_ms", "p99_ms"),
        *("server_cpu_us_a_frame", "kb_an_idle_watcher"),
    )
    titles = (
        "watchers",
        "tables",
        "events/s",
        "frames/s",
        "p50 ms",
        "p99 ms",
        "server µs a frame",
        "KB an idle watcher",
    )
    yield from _table(titles, [[row[figure] for figure in figures] for row in rows])


def _frames(frames: Sheet) -> Iterator[str]:
    yield from ("## Frames of replays", "")
    first, worst = frames["first_frame_ms_median"], frames["first_frame_ms_worst"]
    later, most = frames["any_frame_ms_median"], frames["any_frame_ms_p99"]
    yield f"First frame of a recorded game that is not in memory, at any version: median {first} ms, worst {worst} ms."
    yield f"Any frame after that: median {later} ms, p99 {most} ms."
    streamed = ", ".join(f"{name} {rate:,}" for name, rate in frames["streamed_per_second"].items())
    yield from (f"Frames streamed a second: {streamed}.", "")


def _storage(sheet: Sheet) -> Iterator[str]:
    storage = sheet["storage"]
    yield from ("## Room", "")
    yield f"Over {storage['events']:,} events at {storage['tables']} tables, everything in the store counted (streams,"
    yield "feeds, command ids, read models):"
    yield ""
    yield from _table(
        ("figure", "value"),
        (
            ("memory of the store an event", f"{storage['store_memory_bytes_an_event']} bytes"),
            (
                "written to the append-only file an event, at half load",
                f"{storage['append_only_file_bytes_an_event']} bytes",
            ),
            ("memory of the store a table", f"{storage['store_memory_kb_a_table']} KB"),
        ),
    )
    figures = ("bytes_an_event", "archived_bytes_a_table", "archived_bytes_an_event")
    rows = [(name, *(game[figure] for figure in figures)) for name, game in sheet["games"].items()]
    yield from _table(("game", "bytes an event", "bytes of an archived table", "an event"), rows)


def _curves(sheet: Sheet) -> Iterator[str]:
    yield from ("## Cost as things grow tenfold", "")
    if "tables_curve" in sheet:
        rows = [
            (row["tables"], row["per_second"], *(row["cpu_us"].get(process, "") for process in PROCESSES))
            for row in sheet["tables_curve"]
        ]
        yield "Tables in turn, 32 commands in flight; microseconds of processor time a command:"
        yield ""
        yield from _table(("tables", "commands/s", *PROCESSES), rows)
    rows = [
        (name, game["fold_us_an_event_of_a_tenth"], game["fold_us_an_event_of_all"])
        for name, game in sheet["games"].items()
    ]
    yield "Events of a table; microseconds an event to fold the first tenth of the longest recorded game, and all:"
    yield ""
    yield from _table(("game", "first tenth", "all"), rows)
    if "watchers" in sheet:
        yield "Watchers: see above; the cost of a frame and of a watcher is that of the row."
        yield ""


def _peers(sheet: Sheet) -> Iterator[str]:
    yield from ("## Peers, in the same run", "")
    if "left_out" in sheet["peers"]:
        yield from (f"Left out: {sheet['peers']['left_out']}.", "")
        return
    for name, peer in sheet["peers"].items():
        if "left_out" in peer:
            yield f"- {name}: left out, {peer['left_out']}."
            continue
        rates = "; ".join(f"{key.replace('_', ' ')} {value:,}" for key, value in peer.items() if "per_second" in key)
        yield f"- {name} {peer['version']} on {peer['runtime']}: {rates} ({peer['persistence']})."
    yield from (
        "",
        "The scripts are in tests/bench/peers: trivial games, without rules, seats or hidden information.",
        "",
    )


def _processes(microseconds: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {microseconds[name]} µs" for name in PROCESSES if name in microseconds)


def _table(titles: Sequence[str], rows: Sequence[Row]) -> Iterator[str]:
    yield f"| {' | '.join(titles)} |"
    yield f"|{'---|' * len(titles)}"
    for row in rows:
        yield f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in row)} |"
    yield ""
