"""Metrics for Prometheus: what the command side does, how fast, and how it ends."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import REGISTRY, Collector

from server.access.figures import Times, counts

_APPEND_BOUNDS: Final = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the append times' buckets, in seconds."""


class Metrics(Collector):
    """The command side's figures; the meter of its host and watchers."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self._commands: Counter[tuple[str, str, str]] = Counter()
        self._calls: Counter[tuple[str, str]] = Counter()
        self._appends = Times(_APPEND_BOUNDS)
        self._conflicts = 0
        self._lookups: Counter[bool] = Counter()
        self._watchers = 0
        self._went_back = 0
        self._store_reachable = False
        registry.register(self)

    def commanded(self, game: str, kind: str, result: str) -> None:
        """A command ended so; `game` is "" where the table is not known."""
        self._commands[game, kind, result] += 1

    def called(self, method: str, result: str) -> None:
        """A call ended so."""
        self._calls[method, result] += 1

    def store_reachable(self, reachable: bool) -> None:
        """Whether the store answers."""
        self._store_reachable = reachable

    def appended(self, seconds: float) -> None:
        """An append was acknowledged after so many seconds."""
        self._appends.note(seconds)

    def conflicted(self) -> None:
        """Another server was faster; the command is decided again."""
        self._conflicts += 1

    def looked_up(self, hit: bool) -> None:
        """A table was needed and was, or was not, in memory and fresh."""
        self._lookups[hit] += 1

    def watching(self, change: int) -> None:
        """A watcher came (1) or went (-1)."""
        self._watchers += change

    def went_back(self) -> None:
        """The feed of a partition does not go on where it was read."""
        self._went_back += 1

    def collect(self) -> Iterator[Metric]:
        """The figures in Prometheus' words."""
        yield counts(
            "ludarium_commands",
            "Commands by game, kind and result (ok, repeated, or the reason of the refusal).",
            ("game", "kind", "result"),
            self._commands,
        )
        yield counts(
            "ludarium_calls",
            "Calls by method and result (ok, or the reason of the refusal).",
            ("method", "result"),
            self._calls,
        )
        lookups = Counter({("yes" if hit else "no",): count for hit, count in self._lookups.items()})
        yield counts("ludarium_table_lookups", "Tables needed, by whether memory had them.", ("hit",), lookups)
        yield CounterMetricFamily(
            "ludarium_append_conflicts", "Appends that another server was faster with.", value=self._conflicts
        )
        yield HistogramMetricFamily(
            "ludarium_append_seconds",
            "Seconds from sending an append to its acknowledgement.",
            buckets=self._appends.buckets,
            sum_value=self._appends.seconds,
        )
        yield CounterMetricFamily(
            "ludarium_feed_went_back",
            "Times that a partition's feed did not go on where it was read: a failover lost events, or it was trimmed.",
            value=self._went_back,
        )
        yield GaugeMetricFamily("ludarium_watchers", "Streams that follow a table now.", value=self._watchers)
        yield GaugeMetricFamily(
            "ludarium_store_reachable",
            "Whether the event store answers: 1 or 0.",
            value=int(self._store_reachable),
        )
