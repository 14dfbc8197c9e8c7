"""A small Redis Cluster of embedded servers, whose partitions can be moved."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.crc import key_slot

from server.store.embedded import EmbeddedServer, free_port
from server.store.partitions import partition_tag
from tests.patience import PATIENCE

SLOTS = 16384
NODES = 3


class ClusterNode:
    """One master of the cluster."""

    def __init__(self, data_dir: Path) -> None:
        self.bus_port = free_port()
        options = ("--cluster-enabled", "yes", "--cluster-port", str(self.bus_port))
        self.server = EmbeddedServer(data_dir, options=(*options, "--cluster-node-timeout", "2000"))

    async def do(self, *command: Any) -> Any:
        async with Redis.from_url(self.server.url) as client:
            return await client.execute_command(*command)  # type: ignore[no-untyped-call]

    async def name(self) -> str:
        return bytes(await self.do("CLUSTER", "MYID")).decode()

    async def is_ready(self) -> bool:
        return (
            b"cluster_state:ok" in await self.do("CLUSTER", "INFO") and len(await self.do("CLUSTER", "SLOTS")) == NODES
        )


class Cluster:
    """Masters that share the slots."""

    def __init__(self, nodes: list[ClusterNode]) -> None:
        self.nodes = nodes

    @property
    def url(self) -> str:
        return self.nodes[0].server.url

    async def form(self) -> None:
        for number, node in enumerate(self.nodes):
            first, last = number * SLOTS // NODES, (number + 1) * SLOTS // NODES - 1
            await node.do("CLUSTER", "ADDSLOTSRANGE", first, last)
            await node.do("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in self.nodes[1:]:
            await self.nodes[0].do("CLUSTER", "MEET", "127.0.0.1", node.server.port, node.bus_port)
        async with asyncio.timeout(PATIENCE):
            while not all([await node.is_ready() for node in self.nodes]):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def holder(self, partition: int) -> ClusterNode:
        slot = _slot(partition)
        for first, last, (_, port, *_), *_ in await self.nodes[0].do("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(node for node in self.nodes if node.server.port == port)
        raise AssertionError(f"nobody holds slot {slot}")

    async def move(self, partition: int) -> None:
        """Moves a partition with all its keys to the next node."""
        slot, source = _slot(partition), await self.holder(partition)
        target = self.nodes[(self.nodes.index(source) + 1) % NODES]
        await target.do("CLUSTER", "SETSLOT", slot, "IMPORTING", await source.name())
        await source.do("CLUSTER", "SETSLOT", slot, "MIGRATING", await target.name())
        keys = await source.do("CLUSTER", "GETKEYSINSLOT", slot, 1000)
        if keys:
            await source.do("MIGRATE", "127.0.0.1", target.server.port, "", 0, 5000, "KEYS", *keys)
        for node in (target, source, *self.nodes):
            await node.do("CLUSTER", "SETSLOT", slot, "NODE", await target.name())


@contextmanager
def started_cluster(data_dir: Path) -> Iterator[Cluster]:
    nodes = [ClusterNode(data_dir / str(number)) for number in range(NODES)]
    with ExitStack() as stack:
        for node in nodes:
            stack.enter_context(node.server)
        yield Cluster(nodes)


@asynccontextmanager
async def running_cluster(data_dir: Path) -> AsyncIterator[Cluster]:
    with started_cluster(data_dir) as cluster:
        await cluster.form()
        yield cluster


def _slot(partition: int) -> int:
    return int(key_slot(partition_tag(partition).encode()))
