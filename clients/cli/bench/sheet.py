"""The benchmark sheet: runs everything and puts the figures together."""

import asyncio
import os
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import grpc
from ludarium.v1 import commands_pb2, decisions_pb2, players_pb2

from clients.cli.bench import load, machine, offline, processors, scripts, visible
from clients.cli.bench.echo import STREAM, UNARY
from clients.cli.bench.load import Measured, Target, Work, percentile
from clients.cli.upkeep.keeper import Keeper, Plan, free_port
from clients.sdk.connection import Connection
from clients.sdk.queries import QueryClient
from clients.sdk.tables import new_id
from server import programs
from server.access.tokens import Tokens
from server.games import GAMES
from server.games.kernel.game import AnyGame

SUBMIT = "/ludarium.v1.CommandService/Submit"
PLAY = "/ludarium.v1.CommandService/Play"
SEATS = 3
CATCH_UP_SECONDS = 60.0
DURABILITY = "append-only file, appendfsync always, acknowledged after the fsync"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    rounds: int
    seconds: float
    """Of each run in a round."""
    visible_seconds: float
    in_flight: int
    commands_a_table: int
    games: int
    """Simulated for the figures of rules and fold."""


QUICK = Effort(rounds=3, seconds=2.0, visible_seconds=5.0, in_flight=32, commands_a_table=120, games=12)
FULL = Effort(rounds=8, seconds=5.0, visible_seconds=20.0, in_flight=32, commands_a_table=120, games=60)


@dataclass(slots=True)
class _Round:
    """The runs of a kind: by name, one after the other in each round."""

    runs: dict[str, list[Measured]] = field(default_factory=dict)

    def add(self, name: str, measured: Measured) -> None:
        self.runs.setdefault(name, []).append(measured)

    def per_second(self, name: str) -> float:
        return median(run.per_second for run in self.runs[name])

    def latencies(self, name: str) -> list[float]:
        return [latency for run in self.runs[name] for latency in run.latencies]


async def measure(data: Path, effort: Effort, say: Say) -> dict[str, Any]:
    """Run the benchmark with its processes on `data`, and give back the sheet."""
    sheet: dict[str, Any] = {"machine": machine.describe(data), "durability": DURABILITY}
    say("rules and fold …")
    games = {name: offline.measure(game, SEATS, effort.games) for name, game in GAMES.items()}
    say("starting store, command server, worker, query server and echo …")
    async with AsyncExitStack() as stack:
        plan = Plan(data, free_port(), free_port(), bots=False)
        keeper = await stack.enter_async_context(Keeper(plan, say))
        token = Tokens(keeper.house.key_or_new()).issue("bench", players_pb2.ROLE_OPERATOR)
        bot = Tokens(keeper.house.key_or_new()).issue("bench bots", players_pb2.ROLE_BOT)
        connection = await stack.enter_async_context(Connection(keeper.server, keeper.query, token))
        echo = await stack.enter_async_context(_echo())
        ours = await stack.enter_async_context(_ours(keeper.server, bot))
        pids = keeper.pids | {"load": os.getpid()}
        sheet |= await _served(connection, ours, echo, effort, pids, say)
    first = next(iter(games.values()))
    sheet["replay_events_per_second"] = round(first.replay_events_per_second)
    sheet["games"] = {
        name: {
            "fold_ms_median": round(figures.fold_ms_median, 2),
            "decisions_per_second": round(figures.decisions_per_second),
            "replay_events_per_second": round(figures.replay_events_per_second),
        }
        for name, figures in games.items()
    }
    return sheet


