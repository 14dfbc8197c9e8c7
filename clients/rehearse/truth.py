"""The truth that read models are held to: a fresh fold of every stream."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from projections.cursor import write_point
from projections.folding import fold_stream
from projections.keys import model_keys
from projections.projection import AnyProjection, write
from projections.runner import House
from server.store.partitions import PARTITIONS


@dataclass(frozen=True)
class Model:
    """What is stored of a read model in one partition, byte for byte."""

    points: Mapping[str, bytes]
    rows: Mapping[str, bytes]
    index: frozenset[str]
    parked: Mapping[str, bytes]


async def stored_model(house: House, projection: AnyProjection, partition: int) -> Model:
    """The live model."""
    keys = model_keys(projection.key, partition)
    models = house.models
    points = await models.points(keys)
    rows = await models.rows(keys, sorted(points))
    return Model(
        {table: write_point(point) for table, point in points.items()},
        {table: row.data for table, row in zip(sorted(points), rows, strict=True) if row},
        frozenset(await models.index_entries(keys)),
        await models.parked(keys),
    )


async def true_model(house: House, projection: AnyProjection, tables: Iterable[str]) -> Model:
    """The model as a fresh fold of the tables' streams gives it."""
    points, rows = {}, {}
    index: set[str] = set()
    for table_id in tables:
        folded = fold_stream(projection, await house.streams.read(table_id), house.games)
        assert folded.stopped is None, folded.stopped
        points[table_id] = write_point(folded.point)
        rows[table_id] = write(folded.row)
        index |= projection.members(folded.row, table_id)
    return Model(points, rows, frozenset(index), {})


async def differences(house: House, projections: Iterable[AnyProjection]) -> tuple[int, list[str]]:
    """How many tables there are, and each partition of a read model that is not what a fresh fold of them gives."""
    tables = await house.models.tables_of(range(PARTITIONS))
    wrong = []
    for projection in projections:
        for partition, found in tables.items():
            live = await stored_model(house, projection, partition)
            if live != await true_model(house, projection, found):
                wrong.append(f"{projection.name} of partition {partition} is not what its tables' events say")
    return sum(map(len, tables.values())), wrong


async def behind(house: House, projections: Iterable[AnyProjection]) -> list[tuple[str, int]]:
    """The read models, by key and partition, that have not come to the head of their feed."""
    heads = await asyncio.gather(*(house.feeds.head(partition) for partition in range(PARTITIONS)))
    pairs = [(p, number) for p in projections for number in range(PARTITIONS) if heads[number].position]
    cursors = await asyncio.gather(*(house.models.cursor(model_keys(p.key, number)) for p, number in pairs))
    return [
        (projection.key, number)
        for (projection, number), cursor in zip(pairs, cursors, strict=True)
        if cursor is None or cursor.place != heads[number]
    ]
