"""How the store itself stands: the memory and the replicas of its nodes, and how many tables are archived."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from projections.connection import Connection
from server.store.archive.archive import Archive


@dataclass(frozen=True, slots=True)
class NodeState:
    """One node that holds partitions."""

    name: str
    """Where it is: host:port, or the path of its socket."""
    memory_bytes: int
    limit_bytes: int
    """`maxmemory`; 0 for no limit."""
    replicas: int
    """Replicas that are connected and in step."""


@dataclass(frozen=True, slots=True)
class StoreState:
    """The nodes, and the number of archived tables of each partition that was asked about."""

    nodes: tuple[NodeState, ...]
    archived: Mapping[int, int]


async def look_at_store(connection: Connection, archive: Archive, partitions: Iterable[int]) -> StoreState:
    """How the store stands now. Raises StoreUnavailable, StoreError."""
    wanted = sorted(set(partitions))
    memory, replication = await asyncio.gather(
        connection.ask_nodes("INFO", "memory"), connection.ask_nodes("INFO", "replication")
    )
    counts = await asyncio.gather(*(archive.count(partition) for partition in wanted))
    nodes = tuple(_node(name, _facts(memory[name]), _facts(replication.get(name, b""))) for name in sorted(memory))
    return StoreState(nodes, dict(zip(wanted, counts, strict=True)))


def _node(name: str, memory: Mapping[str, str], replication: Mapping[str, str]) -> NodeState:
    return NodeState(
        name,
        memory_bytes=int(memory.get("used_memory", "0")),
        limit_bytes=int(memory.get("maxmemory", "0")),
        replicas=sum(key.startswith("slave") and "state=online" in value for key, value in replication.items()),
    )


def _facts(info: bytes) -> dict[str, str]:
    return dict(line.split(":", 1) for line in info.decode().splitlines() if ":" in line)
