"""Runs projections to the end of a feed, and makes some that fail."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ludarium.v1 import queries_pb2

from projections.keys import model_keys
from projections.models import read_parked
from projections.projection import AnyProjection, TableContext
from projections.runner import House, Runner, open_lane
from server.store.partitions import partition_of
from tests.projections.playing import Event


async def open_runner(house: House, partition: int, *projections: AnyProjection) -> Runner:
    """A runner with a live lane for each projection."""
    runner = Runner(house, partition)
    for projection in projections:
        runner.lanes[projection.key] = await open_lane(house, projection, partition)
    return runner


async def run(house: House, partition: int, *projections: AnyProjection) -> None:
    """Run projections to the end of a partition's feed."""
    runner = await open_runner(house, partition, *projections)
    while await runner.step():
        pass


def stumbling(projection: AnyProjection, over: Callable[[Event], bool]) -> AnyProjection:
    """The projection with a fault: its handler fails halfway through some events."""

    def apply(row: Any, event: Event, context: TableContext) -> None:
        projection.apply(row, event, context)
        if over(event):
            raise ValueError(f"no idea what version {event.version} means")

    return replace(projection, apply=apply)


async def parked_in(house: House, projection: AnyProjection, table_id: str) -> queries_pb2.ParkedTable | None:
    """What keeps a table from going on in a projection."""
    entry = await house.models.parked_table(model_keys(projection.key, partition_of(table_id)), table_id)
    return read_parked(table_id, entry) if entry else None


def neighbour_of(table_id: str) -> str:
    """Another table's id in the same partition."""
    names = (f"NEIGHBOUR{number:017d}" for number in range(10_000))
    return next(name for name in names if partition_of(name) == partition_of(table_id))
