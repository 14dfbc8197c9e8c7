"""A line to a node: commands go out as they are, replies are handed over as they come in.

The redis library opens the connection (address, password, TLS). From then on its streams, which cost a task and a
timer for each exchange, give way to this protocol.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

import hiredis
from redis._parsers.base import BaseParser
from redis.asyncio.connection import AbstractConnection

from server.store.nodes import open_connection

Argument = bytes | str | int
Reply = Any
"""What Redis answered: bytes, int, None, a list of replies, or, not raised, the redis library's exception."""

_NOTHING = object()
_pack: Callable[[tuple[Argument, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment]


class Line(asyncio.Protocol):
    """One life of a connection."""

    def __init__(self, on_reply: Callable[[Reply], None], on_lost: Callable[[str], None]) -> None:
        """Use `open`."""
        self._on_reply = on_reply
        self._on_lost = on_lost
        self._connection: AbstractConnection | None = None
        self._transport: asyncio.Transport | None = None
        self._reader: Any = hiredis.Reader(replyError=BaseParser.parse_error, notEnoughData=_NOTHING)

    @classmethod
    async def open(
        cls,
        connect: Callable[[], AbstractConnection],
        *,
        within: float,
        on_reply: Callable[[Reply], None],
        on_lost: Callable[[str], None],
    ) -> Self:
        """Connects within so many seconds. Raises OSError or RedisError.

        `on_reply` gets each reply in order; `on_lost` is told once, unless the line is closed on purpose, why it ended.
        """
        line = cls(on_reply, on_lost)
        connection: Any = await open_connection(connect, within=within)
        line._connection = connection
        line._transport = connection._writer.transport
        line._transport.set_protocol(line)
        return line

    def send(self, commands: Iterable[Sequence[Argument]]) -> None:
        """Sends commands in one piece. Raises TypeError for arguments of other types."""
        if self._transport is not None:
            self._transport.write(b"".join(_pack(tuple(command)) for command in commands))

    def close(self) -> None:
        """Ends the line; nothing is handed over any more."""
        self._on_lost = _ignore
        self._on_reply = _ignore
        self._end()

    def data_received(self, data: bytes) -> None:
        """Hand over the replies that are complete now."""
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets(False)) is not _NOTHING:
                self._on_reply(reply)
        except Exception as error:  # whatever it was, nobody may be left waiting
            self._lose(f"it sent what can't be read: {error}")

    def eof_received(self) -> None:
        """The node ended the connection."""
        self._lose("the node closed it")

    def connection_lost(self, error: Exception | None) -> None:
        """The connection ended."""
        self._lose(str(error or "it was closed"))

    def _lose(self, why: str) -> None:
        tell, self._on_lost, self._on_reply = self._on_lost, _ignore, _ignore
        self._end()
        tell(why)

    def _end(self) -> None:
        transport, self._transport = self._transport, None
        connection: Any = self._connection
        if transport is not None:
            transport.abort()
            connection._reader = connection._writer = None
            self._connection = None


def _ignore(_: object) -> None:
    pass
