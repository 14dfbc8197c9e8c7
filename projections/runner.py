"""The runner of one partition: reads its feed, folds the events into every projection's rows, and commits."""

import asyncio
import logging
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from projections.cursor import Cursor
from projections.feed import LONGEST_READ, FeedRun, Feeds
from projections.folding import (
    Event,
    FoldedRow,
    Unfoldable,
    fold_on,
    fold_rows,
    fold_stream,
    is_undone,
    read_event,
    read_events,
)
from projections.keys import model_keys
from projections.lane import Lane, OutpacedError, Stored, commit
from projections.models import Models
from projections.projection import AnyProjection, TableContext
from projections.tables import Tables
from server.games.kernel.game import Catalogue
from server.store.errors import OutcomeUnknown, StoreMalformed, StoreUnavailable
from server.store.points import FEED_START, FeedEntry, FeedPlace, StoredEvent
from server.store.store import EventStore

log = logging.getLogger(__name__)


class FeedLostError(Exception):
    """The feed does not go on from a cursor: history went back, or the feed was trimmed too far."""

    def __init__(self, partition: int, place: FeedPlace) -> None:
        super().__init__(f"the feed of partition {partition} does not go on behind position {place.position}")
        self.place = place


class Meter(Protocol):
    """Takes note of what runners do; must be quick."""

    def committed(self, projections: Sequence[str], events: Sequence[Event]) -> None:
        """A batch of events is visible now in these projections."""

    def outpaced(self, projection: str) -> None:
        """A batch was folded in vain, for another was faster."""


class NoMeter:
    """Takes note of nothing."""

    def committed(self, projections: Sequence[str], events: Sequence[Event]) -> None:
        """Do nothing."""

    def outpaced(self, projection: str) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class House:
    """What runners share: the store, the games, and what is kept in memory."""

    models: Models
    feeds: Feeds
    streams: EventStore
    tables: Tables
    games: Catalogue
    meter: Meter

    def apart(self) -> "House":
        """The same house with a memory of its own, for work beside the live models, of which nothing is told."""
        return replace(self, tables=Tables(self.streams, self.games, capacity=100), meter=NoMeter())


class _Happening(NamedTuple):
    """An entry of the feed with its event, or with the reason why it has none."""

    entry: FeedEntry
    event: Event
    unreadable: Unfoldable | None = None

    @property
    def plain(self) -> bool:
        """Whether the event can be folded like any other."""
        return self.unreadable is None and not is_undone(self.event)

    @property
    def before(self) -> tuple[str, int]:
        """The table, and the version before."""
        return self.entry.table_id, self.entry.point.version - 1


async def open_lane(house: House, projection: AnyProjection, partition: int) -> Lane:
    """The live lane of a projection in a partition, as it is stored. Raises StoreUnavailable, StoreMalformed."""
    keys = model_keys(projection.key, partition)
    cursor, parked, skipped = await asyncio.gather(
        house.models.cursor(keys), house.models.parked(keys), house.models.skipped(projection, partition)
    )
    start = cursor or Cursor(FEED_START, secrets.token_hex(4))
    return Lane(projection, keys, house.models, Stored(cursor, parked, skipped), start)


