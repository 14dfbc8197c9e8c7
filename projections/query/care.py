"""The care service: what an operator may do about projections."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any, Final

import grpc
from ludarium.v1 import projections_pb2

from projections.across.catalogue import ACROSS
from projections.keys import model_keys
from projections.models import Models
from projections.parking import NotParkedError, Parking, Settled, StillStuckError
from projections.projection import AnyProjection
from projections.query.rebuilding import RebuildProcess
from server.access import limits
from server.access.doors import Call, Doors
from server.access.tokens import Caller
from server.games.kernel.rejection import Reason, Rejected
from server.store.partitions import partition_of

SERVICE: Final = "ludarium.v1.ProjectionService"


class CareService:
    """Retries, skips and rebuilds, for operators only."""

    def __init__(
        self, models: Models, parking: Parking, redis: str, projections: Sequence[AnyProjection], doors: Doors
    ) -> None:
        """`redis` is the store's address, for rebuilds, which run in processes of their own."""
        self._models = models
        self._parking = parking
        self._redis = redis
        self._projections = {projection.name: projection for projection in projections}
        self._doors = doors
        self._rebuilds: set[RebuildProcess] = set()

    async def close(self) -> None:
        """End the rebuilds that are under way."""
        await asyncio.gather(*(rebuild.stop() for rebuild in self._rebuilds))

    def handlers(self) -> "dict[str, grpc.RpcMethodHandler[Any, Any]]":
        """The service's handlers by method."""
        contract = projections_pb2
        rebuild = self._doors.stream("RebuildProjection", contract.RebuildProjectionRequest, self.rebuild_projection)
        return {
            "RetryTable": self._doors.unary("RetryTable", contract.RetryTableRequest, self.retry_table),
            "SkipTable": self._doors.unary("SkipTable", contract.SkipTableRequest, self.skip_table),
            "RebuildProjection": rebuild,
        }

    async def retry_table(
        self, request: projections_pb2.RetryTableRequest, call: Call
    ) -> projections_pb2.RetryTableResponse:
        """Fold a parked table again."""
        settled = await self._each(request.table_id, request.projection, call.caller, self._parking.retry)
        return projections_pb2.RetryTableResponse(settled=settled)

    async def skip_table(
        self, request: projections_pb2.SkipTableRequest, call: Call
    ) -> projections_pb2.SkipTableResponse:
        """Leave out what a projection stumbles over, or only say what that would be."""
        settle = self._parking.preview_skip if request.validate_only else self._parking.skip
        settled = await self._each(request.table_id, request.projection, call.caller, settle)
        return projections_pb2.SkipTableResponse(settled=settled)

    async def rebuild_projection(
        self, request: projections_pb2.RebuildProjectionRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """Rebuild a projection and tell how far that has come."""
        _operators_only(caller)
        if request.projection not in {model.name for model in ACROSS}:
            self._projection(request.projection)
        rebuild = RebuildProcess(self._redis, request.projection)
        self._rebuilds.add(rebuild)
        try:
            async for progress in rebuild.progress():
                yield progress.SerializeToString()
        finally:
            await rebuild.stop()
            self._rebuilds.discard(rebuild)

    async def _each(
        self,
        table_id: str,
        name: str,
        caller: Caller,
        settle: Callable[[AnyProjection, str], Awaitable[Settled]],
    ) -> list[projections_pb2.SettledTable]:
        """Settle a table in the projection of that name, or in every one in which it is parked."""
        _operators_only(caller)
        limits.table_id(table_id)
        projections = [self._projection(name)] if name else await self._parked_in(table_id)
        return [await self._settle(projection, table_id, settle) for projection in projections]

    async def _settle(
        self, projection: AnyProjection, table_id: str, settle: Callable[[AnyProjection, str], Awaitable[Settled]]
    ) -> projections_pb2.SettledTable:
        try:
            settled = await settle(projection, table_id)
        except NotParkedError as error:
            raise Rejected(Reason.REASON_NOT_PARKED, str(error)) from None
        except StillStuckError as error:
            raise Rejected(Reason.REASON_STILL_STUCK, str(error), version=str(error.version)) from None
        return projections_pb2.SettledTable(
            projection=projection.name, version=settled.version, skipped=settled.skipped
        )

    async def _parked_in(self, table_id: str) -> list[AnyProjection]:
        projections = list(self._projections.values())
        partition = partition_of(table_id)
        entries = await asyncio.gather(
            *(self._models.parked_table(model_keys(projection.key, partition), table_id) for projection in projections)
        )
        found = [projection for projection, entry in zip(projections, entries, strict=True) if entry is not None]
        if not found:
            raise Rejected(Reason.REASON_NOT_PARKED, f"Table {table_id} is not parked in any projection.")
        return found

    def _projection(self, name: str) -> AnyProjection:
        projection = self._projections.get(name)
        if projection is None:
            message = f"There is no projection {name!r}. Known: {', '.join(sorted(self._projections))}."
            raise Rejected(Reason.REASON_UNKNOWN_PROJECTION, message)
        return projection


def _operators_only(caller: Caller) -> None:
    if not caller.operator:
        raise Rejected(Reason.REASON_NOT_ALLOWED, "Only operators may look after projections.")
