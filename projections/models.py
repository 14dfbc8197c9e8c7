"""Stored read models: rows, points, cursors, facets and parked tables, read and written together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from google.protobuf.message import DecodeError
from ludarium.v1 import queries_pb2

from projections.connection import Connection
from projections.cursor import Cursor, read_point, write_point
from projections.functions import COMMIT, ROWS, SETTLE, SWAP
from projections.keys import ModelKeys, rows_channel, skipped_key
from projections.projection import AnyProjection
from server.store.errors import StoreMalformed
from server.store.partitions import archived_key, partition_tag
from server.store.points import Point
from server.store.wire import Argument

ParkedTable = queries_pb2.ParkedTable


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row as it is stored: the point it has come to and its bytes."""

    point: Point
    data: bytes


@dataclass(frozen=True, slots=True)
class ParkedChange:
    """A parked entry that becomes another: bytes before and after, "" for none."""

    table_id: str
    before: bytes
    after: bytes


@dataclass(slots=True)
class Changes:
    """What a batch of events changes in one read model of one partition."""

    points: dict[str, Point] = field(default_factory=dict)
    rows: dict[str, bytes] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    parked: list[ParkedChange] = field(default_factory=list)

    def arguments(self) -> list[Argument]:
        """The five lists that the commit function takes."""
        points = [part for table, point in self.points.items() for part in (table, write_point(point))]
        rows = [part for table, row in self.rows.items() for part in (table, row)]
        parked = [part for change in self.parked for part in (change.table_id, change.before, change.after)]
        lists: tuple[Sequence[Argument], ...] = (points, rows, self.added, self.removed, parked)
        return [argument for members in lists for argument in (len(members), *members)]

    @property
    def changed_tables(self) -> Iterable[str]:
        """The tables whose rows have come to another point."""
        return self.points


class Batch(NamedTuple):
    """What a batch of events changes in a model, and the model's cursor before (None: not begun) and behind it.

    A model that is being rebuilt lives for `lives_seconds` only, and makes no news; 0 is for one that stays.
    """

    projection: str
    keys: ModelKeys
    expected: Cursor | None
    cursor: Cursor
    changes: Changes
    lives_seconds: int = 0

    def arguments(self) -> list[Argument]:
        """A model's part of what the commit function takes."""
        tables = () if self.lives_seconds else self.changes.changed_tables
        news = news_of(self.projection, tables) if tables else ""
        expected = bytes(self.expected) if self.expected else b""
        return [expected, bytes(self.cursor), self.lives_seconds, news, *self.changes.arguments()]


def news_of(projection: str, table_ids: Iterable[str]) -> str:
    """The news that rows of a projection have changed; no tables means any."""
    return " ".join((projection, *table_ids))


