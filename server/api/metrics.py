"""Metrics for Prometheus: what the command side does, how fast, and how it ends.

They are counted here as plain numbers and only put into Prometheus' words when it asks: the library's own counters cost
more than some of what they would count.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import REGISTRY, Collector

L = TypeVar("L", bound=tuple[str, ...])

_APPEND_BOUNDS: Final = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the append times' buckets, in seconds; above the last there is one more."""


class Metrics(Collector):
    """The command side's figures; the meter of its host and watchers."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self._commands: Counter[tuple[str, str, str]] = Counter()
        self._calls: Counter[tuple[str, str]] = Counter()
        self._appends = [0] * (len(_APPEND_BOUNDS) + 1)
        self._append_seconds = 0.0
        self._conflicts = 0
        self._lookups: Counter[bool] = Counter()
        self._watchers = 0
        self._store_reachable = False
        registry.register(self)

    def commanded(self, game: str, kind: str, result: str) -> None:
        """A command ended so; `game` is "" for commands of the table itself."""
        self._commands[game, kind, result] += 1

    def called(self, method: str, result: str) -> None:
        """A call ended so."""
        self._calls[method, result] += 1

    def store_reachable(self, reachable: bool) -> None:
        """Whether the store answers."""
        self._store_reachable = reachable

    def appended(self, seconds: float) -> None:
        """An append was acknowledged after so many seconds."""
        self._appends[bisect_left(_APPEND_BOUNDS, seconds)] += 1
        self._append_seconds += seconds

    def conflicted(self) -> None:
        """Another server was faster; the command is decided again."""
        self._conflicts += 1

    def looked_up(self, hit: bool) -> None:
        """A table was needed and was, or was not, in memory and fresh."""
        self._lookups[hit] += 1

    def watching(self, change: int) -> None:
        """A watcher came (1) or went (-1)."""
        self._watchers += change

    def collect(self) -> Iterator[Metric]:
        """The figures in Prometheus' words."""
        yield _counts(
            "ludarium_commands",
            "Commands by game, kind and result (ok, repeated, or the reason of the refusal).",
            ("game", "kind", "result"),
            self._commands,
        )
        yield _counts(
            "ludarium_calls",
            "Calls by method and result (ok, or the reason of the refusal).",
            ("method", "result"),
            self._calls,
        )
        lookups = Counter({("yes" if hit else "no",): count for hit, count in self._lookups.items()})
        yield _counts("ludarium_table_lookups", "Tables needed, by whether memory had them.", ("hit",), lookups)
        yield CounterMetricFamily(
            "ludarium_append_conflicts", "Appends that another server was faster with.", value=self._conflicts
        )
        yield self._append_times()
        yield GaugeMetricFamily("ludarium_watchers", "Streams that follow a table now.", value=self._watchers)
        yield GaugeMetricFamily(
            "ludarium_store_reachable",
            "Whether the event store answers: 1 or 0.",
            value=int(self._store_reachable),
        )

    def _append_times(self) -> Metric:
        buckets: list[tuple[str, float]] = []
        so_far = 0
        for bound, count in zip((*map(str, _APPEND_BOUNDS), "+Inf"), self._appends, strict=True):
            so_far += count
            buckets.append((bound, so_far))
        return HistogramMetricFamily(
            "ludarium_append_seconds",
            "Seconds from sending an append to its acknowledgement.",
            buckets=buckets,
            sum_value=self._append_seconds,
        )


def _counts(name: str, documentation: str, labels: tuple[str, ...], counts: Mapping[L, int]) -> Metric:
    family = CounterMetricFamily(name, documentation, labels=labels)
    for values, count in tuple(counts.items()):
        family.add_metric(list(values), count)
    return family
