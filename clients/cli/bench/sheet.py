"""The benchmark sheet: runs everything and puts the figures together."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clients.cli.bench import framing, load, machine, offline, peers, placements, processors, slices, visible, watching
from clients.cli.bench.load import Rounds, Target, Work
from clients.cli.bench.rig import Rig, Stored, set_up
from clients.cli.bench.scripts import Pool, prepare
from clients.cli.bench.slices import ALWAYS, EVERY_SECOND, milliseconds
from clients.sdk.queries import QueryClient
from projections.catalogue import PROJECTIONS
from server.games import GAMES

SEATS = 3
CATCH_UP_SECONDS = 60.0
HALF_LOAD_TABLES = 64
IN_FLIGHT = 32
"""Of the cost curve over tables."""
EXPECTED_AT_MOST = 3_000
"""Commands a second that tables are prepared for in the cost curve."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured. What is 0 or empty is left out."""

    levels: tuple[int, ...]
    """Numbers of tables that are played on at once, one command in flight at each."""
    rounds: int
    seconds: float
    """Of each slice of a round."""
    fsyncs: tuple[str, ...]
    visible_seconds: float
    commands_a_table: int
    game_seconds: float
    """Of processor time, for the decisions of each mix of modules."""
    golden: int
    """Recorded games of each game that are folded and looked at."""
    servers: int = 0
    """Command servers on one port, in a rig of their own."""
    watched_tables: int = 0
    watchers: tuple[int, ...] = ()
    watch_seconds: float = 0.0
    events_per_second: float = 200.0
    curve_seconds: float = 0.0
    peer_seconds: float = 0.0


QUICK = Effort(
    levels=(64,),
    rounds=3,
    seconds=2.0,
    fsyncs=(ALWAYS,),
    visible_seconds=5.0,
    commands_a_table=120,
    game_seconds=0.5,
    golden=3,
)
FULL = Effort(
    levels=(1, 16, 64, 256),
    rounds=3,
    seconds=1.5,
    fsyncs=(ALWAYS, EVERY_SECOND),
    visible_seconds=12.0,
    commands_a_table=400,
    game_seconds=2.0,
    golden=9,
    servers=2,
    watched_tables=500,
    watchers=(500, 5000),
    watch_seconds=10.0,
    curve_seconds=4.0,
    peer_seconds=4.0,
)


async def measure(data: Path, effort: Effort, say: Say) -> dict[str, Any]:
    """Run the benchmark with its processes on `data`, and give back the sheet."""
    began = time.monotonic()
    sheet: dict[str, Any] = {
        "machine": machine.describe(data),
        "durability": "append-only file; always: acknowledged after the fsync, everysec: before it",
        "read_model_count": len(PROJECTIONS),
        "yardstick_calls_per_second": offline.yardstick(),
    }
    say("rules and fold …")
    sheet["games"] = {name: offline.measure(game, effort.game_seconds, effort.golden) for name, game in GAMES.items()}
    sheet["placements_ms"] = dict(
        zip(("plain", "with_passages"), (round(ms, 2) for ms in placements.listings(placements.grown())), strict=True)
    )
    say("starting store, command server, worker, query server and echo …")
    async with set_up(data / "house", say) as rig:
        sheet |= await _served(rig, effort, say)
    if effort.servers:
        say(f"{effort.servers} command servers on one port …")
        async with set_up(data / "servers", say, servers=effort.servers) as rig:
            sheet["servers_on_one_port"] = await _several_servers(rig, effort)
    if effort.peer_seconds:
        sheet["peers"] = peers.measure(effort.peer_seconds, say)
    sheet["minutes"] = round((time.monotonic() - began) / 60, 1)
    return sheet


async def _served(rig: Rig, effort: Effort, say: Say) -> dict[str, Any]:
    """The figures that need the servers."""
    pool = Pool(rig.connection, next(iter(GAMES.values())), SEATS, effort.commands_a_table)
    before, levels = rig.stored(), []
    for tables in effort.levels:
        say(f"{tables} tables: echo, commands, echo stream, command stream, {effort.rounds} times …")
        run = await slices.measure(rig, pool, tables, effort.rounds, effort.seconds, effort.fsyncs)
        levels.append(slices.table_of(tables, run, effort.fsyncs))
    figures: dict[str, Any] = {"levels": levels, "read_models": await _catch_up(rig)}
    figures["storage"] = _storage(before, rig.stored(), pool.opened)
    busy = min(levels, key=lambda level: abs(int(level["tables"]) - HALF_LOAD_TABLES))
    half = busy["unary_always"]["per_second"] / 2
    say(f"half load, {half:.0f} commands a second …")
    async with rig.no_rewrites():
        before = rig.stored()
        figures["half_load"] = await _half_load(rig, pool, busy["tables"], half, effort.visible_seconds)
        await _catch_up(rig)
        after = rig.stored()
    written = (after.file - before.file) / (after.events - before.events)
    figures["storage"]["append_only_file_bytes_an_event"] = round(written)
    say("rebuild …")
    figures["read_models"] |= await _rebuild(rig)
    if effort.watchers or effort.curve_seconds:
        figures |= await _many_tables(rig, effort, say)
    say("frames of recorded games …")
    games = {name: offline.golden_games(game, effort.golden) for name, game in GAMES.items()}
    figures["frames"] = await framing.measure(rig, games)
    return figures


