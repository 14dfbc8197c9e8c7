"""The read side's way to Redis: commands and the functions of this package, over two shared connections."""

import asyncio
from collections.abc import Sequence
from typing import Self

from redis.exceptions import RedisError

from projections.functions import ReadFunction
from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.nodes import node_at
from server.store.replies import refusal
from server.store.wire import Argument, Reply, Wire


class Connection:
    """One connection for reads and one for writes, so that no read waits for a write to reach the disk."""

    def __init__(self, reads: Wire, writes: Wire) -> None:
        """Use `open`."""
        self._reads = reads
        self._writes = writes

    @classmethod
    def open(cls, url: str, *, answer_within: float = 5.0) -> Self:
        """Connects to the node at a redis://, rediss:// or unix:// address when it is first used.

        `answer_within` seconds bound each exchange. Raises ValueError for an address of another form.
        """
        connect = node_at(url).connect
        return cls(Wire(connect, timeout=answer_within), Wire(connect, timeout=answer_within))

    async def close(self) -> None:
        """Closes the connections; calls under way fail."""
        await asyncio.gather(self._reads.close(), self._writes.close())

    async def ask(self, *command: Argument) -> Reply:
        """The reply to a command that writes nothing. Raises StoreUnavailable, StoreError."""
        try:
            return await self._reads.call(*command)
        except OutcomeUnknown as error:
            raise StoreUnavailable(str(error)) from error
        except RedisError as error:
            raise refusal(error) from error

    async def write(self, *command: Argument) -> Reply:
        """The reply to a command that writes. Raises StoreUnavailable, OutcomeUnknown, StoreError."""
        try:
            return await self._writes.call(*command)
        except RedisError as error:
            raise refusal(error) from error

    async def ask_function(self, function: ReadFunction, keys: Sequence[str], arguments: Sequence[Argument]) -> Reply:
        """What a function that writes nothing answers; it is loaded where the node does not know it."""
        return await self._invoke(self._reads, "FCALL_RO", function, keys, arguments)

    async def call_function(self, function: ReadFunction, keys: Sequence[str], arguments: Sequence[Argument]) -> Reply:
        """What a function answers. Raises StoreUnavailable, OutcomeUnknown, StoreError."""
        return await self._invoke(self._writes, "FCALL", function, keys, arguments)

    async def _invoke(
        self, wire: Wire, call: str, function: ReadFunction, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        command = (call, function.name, len(keys), *keys, *arguments)
        try:
            return await wire.call(*command)
        except RedisError as error:
            if "Function not found" not in str(error):
                raise refusal(error) from error
        await self._load(function)
        try:
            return await wire.call(*command)
        except RedisError as error:
            raise refusal(error) from error

    async def _load(self, function: ReadFunction) -> None:
        try:
            await self._writes.call("FUNCTION", "LOAD", function.source)
        except RedisError as error:
            if "already exists" not in str(error):
                raise refusal(error) from error
