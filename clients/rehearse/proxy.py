"""A TCP proxy that misbehaves on demand: it cuts connections, holds bytes back, or cuts in the middle of replies."""

import asyncio
import contextlib
import socket
import struct
from typing import Self


class Proxy:
    """Stands between a client and a server on this machine; `async with Proxy(port) as proxy` listens on `proxy.port`.

    All faults apply to all connections, present and future, until `heal`.
    """

    def __init__(self, target_port: int, target_host: str = "127.0.0.1") -> None:
        self.port = 0
        """Where the proxy listens, on 127.0.0.1."""
        self.connections = 0
        """How many connections were accepted so far."""
        self._target = (target_host, target_port)
        self._listener: asyncio.Server | None = None
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._refusing = False
        self._reply_bytes_left: int | None = None

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listener is not None
        self._listener.close()
        self.heal()
        self.cut()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def cut(self) -> None:
        """Resets every connection; new ones are accepted."""
        for pair in tuple(self._pairs):
            self._reset(pair)

    def refuse(self) -> None:
        """Resets every connection, and every new one at once, until healed."""
        self._refusing = True
        self.cut()

    def lead_to(self, port: int) -> None:
        """From now on new connections lead to another server; those that stand go on as they are."""
        self._target = (self._target[0], port)

    def black_hole(self) -> None:
        """Lets connections stand but no byte through, in either direction, until healed."""
        self._flowing.clear()

    def cut_after_reply_bytes(self, count: int) -> None:
        """Lets `count` more bytes of replies through, then resets the connection; happens once.

        With 0 the next request reaches the server, and its reply never reaches the client.
        """
        self._reply_bytes_left = count

    def heal(self) -> None:
        """Ends all faults. Bytes held back by `black_hole` go through now."""
        self._refusing = False
        self._reply_bytes_left = None
        self._flowing.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        if self._refusing:
            _reset(writer)
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._target)
        except OSError:
            _reset(writer)
            return
        pair = (writer, far_writer)
        self._pairs.add(pair)
        with contextlib.suppress(OSError):
            await asyncio.gather(self._requests(reader, far_writer), self._replies(far_reader, pair))
        self._reset(pair)

    async def _requests(self, reader: asyncio.StreamReader, far_writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._flowing.wait()
            far_writer.write(data)
            await far_writer.drain()
        far_writer.close()

    async def _replies(
        self, far_reader: asyncio.StreamReader, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    ) -> None:
        writer = pair[0]
        while data := await far_reader.read(65536):
            await self._flowing.wait()
            if self._reply_bytes_left is not None and len(data) > self._reply_bytes_left:
                writer.write(data[: self._reply_bytes_left])
                self._reply_bytes_left = None
                await writer.drain()
                self._reset(pair)
                return
            if self._reply_bytes_left is not None:
                self._reply_bytes_left -= len(data)
            writer.write(data)
            await writer.drain()
        writer.close()

    def _reset(self, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        self._pairs.discard(pair)
        for writer in pair:
            _reset(writer)


def _reset(writer: asyncio.StreamWriter) -> None:
    """Closes so that the other side sees a reset, or at least an end, at once."""
    raw = writer.get_extra_info("socket")
    if raw is not None and not writer.is_closing():
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
