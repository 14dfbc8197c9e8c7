"""Deadlines: tables where nothing has happened for the set time are aborted."""

import asyncio
import logging
from typing import Final

from server.games.kernel.commands import Abort, Actor
from server.games.kernel.rejection import Reason, Rejected
from server.store.errors import StoreUnavailable
from server.store.store import EventStore
from server.tables.clock import Clock, wall_clock
from server.tables.host import TableHost
from server.tables.orders import Order, digest_of

log = logging.getLogger(__name__)

SERVER: Final = Actor("server", operator=True)
"""The server itself, as it commands."""

ABORT_SECONDS: Final = 5.0


class Deadlines:
    """Polls the store for due deadlines. Every server does: command ids derive from what is due, so it happens once."""

    def __init__(
        self, store: EventStore, host: TableHost, *, poll_seconds: float = 30.0, clock: Clock = wall_clock
    ) -> None:
        self._store = store
        self._host = host
        self._poll_seconds = poll_seconds
        self._clock = clock

    async def run(self) -> None:
        """Poll until cancelled."""
        while True:
            try:
                await self.expire()
            except StoreUnavailable as error:
                log.info("due deadlines can't be read now: %s", error)
            except Exception:
                log.exception("a round of deadlines failed; the next one tries again")
            await asyncio.sleep(self._poll_seconds)

    async def expire(self) -> int:
        """Abort the tables that are due now; gives back how many. Raises StoreUnavailable."""
        now = self._clock()
        due = await self._store.due_deadlines(now)
        aborted = 0
        for table_id, _ in due:
            try:
                aborted += await self._abort(table_id, now)
            except Rejected as rejection:
                if rejection.reason != Reason.REASON_STALE_VERSION:
                    log.warning("table %s is due but can't be aborted: %s", table_id, rejection.message)
        return aborted

    async def _abort(self, table_id: str, now_ms: int) -> bool:
        """Abort one table, unless something happened there in the meantime. Raises Rejected."""
        deadline = asyncio.get_running_loop().time() + ABORT_SECONDS
        async with self._host.current(table_id, deadline) as table:
            version = table.version
            if table.closed or table.time_ms + self._host.idle_ms > now_ms:
                return False
        command_id = f"idle-{version}"
        digest = digest_of(command_id)
        order = Order(table_id, SERVER, Abort(idle=True), command_id, digest, expected_version=version)
        answer = await self._host.handle(order, deadline)
        return not answer.repeated
