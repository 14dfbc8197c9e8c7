"""Metrics for Prometheus: what the command side does, how fast, and how it ends."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.registry import REGISTRY

_APPEND_BUCKETS: Final = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The command side's figures; the meter of its host and watchers."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self._commands = Counter(
            "ludarium_commands_total",
            "Commands by game, kind and result (ok, repeated, or the reason of the refusal).",
            ("game", "kind", "result"),
            registry=registry,
        )
        self._calls = Counter(
            "ludarium_calls_total",
            "Calls by method and result (ok, or the reason of the refusal).",
            ("method", "result"),
            registry=registry,
        )
        self._appends = Histogram(
            "ludarium_append_seconds",
            "Seconds from sending an append to its acknowledgement.",
            buckets=_APPEND_BUCKETS,
            registry=registry,
        )
        self._conflicts = Counter(
            "ludarium_append_conflicts_total", "Appends that another server was faster with.", registry=registry
        )
        lookups = Counter(
            "ludarium_table_lookups_total", "Tables needed, by whether memory had them.", ("hit",), registry=registry
        )
        self._hits, self._misses = lookups.labels("yes"), lookups.labels("no")
        self._watchers = Gauge("ludarium_watchers", "Streams that follow a table now.", registry=registry)
        self._store = Gauge("ludarium_store_reachable", "Whether the event store answers: 1 or 0.", registry=registry)
        self._command_counts: dict[tuple[str, str, str], Counter] = {}
        self._call_counts: dict[tuple[str, str], Counter] = {}

    def commanded(self, game: str, kind: str, result: str) -> None:
        """A command ended so; `game` is "" for commands of the table itself."""
        key = (game, kind, result)
        count = self._command_counts.get(key)
        if count is None:
            count = self._command_counts[key] = self._commands.labels(*key)
        count.inc()

    def called(self, method: str, result: str) -> None:
        """A call ended so."""
        key = (method, result)
        count = self._call_counts.get(key)
        if count is None:
            count = self._call_counts[key] = self._calls.labels(*key)
        count.inc()

    def store_reachable(self, reachable: bool) -> None:
        """Whether the store answers."""
        self._store.set(int(reachable))

    def appended(self, seconds: float) -> None:
        """An append was acknowledged after so many seconds."""
        self._appends.observe(seconds)

    def conflicted(self) -> None:
        """Another server was faster; the command is decided again."""
        self._conflicts.inc()

    def looked_up(self, hit: bool) -> None:
        """A table was needed and was, or was not, in memory and fresh."""
        (self._hits if hit else self._misses).inc()

    def watching(self, change: int) -> None:
        """A watcher came (1) or went (-1)."""
        self._watchers.inc(change)


def serve_metrics(port: int, host: str, registry: CollectorRegistry = REGISTRY) -> None:
    """Let Prometheus read the figures at http://host:port/metrics. Raises OSError when the port is taken."""
    start_http_server(port, addr=host, registry=registry)
