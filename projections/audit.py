"""The audit: folds tables anew from their events and compares that with what is stored of them."""

import asyncio
import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ludarium.v1 import records_pb2

from projections.across.catalogue import ACROSS
from projections.across.fold import fold_all
from projections.across.model import AnyAcrossModel
from projections.across.results import Results
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.folding import Unfoldable, fold_stream, fold_table, read_events
from projections.keys import HOME, model_keys
from projections.projection import AnyProjection, write
from projections.runner import House
from server.games.kernel.record import Verdict, verify_events
from server.store.errors import StoreError, StoreMalformed
from server.store.partitions import PARTITIONS, partition_of
from server.store.points import StoredEvent

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drift:
    """Something stored that is not what the events say: where (a projection, `events`), of which table, and how."""

    where: str
    table_id: str
    words: str


class AuditMeter(Protocol):
    """Takes note of audits; must be quick."""

    def audited(self, drifts: Sequence[Drift]) -> None:
        """A table was audited, and this was found."""


class Auditor:
    """Audits single tables and models across tables. It only reads, and play may go on meanwhile."""

    def __init__(
        self, house: House, connection: Connection, projections: Sequence[AnyProjection] = PROJECTIONS
    ) -> None:
        self._house = house
        self._connection = connection
        self._results = Results(connection)
        self._projections = projections

    async def random_table(self, rng: random.Random) -> str | None:
        """A table of a random partition that the read side knows; None when it knows none there."""
        partition = rng.randrange(PARTITIONS)
        keys = model_keys(self._projections[0].key, partition)
        found = await self._connection.ask(partition, "HRANDFIELD", keys.points)
        return None if found is None else bytes(found).decode()

    async def table(self, table_id: str) -> list[Drift]:
        """What is wrong with a table: its events, its draws and result once it has ended, and each of its rows.

        Rows of parked tables are left out: that they are behind is known. Raises StoreError.
        """
        drifts = []
        for projection in self._projections:
            drifts += await self._row(projection, table_id)
            await asyncio.sleep(0)
        return drifts + self._events(table_id, await self._house.streams.read(table_id))

    async def across(self, model: AnyAcrossModel) -> list[Drift]:
        """What is wrong with a model across tables: rows that are not what the results say. Raises StoreError."""
        keys = model_keys(model.key, HOME)
        while True:
            cursor = await self._house.models.cursor(keys)
            reply = await self._connection.ask(HOME, "HGETALL", keys.rows)
            if cursor == await self._house.models.cursor(keys):
                break
        results = await self._results.after(0, limit=cursor.place.position) if cursor else []
        fresh = {key.encode(): write(row) for key, row in fold_all(model, (n.result for n in results)).items()}
        rows = dict(zip(reply[::2], reply[1::2], strict=True))
        wrong = sorted(key.decode() for key in fresh.keys() | rows.keys() if fresh.get(key) != rows.get(key))
        return [Drift(model.name, "", f"the row {key} is not what the results say") for key in wrong]

    async def _row(self, projection: AnyProjection, table_id: str) -> list[Drift]:
        partition = partition_of(table_id)
        keys = model_keys(projection.key, partition)
        if await self._house.models.parked_table(keys, table_id) is not None:
            return []
        (row,) = await self._house.models.rows(keys, (table_id,))
        if row is None:
            return []
        skipped = (await self._house.models.skipped(projection, partition)).get(table_id, frozenset())
        stored = await self._house.streams.read(table_id, limit=row.point.version)
        if not stored or stored[-1].point != row.point:
            return [Drift(projection.name, table_id, f"the row shows version {row.point.version}, which is not there")]
        folded = fold_stream(projection, stored, self._house.games, skipped)
        if folded.stopped is not None:
            return [Drift(projection.name, table_id, f"can't be folded any more: {folded.stopped}")]
        if write(folded.row) != row.data:
            words = f"the row at version {row.point.version} is not what the events say"
            return [Drift(projection.name, table_id, words)]
        return []

    def _events(self, table_id: str, stored: Sequence[StoredEvent]) -> list[Drift]:
        """Whether the events fold, to a state that keeps the game's invariants; draws and result of a closed table."""
        try:
            events = read_events(stored)
            table = fold_table(events, self._house.games)
            if table.state is not None:
                table.game.check(table.state)
        except Unfoldable as error:
            return [Drift("events", table_id, str(error))]
        except Exception as error:
            return [Drift("events", table_id, f"can't be folded: {type(error).__name__}: {error}")]
        if not table.seed_revealed:
            return []
        head = records_pb2.RecordHead(table_id=table_id, game=table.game.name, complete=True)
        verdict = verify_events(head, events, self._house.games, Verdict())
        return [Drift("events", table_id, problem) for problem in verdict.problems]


async def audit_all(house: House, connection: Connection) -> tuple[int, list[Drift]]:
    """Audit every table there is, archived ones too, and every model across tables; gives the number of tables.

    Raises StoreError.
    """
    auditor = Auditor(house, connection)
    found = await house.models.tables_of(range(PARTITIONS))
    tables = [table_id for partition in sorted(found) for table_id in found[partition]]
    drifts: list[Drift] = []
    for table_id in tables:
        try:
            drifts += await auditor.table(table_id)
        except StoreMalformed as error:
            drifts.append(Drift("events", table_id, str(error)))
    for model in ACROSS:
        drifts += await auditor.across(model)
    return len(tables), drifts


class AuditRound:
    """Audits one random table after the other, at a pace, for as long as it runs."""

    def __init__(self, auditor: Auditor, meter: AuditMeter, every_seconds: float) -> None:
        self._auditor = auditor
        self._meter = meter
        self._every_seconds = every_seconds
        self._rng = random.Random()

    async def run(self) -> None:
        """Audit until cancelled."""
        while True:
            await asyncio.sleep(self._every_seconds)
            try:
                await self.once()
            except StoreError as error:
                log.warning("no table can be audited: %s", error)
            except Exception:
                log.exception("no table can be audited")

    async def once(self) -> None:
        """Audit one random table, if there is any, and tell of what was found."""
        table_id = await self._auditor.random_table(self._rng)
        if table_id is None:
            return
        drifts = await self._auditor.table(table_id)
        self._meter.audited(drifts)
        for drift in drifts:
            # Words of the drift may tell hidden things of a running table; they are for operators to ask for.
            log.error("table %s has drifted in %s: see `ludarium audit %s`", table_id, drift.where, table_id)
