"""A machine whose clock is set while it plays."""

from collections.abc import AsyncIterator
from itertools import pairwise

from ludarium.v1 import events_pb2

from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Stage
from server.store.store import EventStore
from server.tables.held import parsed

TABLES = 6
STEPS = (-3600, 7200, -86_400, 0)
"""Seconds by which the first server's clock is off, one after the other."""


async def clock(stage: Stage) -> AsyncIterator[Finding]:
    """Step one server's clock an hour back, two hours on, a day back, and right again; the other's is right."""
    offset = stage.path("offset")
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=1) as deployment:
            first = deployment.servers[0]
            first.kill()
            deployment.bend(first, "--clock", str(offset))
            await first.start()
            await deployment.traffic.open_tables(TABLES)
            async with deployment.traffic.playing() as outcome:
                for step in STEPS * stage.size.rounds:
                    offset.write_text(str(step))
                    await deployment.traffic.some_commands()
            for finding in kept(outcome):
                yield finding
            yield await _times(store.url, [table_id for table_id, _ in deployment.traffic.tables])
            yield await deployment.read_models()


async def _times(url: str, tables: list[str]) -> Finding:
    store = await EventStore.connect(url, check=False)
    backwards, aborted, hours = [], 0, 0.0
    for table_id in tables:
        events = parsed(await store.read(table_id))
        times = [event.time.ToMicroseconds() for event in events]
        backwards += [table_id for before, after in pairwise(times) if after < before]
        aborted += any(event.table.HasField("aborted") for event in events)
        hours = max(hours, _longest_step(events))
    await store.close()
    facts = f"{len(tables)} tables, longest step {hours:.1f} h, {aborted} aborted"
    return Finding("a table's time never goes back, and no table ends for it", not backwards and not aborted, facts)


def _longest_step(events: list[events_pb2.Event]) -> float:
    times = [event.time.ToMicroseconds() for event in events]
    return max((after - before for before, after in pairwise(times)), default=0) / 3.6e9
