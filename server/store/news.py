"""Listens on sharded channels of the partitions: where appends announce new heads of feeds, or any others."""

import logging
from collections.abc import Callable, Iterable

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from server.store.backoff import Backoff
from server.store.nodes import open_connection
from server.store.partitions import news_channel

log = logging.getLogger(__name__)


class NewsListener:
    """One connection that is told of news, for as long as it runs; it reconnects by itself.

    News may be missed (while disconnected) and may be late: it is a hint to read, never the entries themselves.
    """

    def __init__(
        self,
        connect: Callable[[], AbstractConnection],
        partitions: Iterable[int],
        *,
        connect_within: float,
        quiet_seconds: float,
        on_news: Callable[[int, bytes], None],
        on_connected: Callable[[], None],
        channel: Callable[[int], str] = news_channel,
    ) -> None:
        """`on_news` gets partition and message. A node that is silent for twice `quiet_seconds` is given up."""
        self._connect = connect
        self._channels = {channel(partition).encode(): partition for partition in partitions}
        self._connect_within = connect_within
        self._quiet_seconds = quiet_seconds
        self._on_news = on_news
        self._on_connected = on_connected

    async def run(self) -> None:
        """Listens until cancelled."""
        backoff = Backoff()
        while True:
            try:
                await self._listen(backoff)
            except (RedisError, OSError) as error:
                log.warning(
                    "the event store's news cannot be heard, trying again in %.2f s: %s", backoff.seconds, error
                )
            await backoff.pause()

    async def _listen(self, backoff: Backoff) -> None:
        connection = await open_connection(self._connect, within=self._connect_within)
        try:
            await self._subscribe(connection)
            backoff.succeed()
            self._on_connected()
            await self._hear(connection)
        finally:
            await connection.disconnect(nowait=True)

    async def _subscribe(self, connection: AbstractConnection) -> None:
        # One command a channel: in a cluster a command may name the channels of one slot only.
        await connection.send_packed_command(
            connection.pack_commands([("SSUBSCRIBE", channel) for channel in self._channels])
        )
        for _ in self._channels:
            if await connection.read_response(disable_decoding=True, timeout=self._quiet_seconds) is None:
                raise ConnectionError("the event store did not answer")

    async def _hear(self, connection: AbstractConnection) -> None:
        asked = False
        while True:
            message = await connection.read_response(disable_decoding=True, timeout=self._quiet_seconds)
            if message is None:
                if asked:
                    raise ConnectionError("the event store fell silent")
                await connection.send_command("PING", check_health=False)
                asked = True
                continue
            asked = False
            if message[0] == b"smessage":
                self._on_news(self._channels[message[1]], message[2])
            elif message[0] == b"sunsubscribe":
                raise ConnectionError("the event store moved a partition to another node")
