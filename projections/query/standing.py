"""How the projections stand, for operators."""

import asyncio
from collections.abc import Sequence

from ludarium.v1 import queries_pb2

from projections.across.catalogue import ACROSS
from projections.across.model import AnyAcrossModel
from projections.across.results import NAME, Results
from projections.feed import Feeds
from projections.keys import HOME, model_keys
from projections.lag import Lag, measure
from projections.models import Models, read_parked
from projections.projection import AnyProjection
from server.store.partitions import PARTITIONS
from server.store.points import FEED_START


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
        count = await self._results.count()
        statuses += [await self._of_results(), *[await self._of_model(model, count) for model in ACROSS]]
        return sorted(statuses, key=lambda status: status.name)

    async def _of_results(self) -> queries_pb2.ProjectionStatus:
        """How far results are gathered from the partitions' feeds."""
        numbers = range(PARTITIONS)
        heads = await asyncio.gather(*(self._feeds.head(number) for number in numbers))
        places = await self._results.places()
        partitions = [
            queries_pb2.PartitionStatus(
                partition=number, position=places.get(number, FEED_START).position, head=head.position
            )
            for number, head in zip(numbers, heads, strict=True)
            if head.position
        ]
        return queries_pb2.ProjectionStatus(name=NAME, version=1, partitions=partitions)

    async def _of_model(self, model: AnyAcrossModel, count: int) -> queries_pb2.ProjectionStatus:
        """How far a model across tables has counted the results, which are its feed."""
        cursor = await self._models.cursor(model_keys(model.key, HOME))
        position = cursor.place.position if cursor else 0
        status = queries_pb2.PartitionStatus(partition=HOME, position=position, head=count)
        return queries_pb2.ProjectionStatus(
            name=model.name, version=model.version, partitions=[status] if count else []
        )

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
