"""A disk that fills up."""

import asyncio
import sys
from collections.abc import AsyncIterator

import grpc
from ludarium.v1 import tables_pb2

from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Deployment, Stage, until_dead
from server.store.embedded import EmbeddedServer

TABLES = 6
ROOM_BYTES = 60_000
"""What may still be written once play has begun."""
ASKED = 20


async def disk(stage: Stage) -> AsyncIterator[Finding]:
    """Let no file of the store grow any more (RLIMIT_FSIZE): it ends rather than acknowledge what it can't write."""
    if sys.platform != "linux":
        yield Finding("a store whose disk is full ends and acknowledges nothing", None, "prlimit is a call of Linux")
        return
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=1) as deployment:
            traffic = deployment.traffic
            await traffic.open_tables(TABLES)
            async with traffic.playing() as outcome:
                for _ in range(stage.size.rounds):
                    await traffic.some_commands()
                    _fill(store)
                    await until_dead([store])
                    answers = await _answers(deployment)
                    store.start()
                    await asyncio.gather(*(process.healthy() for process in deployment.servers))
                    await traffic.some_commands()
            yield Finding("servers without a store answer UNAVAILABLE", answers == {"UNAVAILABLE"}, ", ".join(answers))
            for finding in kept(outcome):
                yield finding
            yield await deployment.read_models()


def _fill(store: EmbeddedServer) -> None:
    import resource

    assert store.pid is not None
    largest = max((path.stat().st_size for path in store.data_dir.rglob("*.aof")), default=0)
    limit = largest + ROOM_BYTES
    resource.prlimit(store.pid, resource.RLIMIT_FSIZE, (limit, limit))


async def _answers(deployment: Deployment) -> set[str]:
    """How servers answer while there is no store."""
    table_id, players = deployment.traffic.tables[0]
    look = tables_pb2.GetTableRequest(table_id=table_id)
    answers = set()
    for number in range(ASKED):
        channel = deployment.traffic.channels[number % len(deployment.traffic.channels)]
        try:
            await channel.tables.GetTable(look, metadata=players[0].metadata, timeout=1.0)
            answers.add("OK")
        except grpc.aio.AioRpcError as error:
            answers.add(str(error.code().name))
    return answers
