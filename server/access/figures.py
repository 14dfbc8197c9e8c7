"""Figures for Prometheus that are counted as plain numbers and put into its words only when it asks: the library's own
counters cost more than some of what they would count."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TypeVar

from prometheus_client.core import CounterMetricFamily

L = TypeVar("L", bound=tuple[str, ...])


class Times:
    """How often something took how long."""

    def __init__(self, bounds: Sequence[float]) -> None:
        """`bounds` are the upper bounds of the buckets, in seconds; above the last there is one more."""
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.seconds = 0.0
        """The sum of all times."""

    def note(self, seconds: float) -> None:
        """It took so long once more."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self.seconds += seconds

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """The buckets as Prometheus wants them: each with its upper bound and the number of times up to there."""
        buckets: list[tuple[str, float]] = []
        so_far = 0
        for bound, count in zip((*map(str, self._bounds), "+Inf"), self._counts, strict=True):
            so_far += count
            buckets.append((bound, so_far))
        return buckets


def counts(name: str, documentation: str, labels: tuple[str, ...], counted: Mapping[L, int]) -> CounterMetricFamily:
    """A counter for each set of labels."""
    family = CounterMetricFamily(name, documentation, labels=labels)
    for values, count in tuple(counted.items()):
        family.add_metric(list(values), count)
    return family
