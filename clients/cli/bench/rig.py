"""The rig: a house of its own and a bare echo beside it, with the connections that load them."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from ludarium.v1 import players_pb2
from redis import Redis

from clients.cli.bench import load
from clients.cli.bench.echo import STREAM, UNARY
from clients.cli.bench.load import Target
from clients.cli.upkeep.child import Say
from clients.cli.upkeep.keeper import Keeper, Plan, free_port
from clients.sdk.connection import Connection
from server import programs
from server.access.tokens import Tokens
from server.store.partitions import PARTITIONS, feed_key

SUBMIT = "/ludarium.v1.CommandService/Submit"
PLAY = "/ludarium.v1.CommandService/Play"
OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1),)
"""Without it, channels to one address share a connection."""


class Stored(NamedTuple):
    """What the store holds: events, bytes of memory, and bytes of its append-only file."""

    events: int
    memory: int
    file: int


@dataclass(frozen=True, slots=True)
class Rig:
    """What is measured, and how it is reached."""

    keeper: Keeper
    connection: Connection
    ours: Target
    """The command service, as the bots' process."""
    echo: Target
    bot_token: str
    store: Redis

    @property
    def pids(self) -> Mapping[str, int]:
        """The processes that take part in a command, by name."""
        return self.keeper.pids | {"load": os.getpid()}

    def fsync(self, when: str) -> None:
        """Have the store write to disk `always` before it answers, or `everysec`."""
        self.store.config_set("appendfsync", when)

    def stored(self) -> Stored:
        """What the store holds now."""
        facts: Any = self.store.info()
        heads = self.store.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            heads.xrevrange(feed_key(partition), count=1)
        events = sum(int(entries[0][0].split(b"-")[0]) for entries in heads.execute() if entries)
        return Stored(events, facts["used_memory"], facts["aof_current_size"])

    @asynccontextmanager
    async def no_rewrites(self) -> AsyncIterator[None]:
        """Let the append-only file only grow meanwhile, so that its growth can be measured."""
        setting = "auto-aof-rewrite-percentage"
        usual: Any = self.store.config_get(setting)
        self.store.config_set(setting, 0)
        while self._rewriting():  # noqa: ASYNC110 - rare and short
            await asyncio.sleep(0.1)
        yield
        self.store.config_set(setting, usual[setting])

    def _rewriting(self) -> bool:
        facts: Any = self.store.info("persistence")
        return bool(facts["aof_rewrite_in_progress"])

    @asynccontextmanager
    async def more_connections(self, count: int) -> AsyncIterator[list[Target]]:
        """So many connections to the command service besides."""
        async with AsyncExitStack() as stack:
            yield [
                await stack.enter_async_context(_ours(self.keeper.server, self.bot_token, OWN_CONNECTION))
                for _ in range(count)
            ]


@asynccontextmanager
async def set_up(data: Path, say: Say, *, servers: int = 1) -> AsyncIterator[Rig]:
    """A rig with its processes on `data`; `servers` command servers share a port."""
    async with AsyncExitStack() as stack:
        plan = Plan(data, free_port(), free_port(), bots=False, servers=servers)
        keeper = await stack.enter_async_context(Keeper(plan, say))
        tokens = Tokens(keeper.house.key_or_new())
        bot = tokens.issue("bench bots", players_pb2.ROLE_BOT)
        operator = tokens.issue("bench", players_pb2.ROLE_OPERATOR)
        store = Redis.from_url(keeper.house.notes().redis)
        stack.callback(store.close)
        yield Rig(
            keeper,
            await stack.enter_async_context(Connection(keeper.server, keeper.query, operator)),
            await stack.enter_async_context(_ours(keeper.server, bot)),
            await stack.enter_async_context(_echo()),
            bot,
            store,
        )


@asynccontextmanager
async def _ours(address: str, token: str, options: Any = ()) -> AsyncIterator[Target]:
    async with grpc.aio.insecure_channel(address, options) as channel:
        yield Target(channel, SUBMIT, PLAY, load.answered, (("authorization", f"Bearer {token}"),))


@asynccontextmanager
async def _echo() -> AsyncIterator[Target]:
    command = (sys.executable, "-m", "clients.cli.bench.echo")
    process = programs.start(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        port = int(await asyncio.to_thread(process.stdout.readline))
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield Target(channel, UNARY, STREAM, load.echoed)
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait)
