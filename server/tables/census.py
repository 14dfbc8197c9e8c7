"""The census: which rules and contents the running tables were opened with, and whether this server can play them."""

import asyncio
import logging
from collections import Counter
from typing import Final, NamedTuple

from ludarium.v1 import events_pb2

from server.games.kernel.game import Catalogue
from server.games.kernel.table import UnknownEvent, open_table
from server.store.errors import StoreError
from server.store.store import EventStore

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""How many tables are looked at together."""

_ALL_TIME_MS: Final = 2**52
_ALL_TABLES: Final = 2**31


class Pinned(NamedTuple):
    """What a table pinned when it was opened, and whether this software plays it."""

    rules: str
    content: str
    served: bool


async def census(store: EventStore, games: Catalogue) -> Counter[Pinned]:
    """The running tables, those with a deadline, counted by what their first events pin. Raises StoreError."""
    running = [table_id for table_id, _ in await store.due_deadlines(_ALL_TIME_MS, _ALL_TABLES)]
    counted: Counter[Pinned] = Counter()
    for first in range(0, len(running), AT_ONCE):
        batch = running[first : first + AT_ONCE]
        for stored in await asyncio.gather(*(store.read(table_id, limit=1) for table_id in batch)):
            counted.update(_pinned(events_pb2.Event.FromString(event.data), games) for event in stored)
    return counted


async def report_running(store: EventStore, games: Catalogue) -> None:
    """Say what is running, and warn of tables that need a newer server: for those this one is too old."""
    try:
        counted = await census(store, games)
    except StoreError as error:
        log.warning("what is running can't be told now: %s", error)
        return
    for pinned, count in sorted(counted.items()):
        if pinned.served:
            log.info("%d tables run with rules %s, content %s", count, pinned.rules, pinned.content)
        else:
            log.warning(
                "%d running tables need a newer server than this one (rules %s, content %s); "
                "others can serve them, here they are answered NEEDS_NEWER_SERVER",
                *(count, pinned.rules, pinned.content),
            )


def _pinned(event: events_pb2.Event, games: Catalogue) -> Pinned:
    opened = event.table.opened
    try:
        open_table(event, games)
    except UnknownEvent:
        return Pinned(opened.rules, opened.content, served=False)
    return Pinned(opened.rules, opened.content, served=True)