async def _served(
    connection: Connection, ours: Target, echo: Target, effort: Effort, pids: Mapping[str, int], say: Say
) -> dict[str, Any]:
    """The figures that need the servers."""
    game = next(iter(GAMES.values()))
    rounds = _Round()
    expected = 1_000.0
    for number in range(effort.rounds):
        say(f"round {number + 1} of {effort.rounds}: echo, commands, echo stream, command stream …")
        rounds.add("echo_unary", await load.drive_unary(echo, _echo_work(effort), effort.in_flight, effort.seconds))
        work = await _work(connection, game, effort, expected * effort.seconds)
        before = processors.seconds(pids)
        rounds.add("unary", await load.drive_unary(ours, work, effort.in_flight, effort.seconds))
        after = processors.seconds(pids)
        rounds.add("echo_stream", await load.drive_stream(echo, _echo_work(effort), effort.in_flight, effort.seconds))
        expected = max(rounds.per_second("unary"), 1.0)
        work = await _work(connection, game, effort, 2 * expected * effort.seconds)
        rounds.add("stream", await load.drive_stream(ours, work, effort.in_flight, effort.seconds))
    lag = await _lag(connection)
    half = rounds.per_second("unary") / 2
    say(f"read model at half load, {half:.0f} commands a second …")
    work = await _work(connection, game, effort, half * effort.visible_seconds)
    seen = await visible.measure(ours, connection, work, effort.in_flight, half, effort.visible_seconds)
    say("rebuild …")
    return _rates(rounds, effort) | {
        "unary_cpu_us": processors.per_command(before, after, len(rounds.runs["unary"][-1].latencies)),
        "half_load_per_second": round(half),
        "visible_p50_ms": _milliseconds(seen, 50),
        "visible_p99_ms": _milliseconds(seen, 99),
        **lag,
        **await _rebuild(connection),
    }


def _rates(rounds: _Round, effort: Effort) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "in_flight": effort.in_flight,
        **{f"{name}_per_second": round(rounds.per_second(name)) for name in rounds.runs},
        "unary_share_of_echo": round(rounds.per_second("unary") / rounds.per_second("echo_unary"), 3),
        "stream_share_of_echo": round(rounds.per_second("stream") / rounds.per_second("echo_stream"), 3),
    }
    for name in ("unary", "stream"):
        figures[f"{name}_p50_ms"] = _milliseconds(rounds.latencies(name), 50)
        figures[f"{name}_p99_ms"] = _milliseconds(rounds.latencies(name), 99)
    return figures


def _milliseconds(seconds: list[float], percent: float) -> float:
    return round(1000 * percentile(seconds, percent), 2)


async def _work(connection: Connection, game: AnyGame, effort: Effort, commands: float) -> Work:
    """Fresh tables with half as many commands again as are expected to be taken."""
    tables = max(effort.in_flight, int(commands * 1.5 / effort.commands_a_table) + 1)
    return Work(await scripts.prepare(connection, game, SEATS, tables, effort.commands_a_table))


def _echo_work(effort: Effort) -> Work:
    """Requests of the same size for the echo."""
    return Work([scripts.Script("", deque([_sample(number)] * 1_000_000)) for number in range(effort.in_flight)])


def _sample(number: int) -> commands_pb2.SubmitRequest:
    request = commands_pb2.SubmitRequest(
        table_id=f"{number:026}", command_id=new_id(), decision=decisions_pb2.DecisionId(version=100)
    )
    request.command.alhambra.take_money.cards.append("florin_3")
    return request


async def _lag(connection: Connection) -> dict[str, Any]:
    """How far the slowest projection is behind when the load ends, and how long it takes to catch up."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    at_first: dict[str, Any] = {}
    while True:
        projections = await QueryClient(connection).projections()
        events = max(sum(max(0, p.head - p.position) for p in one.partitions) for one in projections)
        seconds = max((p.lag_seconds for one in projections for p in one.partitions), default=0.0)
        at_first = at_first or {"lag_events": events, "lag_seconds": round(seconds, 3)}
        if events == 0:
            return at_first | {"catch_up_seconds": round(loop.time() - began, 3)}
        if loop.time() - began > CATCH_UP_SECONDS:
            return at_first
        await asyncio.sleep(0.05)


async def _rebuild(connection: Connection) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    began = loop.time()
    events = 0
    async for progress in QueryClient(connection).rebuild("scoreboard"):
        events = progress.events_done
    return {"rebuild_events_per_second": round(events / (loop.time() - began))} if events else {}


@asynccontextmanager
async def _ours(address: str, token: str) -> AsyncIterator[Target]:
    async with grpc.aio.insecure_channel(address) as channel:
        yield Target(channel, SUBMIT, PLAY, load.answered, (("authorization", f"Bearer {token}"),))


@asynccontextmanager
async def _echo() -> AsyncIterator[Target]:
    command = (sys.executable, "-m", "clients.cli.bench.echo")
    process = programs.start(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        port = int(await asyncio.to_thread(process.stdout.readline))
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield Target(channel, UNARY, STREAM, load.echoed)
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait)
