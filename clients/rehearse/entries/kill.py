"""kill -9 of each role under load."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Deployment, Stage

TABLES = 6
BOTS_SECONDS = 90.0


async def kill(stage: Stage) -> AsyncIterator[Finding]:
    """Kill server, worker, query server, store and bots in turn, while tables are played and followed."""
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=2, queries=1, bots=1) as deployment:
            traffic = deployment.traffic
            await traffic.open_tables(TABLES)
            async with traffic.playing() as outcome:
                for turn in range(stage.size.rounds):
                    for process in (deployment.servers[turn % 2], deployment.workers[turn % 2], deployment.queries[0]):
                        await traffic.some_commands()
                        process.kill()
                        await process.start()
                    await traffic.some_commands()
                    await asyncio.to_thread(store.kill)
                    store.start()
                    await asyncio.gather(*(process.healthy() for process in deployment.servers))
                await traffic.some_commands()
            for finding in kept(outcome):
                yield finding
            yield await deployment.read_models()
            yield await _bots_go_on(deployment)


async def _bots_go_on(deployment: Deployment) -> Finding:
    """Kill the bots while they play a table, and see that it goes on."""
    table = await deployment.open_bot_table()
    bots = deployment.processes[-1]
    begun = await _moved(deployment, table, 0)
    first = await _moved(deployment, table, begun)
    bots.kill()
    before = await deployment.version_of(table)
    bots.spawn()
    after = await _moved(deployment, table, before)
    held = begun < first <= before < after
    return Finding("bots go on where they were", held, f"versions {begun}, {first}, killed at {before}, {after}")


async def _moved(deployment: Deployment, table: str, before: int) -> int:
    """Wait until a table has come further than a version; gives where it stands, also where that takes too long."""
    now = before
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BOTS_SECONDS):
            while (now := await deployment.version_of(table)) <= before:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.2)
    return now
