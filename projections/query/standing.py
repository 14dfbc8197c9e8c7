"""How the projections stand, for operators."""

import asyncio
from collections.abc import Sequence

from ludarium.v1 import queries_pb2

from projections.feed import Feeds
from projections.keys import model_keys
from projections.lag import Lag, measure
from projections.models import Models, read_parked
from projections.projection import AnyProjection
from server.store.partitions import PARTITIONS


class Standing:
    """Looks at every projection in every partition, as the store has them."""

    def __init__(self, models: Models, feeds: Feeds, projections: Sequence[AnyProjection]) -> None:
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
        return [await self._status(projection, found) for projection, found in by_projection.items()]

    async def _status(self, projection: AnyProjection, lags: Sequence[Lag]) -> queries_pb2.ProjectionStatus:
        with_parked = [lag.partition for lag in lags if lag.parked]
        parked = await asyncio.gather(
            *(self._models.parked(model_keys(projection.key, partition)) for partition in with_parked)
        )
        return queries_pb2.ProjectionStatus(
            name=projection.name,
            version=projection.version,
            partitions=[
                queries_pb2.PartitionStatus(
                    partition=lag.partition, position=lag.position, head=lag.head, lag_seconds=lag.seconds
                )
                for lag in lags
            ],
            parked=[read_parked(table_id, entry) for found in parked for table_id, entry in sorted(found.items())],
        )
