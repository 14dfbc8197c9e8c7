"""Everything that is delivered, delivered twice."""

import asyncio
from collections.abc import AsyncIterator

import grpc
from ludarium.v1 import commands_pb2
from redis.asyncio import Redis

from clients.rehearse.callers import Metadata, refusal_in
from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Deployment, Stage
from server.store.partitions import PARTITIONS, news_channel

TABLES = 4
COMMANDS = 10


async def twice(stage: Stage) -> AsyncIterator[Finding]:
    """Send commands twice at once and again later; let two workers fold the same events; announce old news again."""
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=2, lease_seconds="0.3") as deployment:
            await deployment.traffic.open_tables(TABLES)
            yield await _commands_twice(deployment, COMMANDS * stage.size.rounds)
            async with deployment.traffic.playing() as outcome:
                for _ in range(5 * stage.size.rounds):
                    await deployment.traffic.some_commands()
                    await _again(store.url)
            for finding in kept(outcome):
                yield finding
            yield await deployment.read_models()


async def _commands_twice(deployment: Deployment, count: int) -> Finding:
    """Each command goes to both servers at once, and to both once more after the next one."""
    traffic = deployment.traffic
    problems: list[str] = []
    before: list[tuple[commands_pb2.SubmitRequest, Metadata]] = []
    for number in range(count):
        table_id, players = traffic.tables[number % len(traffic.tables)]
        player, command = await traffic.channels[0].next_command(table_id, players)
        traffic.ledger.sent.add(command.command_id)
        for request, metadata in ((command, player.metadata), *before):
            calls = (channel.commands.Submit(request, metadata=metadata) for channel in traffic.channels)
            for answer in await asyncio.gather(*calls, return_exceptions=True):
                if isinstance(answer, BaseException):
                    problems.append(f"a command sent again was refused: {_reason(answer)}")
                else:
                    traffic.ledger.acknowledge(request.table_id, request.command_id, answer)
        before = [(command, player.metadata)]
    facts = f"{count} commands sent four times, {len(problems)} refused"
    return Finding("a command that is sent again gets its first answer", not problems, facts, problems)


def _reason(error: BaseException) -> str:
    if isinstance(error, grpc.aio.AioRpcError):
        return refusal_in(error).reason
    raise error


async def _again(url: str) -> None:
    """Take every lease away, so that workers fold the same; and announce heads that everyone knows already."""
    async with Redis.from_url(url) as redis:
        leases = [key async for key in redis.scan_iter(match="*:lease", count=1000)]
        if leases:
            await redis.delete(*leases)
        for partition in range(PARTITIONS):
            await redis.spublish(news_channel(partition), "1")
