"""Metrics for Prometheus: what the read side does, how far it is behind, and what stands still."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ludarium.v1 import events_pb2
from prometheus_client import CollectorRegistry, Gauge
from prometheus_client import Counter as Total
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import REGISTRY, Collector

from projections.audit import Drift
from projections.lag import Lag
from projections.store_state import StoreState
from server.access.figures import Times, counts

_VISIBLE_BOUNDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 30.0)


class WorkerMetrics(Collector):
    """The figures of a worker; the meter of its runners."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        by_partition = ("projection", "partition")
        self._events: Counter[tuple[str]] = Counter()
        self._outpaced: Counter[tuple[str]] = Counter()
        self._visible: dict[str, Times] = {}
        registry.register(self)
        self._lag_events = _Board("ludarium_projection_lag_events", "Events not yet read.", by_partition, registry)
        self._lag_seconds = _Board(
            "ludarium_projection_lag_seconds", "Age of the oldest event not yet read.", by_partition, registry
        )
        self._parked = _Board("ludarium_projection_parked", "Tables that wait for an operator.", by_partition, registry)
        self._stalled = Gauge(
            "ludarium_projection_stalled", "Partitions that stand still behind their feeds.", registry=registry
        )
        self._audited = Total("ludarium_audit_tables_total", "Tables audited.", registry=registry)
        self._drift = Total(
            "ludarium_audit_drift_total",
            "Times that an audit found something stored which the events do not say: an alarm at one.",
            ("where",),
            registry=registry,
        )
        by_node = ("node",)
        self._archived = _Board("ludarium_archived_tables", "Archived tables.", ("partition",), registry)
        self._memory = _Board("ludarium_store_memory_bytes", "Memory of a node of the store.", by_node, registry)
        self._memory_limit = _Board(
            "ludarium_store_memory_limit_bytes",
            "What that node may use (maxmemory); 0 for no limit.",
            by_node,
            registry,
        )
        self._replicas = _Board("ludarium_store_replicas", "Replicas in step with that node.", by_node, registry)

    def committed(self, projections: Sequence[str], events: Sequence[events_pb2.Event]) -> None:
        """A batch of events is visible now in these projections."""
        now = time.time()
        ages = [now - event.time.seconds - event.time.nanos / 1e9 for event in events if event.last]
        for projection in projections:
            self._events[(projection,)] += len(events)
            visible = self._visible.get(projection)
            if visible is None:
                visible = self._visible[projection] = Times(_VISIBLE_BOUNDS)
            for age in ages:
                visible.note(age)

    def outpaced(self, projection: str) -> None:
        """A batch was folded in vain."""
        self._outpaced[(projection,)] += 1

    def collect(self) -> Iterator[Metric]:
        """The figures of the runners in Prometheus' words."""
        label = ("projection",)
        yield counts("ludarium_projection_events", "Events committed.", label, self._events)
        yield counts(
            "ludarium_projection_outpaced",
            "Batches folded in vain, for another worker was faster.",
            label,
            self._outpaced,
        )
        visible = HistogramMetricFamily(
            "ludarium_projection_visible_seconds",
            "Seconds from recording an event to its being visible in a read model.",
            labels=label,
        )
        for projection, times in tuple(self._visible.items()):
            visible.add_metric([projection], times.buckets, times.seconds)
        yield visible

    def audited(self, drifts: Sequence[Drift]) -> None:
        """A table was audited, and this was found."""
        self._audited.inc()
        for drift in drifts:
            self._drift.labels(drift.where).inc()

    def lagging(self, lags: Iterable[Lag], stalled: int) -> None:
        """How what this worker looks after stands now; what it looks after no more is not shown."""
        of = {(lag.projection, str(lag.partition)): lag for lag in lags}
        self._lag_events.show({labels: lag.events for labels, lag in of.items()})
        self._lag_seconds.show({labels: lag.seconds for labels, lag in of.items()})
        self._parked.show({labels: lag.parked for labels, lag in of.items()})
        self._stalled.set(stalled)

    def stands(self, state: StoreState) -> None:
        """How the store stands now."""
        self._archived.show({(str(partition),): count for partition, count in state.archived.items()})
        self._memory.show({(node.name,): node.memory_bytes for node in state.nodes})
        self._memory_limit.show({(node.name,): node.limit_bytes for node in state.nodes})
        self._replicas.show({(node.name,): node.replicas for node in state.nodes})


class _Board:
    """A gauge that shows what is there now, and nothing that is there no more."""

    def __init__(self, name: str, documentation: str, labels: tuple[str, ...], registry: CollectorRegistry) -> None:
        self._gauge = Gauge(name, documentation, labels, registry=registry)
        self._shown: set[tuple[str, ...]] = set()

    def show(self, values: Mapping[tuple[str, ...], float]) -> None:
        """These values, by their labels."""
        for labels, value in values.items():
            self._gauge.labels(*labels).set(value)
        for labels in self._shown - values.keys():
            self._gauge.remove(*labels)
        self._shown = set(values)


class QueryMetrics:
    """The figures of a query server; the meter of its doors and its health."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self._calls = Total(
            "ludarium_query_calls_total",
            "Calls of the query server by method and result (ok, or the reason of the refusal).",
            ("method", "result"),
            registry=registry,
        )
        self._store = Gauge(
            "ludarium_query_store_reachable", "Whether the event store answers: 1 or 0.", registry=registry
        )

    def called(self, method: str, result: str) -> None:
        """A call ended so."""
        self._calls.labels(method, result).inc()

    def store_reachable(self, reachable: bool) -> None:
        """Whether the store answers."""
        self._store.set(int(reachable))
