"""How the projections stand, for operators."""

import asyncio
from collections.abc import Sequence

from ludarium.v1 import queries_pb2

from projections.across.catalogue import ACROSS
from projections.across.lag import measure_gathering, measure_models
from projections.across.results import NAME, Results
from projections.feed import Feeds
from projections.keys import model_keys
from projections.lag import Lag, measure
from projections.models import Models, read_parked
from projections.projection import AnyProjection
from server.store.partitions import PARTITIONS


class Standing:
    """Looks at every projection in every partition, as the store has them."""

    def __init__(self, models: Models, feeds: Feeds, projections: Sequence[AnyProjection], results: Results) -> None:
        self._results = results
        self._models = models
        self._feeds = feeds
        self._projections = projections

    async def all(self) -> list[queries_pb2.ProjectionStatus]:
        """Every projection, by name. Raises StoreUnavailable."""
        pairs = [(p.key, partition) for p in self._projections for partition in range(PARTITIONS)]
        lags = await measure(self._models, self._feeds, pairs)
        by_projection = {
            projection: [lag for lag in lags if lag.projection == projection.key and lag.head]
            for projection in sorted(self._projections, key=lambda projection: projection.name)
        }
        statuses = [await self._status(projection, found) for projection, found in by_projection.items()]
        gathering = await measure_gathering(self._results, self._feeds, range(PARTITIONS))
        statuses.append(_status(NAME, 1, [lag for lag in gathering if lag.head]))
        for model, lag in zip(ACROSS, await measure_models(self._results, self._models, ACROSS), strict=True):
            statuses.append(_status(model.name, model.version, [lag] if lag.head else []))
        return sorted(statuses, key=lambda status: status.name)

    async def _status(self, projection: AnyProjection, lags: Sequence[Lag]) -> queries_pb2.ProjectionStatus:
        with_parked = [lag.partition for lag in lags if lag.parked]
        parked = await asyncio.gather(
            *(self._models.parked(model_keys(projection.key, partition)) for partition in with_parked)
        )
        status = _status(projection.name, projection.version, lags)
        for found in parked:
            status.parked.extend(read_parked(table_id, entry) for table_id, entry in sorted(found.items()))
        return status


def _status(name: str, version: int, lags: Sequence[Lag]) -> queries_pb2.ProjectionStatus:
    """How one stands, without what is parked."""
    return queries_pb2.ProjectionStatus(
        name=name,
        version=version,
        partitions=[
            queries_pb2.PartitionStatus(
                partition=lag.partition, position=lag.position, head=lag.head, lag_seconds=lag.seconds
            )
            for lag in lags
        ],
    )
