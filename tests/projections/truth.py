"""Holds read models to the truth: a fresh fold of every stream."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

from clients.rehearse.truth import behind, differences, stored_model, true_model
from projections.across.catalogue import ACROSS
from projections.across.fold import fold_all
from projections.across.results import Results, TableResult
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.feed import Feeds
from projections.keys import HOME, model_keys
from projections.models import Models
from projections.projection import AnyProjection, write
from projections.runner import House, NoMeter
from projections.tables import Tables
from server.games import GAMES
from server.store.partitions import PARTITIONS
from server.store.store import EventStore
from tests.patience import PATIENCE
from tests.plugins.sheet import Line

__all__ = ["assert_true", "caught_up", "eventually", "stored_model", "true_model"]


@asynccontextmanager
async def opened_house(url: str) -> AsyncIterator[House]:
    """The read side of a store, to look at."""
    connection, store = await Connection.open(url), await EventStore.connect(url, check=False)
    try:
        yield House(Models(connection), Feeds(connection), store, Tables(store, GAMES), GAMES, NoMeter())
    finally:
        await asyncio.gather(connection.close(), store.close())


async def assert_true(house: House, projections: Iterable[AnyProjection]) -> int:
    """Every read model equals a fresh fold of all streams; gives the number of tables."""
    tables, wrong = await differences(house, projections)
    assert wrong == []
    return tables


async def compare_all(house: House, line: Line) -> int:
    """Every read model, those across tables too, against a fresh fold, noted on a line of the soak sheet.

    Gives the number of tables.
    """
    tables, found = await differences(house, PROJECTIONS)
    results = await Results(house.models._connection).after(0, limit=100_000)
    across = await differing_across(house.models._connection, [numbered.result for numbered in results])
    different = {words.split()[0] for words in found} | set(across)
    line.count(models_compared=len(PROJECTIONS) + len(ACROSS), models_different=len(different))
    assert (found, across) == ([], [])
    return tables


async def differing_across(connection: Connection, results: Sequence[TableResult]) -> list[str]:
    """The models across tables that are not what a fresh fold of these results gives."""
    found = []
    for model in ACROSS:
        rows, index = await rows_and_index(connection, model.key)
        fresh = fold_all(model, results)
        members = {entry for key, row in fresh.items() for entry in model.members(row, key)}
        if (rows, set(index)) != ({key: write(row) for key, row in fresh.items()}, members):
            found.append(model.key)
    return found


async def rows_and_index(connection: Connection, name: str) -> tuple[dict[str, bytes], list[str]]:
    """What is stored of a model across tables."""
    keys = model_keys(name, HOME)
    reply = await connection.ask(HOME, "HGETALL", keys.rows)
    index = await connection.ask(HOME, "ZRANGE", keys.index, 0, -1)
    rows = zip(reply[::2], reply[1::2], strict=True)
    return {key.decode(): row for key, row in rows}, [entry.decode() for entry in index]


async def caught_up(house: House, projections: Iterable[AnyProjection], within: float = PATIENCE) -> None:
    """Wait until every read model has come to the head of its feed."""
    wanted = list(projections)
    await eventually(lambda: behind(house, wanted), within)


async def caught_up_across(house: House, within: float = PATIENCE) -> None:
    """Wait until every result is gathered, and counted in every model across tables."""
    connection = house.models._connection
    results = Results(connection)

    async def behind() -> list[str]:
        heads = {partition: await house.feeds.head(partition) for partition in range(PARTITIONS)}
        places = await results.places()
        late = [f"results of {p}" for p, head in heads.items() if head.position and places.get(p) != head]
        cursors = {model.key: await house.models.cursor(model_keys(model.key, HOME)) for model in ACROSS}
        counted = {key: cursor.place.position if cursor else 0 for key, cursor in cursors.items()}
        return late + [key for key, number in counted.items() if number != await results.count()]

    await eventually(behind, within)


async def eventually(missing: Callable[[], object], within: float = PATIENCE) -> None:
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