class Models:
    """Reads and writes the read models of every partition."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def cursor(self, keys: ModelKeys) -> Cursor | None:
        """How far a model has come; None for one that was never begun. Raises StoreUnavailable, StoreMalformed."""
        data = await self._connection.ask(keys.partition, "GET", keys.cursor)
        return None if data is None else Cursor.read(data)

    async def rows(self, keys: ModelKeys, table_ids: Sequence[str]) -> list[StoredRow | None]:
        """The rows of these tables, all as of one moment; None for a table that has none."""
        if not table_ids:
            return []
        reply = await self._connection.ask_function(keys.partition, ROWS, (keys.points, keys.rows), table_ids)
        pairs = zip(reply[::2], reply[1::2], strict=True)
        return [None if point is None else StoredRow(read_point(point), data or b"") for point, data in pairs]

    async def points(self, keys: ModelKeys) -> dict[str, Point]:
        """How far every row of a model has come, by table."""
        reply = await self._connection.ask(keys.partition, "HGETALL", keys.points)
        return {table.decode(): read_point(point) for table, point in zip(reply[::2], reply[1::2], strict=True)}

    async def parked(self, keys: ModelKeys) -> dict[str, bytes]:
        """The parked entries of a model, by table."""
        reply = await self._connection.ask(keys.partition, "HGETALL", keys.parked)
        return {table.decode(): entry for table, entry in zip(reply[::2], reply[1::2], strict=True)}

    async def parked_count(self, keys: ModelKeys) -> int:
        """How many tables of a model are parked."""
        count: int = await self._connection.ask(keys.partition, "HLEN", keys.parked)
        return count

    async def parked_table(self, keys: ModelKeys, table_id: str) -> bytes | None:
        """One parked entry; None when the table is not parked."""
        entry: bytes | None = await self._connection.ask(keys.partition, "HGET", keys.parked, table_id)
        return entry

    async def skipped(self, projection: AnyProjection, partition: int) -> dict[str, frozenset[int]]:
        """The versions that an operator told a projection to leave out, by table."""
        reply = await self._connection.ask(partition, "HGETALL", skipped_key(projection.key, partition))
        return {
            table.decode(): frozenset(map(int, versions.split()))
            for table, versions in zip(reply[::2], reply[1::2], strict=True)
        }

    async def list_places(self, keys: ModelKeys, facet: str, before: str, limit: int) -> list[str]:
        """The places of a facet's tables, highest first, from those below `before` ("": from the highest) on.

        A place is a rank and a table as `table_of` reads it; places of all partitions sort as lists do.
        """
        highest = f"({facet}\0{before}" if before else f"({facet}\1"
        reply = await self._connection.ask(
            *(keys.partition, "ZRANGE", keys.index, highest, f"[{facet}\0", "BYLEX", "REV", "LIMIT", 0, limit)
        )
        return [entry.decode().rpartition("\0")[2] for entry in reply]

    async def index_entries(self, keys: ModelKeys) -> list[str]:
        """Every entry of a model's index, in order."""
        return [entry.decode() for entry in await self._connection.ask(keys.partition, "ZRANGE", keys.index, 0, -1)]

    async def commit(self, partition: int, batches: Sequence[Batch]) -> list[bool]:
        """Writes what changed in models of one partition, in one call: of each its rows and the cursor behind them.

        False for a model in which another was faster, and of which nothing was written. Raises StoreUnavailable
        (nothing was written) or OutcomeUnknown.
        """
        keys: list[str] = []
        arguments: list[Argument] = [rows_channel(partition)]
        for batch in batches:
            keys += batch.keys.all
            arguments += batch.arguments()
        reply = await self._connection.call_function(partition, COMMIT, keys, arguments)
        return [done == 1 for done in reply]

    async def settle(
        self,
        projection: AnyProjection,
        keys: ModelKeys,
        parked: ParkedChange,
        row: StoredRow,
        members: Sequence[str],
        skipped: frozenset[int] | None,
    ) -> bool:
        """Gives a parked table a row; False, and nothing written, if the parked entry is another one by now.

        `members` are index entries with a "+" or "-" before them; `skipped` None leaves what is skipped as it is.
        """
        versions = "" if skipped is None else " ".join(map(str, sorted(skipped)))
        arguments: list[Argument] = [parked.table_id, parked.before, write_point(row.point), row.data, versions]
        arguments += [rows_channel(keys.partition), news_of(projection.key, (parked.table_id,)), *members]
        touched = (keys.points, keys.rows, keys.index, keys.parked, skipped_key(projection.key, keys.partition))
        return bool(await self._connection.call_function(keys.partition, SETTLE, touched, arguments) == 1)

    async def swap(
        self,
        projection: AnyProjection,
        rebuilt: ModelKeys,
        live: ModelKeys,
        cursor: Cursor,
        force: bool,
    ) -> bytes:
        """Puts a rebuilt model in the place of the live one: b"swapped", b"behind" or b"gone" (see swap.lua)."""
        arguments: list[Argument] = [
            bytes(cursor),
            int(force),
            rows_channel(live.partition),
            news_of(projection.key, ()),
        ]
        answer = await self._connection.call_function(live.partition, SWAP, (*rebuilt.all, *live.all), arguments)
        return bytes(answer)

    async def drop(self, keys: ModelKeys) -> None:
        """Removes a model."""
        await self._connection.ask(keys.partition, "UNLINK", *keys.all)

    async def tables_of(self, partitions: Iterable[int]) -> dict[int, list[str]]:
        """The tables that have a stream or are archived, by partition; looks at every key of the store."""
        stems = {f"{partition_tag(partition)}:table:".encode(): partition for partition in partitions}
        pattern = f"{next(iter(stems)).decode()}*" if len(stems) == 1 else "{p??}:table:*"
        found: dict[int, list[str]] = {partition: [] for partition in stems.values()}
        for key in sorted(await self._connection.keys(pattern)):
            stem, colon, table_id = key.rpartition(b":")
            if stem + colon in stems:
                found[stems[stem + colon]].append(table_id.decode())
        for partition, tables in found.items():
            archived = await self._connection.ask(partition, "HKEYS", archived_key(partition))
            tables[:] = sorted({*tables, *(table_id.decode() for table_id in archived)})
        return found


def table_of(place: str) -> str:
    """The table of a place in a list."""
    return place[16:]


def read_parked(table_id: str, entry: bytes) -> ParkedTable:
    """A parked entry in the words of the contract. Raises StoreMalformed."""
    try:
        return ParkedTable.FromString(entry)
    except DecodeError:
        raise StoreMalformed(f"the parked entry of table {table_id} is unreadable") from None
