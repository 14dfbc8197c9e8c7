"""Listens on sharded channels of the partitions: where appends announce new heads of feeds, or any others."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from server.store.backoff import Backoff
from server.store.line import Line, Reply
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
        hearing = _Hearing(self._channels, self._on_news)
        line = await Line.open(
            self._connect, within=self._connect_within, on_reply=hearing.take, on_lost=hearing.give_up
        )
        try:
            # One command a channel: in a cluster a command may name the channels of one slot only.
            line.send([("SSUBSCRIBE", channel) for channel in self._channels])
            await hearing.until_subscribed(self._quiet_seconds)
            backoff.succeed()
            self._on_connected()
            while True:
                if await hearing.silent_for(self._quiet_seconds):
                    line.send([("PING",)])
                    if await hearing.silent_for(self._quiet_seconds):
                        raise ConnectionError("the event store fell silent")
        finally:
            line.close()


class _Hearing:
    """What is heard on one connection."""

    def __init__(self, channels: dict[bytes, int], on_news: Callable[[int, bytes], None]) -> None:
        self._channels = channels
        self._on_news = on_news
        self._missing = len(channels)
        self._heard = False
        self._subscribed = asyncio.Event()
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def take(self, message: Reply) -> None:
        """Hand news over; note anything else."""
        self._heard = True
        if isinstance(message, Exception):
            self.give_up(str(message))
            return
        match message:
            case [b"smessage", channel, news]:
                self._on_news(self._channels[channel], news)
            case [b"ssubscribe", *_]:
                self._missing -= 1
                if not self._missing:
                    self._subscribed.set()
            case [b"sunsubscribe", *_]:
                self.give_up("the event store moved a partition to another node")

    def give_up(self, why: str) -> None:
        """Nothing more will be heard."""
        if not self._lost.done():
            self._lost.set_exception(ConnectionError(why))
            self._lost.exception()  # whoever waits is told; if nobody does, that is well too
        self._subscribed.set()

    async def until_subscribed(self, seconds: float) -> None:
        """Wait until every channel is listened on. Raises ConnectionError."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._subscribed.wait()
        if self._lost.done():
            self._lost.result()
        if self._missing:
            raise ConnectionError("the event store did not answer")

    async def silent_for(self, seconds: float) -> bool:
        """Wait so long; whether nothing was heard. Raises ConnectionError."""
        self._heard = False
        await asyncio.wait((self._lost,), timeout=seconds)
        if self._lost.done():
            self._lost.result()
        return not self._heard