async def _half_load(rig: Rig, pool: Pool, hands: int, rate: float, seconds: float) -> dict[str, Any]:
    work = Work(await pool.scripts(hands, 1.2 * rate * seconds))
    before = processors.seconds(rig.pids)
    steady = await visible.measure(rig.ours, rig.connection, work, hands, rate, seconds)
    spent: dict[str, float] = {}
    processors.add(spent, before, processors.seconds(rig.pids))
    return {
        "per_second": round(rate),
        **{f"answered_p{percent}_ms": milliseconds(steady.answered, percent) for percent in (50, 99)},
        **{f"visible_p{percent}_ms": milliseconds(steady.visible, percent) for percent in (50, 99)},
        "cpu_us": {name: round(1e6 * value / len(steady.answered)) for name, value in spent.items()},
    }


async def _many_tables(rig: Rig, effort: Effort, say: Say) -> dict[str, Any]:
    """Watchers, and the cost curve over tables."""
    game, many = next(iter(GAMES.values())), effort.watched_tables
    say(f"opening {many} tables …")
    watched = len(effort.watchers) * effort.watch_seconds * effort.events_per_second
    in_turn = EXPECTED_AT_MOST * effort.curve_seconds
    scripts = await prepare(rig.connection, game, SEATS, many, int((watched + in_turn) / many) + 2)
    fewer = await prepare(rig.connection, game, SEATS, max(1, many // 10), effort.commands_a_table)
    await _catch_up(rig)
    say(f"watchers: {', '.join(map(str, effort.watchers))} …")
    watchers = await watching.measure(rig, scripts, effort.watchers, effort.events_per_second, effort.watch_seconds)
    curve = []
    for tables in (fewer, scripts):
        say(f"{len(tables)} tables in turn, {IN_FLIGHT} in flight …")
        before = processors.seconds(rig.pids)
        run = await load.drive_unary(rig.ours, Rounds(tables), IN_FLIGHT, effort.curve_seconds)
        spent: dict[str, float] = {}
        processors.add(spent, before, processors.seconds(rig.pids))
        cpu = {name: round(1e6 * value / len(run.latencies)) for name, value in spent.items()}
        curve.append({"tables": len(tables), "per_second": round(run.per_second), "cpu_us": cpu})
    await _catch_up(rig)
    return {"watchers": watchers, "tables_curve": curve}


async def _several_servers(rig: Rig, effort: Effort) -> dict[str, Any]:
    """The rate of unary commands over as many connections as there are servers, each with tables of its own."""
    pool = Pool(rig.connection, next(iter(GAMES.values())), SEATS, effort.commands_a_table)
    async with rig.more_connections(4 * effort.servers) as connections:
        scripts = await pool.scripts(HALF_LOAD_TABLES, slices.FIRST_GUESS * 1.5 * effort.seconds * effort.rounds)
        hands = HALF_LOAD_TABLES // len(connections)
        rates: list[float] = []
        echoes: list[float] = []
        for _ in range(effort.rounds):
            echo = await load.drive_unary(
                rig.echo, slices.echo_work(HALF_LOAD_TABLES), HALF_LOAD_TABLES, effort.seconds
            )
            echoes.append(echo.per_second)
            rates.append(await _shared_out(connections, Work(scripts), hands, effort.seconds))
    rate, echo_rate = sorted(rates)[len(rates) // 2], sorted(echoes)[len(echoes) // 2]
    return {
        "servers": effort.servers,
        "connections": len(connections),
        "per_second": round(rate),
        "share_of_echo": round(rate / echo_rate, 3),
    }


async def _shared_out(connections: list[Target], work: Work, hands: int, seconds: float) -> float:
    runs = await asyncio.gather(*(load.drive_unary(target, work, hands, seconds) for target in connections))
    return sum(run.per_second for run in runs)


def _storage(before: Stored, after: Stored, tables: int) -> dict[str, Any]:
    """What the store needs, everything counted: streams, feeds, command ids and read models."""
    events, memory = after.events - before.events, after.memory - before.memory
    return {
        "events": events,
        "tables": tables,
        "store_memory_bytes_an_event": round(memory / events),
        "store_memory_kb_a_table": round(memory / tables / 1024, 1),
    }


async def _catch_up(rig: Rig) -> dict[str, Any]:
    """How far the slowest projection is behind when the load ends, and how long it takes to catch up."""
    began = time.monotonic()
    at_first: dict[str, Any] = {}
    while True:
        projections = await QueryClient(rig.connection).projections()
        events = max(sum(max(0, p.head - p.position) for p in one.partitions) for one in projections)
        at_first = at_first or {"lag_events_after_full_load": events}
        if events == 0 or time.monotonic() - began > CATCH_UP_SECONDS:
            return at_first | {"caught_up_after_seconds": round(time.monotonic() - began, 3)}
        await asyncio.sleep(0.05)


async def _rebuild(rig: Rig) -> dict[str, Any]:
    began = time.monotonic()
    events = 0
    async for progress in QueryClient(rig.connection).rebuild("scoreboard"):
        events = progress.events_done
    return {"rebuild_events_per_second": round(events / (time.monotonic() - began))}
