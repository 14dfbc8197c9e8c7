"""Feeds that are trimmed while their readers sleep."""

from collections.abc import AsyncIterator

from redis.asyncio import Redis

from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Stage
from projections.archiving import trim_feeds
from projections.house import open_house
from server.store.partitions import PARTITIONS, feed_key

TABLES = 6


async def trim(stage: Stage) -> AsyncIterator[Finding]:
    """Trim behind the slowest reader while it sleeps; then trim away what a worker and a server have not read yet."""
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=1) as deployment:
            traffic, worker, server = deployment.traffic, deployment.workers[0], deployment.servers[1]
            await traffic.open_tables(TABLES)
            async with traffic.playing() as outcome:
                for _ in range(stage.size.rounds):
                    await traffic.some_commands()
                    worker.pause()
                    await traffic.some_commands(20)
                    async with open_house(store.url) as (house, connection):
                        trimmed = sum((await trim_feeds(house, connection)).values())
                    worker.resume()
                    await traffic.some_commands()
            for finding in kept(outcome):
                yield finding
            models = await deployment.read_models()
            facts = f"{trimmed} entries in the last round; {models.facts}"
            yield Finding("a trim behind the slowest reader takes nothing from it", models.held, facts, models.problems)
            async with traffic.playing() as outcome:
                for _ in range(stage.size.rounds):
                    await traffic.some_commands()
                    worker.pause()
                    server.pause()
                    await traffic.some_commands(40)
                    lost = await _trim_all(store.url)
                    worker.resume()
                    server.resume()
                    await traffic.some_commands()
            facts = f"{lost} entries in the last round"
            yield Finding(
                "watchers miss nothing that was trimmed away", not outcome.complaints, facts, outcome.complaints
            )
            yield await deployment.read_models()


async def _trim_all(url: str) -> int:
    """Leave one entry in each feed."""
    async with Redis.from_url(url) as redis:
        return sum(
            [await redis.xtrim(feed_key(partition), maxlen=1, approximate=False) for partition in range(PARTITIONS)]
        )
