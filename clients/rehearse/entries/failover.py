"""A cluster whose partitions move and whose masters fail, while a thousand tables are played on it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import grpc
from ludarium.v1 import tables_pb2

from clients.rehearse.callers import refusal_in
from clients.rehearse.cluster import Cluster, ClusterNode
from clients.rehearse.defences import Defence
from clients.rehearse.finding import Finding, kept
from clients.rehearse.load import Acknowledged
from clients.rehearse.stage import Deployment, Stage
from clients.rehearse.traffic import Outcome, Traffic
from server.store.partitions import PARTITIONS, partition_of

FOLLOWERS = 100
PATIENCE_SECONDS = 10.0
KEYS_A_STEP = 20
LINK_DOWN_SECONDS = 1.5
"""How long a master plays on without its replica before it dies."""
LOST_COMMANDS = 5
"""So many commands at least are acknowledged meanwhile, where nobody waits for replicas."""
ASKED = 300
"""Of so many acknowledged commands that are there, clients ask as well."""


async def failover(stage: Stage) -> AsyncIterator[Finding]:
    """Move partitions, fail over in good order, then kill a master that lost its replica: replies wait for replicas."""
    durability = "local" if Defence.REPLICA_ACKS in stage.broken else "replicas:1"
    async with stage.cluster() as cluster, _deployed(stage, cluster, durability) as deployment:
        async with deployment.traffic.playing(stage.size.tables, followers=FOLLOWERS) as outcome:
            await _reshard(cluster, deployment.traffic, stage.size.rounds)
            await _planned(cluster, deployment.traffic)
            await _unplanned(cluster, deployment.traffic, acknowledged=0 if durability != "local" else LOST_COMMANDS)
        yield _through(deployment.traffic, outcome)
        for finding in kept(outcome):
            yield finding
        yield await deployment.read_models()


async def failover_local(stage: Stage) -> AsyncIterator[Finding]:
    """The same with replies that wait for no replica: what is lost is counted, and whoever asks is told."""
    async with stage.cluster() as cluster, _deployed(stage, cluster, "local") as deployment:
        traffic = deployment.traffic
        async with traffic.playing(stage.size.tables, followers=FOLLOWERS) as outcome:
            await _reshard(cluster, traffic, stage.size.rounds)
            await _unplanned(cluster, traffic, acknowledged=LOST_COMMANDS)
        yield _through(traffic, outcome)
        yield await _told(traffic, outcome)
        facts = f"told {outcome.resets} times, {len(outcome.complaints)} of {outcome.followers} wrong in the end"
        yield Finding("watchers are told, and see what is there", not outcome.complaints, facts, outcome.complaints)
        problems = [*outcome.comparison.doubled, *outcome.comparison.broken]
        facts = f"{outcome.comparison.events:,} events, {len(outcome.comparison.doubled)} twice"
        yield Finding("what is there is whole: no command twice, every stream folds", not problems, facts, problems)
        yield await deployment.read_models()


@asynccontextmanager
async def _deployed(stage: Stage, cluster: Cluster, durability: str) -> AsyncIterator[Deployment]:
    """Servers and a worker on a cluster, with the tables open."""
    async with stage.deployed(
        cluster.url,
        servers=2,
        workers=1,
        pace=stage.size.pace,
        patience=PATIENCE_SECONDS,
        durability=durability,
    ) as deployment:
        await deployment.traffic.open_tables(stage.size.tables, seats=2)
        yield deployment


async def _reshard(cluster: Cluster, traffic: Traffic, partitions: int) -> None:
    """Move some partitions that are played on to other masters, a few keys at a time."""
    await traffic.some_commands()
    busy = {partition_of(table_id) for table_id, _ in traffic.tables}
    for partition in sorted(busy)[:partitions]:
        await cluster.move(partition, keys_a_step=KEYS_A_STEP)
    await traffic.some_commands()


async def _planned(cluster: Cluster, traffic: Traffic) -> None:
    """Let the third master and its replica change places."""
    replica = cluster.replica_of(cluster.nodes[2])
    await cluster.fail_over(replica)
    await traffic.some_commands()
    await cluster.until_guarded(replica)


async def _unplanned(cluster: Cluster, traffic: Traffic, acknowledged: int) -> None:
    """Cut the second master off from its replica, play on, kill it, and let the replica take over."""
    master = cluster.nodes[1]
    replica = cluster.replica_of(master)
    theirs = {number for number in range(PARTITIONS) if await cluster.holder(number) is master}
    _signal(replica, signal.SIGSTOP)
    await master.do("CLIENT", "KILL", "TYPE", "replica")
    before = _commands_on(traffic, theirs)
    await asyncio.sleep(LINK_DOWN_SECONDS)
    async with asyncio.timeout(60):
        while _commands_on(traffic, theirs) < before + acknowledged:  # noqa: ASYNC110 - progress is what counts
            await asyncio.sleep(0.01)
    master.server.kill()
    _signal(replica, signal.SIGCONT)
    await cluster.until_promoted(replica)
    master.server.start()
    await cluster.until_guarded(replica)
    await traffic.some_commands(20)


def _commands_on(traffic: Traffic, partitions: set[int]) -> int:
    return sum(partition_of(answer.table_id) in partitions for answer in traffic.ledger.acknowledged.values())


def _signal(node: ClusterNode, sign: signal.Signals) -> None:
    assert node.server.pid is not None
    os.kill(node.server.pid, sign)


def _through(traffic: Traffic, outcome: Outcome) -> Finding:
    refused = dict(traffic.ledger.refused)
    facts = f"{len(traffic.tables):,} tables, {traffic.ledger.retries:,} calls sent again, refused: {refused or 'none'}"
    held = not outcome.stuck and "INTERNAL" not in refused
    return Finding("tables play on through resharding and failover", held, facts, outcome.stuck)


async def _told(traffic: Traffic, outcome: Outcome) -> Finding:
    """Whether clients that carry a lost token are told so, and no others."""
    missing = outcome.comparison.missing
    lost = {(table_id, token.event_id) for table_id, token in missing}
    there = [one for one in traffic.ledger.acknowledged.values() if (one.table_id, one.token.event_id) not in lost]
    told = await _went_back(traffic, missing)
    wrongly = await _went_back(traffic, there[-ASKED:])
    facts = f"{outcome.comparison.commands:,} acknowledged, {len(missing)} missing, {told} reported, {wrongly} wrongly"
    return Finding(
        "what a failover loses is counted, and reported to whoever had it", told == len(missing) and not wrongly, facts
    )


async def _went_back(traffic: Traffic, points: Sequence[Acknowledged]) -> int:
    """How many of these points clients are told are lost."""
    players = dict(traffic.tables)
    count = 0
    for table_id, token in points:
        look = tables_pb2.GetTableRequest(table_id=table_id, at_least=token)
        try:
            await traffic.channels[0].tables.GetTable(look, metadata=players[table_id][0].metadata)
        except grpc.aio.AioRpcError as error:
            count += refusal_in(error).reason == "HISTORY_WENT_BACK"
    return count