class Runner:
    """Carries lanes of one partition along its feed. One read of the feed serves them all."""

    def __init__(self, house: House, partition: int) -> None:
        self.partition = partition
        self.lanes: dict[str, Lane] = {}
        """The lanes that are looked after, by the projection's key."""
        self._house = house

    async def step(self) -> bool:
        """Read, fold and commit one batch for all lanes that stand together. Says whether the feed goes on behind it.

        Raises FeedLostError, OutpacedError, StoreUnavailable, OutcomeUnknown or StoreMalformed; the lanes are then of
        no more use.
        """
        groups: dict[FeedPlace, list[Lane]] = {}
        for lane in self.lanes.values():
            groups.setdefault(lane.cursor.place, []).append(lane)
        more = False
        leading: FeedPlace | None = None
        for place, lanes in sorted(groups.items(), key=lambda group: -group[0].position):
            # Those behind come no further than those in front, so that one read soon serves them together.
            limit = LONGEST_READ if leading is None else min(LONGEST_READ, leading.position - place.position)
            more = await self._advance(place, lanes, limit) or more
            leading = leading or lanes[0].cursor.place
        self._house.tables.trim()
        return more

    async def _advance(self, place: FeedPlace, lanes: Sequence[Lane], limit: int) -> bool:
        """Carry lanes that stand at one place a batch further; says whether the feed goes on behind it."""
        run = await self._house.feeds.after(self.partition, place, limit)
        if run.lost:
            raise FeedLostError(self.partition, place)
        happenings = _whole_commands([_happening(entry) for entry in run.entries], run)
        if not happenings:
            return False
        await self._prepare(lanes, happenings)
        for run_of_table in _by_table(happenings):
            await self._fold_run(lanes, run_of_table)
        await self._commit(lanes, happenings)
        return run.more or len(happenings) < len(run.entries)

    async def _prepare(self, lanes: Sequence[Lane], happenings: Sequence[_Happening]) -> None:
        """Read what is not in memory of what the happenings are folded into, in one go."""
        first: dict[str, Event] = {}
        for happening in happenings:
            first.setdefault(happening.entry.table_id, happening.event)
        folding = [lane for lane in lanes if lane.projection.folds]
        folded = {table_id for table_id in first if any(lane.parked(table_id) is None for lane in folding)}
        reads = [lane.prepare(first) for lane in lanes if lane.missing(first)]
        if self._house.tables.missing(first, folded):
            reads.append(self._house.tables.prepare(first, folded))
        if reads:
            await asyncio.gather(*reads)

    async def _fold_run(self, lanes: Sequence[Lane], run: Sequence[_Happening]) -> None:
        """Fold a table's next events: in one go in the usual case, in which nothing is missing, parked or undone."""
        (table_id, before), last = run[0].before, run[-1].entry
        standing = self._house.tables.standing(table_id, before)
        usual = (
            standing is not None
            and last.point.version == before + len(run)
            and all(happening.plain for happening in run)
            and all(lane.stands_at(table_id, before) for lane in lanes)
        )
        if standing is None or not usual:
            for happening in run:
                await self._fold_one(lanes, happening)
            return
        folders = [lane.folder(table_id, *standing) for lane in lanes]
        table = standing[1].table if any(lane.projection.folds for lane in lanes) else None
        try:
            fold_on(folders, [happening.event for happening in run], table)
        except Unfoldable as stumble:
            _log_stumble("a projection", table_id, stumble.version, stumble.__cause__ or stumble)
            self._house.tables.drop(table_id)
            await self._fold_anew(lanes, last)
            return
        for lane in lanes:
            lane.came_to(table_id, last.point)

    async def _fold_one(self, lanes: Sequence[Lane], happening: _Happening) -> None:
        entry, event = happening.entry, happening.event
        going_on = [lane for lane in lanes if self._goes_on(lane, entry, event)]
        if not going_on:
            return
        if happening.unreadable is not None:
            for lane in going_on:
                lane.park(entry.table_id, happening.unreadable, entry.point.version)
            return
        stumbled: list[Lane] = []
        if is_undone(event):
            stumbled = going_on
        else:
            plain = [lane for lane in going_on if not lane.projection.folds]
            if plain:
                stumbled += _fold_lanes(plain, entry, event, await self._header(entry, event))
            if len(plain) < len(going_on):
                folding = [lane for lane in going_on if lane.projection.folds]
                stumbled += _fold_lanes(folding, entry, event, await self._folded_table(entry, event))
        if stumbled:
            await self._fold_anew(stumbled, entry)

    def _goes_on(self, lane: Lane, entry: FeedEntry, event: Event) -> bool:
        """Whether an event is the next to be folded into its table's row."""
        version = entry.point.version
        parked = lane.parked(entry.table_id)
        if parked is not None:
            if is_undone(event) and event.table.undone.to_version < parked.from_version:
                return True  # the event that it stumbled over does not count any more
            lane.wait(parked, version)
            return False
        known = lane.version(entry.table_id)
        if version > known + 1:
            lane.park(entry.table_id, Unfoldable(known + 1, f"the feed goes on with version {version}"), version)
        return version == known + 1

    async def _header(self, entry: FeedEntry, event: Event) -> TableContext | None:
        """How the table was opened; None when that can't be told."""
        try:
            return await self._house.tables.header(entry.table_id, event)
        except (StoreUnavailable, OutcomeUnknown):
            raise
        except Exception as error:
            _log_stumble("the kernel", entry.table_id, event.version, error)
            return None

    async def _folded_table(self, entry: FeedEntry, event: Event) -> TableContext | None:
        """The table right after an event; None when the kernel can't fold it."""
        try:
            return await self._house.tables.after(entry.table_id, event)
        except (StoreUnavailable, OutcomeUnknown):
            raise
        except Exception as error:
            _log_stumble("the kernel", entry.table_id, event.version, error)
            return None

    async def _fold_anew(self, lanes: Sequence[Lane], entry: FeedEntry) -> None:
        """Replace rows by ones that are folded from the table's stream; where that stops, the table is parked."""
        table_id, version = entry.table_id, entry.point.version
        try:
            stored = await self._house.streams.read(table_id, limit=version)
        except StoreMalformed as error:
            obstacle = str(error)
        else:
            if stored and stored[-1].point == entry.point:
                self._replace(lanes, table_id, stored)
                return
            obstacle = f"the table's own stream does not hold version {version} of the feed"
        for lane in lanes:
            lane.abandon(table_id, obstacle, version)

    def _replace(self, lanes: Sequence[Lane], table_id: str, stored: Sequence[StoredEvent]) -> None:
        """Replace rows in one pass; if any of them stops on the way, each on its own."""
        last, games = stored[-1].point, self._house.games
        try:
            wanted = [(lane.projection, lane.skipped(table_id)) for lane in lanes]
            rows, table = fold_rows(wanted, read_events(stored), games)
        except Unfoldable:
            for lane in lanes:
                folded = fold_stream(lane.projection, stored, games, lane.skipped(table_id))
                lane.replace(table_id, folded, last.version)
            return
        for lane, row in zip(lanes, rows, strict=True):
            lane.replace(table_id, FoldedRow(row, last), last.version)
        if table.version == last.version:
            self._house.tables.keep(table_id, table)

    async def _commit(self, lanes: Sequence[Lane], happenings: Sequence[_Happening]) -> None:
        outpaced = await commit(self._house.models, lanes, happenings[-1].entry.place)
        going_on = [lane.projection.key for lane in lanes if lane not in outpaced]
        self._house.meter.committed(going_on, [happening.event for happening in happenings])
        for lane in outpaced:
            self._house.meter.outpaced(lane.projection.key)
        if outpaced:
            raise OutpacedError(f"{outpaced[0].projection.key} in partition {self.partition}")


