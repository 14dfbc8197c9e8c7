"""Connections that are cut, held back and dropped, between clients, servers and store."""

import asyncio
from collections.abc import AsyncIterator

from redis.asyncio import Redis

from clients.rehearse.finding import Finding, kept
from clients.rehearse.proxy import Proxy
from clients.rehearse.stage import Stage
from clients.rehearse.traffic import Traffic

TABLES = 6
DARK_SECONDS = 6.0
"""Longer than a server waits for the store's answer, and than a client waits for the server's."""


async def cut(stage: Stage) -> AsyncIterator[Finding]:
    """Kill the store's connections; cut and black-hole those from servers to store and from clients to server."""
    with stage.store() as store:
        async with Proxy(store.port) as inner:
            redis = f"redis://127.0.0.1:{inner.port}/0"
            async with (
                stage.deployed(redis, truth=store.url, servers=2, workers=1) as deployment,
                Proxy(deployment.servers[0].port) as outer,
            ):
                traffic = deployment.traffic
                traffic.channels = [deployment.channel(deployment.servers[0], outer.port), traffic.channels[1]]
                await traffic.open_tables(TABLES)
                async with traffic.playing() as outcome:
                    for _ in range(stage.size.rounds):
                        await _kill_clients(store.url)
                        await traffic.some_commands()
                        for proxy in (inner, outer):
                            await _misbehave(proxy, traffic)
                for finding in kept(outcome):
                    yield finding
                yield await deployment.read_models()


async def _misbehave(proxy: Proxy, traffic: Traffic) -> None:
    proxy.cut_after_reply_bytes(0)
    await traffic.some_commands()
    proxy.cut()
    await traffic.some_commands()
    proxy.black_hole()
    await asyncio.sleep(DARK_SECONDS)
    proxy.heal()
    await traffic.some_commands()


async def _kill_clients(url: str) -> None:
    async with Redis.from_url(url) as redis:
        for kind in ("normal", "pubsub"):
            await redis.client_kill_filter(_type=kind, skipme=True)
