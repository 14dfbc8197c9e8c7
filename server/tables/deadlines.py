"""Deadlines: time-outs are called, and tables where nothing has happened for the set time are aborted."""

import asyncio
import logging
import secrets
from typing import Final

from server.games.kernel.commands import Abort, Actor, TableCommand, TimeOut
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import Table
from server.store.errors import StoreError
from server.store.store import EventStore
from server.tables.clock import Clock, wall_clock
from server.tables.host import TableHost
from server.tables.orders import Order, digest_of
from server.tables.pulse import Pulse

log = logging.getLogger(__name__)

SERVER: Final = Actor("server", operator=True)
"""The server itself, as it commands."""

ORDER_SECONDS: Final = 5.0

_OTHERS_DO_IT: Final = (
    Reason.REASON_STALE_VERSION,
    Reason.REASON_TIME_NOT_OUT,
    Reason.REASON_TABLE_CLOSED,
    Reason.REASON_NEEDS_NEWER_SERVER,
)
"""Refusals that need no word: another server was faster, or is the one that can."""


class Deadlines:
    """Polls the store for due deadlines. Every server does: command ids derive from what is due, so it happens once."""

    def __init__(
        self,
        store: EventStore,
        host: TableHost,
        *,
        poll_seconds: float = 1.0,
        clock: Clock = wall_clock,
        pulse: Pulse | None = None,
    ) -> None:
        """`pulse` beats before each look, so that outages are known of before a time-out is called."""
        self._store = store
        self._host = host
        self._poll_seconds = poll_seconds
        self._clock = clock
        self._pulse = pulse

    async def run(self) -> None:
        """Poll until cancelled."""
        while True:
            try:
                await self.expire()
            except StoreError as error:
                log.info("due deadlines can't be read now: %s", error)
            except Exception:
                log.exception("a round of deadlines failed; the next one tries again")
            await asyncio.sleep(self._poll_seconds)

    async def expire(self) -> int:
        """Do what is due now; gives back at how many tables. Raises StoreUnavailable, OutcomeUnknown."""
        if self._pulse is not None:
            await self._pulse.beat()
        now = self._clock()
        done = 0
        for table_id, _ in await self._store.due_deadlines(now):
            try:
                done += await self._settle(table_id, now)
            except Rejected as rejection:
                if rejection.reason not in _OTHERS_DO_IT:
                    log.warning("table %s is due but can't be settled: %s", table_id, rejection.message)
        return done

    async def _settle(self, table_id: str, now_ms: int) -> bool:
        """Do what is due at one table, unless something happened there in the meantime. Raises Rejected."""
        deadline = asyncio.get_running_loop().time() + ORDER_SECONDS
        async with self._host.current(table_id, deadline) as table:
            command, command_id = _due(table, now_ms, self._host.idle_ms)
            version = table.version
        if command is None:
            return False
        order = Order(table_id, SERVER, command, command_id, digest_of(command_id), expected_version=version)
        answer = await self._host.handle(order, deadline)
        return not answer.repeated


def _due(table: Table, now_ms: int, idle_ms: int) -> tuple[TableCommand | None, str]:
    """What is due at a table, and the id of that command, which derives from what is due; None for nothing."""
    if table.closed:
        return None, ""
    for seat, clock in enumerate(table.clocks):
        deadline = clock.deadline(table.pace)
        if deadline is not None and deadline <= now_ms and clock.decision is not None:
            bot_id = secrets.token_hex(10)
            version, number = clock.decision
            return TimeOut(seat, clock.decision, bot_id), f"time-out-{version}-{number}-{deadline}"
    if table.time_ms + idle_ms <= now_ms:
        return Abort(idle=True), f"idle-{table.version}"
    return None, ""
