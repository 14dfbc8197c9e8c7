"""Importing: games that were played elsewhere come into the archive, to be replayed here; no standing counts them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from projections.catalogue import PROJECTIONS
from projections.folding import fold_stream
from projections.lane import commit
from projections.projection import AnyProjection
from projections.runner import House, open_lane
from server.games.kernel.record import DamagedRecord, Record, Verdict, read, verify_events
from server.store.archive.archive import stored_events
from server.store.archive.blob import pack, unpack
from server.store.partitions import partition_of
from server.store.points import NOWHERE, Point, StoredEvent

ATTEMPTS: Final = 20
"""How often a row is offered to a projection whose worker is faster."""


class NotImportableError(Exception):
    """The record can't come into this store; the message says why. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Importable:
    """A record that was found to be whole: it verifies, and its archived form reads back."""

    record: Record
    verdict: Verdict
    blob: bytes

    @property
    def table_id(self) -> str:
        """The table, under the id that it was played with."""
        return self.record.head.table_id


class Importer:
    """Brings records into the archive of a store."""

    def __init__(self, house: House, projections: Sequence[AnyProjection] = PROJECTIONS) -> None:
        self._house = house
        self._projections = projections

    def check(self, data: bytes) -> Importable:
        """The record in these bytes. Raises NotImportableError for one that is damaged, unfinished or false."""
        try:
            record = read(data)
        except DamagedRecord as damage:
            raise NotImportableError(str(damage)) from None
        verdict = verify_events(record.head, record.events, self._house.games, Verdict(intact=True))
        opened = record.events[0].table.opened if record.events else None
        if opened is None or opened.table_id != record.head.table_id:
            raise NotImportableError("The record is not of the table that its head names.")
        if verdict.problems:
            raise NotImportableError(" ".join(verdict.problems))
        try:
            return Importable(record, verdict, pack(record.events))
        except ValueError as error:
            raise NotImportableError(f"The record can't be archived here: {error}.") from None

    async def add(self, found: Importable) -> list[str]:
        """Bring a record in; gives the projections whose rows have to be rebuilt for it to be listed, usually none.

        Raises NotImportableError where there is a table of that id, or StoreError.
        """
        archive, table_id = self._house.streams.archive, found.table_id
        last = found.record.events[-1]
        final = Point(last.version, last.event_id)
        if await self._house.streams.last(table_id) == final:
            raise NotImportableError(f"Table {table_id} is here already, the same to its end.")
        if await self._house.streams.last(table_id) != NOWHERE:
            raise NotImportableError(f"There is another table {table_id} here; it stays as it is.")
        await archive.put(table_id, found.blob)
        if not await archive.admit(table_id, final):
            raise NotImportableError(f"There is another table {table_id} here; it stays as it is.")
        stored = stored_events(unpack(found.blob))
        return [one.name for one in self._projections if not await self._show(one, table_id, stored)]

    async def _show(self, projection: AnyProjection, table_id: str, stored: Sequence[StoredEvent]) -> bool:
        """Give the table its row, with the cursor left where it is; False if the projection's workers never let us."""
        partition = partition_of(table_id)
        for _ in range(ATTEMPTS):
            lane = await open_lane(self._house, projection, partition)
            await lane.prepare((table_id,))
            folded = fold_stream(projection, stored, self._house.games)
            lane.replace(table_id, folded, stored[-1].point.version)
            if not await commit(self._house.models, [lane], lane.cursor.place):
                return True
        return False