def _fold_lanes(lanes: Sequence[Lane], entry: FeedEntry, event: Event, context: TableContext | None) -> list[Lane]:
    """Fold an event into the rows of lanes; gives those that could not, whose rows are to be made anew."""
    if context is None:
        return list(lanes)
    stumbled: list[Lane] = []
    for lane in lanes:
        try:
            lane.fold(entry.table_id, event, context)
        except Exception as error:
            _log_stumble(lane.projection.key, entry.table_id, event.version, error)
            stumbled.append(lane)
    return stumbled


def _log_stumble(who: str, table_id: str, version: int, error: BaseException) -> None:
    """Say where and over what kind of error; its words may tell hidden things, so they are for operators to ask for."""
    log.warning("%s stumbled over version %d of table %s: %s", who, version, table_id, type(error).__name__)


def _happening(entry: FeedEntry) -> _Happening:
    try:
        return _Happening(entry, read_event(entry.data))
    except Unfoldable as error:
        return _Happening(entry, Event(version=entry.point.version), Unfoldable(entry.point.version, error.reason))


def _by_table(happenings: Sequence[_Happening]) -> Iterable[list[_Happening]]:
    """Each table's happenings, in order. Tables know nothing of each other, so their own order is all that matters."""
    runs: dict[str, list[_Happening]] = {}
    for happening in happenings:
        runs.setdefault(happening.entry.table_id, []).append(happening)
    return runs.values()


def _whole_commands(happenings: list[_Happening], run: FeedRun) -> list[_Happening]:
    """Leave a command whose end was not read for the next batch, so that no row shows half of it."""
    if not run.more:
        return happenings
    for end in range(len(happenings), 0, -1):
        if happenings[end - 1].event.last:
            return happenings[:end]
    return happenings
