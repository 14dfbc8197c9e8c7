"""Frames of replays: how long the first moment of a recorded game takes, and how many are streamed a second."""

import time
from collections.abc import Mapping, Sequence
from random import Random
from statistics import median
from typing import Any

from ludarium.v1 import events_pb2

from clients.cli.bench.load import percentile
from clients.cli.bench.rig import Rig
from clients.sdk.queries import QueryClient
from server.store.outcomes import Appended, Outcome
from server.store.points import NOWHERE
from server.store.store import EventStore

LOOKS = 10
"""Versions of each game that are looked at after the first."""


async def measure(rig: Rig, games: Mapping[str, Sequence[Sequence[events_pb2.Event]]]) -> dict[str, Any]:
    """Put recorded games into the store as they are, and look at them through the query server."""
    imported: dict[str, dict[str, int]] = {name: {} for name in games}
    store = await EventStore.connect(rig.keeper.house.notes().redis, check=False)
    try:
        for name, of_game in games.items():
            for events in of_game:
                table_id = events[0].table.opened.table_id
                if isinstance(await _import(store, table_id, events), Appended):
                    imported[name][table_id] = len(events)
    finally:
        await store.close()
    queries, rng = QueryClient(rig.connection), Random(7)
    first: list[float] = []
    later: list[float] = []
    streamed: dict[str, int] = {}
    for name, tables in imported.items():
        for table_id, versions in tables.items():
            first.append(await _look(queries, table_id, rng.randint(1, versions)))
            later += [await _look(queries, table_id, rng.randint(1, versions)) for _ in range(LOOKS)]
        began = time.perf_counter()
        count = sum([1 async for _ in queries.frames(max(tables, key=tables.__getitem__))])
        streamed[name] = round(count / (time.perf_counter() - began))
    return {
        "first_frame_ms_median": round(1000 * median(first), 1),
        "first_frame_ms_worst": round(1000 * max(first), 1),
        "any_frame_ms_median": round(1000 * median(later), 1),
        "any_frame_ms_p99": round(1000 * percentile(later, 99), 1),
        "streamed_per_second": streamed,
    }


async def _import(store: EventStore, table_id: str, events: Sequence[events_pb2.Event]) -> Outcome:
    """A recorded game as a table of the store, in one append; of those recorded under one id the first stays."""
    digest = events[-1].event_id
    return await store.append(table_id, NOWHERE, events, actor="bench", command_id="import", digest=digest)


async def _look(queries: QueryClient, table_id: str, version: int) -> float:
    began = time.perf_counter()
    await queries.frame(table_id, version)
    return time.perf_counter() - began
