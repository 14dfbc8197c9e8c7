"""SIGTERM under load: processes that end in good order."""

import asyncio
from collections.abc import AsyncIterator

from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Stage

TABLES = 6


async def stop(stage: Stage) -> AsyncIterator[Finding]:
    """Ask server, worker and query server in turn to end, while tables are played and followed."""
    codes: list[str] = []
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=2, queries=1) as deployment:
            traffic = deployment.traffic
            await traffic.open_tables(TABLES)
            async with traffic.playing() as outcome:
                for turn in range(stage.size.rounds):
                    for process in (deployment.servers[turn % 2], deployment.workers[turn % 2], deployment.queries[0]):
                        await traffic.some_commands()
                        code = await asyncio.to_thread(process.stop)
                        codes.append(f"{type(process).__name__} ended with {code}")
                        await traffic.some_commands()
                        await process.start()
            for finding in kept(outcome):
                yield finding
            wrong = [words for words in codes if not words.endswith(" 0")]
            yield Finding("a process that is asked to end ends with 0", not wrong, f"{len(codes)} ended", wrong)
            yield await deployment.read_models()
