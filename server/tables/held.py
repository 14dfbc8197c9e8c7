"""Tables held in memory, and how they are brought up to the store's last point."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from ludarium.v1 import events_pb2

from server.games.kernel.admission import unknown_table
from server.games.kernel.game import Catalogue
from server.games.kernel.table import Table, UnknownEvent, fold
from server.store.points import EVENT_ID_BYTES, Point, StoredEvent
from server.store.store import EventStore
from server.tables import refusals
from server.tables.orders import last_point


class Held:
    """One table in memory. Whoever reads or changes it holds its lock."""

    __slots__ = ("_ids", "latest", "lock", "suspect", "table", "table_id")

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        """The folded table; None when it has to be folded anew."""
        self.latest = 0
        """The highest version that anybody has told of."""
        self.suspect = False
        """History may have gone back: what is held is not to be believed."""
        self._ids = bytearray()

    @property
    def fresh(self) -> bool:
        """Whether, as far as is known, the table in memory stands at the store's last point."""
        return self.table is not None and not self.suspect and self.latest <= self.table.version

    def drop(self) -> None:
        """Forget the table: the next use folds it anew."""
        self.table = None
        self.latest = 0
        self.suspect = False
        self._ids.clear()

    def keep(self, table: Table, event_ids: Sequence[bytes]) -> None:
        """Hold a table folded from the beginning, with the ids of its events."""
        self.drop()
        self.table = table
        self._ids += b"".join(event_ids)

    def advance(self, events: Sequence[events_pb2.Event], *, evolved: bool) -> None:
        """Take in the events that follow; `evolved` says that `decide` has folded game events into the state already.

        Drops the table where that can't be done.
        """
        table = self.table
        if table is None:
            return
        if any(undoes(event) for event in events):
            self.drop()
            return
        try:
            if evolved:
                table.accept(events)
            else:
                for event in events:
                    table.apply(event)
            self._ids += b"".join([event.event_id for event in events])
        except BaseException:
            self.drop()
            raise

    def knows(self, point: Point) -> bool:
        """Whether the point is part of the history of the table in memory."""
        if point.version == 0:
            return True
        end = point.version * EVENT_ID_BYTES
        return bytes(self._ids[end - EVENT_ID_BYTES : end]) == point.event_id


def undoes(event: events_pb2.Event) -> bool:
    """Whether the event is an Undone, which only a fold of the whole history can take in."""
    return event.WhichOneof("payload") == "table" and event.table.HasField("undone")


class Shelf:
    """The tables in memory, the least recently used of them given up when there are too many."""

    def __init__(self, size: int) -> None:
        """`size` is how many tables are kept; those at work are never given up."""
        self._size = size
        self._held: OrderedDict[str, Held] = OrderedDict()

    def hold(self, table_id: str) -> Held:
        """The table's place in memory, empty if it was not there."""
        held = self._held.get(table_id)
        if held is not None:
            self._held.move_to_end(table_id)
            return held
        held = self._held[table_id] = Held(table_id)
        self._make_room()
        return held

    def find(self, table_id: str) -> Held | None:
        """The table's place in memory, if it has one."""
        return self._held.get(table_id)

    def forget(self, held: Held) -> None:
        """Give up a place that turned out to be for no table at all."""
        if self._held.get(held.table_id) is held and held.table is None:
            del self._held[held.table_id]

    def __iter__(self) -> Iterator[Held]:
        return iter(tuple(self._held.values()))

    def _make_room(self) -> None:
        if len(self._held) <= self._size:
            return
        idle = next((held for held in self._held.values() if not held.lock.locked()), None)
        if idle is not None:
            del self._held[idle.table_id]


class Loader:
    """Brings held tables to the store's last point."""

    def __init__(self, store: EventStore, games: Catalogue) -> None:
        self._store = store
        self._games = games

    async def load(self, held: Held) -> Table:
        """Fold what is missing. Raises Rejected(UNKNOWN_TABLE, NEEDS_NEWER_SERVER) and StoreUnavailable."""
        if held.suspect:
            held.drop()
        try:
            table = held.table
            if table is not None and await self._catch_up(held, table):
                return table
            return await self._fold(held)
        except UnknownEvent:
            held.drop()
            raise refusals.needs_newer_server(held.table_id) from None

    async def load_with(self, held: Held, events: Sequence[events_pb2.Event]) -> None:
        """Fold the table anew as it will stand after these events, unless it has gone on. Raises StoreUnavailable."""
        stored = await self._store.read(held.table_id, limit=events[0].version)
        if len(stored) != events[0].version - 1:
            return
        ids = [event.point.event_id for event in stored] + [event.event_id for event in events]
        held.keep(fold([*parsed(stored), *events], self._games), ids)

    async def confirm(self, held: Held) -> bool:
        """Whether the table in memory stands at the store's last point; if not, the next load mends it."""
        table = held.table
        if table is None:
            return False
        last = await self._store.last(held.table_id)
        if last == last_point(table):
            return True
        held.latest = max(held.latest, last.version)
        held.suspect = held.suspect or last.version <= table.version
        return False

    async def _catch_up(self, held: Held, table: Table) -> bool:
        """Fold the events after the table's version; False when it has to be folded from the beginning."""
        stored = await self._store.read(held.table_id, after=table.version - 1)
        if not stored or stored[0].point != last_point(table):
            return False
        events = parsed(stored[1:])
        held.advance(events, evolved=False)
        return held.table is not None

    async def _fold(self, held: Held) -> Table:
        stored = await self._store.read(held.table_id)
        if not stored:
            raise unknown_table(held.table_id)
        table = fold(parsed(stored), self._games)
        held.keep(table, [event.point.event_id for event in stored])
        return table


def parsed(stored: Sequence[StoredEvent]) -> list[events_pb2.Event]:
    """The events of a read."""
    return [events_pb2.Event.FromString(event.data) for event in stored]
