"""Commands a second beside a bare echo, in short slices that alternate: a machine that drifts drifts for both."""

from dataclasses import dataclass, field
from statistics import median
from typing import Any

from ludarium.v1 import commands_pb2, decisions_pb2

from clients.cli.bench import load, processors
from clients.cli.bench.load import Endless, Measured, Work, percentile
from clients.cli.bench.rig import Rig
from clients.cli.bench.scripts import Pool, prepared
from clients.sdk.tables import new_id

ALWAYS, EVERY_SECOND = "always", "everysec"
KINDS = ("unary", "stream")
FIRST_GUESS = 1_500.0
"""Commands a second that tables are prepared for before any were measured."""
ENOUGH = 1.6
"""So many times the commands are prepared that the last slice took."""


@dataclass(slots=True)
class Slices:
    """The slices of one number of tables, by what was loaded."""

    runs: dict[str, list[Measured]] = field(default_factory=dict)
    spent: dict[str, float] = field(default_factory=dict)
    """Processor seconds by process, over all slices of unary commands with `always`."""

    def add(self, name: str, measured: Measured) -> None:
        """Note a slice."""
        self.runs.setdefault(name, []).append(measured)

    def per_second(self, name: str) -> float:
        """The rate of the median slice."""
        return median(run.per_second for run in self.runs[name])

    def figures(self, name: str) -> dict[str, float]:
        """The rate, and what the requests of all slices took."""
        latencies = [latency for run in self.runs[name] for latency in run.latencies]
        return {
            "per_second": round(self.per_second(name)),
            **{
                f"p{f'{percent:g}'.replace('.', '')}_ms": milliseconds(latencies, percent) for percent in (50, 99, 99.9)
            },
        }


def milliseconds(seconds: list[float], percent: float) -> float:
    """A percentile in milliseconds."""
    return round(1000 * percentile(seconds, percent), 2)


async def measure(rig: Rig, pool: Pool, tables: int, rounds: int, seconds: float, fsyncs: tuple[str, ...]) -> Slices:
    """`rounds` slices of the echo and of our commands with each setting of `appendfsync`; one in flight a table."""
    slices = Slices()
    expected = {kind: FIRST_GUESS * min(1.0, tables / 8) for kind in KINDS}
    for _ in range(rounds):
        for kind in KINDS:
            drive = load.drive_unary if kind == "unary" else load.drive_stream
            slices.add(f"echo_{kind}", await drive(rig.echo, echo_work(tables), tables, seconds))
            for fsync in fsyncs:
                scripts = await pool.scripts(tables, ENOUGH * expected[kind] * seconds)
                rig.fsync(fsync)
                before = processors.seconds(rig.pids)
                measured = await drive(rig.ours, Work(scripts), tables, seconds)
                slices.add(f"{kind}_{fsync}", measured)
                if (kind, fsync) == ("unary", ALWAYS):
                    processors.add(slices.spent, before, processors.seconds(rig.pids))
                expected[kind] = max(expected[kind], measured.per_second)
    rig.fsync(ALWAYS)
    return slices


def table_of(tables: int, slices: Slices, fsyncs: tuple[str, ...]) -> dict[str, Any]:
    """What the slices of one number of tables come to."""
    row: dict[str, Any] = {"tables": tables}
    for kind in KINDS:
        echo = slices.per_second(f"echo_{kind}")
        row[f"echo_{kind}"] = slices.figures(f"echo_{kind}")
        for fsync in fsyncs:
            name = f"{kind}_{fsync}"
            row[name] = slices.figures(name) | {"share_of_echo": round(slices.per_second(name) / echo, 3)}
    commands = sum(len(run.latencies) for run in slices.runs[f"unary_{ALWAYS}"])
    row["unary_cpu_us"] = {name: round(1e6 * seconds / commands) for name, seconds in slices.spent.items()}
    return row


def echo_work(hands: int) -> Work:
    """Requests of the same size for the echo, without end."""
    return Endless([prepared(_sample()) for _ in range(hands)])


def _sample() -> commands_pb2.SubmitRequest:
    request = commands_pb2.SubmitRequest(
        table_id=new_id(), command_id=new_id(), decision=decisions_pb2.DecisionId(version=100)
    )
    request.command.alhambra.take_money.cards.append("florin_3")
    return request
