"""The archive of finished tables: in and out, and reading through it."""

from collections import OrderedDict
from collections.abc import Sequence

from ludarium.v1.events_pb2 import Event

from server.store.archive.blob import DamagedArchive, unpack
from server.store.archive.places import ArchivePlace
from server.store.errors import StoreMalformed
from server.store.functions import ADMIT, ARCHIVE, RESTORE
from server.store.links import Links
from server.store.partitions import (
    archived_key,
    commands_key,
    deadlines_key,
    imported_key,
    partition_of,
    table_key,
)
from server.store.points import Point, StoredEvent
from server.store.wire import Argument

KEPT = 32
"""How many unpacked tables stay in memory."""


class Archive:
    """Tombstones, and the blobs behind them. A blob counts while a tombstone names its last point."""

    def __init__(self, links: Links, place: ArchivePlace) -> None:
        self._links = links
        self._place = place
        self._kept: OrderedDict[tuple[str, Point], list[StoredEvent]] = OrderedDict()

    async def final_point(self, table_id: str) -> Point | None:
        """Where an archived table ended; None for one that is not archived. Raises StoreUnavailable, StoreMalformed."""
        partition = partition_of(table_id)
        data = await self._links.ask(partition, "HGET", archived_key(partition), table_id)
        return None if data is None else _point(table_id, data)

    async def tables(self, partition: int) -> list[str]:
        """The archived tables of a partition, in order."""
        reply = await self._links.ask(partition, "HKEYS", archived_key(partition))
        return sorted(table_id.decode() for table_id in reply)

    async def count(self, partition: int) -> int:
        """How many tables of a partition are archived."""
        return int(await self._links.ask(partition, "HLEN", archived_key(partition)))

    async def read(self, table_id: str) -> list[StoredEvent] | None:
        """All events of an archived table; None for one that is not archived.

        Raises StoreUnavailable, or StoreMalformed where the blob is missing or damaged.
        """
        final = await self.final_point(table_id)
        if final is None:
            return None
        kept = self._kept.get((table_id, final))
        if kept is None:
            kept = await self._unpacked(table_id, final)
            if kept is None:
                return None
            self._kept[table_id, final] = kept
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return kept

    async def blob(self, table_id: str) -> bytes | None:
        """The blob of a table, archived or about to be; None when there is none."""
        return await self._place.get(table_id)

    async def put(self, table_id: str, blob: bytes) -> None:
        """Write a blob, which counts only once `bury` has gone through."""
        await self._place.put(table_id, blob)

    async def bury(self, table_id: str, final: Point) -> bool:
        """Delete the stream that ends at this point and leave a tombstone; False, and nothing done, if it does not.

        The blob must have been written and read back before. Raises StoreUnavailable or OutcomeUnknown.
        """
        partition = partition_of(table_id)
        arguments: list[Argument] = [table_key(table_id), commands_key(table_id), deadlines_key(partition)]
        arguments += [archived_key(partition), table_id, final.version, final.event_id]
        return bool(await self._links.invoke(partition, ARCHIVE, 4, arguments) == 1)

    async def admit(self, table_id: str, final: Point) -> bool:
        """Lay a tombstone for a table that was played elsewhere; False, and nothing done, if there is such a table.

        The blob must have been written before. Raises StoreUnavailable or OutcomeUnknown.
        """
        partition = partition_of(table_id)
        arguments: list[Argument] = [table_key(table_id), archived_key(partition), imported_key(partition)]
        arguments += [table_id, _tombstone(final)]
        return bool(await self._links.invoke(partition, ADMIT, 3, arguments) == 1)

    async def imported(self, partition: int) -> set[str]:
        """The tables of a partition that were played elsewhere."""
        reply = await self._links.ask(partition, "SMEMBERS", imported_key(partition))
        return {table_id.decode() for table_id in reply}

    async def restore(self, table_id: str) -> bool:
        """Write the stream of an archived table again; False for one that is not archived.

        Raises as `read`, and OutcomeUnknown.
        """
        stored = await self.read(table_id)
        if stored is None:
            return False
        partition, final = partition_of(table_id), stored[-1].point
        arguments: list[Argument] = [table_key(table_id), archived_key(partition), table_id, _tombstone(final)]
        for event in stored:
            arguments += (event.point.event_id, event.data)
        restored = await self._links.invoke(partition, RESTORE, 2, arguments) == 1
        if restored:
            self._kept.pop((table_id, final), None)
            await self._place.delete(table_id)
        return bool(restored)

    async def _unpacked(self, table_id: str, final: Point) -> list[StoredEvent] | None:
        blob = await self._place.get(table_id)
        if blob is None:
            if await self.final_point(table_id) is None:  # it was restored meanwhile
                return None
            raise StoreMalformed(f"table {table_id} is archived, but its blob is not where archives are kept")
        try:
            events = unpack(blob)
        except DamagedArchive as error:
            raise StoreMalformed(f"the archive of table {table_id} is damaged: {error}") from error
        stored = stored_events(events)
        if not stored or stored[-1].point != final:
            raise StoreMalformed(f"the archive of table {table_id} does not end at its tombstone's point")
        return stored


def stored_events(events: Sequence[Event]) -> list[StoredEvent]:
    """Events as the store gives them back."""
    return [
        StoredEvent(Point(event.version, event.event_id), event.SerializeToString(deterministic=True))
        for event in events
    ]


def _tombstone(point: Point) -> bytes:
    return b"%d " % point.version + point.event_id


def _point(table_id: str, data: bytes) -> Point:
    version, blank, event_id = data.partition(b" ")
    if not blank or not version.isdigit():
        raise StoreMalformed(f'the tombstone of table {table_id} is not "<version> <event id>"')
    return Point(int(version), event_id)
