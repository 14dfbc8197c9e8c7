"""Parked tables: what an operator may do about a table that a projection could not go on with."""

from collections.abc import Sequence
from dataclasses import dataclass

from projections.folding import FoldedRow, fold_stream
from projections.keys import model_keys
from projections.models import Models, ParkedChange, StoredRow
from projections.projection import AnyProjection, write
from server.games.kernel.game import Catalogue
from server.store.partitions import partition_of
from server.store.points import StoredEvent
from server.store.store import EventStore

ATTEMPTS = 50
MOST_SKIPPED = 100


class NotParkedError(Exception):
    """The table is not parked in that projection."""


class StillStuckError(Exception):
    """The projection stumbles again at a version (0: none), so the table stays parked. The message says why."""

    def __init__(self, message: str, version: int = 0) -> None:
        super().__init__(message)
        self.version = version


@dataclass(frozen=True, slots=True)
class Settled:
    """What a retry or a skip comes to: the version that the row shows, and the versions that are left out of it."""

    version: int
    skipped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    """A parked table as it was looked at."""

    table_id: str
    entry: bytes
    row: StoredRow | None
    skipped: frozenset[int]
    stored: Sequence[StoredEvent]


class Parking:
    """Retries and skips what is parked. A table that goes on being played meanwhile is looked at again."""

    def __init__(self, models: Models, streams: EventStore, games: Catalogue) -> None:
        self._models = models
        self._streams = streams
        self._games = games

    async def retry(self, projection: AnyProjection, table_id: str) -> Settled:
        """Fold a parked table anew from its stream. Raises NotParkedError, StillStuckError or StoreUnavailable."""
        for _ in range(ATTEMPTS):
            case = await self._look(projection, table_id)
            folded = self._fold(projection, case, case.skipped)
            if folded.stopped is not None:
                message = f"{projection.name} stumbles over {table_id} again: {folded.stopped}"
                raise StillStuckError(message, folded.stopped.version)
            if await self._settle(projection, case, folded, None):
                return Settled(folded.point.version, tuple(sorted(case.skipped)))
        raise _busy(table_id)

    async def preview_skip(self, projection: AnyProjection, table_id: str) -> Settled:
        """What a skip would leave out, and where it would come to; nothing changes. Raises as `skip`."""
        folded, skipped = self._skipping(projection, await self._look(projection, table_id))
        return Settled(folded.point.version, tuple(sorted(skipped)))

    async def skip(self, projection: AnyProjection, table_id: str) -> Settled:
        """Fold a parked table anew without the events that the projection stumbles over; rebuilds omit them too.

        Raises NotParkedError, StillStuckError where the table itself can't be folded, or StoreUnavailable.
        """
        for _ in range(ATTEMPTS):
            case = await self._look(projection, table_id)
            folded, skipped = self._skipping(projection, case)
            if await self._settle(projection, case, folded, skipped):
                return Settled(folded.point.version, tuple(sorted(skipped)))
        raise _busy(table_id)

    async def _look(self, projection: AnyProjection, table_id: str) -> _Case:
        partition = partition_of(table_id)
        keys = model_keys(projection.key, partition)
        entry = await self._models.parked_table(keys, table_id)
        if entry is None:
            raise NotParkedError(f"Table {table_id} is not parked in {projection.name}.")
        (row,) = await self._models.rows(keys, (table_id,))
        skipped = (await self._models.skipped(projection, partition)).get(table_id, frozenset())
        # Read last, the stream holds every event that the entry counts as waiting.
        return _Case(table_id, entry, row, skipped, await self._streams.read(table_id))

    def _fold(self, projection: AnyProjection, case: _Case, skipped: frozenset[int]) -> FoldedRow:
        return fold_stream(projection, case.stored, self._games, skipped)

    def _skipping(self, projection: AnyProjection, case: _Case) -> tuple[FoldedRow, frozenset[int]]:
        skipped = case.skipped
        for _ in range(MOST_SKIPPED):
            folded = self._fold(projection, case, skipped)
            if folded.stopped is None:
                return folded, skipped
            if folded.stopped.version in skipped:
                message = f"Table {case.table_id} itself can't be folded, so no skip helps: {folded.stopped}"
                raise StillStuckError(message, folded.stopped.version)
            skipped |= {folded.stopped.version}
        raise StillStuckError(f"{projection.name} stumbles over more than {MOST_SKIPPED} events of {case.table_id}.")

    async def _settle(
        self, projection: AnyProjection, case: _Case, folded: FoldedRow, skipped: frozenset[int] | None
    ) -> bool:
        before = projection.members(projection.read(case.row.data), case.table_id) if case.row else frozenset()
        after = projection.members(folded.row, case.table_id)
        members = [
            *(f"-{entry}" for entry in sorted(before - after)),
            *(f"+{entry}" for entry in sorted(after - before)),
        ]
        parked = ParkedChange(case.table_id, case.entry, b"")
        row = StoredRow(folded.point, write(folded.row))
        keys = model_keys(projection.key, partition_of(case.table_id))
        return await self._models.settle(projection, keys, parked, row, members, skipped)


def _busy(table_id: str) -> StillStuckError:
    return StillStuckError(f"Table {table_id} is being played so fast that it could not be settled; try again.")
