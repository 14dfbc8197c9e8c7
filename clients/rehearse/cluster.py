"""A Redis Cluster of embedded servers: masters that share the slots, replicas, partitions that move, failovers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from server.store.embedded import EmbeddedServer, free_port
from server.store.errors import StoreUnavailable
from server.store.partitions import partition_tag

SLOTS: Final = 16384
NODES: Final = 3
NODE_TIMEOUT_MS: Final = 2000
"""After how long without an answer a node is given up by the others."""
FORMED_SECONDS: Final = 60.0
START_TRIES: Final = 4

_OPTIONS: Final = (
    *("--cluster-enabled", "yes", "--cluster-node-timeout", str(NODE_TIMEOUT_MS)),
    *("--cluster-replica-validity-factor", "0", "--cluster-migration-barrier", "99"),
    *("--repl-diskless-sync-delay", "0", "--shutdown-timeout", "0"),
)


class ClusterNode:
    """One server of the cluster."""

    def __init__(self, data_dir: Path, options: Sequence[str] = ()) -> None:
        self.bus_port = free_port()
        bus = ("--cluster-port", str(self.bus_port))
        self.server = EmbeddedServer(data_dir, options=(*_OPTIONS, *bus, *options))

    async def do(self, *command: Any) -> Any:
        """What the server answers to a command."""
        async with Redis.from_url(self.server.url) as client:
            return await client.execute_command(*command)  # type: ignore[no-untyped-call]

    async def name(self) -> str:
        """Its name in the cluster."""
        return bytes(await self.do("CLUSTER", "MYID")).decode()

    async def is_ready(self) -> bool:
        """Whether it sees a whole cluster."""
        return (
            b"cluster_state:ok" in await self.do("CLUSTER", "INFO") and len(await self.do("CLUSTER", "SLOTS")) >= NODES
        )

    async def is_master(self) -> bool:
        """Whether it holds slots; False too while it does not answer."""
        try:
            return bool((await self.do("ROLE"))[0] == b"master")
        except (RedisError, OSError):
            return False

    async def knows(self, count: int) -> bool:
        """Whether it knows so many nodes, itself among them, and is done shaking hands."""
        known = bytes(await self.do("CLUSTER", "NODES")).decode()
        return len(known.splitlines()) == count and "handshake" not in known

    async def is_in_step(self) -> bool:
        """Whether it is a replica whose link to its master is up, with nothing of an append-only file left to write."""
        facts = await self.do("INFO")
        return (facts.get("master_link_status"), facts["aof_rewrite_in_progress"]) == ("up", 0)


class Cluster:
    """Masters that share the slots, and as many replicas of each as there are."""

    def __init__(self, nodes: list[ClusterNode], replicas: list[ClusterNode] | None = None) -> None:
        self.nodes = nodes
        """The first masters; a failover makes them replicas."""
        self.replicas = replicas or []
        """The first replicas, in the order of their masters."""

    @property
    def url(self) -> str:
        """Where to ask for the cluster."""
        return self.nodes[0].server.url

    @property
    def all(self) -> list[ClusterNode]:
        """Every node."""
        return [*self.nodes, *self.replicas]

    async def form(self) -> None:
        """Share the slots out, and wait until every node sees the whole."""
        for number, node in enumerate(self.nodes):
            first, last = number * SLOTS // NODES, (number + 1) * SLOTS // NODES - 1
            await node.do("CLUSTER", "ADDSLOTSRANGE", first, last)
            await node.do("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in self.all[1:]:
            await self.nodes[0].do("CLUSTER", "MEET", "127.0.0.1", node.server.port, node.bus_port)
        await until(lambda: _each(self.all, ClusterNode.is_ready))
        for number, replica in enumerate(self.replicas):
            master = await self.nodes[number % NODES].name()
            await until(lambda replica=replica, master=master: _replicates(replica, master))  # type: ignore[misc]
        await until(lambda: _each(self.replicas, ClusterNode.is_in_step))

    async def holder(self, partition: int) -> ClusterNode:
        """Which node holds a partition."""
        slot = _slot(partition)
        for node in self.all:
            if node.server.pid is None:
                continue
            for first, last, (_, port, *_), *_ in await node.do("CLUSTER", "SLOTS"):
                if first <= slot <= last:
                    return next(node for node in self.all if node.server.port == port)
        raise AssertionError(f"nobody holds slot {slot}")

    async def masters(self) -> list[ClusterNode]:
        """The nodes that hold slots now."""
        return [node for node in self.all if node.server.pid is not None and await node.is_master()]

    def replica_of(self, master: ClusterNode) -> ClusterNode:
        """The first replica of one of the first masters."""
        return self.replicas[self.nodes.index(master)]

    async def move(
        self,
        partition: int,
        target: ClusterNode | None = None,
        *,
        keys_a_step: int = 1000,
        between: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Move a partition to another node (the next one), some keys a step; `between` runs after each step."""
        slot, source = _slot(partition), await self.holder(partition)
        target = target or self.nodes[(self.nodes.index(source) + 1) % NODES]
        await target.do("CLUSTER", "SETSLOT", slot, "IMPORTING", await source.name())
        await source.do("CLUSTER", "SETSLOT", slot, "MIGRATING", await target.name())
        while keys := await source.do("CLUSTER", "GETKEYSINSLOT", slot, keys_a_step):
            await source.do("MIGRATE", "127.0.0.1", target.server.port, "", 0, 30_000, "KEYS", *keys)
            if between is not None:
                await between()
        for node in (target, source, *await self.masters()):
            await node.do("CLUSTER", "SETSLOT", slot, "NODE", await target.name())

    async def join(self, newcomer: ClusterNode) -> None:
        """Take in a started server as a master that holds nothing yet."""
        await self.nodes[0].do("CLUSTER", "MEET", "127.0.0.1", newcomer.server.port, newcomer.bus_port)
        self.nodes.append(newcomer)
        await until(lambda: _each(self.all, ClusterNode.is_ready))
        await until(lambda: _each(self.all, lambda node: node.knows(len(self.all))))

    async def until_guarded(self, master: ClusterNode) -> None:
        """Wait until a master has a replica that is in step."""

        async def guarded() -> bool:
            return any([await node.is_in_step() for node in self.all if await _follows(node, master)])

        await until(guarded)

    async def fail_over(self, replica: ClusterNode) -> None:
        """Let a replica and its master change places in good order: nothing is lost, and nobody dies."""
        await replica.do("CLUSTER", "FAILOVER")
        await until(replica.is_master)

    async def until_promoted(self, replica: ClusterNode) -> None:
        """Wait until a replica has taken its dead master's place and the others agree."""
        await until(replica.is_master)
        alive = [node for node in self.all if node.server.pid is not None]
        await until(lambda: _each(alive, ClusterNode.is_ready))


