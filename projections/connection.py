"""The read side's way to the store: commands, the functions of this package, and news, at whichever node holds what."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Self

from server.store.errors import StoreError
from server.store.functions import StoreFunction
from server.store.links import Links
from server.store.news import NewsListener
from server.store.nodes import Topology
from server.store.wire import Argument, Reply

CONNECT_WITHIN = 5.0
QUIET_SECONDS = 2.0
"""A node whose news channel is silent for twice as long is asked whether it is still there."""


class Connection:
    """Everything is asked of the node that holds the partition. Writes have a wire of their own at each node, so that
    no read waits for a write to reach the disk."""

    def __init__(self, links: Links) -> None:
        """Use `open`."""
        self._links = links
        self._listeners: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, url: str, *, answer_within: float = 5.0) -> Self:
        """Finds the nodes behind a redis://, rediss:// or unix:// address and connects when they are first used.

        `answer_within` seconds bound each exchange. Raises StoreUnavailable, or ValueError for another address.
        """
        return cls(await Links.open(url, answer_within=answer_within))

    async def close(self) -> None:
        """Closes the connections; calls under way fail."""
        self._stop_listening()
        await self._links.close()

    async def ask(self, partition: int, *command: Argument) -> Reply:
        """The reply to a command that does no harm when it is sent twice. Raises StoreUnavailable, StoreError."""
        return await self._links.ask(partition, *command)

    async def ask_function(
        self, partition: int, function: StoreFunction, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """What a function that writes nothing answers; it is loaded where the node does not know it.

        Raises StoreUnavailable, StoreError.
        """
        command = ("FCALL_RO", function.name, len(keys), *keys, *arguments)
        try:
            return await self._links.ask(partition, *command)
        except StoreError as error:
            if "Function not found" not in str(error):
                raise
        await self._load(partition, function)
        return await self._links.ask(partition, *command)

    async def call_function(
        self, partition: int, function: StoreFunction, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """What a function answers. Raises StoreUnavailable, OutcomeUnknown, StoreError."""
        return await self._links.invoke(partition, function, len(keys), (*keys, *arguments))

    async def ask_nodes(self, *command: Argument) -> dict[str, Reply]:
        """What every node that holds partitions replies, by the node's place. Raises StoreUnavailable, StoreError."""
        topology = self._links.topology
        nodes = sorted(topology.nodes, key=lambda node: node.place)
        replies = await asyncio.gather(*(self.ask(topology.partitions_of(node)[0], *command) for node in nodes))
        return {node.place: reply for node, reply in zip(nodes, replies, strict=True)}

    async def keys(self, pattern: str) -> set[bytes]:
        """Every key of every node that matches a pattern, found a little at a time. Raises StoreUnavailable."""
        topology = self._links.topology
        found = await asyncio.gather(
            *(self._keys_of_node(topology.partitions_of(node)[0], pattern) for node in topology.nodes)
        )
        return {key for keys in found for key in keys}

    def listen(
        self, channel: Callable[[int], str], on_news: Callable[[int, bytes], None], on_connected: Callable[[], None]
    ) -> None:
        """From now on hear the messages of the partitions' channels; news may be missed before `on_connected`."""

        def listen_at(topology: Topology) -> None:
            self._stop_listening()
            for node in topology.nodes:
                listener = NewsListener(
                    node.connect,
                    topology.partitions_of(node),
                    connect_within=CONNECT_WITHIN,
                    quiet_seconds=QUIET_SECONDS,
                    on_news=on_news,
                    on_connected=on_connected,
                    channel=channel,
                )
                self._listeners.append(asyncio.create_task(listener.run(), name="read side news"))

        self._links.on_change = listen_at
        listen_at(self._links.topology)

    def _stop_listening(self) -> None:
        for task in self._listeners:
            task.cancel()
        self._listeners = []

    async def _load(self, partition: int, function: StoreFunction) -> None:
        try:
            await self._links.ask(partition, "FUNCTION", "LOAD", function.source)
        except StoreError as error:
            if "already exists" not in str(error):
                raise

    async def _keys_of_node(self, partition: int, pattern: str) -> set[bytes]:
        found: set[bytes] = set()
        cursor = b"0"
        while True:
            cursor, keys = await self._links.ask(partition, "SCAN", cursor, "MATCH", pattern, "COUNT", 1000)
            found.update(keys)
            if cursor == b"0":
                return found
