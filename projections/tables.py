"""The tables as the kernel folds them, kept in memory and shared by all projections of a worker."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Mapping

from ludarium.v1 import events_pb2

from projections.folding import advance, fold_table, is_undone, read_event, read_events
from projections.projection import TableContext
from server.games.kernel.game import Catalogue
from server.games.kernel.table import Table, open_table
from server.store.partitions import partition_of
from server.store.store import EventStore

Event = events_pb2.Event


class Tables:
    """Folds tables event by event, and anew from their streams where that is needed. The least recently used go."""

    def __init__(self, streams: EventStore, games: Catalogue, capacity: int = 2000) -> None:
        self._streams = streams
        self._games = games
        self._capacity = capacity
        self._folded: OrderedDict[str, TableContext] = OrderedDict()
        self._headers: OrderedDict[str, TableContext] = OrderedDict()

    async def header(self, table_id: str, event: Event) -> TableContext:
        """How the table of an event was opened, without its state.

        Raises StoreUnavailable, or Unfoldable or UnknownEvent as the first event does.
        """
        context = self._headers.get(table_id)
        if event.version == 1:
            context = self._note_header(table_id, event)
        elif context is None:
            stored = await self._streams.read(table_id, limit=1)
            context = self._note_header(table_id, read_event(stored[0].data))
        self._headers.move_to_end(table_id)
        return context

    async def after(self, table_id: str, event: Event) -> TableContext:
        """The table right after an event of its stream.

        Raises StoreUnavailable, or whatever the kernel's fold may raise; the table is then forgotten.
        """
        context = self._folded.pop(table_id, None)
        table = None if context is None else context.table
        if event.version == 1:
            context = _context(open_table(event, self._games))
        elif table is not None and table.version == event.version - 1 and not is_undone(event):
            advance(table, event)
        elif table is None or table.version != event.version or table.event_id != event.event_id:
            context = _context(await self._fold(table_id, event.version))
        assert context is not None
        self._folded[table_id] = context
        return context

    def standing(self, table_id: str, version: int) -> tuple[TableContext, TableContext] | None:
        """A table that stands at a version, without its state and with it; None where memory has no such table."""
        plain, folded = self._headers.get(table_id), self._folded.get(table_id)
        if plain is None or folded is None or folded.table.version != version:
            return None
        self._headers.move_to_end(table_id)
        self._folded.move_to_end(table_id)
        return plain, folded

    def drop(self, table_id: str) -> None:
        """Forget the state of a table."""
        self._folded.pop(table_id, None)

    def keep(self, table_id: str, table: Table) -> None:
        """Go on from a table that was folded elsewhere."""
        self._folded[table_id] = _context(table)

    def missing(self, first: Mapping[str, Event], folded: Collection[str]) -> bool:
        """Whether `prepare` would have anything to read."""
        return any(
            event.version > 1
            and (table_id not in self._headers or (table_id in folded and table_id not in self._folded))
            for table_id, event in first.items()
        )

    async def prepare(self, first: Mapping[str, Event], folded: Collection[str]) -> None:
        """Read, in one go, what is needed to go on with these tables from these events on.

        Of the tables in `folded` the state is wanted too. What can't be read is left for `after` to stumble over.
        """
        later = {table_id: event for table_id, event in first.items() if event.version > 1}
        headers = (self.header(table_id, event) for table_id, event in later.items() if table_id not in self._headers)
        states = (self._hold(table_id, event.version - 1) for table_id, event in later.items() if table_id in folded)
        await asyncio.gather(*headers, *states, return_exceptions=True)

    def trim(self) -> None:
        """Let go of the tables that were not used for longest."""
        while len(self._folded) > self._capacity:
            self._folded.popitem(last=False)
        while len(self._headers) > 4 * self._capacity:
            self._headers.popitem(last=False)

    def forget(self, partition: int) -> None:
        """Forget the tables of a partition."""
        for table_id in [table_id for table_id in self._folded if partition_of(table_id) == partition]:
            del self._folded[table_id]
        for table_id in [table_id for table_id in self._headers if partition_of(table_id) == partition]:
            del self._headers[table_id]

    async def _hold(self, table_id: str, version: int) -> None:
        if table_id not in self._folded:
            self._folded[table_id] = _context(await self._fold(table_id, version))

    async def _fold(self, table_id: str, version: int) -> Table:
        return fold_table(read_events(await self._streams.read(table_id, limit=version)), self._games)

    def _note_header(self, table_id: str, event: Event) -> TableContext:
        table = open_table(event, self._games)
        context = self._headers[table_id] = TableContext(table.opened, table.game)
        return context


def _context(table: Table) -> TableContext:
    return TableContext(table.opened, table.game, table)
