"""Archiving: moves finished tables from their streams into the archive, and trims feeds behind the slowest reader."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from projections.across.results import CURSORS_KEY, TABLES_KEY, ends_a_game
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.folding import Event, Unfoldable, fold_table, read_events
from projections.keys import HOME, model_keys
from projections.lobby import CLOSED, LOBBY, facet
from projections.models import table_of
from projections.projection import AnyProjection
from projections.runner import House
from server.games.kernel.table import Table
from server.store.archive.archive import stored_events
from server.store.archive.blob import pack, unpack
from server.store.partitions import PARTITIONS, partition_of, table_key
from server.store.points import StoredEvent

PAGE: Final = 200


class NotReadyError(Exception):
    """The table can't be archived now; the message says why. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Archived:
    """What archiving a table comes to, in bytes: its stream in memory, and its blob."""

    table_id: str
    game: str
    events: int
    stream_bytes: int
    blob_bytes: int


@dataclass(frozen=True, slots=True)
class _Packed:
    archived: Archived
    stored: Sequence[StoredEvent]
    blob: bytes


class Archiver:
    """Archives tables one by one. What it cannot read back and fold to the same end it leaves alone."""

    def __init__(
        self, house: House, connection: Connection, projections: Sequence[AnyProjection] = PROJECTIONS
    ) -> None:
        self._house = house
        self._connection = connection
        self._projections = projections

    async def candidates(self, older_than_days: float) -> AsyncIterator[str]:
        """Closed tables that are not archived and where nothing has happened for so many days, by partition."""
        latest = int((time.time() - older_than_days * 86_400) * 1000)
        for partition in range(PARTITIONS):
            archived = set(await self._house.streams.archive.tables(partition))
            for status in CLOSED:
                before = f"{latest + 1:016x}"
                while places := await self._house.models.list_places(
                    model_keys(LOBBY.key, partition), facet(status, ""), before, PAGE
                ):
                    for place in places:
                        if table_of(place) not in archived:
                            yield table_of(place)
                    before = places[-1]

    async def preview(self, table_id: str) -> Archived:
        """What archiving a table would come to. Raises NotReadyError or StoreError."""
        return (await self._pack(table_id)).archived

    async def archive(self, table_id: str) -> Archived:
        """Archive a table: write the blob, read it back, fold it, and only then delete the stream.

        Raises NotReadyError or StoreError.
        """
        packed, archive = await self._pack(table_id), self._house.streams.archive
        await archive.put(table_id, packed.blob)
        written = await archive.blob(table_id)
        if written != packed.blob:
            raise NotReadyError(f"The archive of table {table_id} does not read back as it was written.")
        self._compare(table_id, packed.stored, stored_events(unpack(written)))
        if not await archive.bury(table_id, packed.stored[-1].point):
            raise NotReadyError(f"Table {table_id} is not as it was when it was looked at.")
        return packed.archived

    async def _pack(self, table_id: str) -> _Packed:
        if await self._house.streams.archive.final_point(table_id) is not None:
            raise NotReadyError(f"Table {table_id} is archived already.")
        stored = await self._house.streams.read(table_id)
        if not stored:
            raise NotReadyError(f"There is no table {table_id}.")
        events = _events(table_id, stored)
        table = fold_table(events, self._house.games)
        if not table.closed:
            raise NotReadyError(f"Table {table_id} has not ended.")
        await self._check_read(table_id, stored, counted=any(map(ends_a_game, events)))
        try:
            blob = pack(events)
        except ValueError as error:
            raise NotReadyError(f"Table {table_id}: {error}.") from None
        size = await self._connection.ask(partition_of(table_id), "MEMORY", "USAGE", table_key(table_id), "SAMPLES", 0)
        return _Packed(Archived(table_id, table.game.name, len(events), int(size or 0), len(blob)), stored, blob)

    async def _check_read(self, table_id: str, stored: Sequence[StoredEvent], *, counted: bool) -> None:
        """Raise unless every projection has come to the table's end, and its result is in the results stream."""
        partition = partition_of(table_id)
        for projection in self._projections:
            if await self._house.models.parked_table(model_keys(projection.key, partition), table_id) is not None:
                raise NotReadyError(f"Table {table_id} is parked in {projection.name}: retry or skip it first.")
        for projection in self._projections:
            keys = model_keys(projection.key, partition)
            (row,) = await self._house.models.rows(keys, (table_id,))
            if row is None or row.point != stored[-1].point:
                raise NotReadyError(f"{projection.name} has not come to the end of table {table_id} yet.")
        if counted and not await self._connection.ask(HOME, "HEXISTS", TABLES_KEY, table_id):
            raise NotReadyError(f"The result of table {table_id} is not in the results stream yet.")

    def _compare(self, table_id: str, before: Sequence[StoredEvent], after: Sequence[StoredEvent]) -> None:
        """Raise unless the archived events fold to what the stream folds to."""
        tables = [fold_table(_events(table_id, stored), self._house.games) for stored in (before, after)]
        one, other = map(_essence, tables)
        if one != other:
            raise NotReadyError(f"The archive of table {table_id} does not fold to the same end as its stream.")


def _essence(table: Table) -> tuple[object, ...]:
    view = None if table.state is None else table.game.view(table.state).SerializeToString(deterministic=True)
    return table.version, table.event_id, table.status, table.results, table.seats, table.time_ms, view


def _events(table_id: str, stored: Sequence[StoredEvent]) -> list[Event]:
    try:
        return read_events(stored)
    except Unfoldable as error:
        raise NotReadyError(f"Table {table_id}: {error}.") from None


async def trim_feeds(
    house: House, connection: Connection, projections: Sequence[AnyProjection] = PROJECTIONS
) -> dict[int, int]:
    """Trim each feed up to its slowest reader, whose entry stays; gives how many entries went, by partition.

    A partition that one of the projections has not begun is left alone. Raises StoreError.
    """
    trimmed = {}
    for partition in range(PARTITIONS):
        cursors = await asyncio.gather(
            *(house.models.cursor(model_keys(projection.key, partition)) for projection in projections)
        )
        gathered = await connection.ask(HOME, "HGET", CURSORS_KEY, partition)
        places = [cursor.place.position if cursor else 0 for cursor in cursors]
        slowest = min(*places, int(gathered.partition(b" ")[0]) if gathered else 0)
        if slowest > 1:
            count = await house.streams.trim_feed(partition, slowest)
            if count:
                trimmed[partition] = count
    return trimmed