@contextmanager
def started_cluster(data_dir: Path, *, replicas: int = 0, options: Sequence[str] = ()) -> Iterator[Cluster]:
    """Three masters with so many replicas each (0 or 1), started and not joined yet; `options` go to every server."""
    with ExitStack() as stack:
        nodes = []
        for number in range(NODES * (1 + replicas)):
            node = _started(data_dir / str(number), options)
            stack.callback(node.server.stop)
            nodes.append(node)
        yield Cluster(nodes[:NODES], nodes[NODES:])


def _started(data_dir: Path, options: Sequence[str]) -> ClusterNode:
    """A node that runs. A port that was free may be taken before it listens: then it gets others."""
    for _ in range(START_TRIES):
        node = ClusterNode(data_dir, options)
        try:
            node.server.start()
        except StoreUnavailable:
            continue
        return node
    raise StoreUnavailable(f"a node of the cluster did not start in {START_TRIES} tries; its log is in {data_dir}")


@asynccontextmanager
async def running_cluster(data_dir: Path, *, replicas: int = 0, options: Sequence[str] = ()) -> AsyncIterator[Cluster]:
    """A cluster as a whole."""
    with started_cluster(data_dir, replicas=replicas, options=options) as cluster:
        await cluster.form()
        yield cluster


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = FORMED_SECONDS) -> None:
    """Wait until something is so. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - the condition is another process's
            await asyncio.sleep(0.05)


async def _each(nodes: Sequence[ClusterNode], condition: Callable[[ClusterNode], Awaitable[bool]]) -> bool:
    return all([await condition(node) for node in nodes])


async def _follows(node: ClusterNode, master: ClusterNode) -> bool:
    try:
        role = await node.do("ROLE")
    except (RedisError, OSError):
        return False
    return bool(role[0] == b"slave" and role[2] == master.server.port)


async def _replicates(replica: ClusterNode, master: str) -> bool:
    """Make a node the replica of a master that it may not know yet."""
    try:
        await replica.do("CLUSTER", "REPLICATE", master)
    except RedisError:
        return False
    return True


def _slot(partition: int) -> int:
    return int(key_slot(partition_tag(partition).encode()))
