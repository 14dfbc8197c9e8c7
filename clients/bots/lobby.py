"""The bots' process: finds running tables with bots in the lobby, and seats a player of theirs at each."""

import asyncio
import logging

from ludarium.v1 import tables_pb2
from prometheus_client import CollectorRegistry

from clients.bots.metrics import Metrics
from clients.bots.seats import Manner, TableBots, bot_seats
from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError, Unavailable
from clients.sdk.queries import QueryClient

log = logging.getLogger(__name__)

FULL_LOOK = 60
"""Every so many looks at the lobby take in all running tables; those between see the latest changes."""
LATEST = 50


class Bots:
    """Plays every bot of a deployment. Several such processes do each other no harm."""

    def __init__(
        self, connection: Connection, manner: Manner, *, meter: Metrics | None = None, look_every: float = 0.5
    ) -> None:
        """`connection` has a token with the role bot; `look_every` seconds the lobby is looked at."""
        self._connection = connection
        self._manner = manner
        self._meter = meter or Metrics(CollectorRegistry())
        self._look_every = look_every
        self._tables: dict[str, asyncio.Task[None]] = {}
        self._reachable = True

    async def run(self) -> None:
        """Play until cancelled, through restarts of everything."""
        looks = 0
        try:
            while True:
                await self._look(everything=looks % FULL_LOOK == 0)
                looks += 1
                await asyncio.sleep(self._look_every)
        finally:
            for task in self._tables.values():
                task.cancel()
            await asyncio.gather(*self._tables.values(), return_exceptions=True)

    async def _look(self, *, everything: bool) -> None:
        lobby = QueryClient(self._connection)
        seen = 0
        try:
            async for row in lobby.tables(status=tables_pb2.TABLE_STATUS_RUNNING, page_size=LATEST, deadline=5.0):
                self._sit_down(row.table)
                seen += 1
                if seen >= LATEST and not everything:
                    break
            self._note(True, "")
        except LudariumError as error:
            self._note(False, error.message)
            if not isinstance(error, Unavailable):
                raise

    def _note(self, reachable: bool, why: str) -> None:
        """Say once that the lobby can't be looked at, and once that it can be again."""
        if reachable != self._reachable:
            log.warning("the lobby can be looked at again" if reachable else f"the lobby can't be looked at: {why}")
        self._reachable = reachable
        self._meter.lobby_reachable(reachable)

    def _sit_down(self, table: tables_pb2.Table) -> None:
        if table.table_id in self._tables or not bot_seats(table):
            return
        task = asyncio.create_task(self._play(table), name=f"bots of {table.table_id}")
        self._tables[table.table_id] = task
        self._meter.playing(1)
        task.add_done_callback(lambda _: self._stand_up(table.table_id))

    def _stand_up(self, table_id: str) -> None:
        self._tables.pop(table_id, None)
        self._meter.playing(-1)

    async def _play(self, table: tables_pb2.Table) -> None:
        """Play one table; should that fail, the next look at the lobby begins anew."""
        try:
            await TableBots(self._connection, table, self._manner, self._meter).run()
        except LudariumError as error:
            log.warning("table %s: %s", table.table_id, error)
            self._meter.failed(error)
            await asyncio.sleep(5.0)
        except Exception as fault:
            log.exception("table %s: its bots fail", table.table_id)
            self._meter.failed(fault)
            await asyncio.sleep(5.0)
