"""Metrics for Prometheus: what the bots play, how long they think, and what goes wrong."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.registry import REGISTRY

from clients.sdk.errors import LudariumError

_THINKING_BOUNDS = (0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
"""Upper bounds of the buckets of thinking times, in seconds."""


class Metrics:
    """The figures of a process of bots."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self._tables = Gauge("ludarium_bots_tables", "Tables whose bots are played now.", registry=registry)
        self._games = Counter("ludarium_bots_games_total", "Games played to their ends.", ("game",), registry=registry)
        self._failures = Counter(
            "ludarium_bots_failures_total",
            "Answers and tables that failed and are tried again, by the reason of the refusal (FAULT for our own).",
            ("reason",),
            registry=registry,
        )
        self._decisions = Histogram(
            "ludarium_bots_decision_seconds",
            "Seconds from seeing the choices to having chosen, by game and by the kind of bot that chose.",
            ("game", "kind"),
            buckets=_THINKING_BOUNDS,
            registry=registry,
        )
        self._reachable = Gauge(
            "ludarium_bots_lobby_reachable", "Whether the lobby can be looked at: 1 or 0.", registry=registry
        )

    def playing(self, change: int) -> None:
        """A table was begun with (1) or is played no more (-1)."""
        self._tables.inc(change)

    def ended(self, game: str) -> None:
        """A game was played to its end."""
        self._games.labels(game).inc()

    def decided(self, game: str, kind: str, seconds: float) -> None:
        """A bot has chosen."""
        self._decisions.labels(game, kind).observe(seconds)

    def failed(self, error: Exception) -> None:
        """An answer or a whole table failed, and is tried again."""
        reason = (error.reason or error.status.name) if isinstance(error, LudariumError) else "FAULT"
        self._failures.labels(reason).inc()

    def lobby_reachable(self, reachable: bool) -> None:
        """Whether the lobby can be looked at."""
        self._reachable.set(int(reachable))
