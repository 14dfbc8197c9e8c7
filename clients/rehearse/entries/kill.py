"""kill -9 of each role under load."""

import asyncio
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
            table = await deployment.open_bot_table()
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
            yield await _bots_go_on(deployment, table)


async def _bots_go_on(deployment: Deployment, table: str) -> Finding:
    bots = deployment.processes[-1]
    bots.kill()
    before = after = await deployment.version_of(table)
    bots.spawn()
    loop = asyncio.get_running_loop()
    deadline = loop.time() + BOTS_SECONDS
    while after <= before and loop.time() < deadline:
        await asyncio.sleep(0.2)
        after = await deployment.version_of(table)
    return Finding("bots go on where they were", after > before, f"version {before}, then {after}")
