"""The nodes behind a store's address, and which of them holds which partition."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from redis.asyncio.connection import AbstractConnection, Connection, parse_url
from redis.crc import key_slot
from redis.exceptions import RedisError, ResponseError

from server.store.errors import StoreUnavailable
from server.store.partitions import PARTITIONS, partition_tag

_STANDALONE = ("cluster support disabled", "unknown command")


@dataclass(frozen=True, slots=True)
class Node:
    """One server; equal nodes have the same address."""

    address: str
    options: Mapping[str, Any] = field(compare=False, repr=False)
    """How to connect to it, in the words of the redis library."""

    @property
    def place(self) -> str:
        """Where it is, without what an address may hold beside that: host:port, or the path of its socket."""
        path = self.options.get("path")
        return str(path) if path else f"{self.options.get('host', 'localhost')}:{self.options.get('port', 6379)}"

    def connect(self) -> AbstractConnection:
        """Makes a connection to it, which still has to be connected."""
        options = dict(self.options)
        make: type[AbstractConnection] = options.pop("connection_class", Connection)
        return make(**options | {"protocol": 2, "socket_timeout": None, "socket_connect_timeout": None})

    def neighbour(self, host: str | None, port: int) -> "Node":
        """The node of the same cluster at a host and port; without a host it is where this one is."""
        host = host or self.options.get("host", "localhost")
        return Node(f"{host}:{port}", {**self.options, "host": host, "port": port})


@dataclass(frozen=True, slots=True)
class Topology:
    """Which node holds each of the 64 partitions."""

    node_of: tuple[Node, ...]
    clustered: bool

    @property
    def nodes(self) -> frozenset[Node]:
        """Every node that holds a partition."""
        return frozenset(self.node_of)

    def partitions_of(self, node: Node) -> list[int]:
        """The partitions that a node holds."""
        return [partition for partition, holder in enumerate(self.node_of) if holder == node]


def node_at(url: str) -> Node:
    """The node at a redis://, rediss:// or unix:// address. Raises ValueError for an address of another form."""
    return Node(url, dict(parse_url(url)))


async def discover(node: Node, *, within: float) -> Topology:
    """Asks a node who holds what, within so many seconds.

    Raises StoreUnavailable if it cannot be reached or a partition has no holder.
    """
    try:
        slots = await _slots(node, within)
    except (RedisError, OSError) as error:
        raise StoreUnavailable(f"cannot reach the event store: {error}") from error
    if slots is None:
        return Topology((node,) * PARTITIONS, clustered=False)
    return Topology(tuple(_holder(node, slots, partition) for partition in range(PARTITIONS)), clustered=True)


async def open_connection(make: Callable[[], AbstractConnection], *, within: float) -> AbstractConnection:
    """Connects and shakes hands within so many seconds.

    Raises OSError (TimeoutError among them) or RedisError, and leaves nothing open then.
    """
    connection = make()
    try:
        async with asyncio.timeout(within):
            await connection.connect()  # type: ignore[no-untyped-call]
    except BaseException as error:
        await connection.disconnect(nowait=True)
        if isinstance(error, TimeoutError):
            raise TimeoutError(f"it did not answer within {within} seconds") from error
        raise
    return connection


async def _slots(node: Node, within: float) -> list[Any] | None:
    """What CLUSTER SLOTS answers; None from a node that is no part of a cluster."""
    connection = await open_connection(node.connect, within=within)
    try:
        async with asyncio.timeout(within):
            await connection.send_command("CLUSTER", "SLOTS", check_health=False)
            slots: list[Any] = await connection.read_response(disable_decoding=True)
    except ResponseError as error:
        if any(sign in str(error) for sign in _STANDALONE):
            return None
        raise
    finally:
        await connection.disconnect(nowait=True)
    return slots


def _holder(asked: Node, slots: list[Any], partition: int) -> Node:
    slot = key_slot(partition_tag(partition).encode())
    for first, last, (host, port, *_), *_ in slots:
        if first <= slot <= last:
            return asked.neighbour(host.decode() if host else None, port)
    raise StoreUnavailable(f"no node of the event store's cluster holds partition {partition} (slot {slot})")
