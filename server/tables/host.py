"""The host of the aggregate: one command at a time at each table, decided, appended, acknowledged, then visible."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from ludarium.v1 import events_pb2

from server.access import faults
from server.games.kernel.clocks import Moment
from server.games.kernel.commands import Actor, Open
from server.games.kernel.decider import decide, open_new
from server.games.kernel.envelope import stamp
from server.games.kernel.game import Catalogue
from server.games.kernel.outcome import Outcome
from server.games.kernel.rejection import Rejected
from server.games.kernel.table import Table
from server.store.backoff import Backoff
from server.store.chain import Chain, new_key
from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.outcomes import Appended, Conflict, Reused, Seen
from server.store.outcomes import Outcome as AppendOutcome
from server.store.partitions import partition_of
from server.store.points import NOWHERE, FeedEntry, Point
from server.store.store import EventStore
from server.tables import refusals
from server.tables.clock import Clock, wall_clock
from server.tables.held import Held, Loader, Shelf, parsed
from server.tables.meter import Meter, NoMeter
from server.tables.orders import Answer, Order, last_point
from server.tables.patience import Patience
from server.tables.pulse import Pulse

REQUEST_SECONDS = 86_400.0
"""How long a request to open a table is remembered."""

CATCH_UP_SECONDS = 0.5
"""How long a point ahead of the store is waited for."""

_CATCH_UP_PAUSE = 0.05


@dataclass(slots=True)
class _Progress:
    """How far an order came: `unsettled` while an append was sent and its outcome is not known."""

    unsettled: bool = False

    def refusal(self) -> Rejected:
        """What to say when time runs out."""
        return faults.outcome_unknown() if self.unsettled else faults.store_unavailable()


class TableHost:
    """Decides commands and answers looks, for any table. Deadlines are in seconds of the running loop's clock."""

    def __init__(
        self,
        store: EventStore,
        games: Catalogue,
        *,
        cache_size: int = 1000,
        idle_seconds: float = 30 * 86_400.0,
        clock: Clock = wall_clock,
        meter: Meter | None = None,
        pulse: Pulse | None = None,
    ) -> None:
        """`cache_size` tables are kept in memory; one where nothing happens for `idle_seconds` is due to be aborted.

        `pulse` tells of outages, whose time is given back; without it none is.
        """
        self._store = store
        self._games = games
        self._shelf = Shelf(cache_size)
        self._loader = Loader(store, games)
        self.idle_ms = int(idle_seconds * 1000)
        """After how many milliseconds without an event a table is due to be aborted."""
        self._clock = clock
        self._pulse = pulse
        self._meter = meter or NoMeter()
        self._patience = Patience()

    @property
    def games(self) -> Catalogue:
        """The games by name."""
        return self._games

    def game_of(self, table_id: str) -> str:
        """The name of a table's game; empty where the table is not in memory."""
        held = self._shelf.find(table_id)
        return held.table.game.name if held is not None and held.table is not None else ""

    async def open(self, command: Open, actor: Actor, command_id: str, digest: bytes, deadline: float) -> Answer:
        """Open a table, once for each command id of an actor. Raises Rejected.

        The answer's first event says which table it is: an earlier one when the command is repeated.
        """
        outcome = open_new(command, actor, self._games)
        progress = _Progress()
        try:
            with self._patience.until(deadline):
                table_id = await self._claim(f"{actor.player_id}:{command_id}", command.table_id)
                if table_id != command.table_id:
                    command = replace(command, table_id=table_id)
                    outcome = open_new(command, actor, self._games)
                order = Order(table_id, actor, command, command_id, digest)
                now = self._clock()
                stamp(outcome, 0, now, command_id, _ids(command.id_key, b""))
                match await self._append(order, NOWHERE, outcome.payloads, now + self.idle_ms, progress):
                    case Appended(points):
                        return Answer(points[-1], tuple(outcome.payloads), None)
                    case Seen() as seen:
                        return await self._repeat(order, seen)
                    case Reused():
                        raise refusals.command_id_reused(command_id)
                    case Conflict():
                        raise RuntimeError(f"table {table_id} was opened by somebody else")
        except TimeoutError:
            raise progress.refusal() from None

    async def handle(self, order: Order, deadline: float) -> Answer:
        """Carry an order out, once for each command id. Raises Rejected, and then nothing has happened.

        Rejected(OUTCOME_UNKNOWN) is the one exception: the store may have taken the order.
        """
        held = self._shelf.hold(order.table_id)
        progress = _Progress()
        try:
            with self._patience.until(deadline):
                async with held.lock:
                    return await self._carry_out(held, order, progress)
        except TimeoutError:
            raise progress.refusal() from None
        finally:
            if held.table is None and not held.lock.locked():
                self._shelf.forget(held)

    @asynccontextmanager
    async def current(self, table_id: str, deadline: float, at_least: Point = NOWHERE) -> AsyncIterator[Table]:
        """The table at the store's last point, at or past a client's point; nobody changes it meanwhile.

        Look, and don't await inside. Raises Rejected(UNKNOWN_TABLE, HISTORY_WENT_BACK, NEEDS_NEWER_SERVER,
        STORE_UNAVAILABLE).
        """
        held = self._shelf.hold(table_id)
        patience = min(asyncio.get_running_loop().time() + CATCH_UP_SECONDS, deadline)
        locked = False
        try:
            with self._patience.until(deadline):
                while True:
                    await held.lock.acquire()
                    locked = True
                    table = await self._confirmed(held)
                    if table.version >= at_least.version or asyncio.get_running_loop().time() >= patience:
                        break
                    held.lock.release()
                    locked = False
                    await asyncio.sleep(_CATCH_UP_PAUSE)
            if table.version < at_least.version or not held.knows(at_least):
                raise refusals.history_went_back(at_least.version)
            try:
                yield table
            except Rejected as rejection:
                rejection.metadata.setdefault("table_version", str(table.version))
                raise
        except TimeoutError:
            raise faults.store_unavailable() from None
        finally:
            if locked:
                held.lock.release()
            if held.table is None and not held.lock.locked():
                self._shelf.forget(held)

    async def on_entries(self, partition: int, entries: Sequence[FeedEntry]) -> None:
        """Note what the feed tells: a table that another server has played on is caught up before its next use."""
        for entry in entries:
            held = self._shelf.find(entry.table_id)
            if held is not None and entry.point.version > held.latest:
                held.latest = entry.point.version

    async def on_reset(self, partition: int) -> None:
        """History went back: believe nothing that is held of the partition's tables."""
        self._meter.went_back()
        for held in self._shelf:
            if partition_of(held.table_id) == partition:
                held.suspect = True

    async def _carry_out(self, held: Held, order: Order, progress: _Progress) -> Answer:
        backoff = Backoff()
        while True:
            try:
                table = await self._fresh(held)
                moment = await self._moment(table)
                try:
                    outcome = _decide(table, order, moment)
                except Rejected as rejection:
                    answer = await self._before(held, order, progress)
                    if answer is not None:
                        return answer
                    if await self._loader.confirm(held):
                        rejection.metadata.setdefault("table_version", str(table.version))
                        raise
                    continue
                answer = await self._commit(held, table, order, outcome, moment.now_ms, progress)
                if answer is not None:
                    return answer
            except StoreUnavailable:
                held.drop()
                await backoff.pause()
            except Rejected:
                raise
            except BaseException:
                held.drop()
                raise

    async def _commit(
        self, held: Held, table: Table, order: Order, outcome: Outcome, now_ms: int, progress: _Progress
    ) -> Answer | None:
        """Append what was decided, then make it visible. None: another server was faster, decide again.

        The table in memory goes ahead, for the sake of its deadline; nobody sees it before the append is acknowledged,
        and where that fails it is dropped.
        """
        expected = last_point(table)
        new_id = _ids(table.opened.id_key, table.event_id)
        stamp(outcome, table.version, now_ms, order.command_id, new_id)
        held.advance(outcome.payloads, evolved=outcome.evolved)
        due = await self._due(held, outcome)
        match await self._append(order, expected, outcome.payloads, due, progress):
            case Appended(points):
                point = points[-1] if points else expected
                return Answer(point, tuple(outcome.payloads), outcome.seat)
            case Seen() as seen:
                held.drop()
                return await self._repeat(order, seen)
            case Reused():
                held.drop()
                raise refusals.command_id_reused(order.command_id)
            case Conflict():
                held.drop()
                self._meter.conflicted()
        return None

    async def _before(self, held: Held, order: Order, progress: _Progress) -> Answer | None:
        """The first answer to an order that was carried out before and is refused for that now; None for a new one."""
        seen = await self._store.seen(order.table_id, order.remembered_for, order.command_id, order.digest)
        if isinstance(seen, Reused):
            raise refusals.command_id_reused(order.command_id)
        if seen is None:
            return None
        # What the node remembers is believed when the door for appends says the same: only that one waits for replicas.
        settled = await self._append(order, NOWHERE, (), None, progress)
        return await self._repeat(order, settled) if isinstance(settled, Seen) else None

    async def _append(
        self,
        order: Order,
        expected: Point,
        events: Sequence[events_pb2.Event],
        due_ms: int | None,
        progress: _Progress,
    ) -> AppendOutcome:
        """Append until the store says what became of it: the command id keeps it from happening twice."""
        loop = asyncio.get_running_loop()
        backoff: Backoff | None = None
        while True:
            unsettled, progress.unsettled = progress.unsettled, True
            started = loop.time()
            try:
                outcome = await self._store.append(
                    order.table_id,
                    expected,
                    events,
                    actor=order.remembered_for,
                    command_id=order.command_id,
                    digest=order.digest,
                    deadline_ms=due_ms,
                    keep_deadline=not events,
                )
            except OutcomeUnknown:
                pass
            except StoreUnavailable:
                progress.unsettled = unsettled
            else:
                progress.unsettled = False
                self._meter.appended(loop.time() - started)
                return outcome
            backoff = backoff or Backoff()
            await backoff.pause()

    async def _due(self, held: Held, outcome: Outcome) -> int | None:
        """When a time-out, or the end for idleness, is due at the table as it will stand; None once it is closed."""
        if held.table is None and outcome.payloads:
            await self._loader.load_with(held, outcome.payloads)
        table = held.table
        if table is None or table.closed:
            return None
        idle = table.time_ms + self.idle_ms
        return idle if table.next_time_out is None else min(idle, table.next_time_out)

    async def _moment(self, table: Table) -> Moment:
        """Now, and at a table with clocks the outages that may have to be given back. Raises StoreUnavailable."""
        now = max(self._clock(), table.time_ms)
        return Moment(now, await self._pulse.outages()) if table.clocks and self._pulse else Moment(now)

    async def _repeat(self, order: Order, seen: Seen) -> Answer:
        """The answer that a command was given the first time."""
        first = min(seen.first_version, seen.last_version)
        stored = await self._store.read(order.table_id, after=first - 1, limit=seen.last_version - first + 1)
        if not stored or stored[-1].point.version != seen.last_version:
            raise refusals.history_went_back(seen.last_version)
        events = tuple(parsed(stored)) if seen.last_version >= seen.first_version else ()
        viewer = events[0].cause.seat if events and events[0].cause.HasField("seat") else None
        return Answer(stored[-1].point, events, viewer, repeated=True)

    async def _claim(self, request: str, table_id: str) -> str:
        backoff = Backoff()
        while True:
            try:
                return await self._store.claim_request(request, table_id, REQUEST_SECONDS)
            except StoreUnavailable:
                await backoff.pause()

    async def _fresh(self, held: Held) -> Table:
        fresh = held.fresh
        self._meter.looked_up(fresh)
        if fresh and held.table is not None:
            return held.table
        return await self._loader.load(held)

    async def _confirmed(self, held: Held) -> Table:
        backoff = Backoff()
        while True:
            try:
                table = await self._fresh(held)
                if await self._loader.confirm(held):
                    return table
            except StoreUnavailable:
                await backoff.pause()


def check(table: Table, order: Order) -> None:
    """Raise Rejected(STALE_VERSION or MALFORMED) unless the order is for the table as it stands and for its game."""
    if order.expected_version is not None and order.expected_version != table.version:
        raise refusals.stale_version(order.expected_version, table.version)
    if order.game and order.game != table.game.name:
        raise refusals.wrong_game(order.game, table.game.name)


def _ids(key: bytes | None, before: bytes) -> Chain:
    """The ids of events behind the one with the id `before`; for a table without a key they can't be told again."""
    return Chain(key or new_key(), before)


def _decide(table: Table, order: Order, moment: Moment) -> Outcome:
    """What the order brings about. Raises Rejected, and then has changed nothing."""
    check(table, order)
    return decide(table, order.actor, order.command, moment)
