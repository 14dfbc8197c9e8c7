"""An operator at the command line: a poisoned event in one table, and a rebuild of everything while play goes on."""

import asyncio
import time
from collections.abc import Callable

from ludarium.v1 import events_pb2, projections_pb2, queries_pb2

from projections.across.catalogue import ACROSS
from projections.catalogue import PROJECTIONS
from projections.runner import House
from projections.scoreboard import SCOREBOARD
from projections.worker import Worker
from server.store.partitions import partition_of
from tests.clients.cli.running import Ran, ludarium
from tests.patience import slowness
from tests.projections.playing import append_new, played_game
from tests.projections.query.conftest import OPERATOR, WATCHER, Client
from tests.projections.running import run, stumbling
from tests.projections.truth import assert_true, caught_up, eventually
from tests.projections.workers import play

POISON = 300
BROKEN = stumbling(SCOREBOARD, lambda event: event.version == POISON)
SCREEN = 40
"""Lines of a terminal."""
LAG_SECONDS = 2.0
"""How far behind live models may be on a quiet machine while everything is rebuilt."""


async def typed(client: Client, *arguments: str) -> Ran:
    """What `ludarium projections …` answers an operator."""
    where = ("--query", f"127.0.0.1:{client.port}", "--token", OPERATOR[0][1].removeprefix("Bearer "))
    return await asyncio.to_thread(ludarium, "projections", *arguments, *where)


async def test_a_poisoned_event_parks_one_table_of_one_projection_until_it_is_retried(
    house: House, client: Client
) -> None:
    poisoned, _ = await append_new(house.streams, played_game())
    healthy, _ = await append_new(house.streams, played_game()[: POISON - 1])
    for table_id in {partition_of(table): table for table in (poisoned, healthy)}.values():
        others = [projection for projection in PROJECTIONS if projection is not SCOREBOARD]
        await run(house, partition_of(table_id), *others, BROKEN)

    status = await typed(client, "status")
    assert status.code == 0
    assert len(status.out.splitlines()) < SCREEN
    assert poisoned in status.out
    assert healthy not in status.out
    assert str(POISON) in status.out
    assert f"no idea what version {POISON} means" in " ".join(status.out.split())

    retried = await typed(client, "retry", poisoned)
    assert retried.code == 0
    assert f"scoreboard goes on with the table at version {len(played_game())}" in retried.out
    assert poisoned not in (await typed(client, "status")).out
    await assert_true(house, PROJECTIONS)


async def test_everything_is_rebuilt_while_play_goes_on_and_queries_are_answered(
    house: House, worker: Worker, client: Client, record_property: Callable[[str, object], None]
) -> None:
    table_id, events = await append_new(house.streams, played_game())
    await caught_up(house, PROJECTIONS)
    waits: list[float] = []

    async def ask() -> None:
        """Queries for what has just been appended: each waits for as long as the live model is behind."""
        while True:
            asked, appended = await append_new(house.streams, played_game()[:40])
            began = time.monotonic()
            point = events_pb2.Token(version=appended[-1].version, event_id=appended[-1].event_id)
            fresh = queries_pb2.GetScoreboardRequest(table_id=asked, at_least=point)
            assert not (await client.queries.GetScoreboard(fresh, metadata=WATCHER)).behind
            waits.append(time.monotonic() - began)
            old = queries_pb2.GetScoreboardRequest(table_id=table_id)
            board = (await client.queries.GetScoreboard(old, metadata=WATCHER)).scoreboard
            assert board.token.version == len(events)

    asking = asyncio.create_task(ask())
    folded = 0
    async with play(house, 2):
        for name in (*(model.name for model in PROJECTIONS), *(model.name for model in ACROSS)):
            request = projections_pb2.RebuildProjectionRequest(projection=name)
            steps = [step async for step in client.care.RebuildProjection(request, metadata=OPERATOR)]
            folded += steps[-1].events_done
        cancelled = client.care.RebuildProjection(
            projections_pb2.RebuildProjectionRequest(projection="scoreboard"), metadata=OPERATOR
        )
        await cancelled.read()
        cancelled.cancel()
    assert not asking.done(), "a query was not answered"
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await caught_up(house, PROJECTIONS)

    assert max(waits) < LAG_SECONDS * slowness()
    record_property("events folded by the rebuilds", folded)
    record_property("longest wait of a query meanwhile, s", round(max(waits), 3))
    await assert_true(house, PROJECTIONS)
    await eventually(lambda: house.models._connection.keys("*:rebuild:*"))  # the cancelled one ends by itself
