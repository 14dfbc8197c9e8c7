"""A lane: one projection in one partition, with the rows it works on and what a batch of events has changed."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from google.protobuf.message import Message

from projections.cursor import Cursor
from projections.folding import Event, FoldedRow, Folder, Unfoldable
from projections.keys import ModelKeys
from projections.models import Batch, Changes, Models, ParkedChange, ParkedTable, StoredRow
from projections.projection import AnyProjection, TableContext, write
from server.store.points import NOWHERE, FeedPlace, Point

_NOTHING = StoredRow(NOWHERE, b"")


class OutpacedError(Exception):
    """Another worker, a rebuild or an operator was faster: what is held in memory is worth nothing any more."""


@dataclass(slots=True, eq=False)
class _Held:
    """A row in memory beside what is stored of it."""

    row: Message
    point: Point
    stored: StoredRow
    members: frozenset[str]


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored of a model besides its rows: the cursor (None: not begun), what is parked and what is skipped."""

    cursor: Cursor | None
    parked: dict[str, bytes]
    skipped: dict[str, frozenset[int]]


class Lane:
    """Folds events of one partition into the rows of one projection, and commits rows and cursor together."""

    def __init__(
        self,
        projection: AnyProjection,
        keys: ModelKeys,
        models: Models,
        stored: Stored,
        cursor: Cursor,
        *,
        capacity: int = 256,
        lives_seconds: int = 0,
    ) -> None:
        """`cursor` is where to go on, `capacity` how many rows stay in memory.

        `lives_seconds` is for a model that is being rebuilt: how long it stays when nobody writes to it any more.
        """
        self.projection = projection
        self.keys = keys
        self.cursor = cursor
        self._models = models
        self._stored_cursor = stored.cursor
        self._parked = stored.parked
        self._skipped = stored.skipped
        self._capacity = capacity
        self._lives_seconds = lives_seconds
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._touched: dict[str, None] = {}
        self._parked_now: dict[str, bytes] = {}

    def skipped(self, table_id: str) -> frozenset[int]:
        """The versions of a table that an operator told the projection to leave out."""
        return self._skipped.get(table_id, frozenset())

    def parked(self, table_id: str) -> ParkedTable | None:
        """What keeps a table from going on; None when nothing does."""
        if not self._parked_now and not self._parked:
            return None
        entry = self._parked_now.get(table_id, self._parked.get(table_id))
        return ParkedTable.FromString(entry) if entry else None

    def missing(self, table_ids: Iterable[str]) -> list[str]:
        """Which of these tables' rows are not in memory."""
        return [table_id for table_id in table_ids if table_id not in self._held]

    async def prepare(self, table_ids: Iterable[str]) -> None:
        """Read the rows of these tables where they are not in memory. Raises StoreUnavailable."""
        wanted = self.missing(table_ids)
        rows = await self._models.rows(self.keys, wanted)
        for table_id, stored in zip(wanted, rows, strict=True):
            self._held[table_id] = self._hold(table_id, stored)

    def version(self, table_id: str) -> int:
        """How far the row of a prepared table has come."""
        return self._held[table_id].point.version

    def stands_at(self, table_id: str, version: int) -> bool:
        """Whether the row of a prepared table has come just so far, and nothing keeps it from going on."""
        return self._held[table_id].point.version == version and self.parked(table_id) is None

    def folder(self, table_id: str, plain: TableContext, folded: TableContext) -> Folder:
        """The lane's part in a fold of the next events of a prepared table; `came_to` must follow, or `replace`."""
        context = folded if self.projection.folds else plain
        return Folder(self.projection.apply, self._held[table_id].row, context, self.skipped(table_id))

    def came_to(self, table_id: str, point: Point) -> None:
        """Note how far the row of a prepared table was folded."""
        self._held[table_id].point = point
        self._touched[table_id] = None

    def fold(self, table_id: str, event: Event, context: TableContext) -> None:
        """Fold the next event of a prepared table. Raises what the handler raises; the row must be replaced then."""
        held = self._held[table_id]
        self._touched[table_id] = None
        if event.version not in self.skipped(table_id):
            self.projection.apply(held.row, event, context)
        held.point = Point(event.version, event.event_id)

    def replace(self, table_id: str, folded: FoldedRow, version: int) -> None:
        """Set the row of a prepared table to one that was folded anew from its events up to `version`.

        Where that fold had to stop, the table is parked; otherwise a parked table goes on.
        """
        if folded.point != NOWHERE:
            held = self._held[table_id]
            held.row, held.point = folded.row, folded.point
            self._touched[table_id] = None
        if folded.stopped is not None:
            self.park(table_id, folded.stopped, version)
        elif self.parked(table_id) is not None:
            self._parked_now[table_id] = b""

    def park(self, table_id: str, stopped: Unfoldable, version: int) -> None:
        """Let a table wait from the version on at which the projection stopped; `version` is the last that waits."""
        parked = ParkedTable(table_id=table_id, from_version=stopped.version, error=stopped.reason)
        parked.waiting = version - stopped.version + 1
        self._parked_now[table_id] = write(parked)

    def abandon(self, table_id: str, reason: str, version: int) -> None:
        """Let a table wait whose stream can't be read: from the version on that its row is stored at."""
        held = self._held[table_id]
        held.row, held.point = self.projection.read(held.stored.data), held.stored.point
        self._touched.pop(table_id, None)
        self.park(table_id, Unfoldable(held.point.version + 1, reason), version)

    def wait(self, parked: ParkedTable, version: int) -> None:
        """Note that the events of a parked table wait up to this version."""
        parked.waiting = max(parked.waiting, version - parked.from_version + 1)
        self._parked_now[parked.table_id] = write(parked)

    def batch(self, place: FeedPlace) -> Batch:
        """What there is to commit now that the lane has come to this place of the feed."""
        cursor = Cursor(place, self.cursor.making)
        return Batch(
            *(self.projection.key, self.keys, self._stored_cursor, cursor, self._changes(), self._lives_seconds)
        )

    def committed(self, batch: Batch) -> None:
        """Note that a batch is stored."""
        self.cursor = self._stored_cursor = batch.cursor
        for change in batch.changes.parked:
            if change.after:
                self._parked[change.table_id] = change.after
            else:
                self._parked.pop(change.table_id, None)
        self._parked_now.clear()
        for table_id in self._touched:
            self._held.move_to_end(table_id)
        self._touched.clear()
        while len(self._held) > self._capacity:
            self._held.popitem(last=False)

    def _hold(self, table_id: str, stored: StoredRow | None) -> _Held:
        if stored is None:
            return _Held(self.projection.start(), NOWHERE, _NOTHING, frozenset())
        row = self.projection.read(stored.data)
        return _Held(row, stored.point, stored, self.projection.members(row, table_id))

    def _changes(self) -> Changes:
        changes = Changes()
        for table_id in self._touched:
            held = self._held[table_id]
            changes.points[table_id] = held.point
            data, before = write(held.row), held.stored.data
            held.stored = StoredRow(held.point, data)
            if data == before:
                continue
            changes.rows[table_id] = data
            members = self.projection.members(held.row, table_id)
            changes.added += sorted(members - held.members)
            changes.removed += sorted(held.members - members)
            held.members = members
        for table_id, after in self._parked_now.items():
            before = self._parked.get(table_id, b"")
            if after != before:
                changes.parked.append(ParkedChange(table_id, before, after))
        return changes


async def commit(models: Models, lanes: Sequence[Lane], place: FeedPlace) -> list[Lane]:
    """Write the changed rows of lanes of one partition, and their cursors, which have come to this place of the feed.

    Gives the lanes in which another was faster; those are of no more use. Raises StoreUnavailable or OutcomeUnknown:
    none of the lanes is then.
    """
    batches = [lane.batch(place) for lane in lanes]
    results = await models.commit(lanes[0].keys.partition, batches)
    outpaced: list[Lane] = []
    for lane, batch, done in zip(lanes, batches, results, strict=True):
        if done:
            lane.committed(batch)
        else:
            outpaced.append(lane)
    return outpaced
