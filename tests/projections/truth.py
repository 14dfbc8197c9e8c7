"""The truth that read models are held to: a fresh fold of every stream."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
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
    index = await models._connection.ask(partition, "ZRANGE", keys.index, 0, -1)
    return Model(
        {table: write_point(point) for table, point in points.items()},
        {table: row.data for table, row in zip(sorted(points), rows, strict=True) if row},
        frozenset(entry.decode() for entry in index),
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


async def assert_true(house: House, projections: Iterable[AnyProjection]) -> int:
    """Every read model equals a fresh fold of all streams; gives the number of tables."""
    tables = await house.models.tables_of(range(PARTITIONS))
    for projection in projections:
        for partition, found in tables.items():
            live = await stored_model(house, projection, partition)
            assert live == await true_model(house, projection, found), (projection.key, partition)
    return sum(map(len, tables.values()))


async def caught_up(house: House, projections: Iterable[AnyProjection], within: float = 30.0) -> None:
    """Wait until every read model has come to the head of its feed."""
    wanted = list(projections)

    async def behind() -> list[tuple[str, int]]:
        heads = await asyncio.gather(*(house.feeds.head(partition) for partition in range(PARTITIONS)))
        pairs = [(p, number) for p in wanted for number in range(PARTITIONS) if heads[number].position]
        cursors = await asyncio.gather(*(house.models.cursor(model_keys(p.key, number)) for p, number in pairs))
        return [
            (projection.key, number)
            for (projection, number), cursor in zip(pairs, cursors, strict=True)
            if cursor is None or cursor.place != heads[number]
        ]

    await eventually(behind, within)


async def eventually(missing: Callable[[], object], within: float = 10.0) -> None:
    """Wait until what is missing (a value, or an awaitable of one) is nothing."""
    deadline = time.monotonic() + within
    while True:
        found = missing()
        if asyncio.iscoroutine(found):
            found = await found
        if not found:
            return
        assert time.monotonic() < deadline, f"still missing after {within} s: {found}"
        await asyncio.sleep(0.02)
