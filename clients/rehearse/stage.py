"""The stage: a scratch directory, stores and deployments in it, and which defences are down."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ludarium.games.alhambra.v1 import options_pb2
from ludarium.v1 import players_pb2, views_pb2

from clients.rehearse.callers import Channel
from clients.rehearse.cluster import Cluster, running_cluster
from clients.rehearse.defences import Defence
from clients.rehearse.finding import Finding
from clients.rehearse.load import CALL_SECONDS
from clients.rehearse.processes import BotsProcess, Process, QueryProcess, ServerProcess, WorkerProcess
from clients.rehearse.traffic import Traffic
from clients.rehearse.truth import behind, differences
from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError
from clients.sdk.tables import TableClient
from projections.catalogue import PROJECTIONS
from projections.house import open_house
from server.store.embedded import EmbeddedServer

CAUGHT_UP_SECONDS: Final = 60.0
BOTS_PACE: Final = "0.1"
"""Seconds that bots think, so that a game does not end before it is looked at."""
STILL_SECONDS: Final = 60.0
"""How long a process may take to reach the point at which it is to stand still."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything there is."""

    rounds: int
    """How often each thing is done."""
    tables: int
    """Tables that are played while nodes fail over."""
    pace: float
    """Seconds that each of those tables rests between two commands, on average."""
    streams: int
    """Watch streams that are opened and cancelled."""


WHOLE: Final = Size(rounds=3, tables=1000, pace=15.0, streams=10_000)
QUICK: Final = Size(rounds=1, tables=30, pace=0.3, streams=400)


@dataclass(slots=True)
class Stage:
    """Where an entry is rehearsed."""

    directory: Path
    size: Size = WHOLE
    broken: frozenset[Defence] = frozenset()
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def path(self, name: str) -> Path:
        """A path that nothing else has."""
        return self.directory / f"{next(self._numbers)}-{name}"

    @contextmanager
    def store(self) -> Iterator[EmbeddedServer]:
        """A store of one node."""
        options = ("--appendonly", "no") if Defence.APPEND_ONLY_FILE in self.broken else ()
        with EmbeddedServer(self.path("store"), options=options) as server:
            yield server

    @asynccontextmanager
    async def cluster(self, *options: str) -> AsyncIterator[Cluster]:
        """A cluster of three masters and three replicas."""
        async with running_cluster(self.path("cluster"), replicas=1, options=options) as cluster:
            yield cluster

    @asynccontextmanager
    async def deployed(
        self,
        redis: str,
        *,
        truth: str = "",
        servers: int = 2,
        workers: int = 0,
        queries: int = 0,
        bots: int = 0,
        pace: float = 0.0,
        patience: float = CALL_SECONDS,
        code: Path | None = None,
        **settings: str,
    ) -> AsyncIterator["Deployment"]:
        """Processes on a store, all of them healthy. `truth` is where to look the truth up, if not where they look.

        `code` is the directory of another version of this software, which they run. `settings` are further LUDARIUM_…
        variables, by their field.
        """
        if Defence.APPEND_ONLY_FILE in self.broken:
            settings["check_store"] = "off"
        async with AsyncExitStack() as stack:
            deployment = Deployment(self, redis, settings, stack)
            for kind, count in ((ServerProcess, servers), (WorkerProcess, workers), (QueryProcess, queries)):
                for _ in range(count):
                    deployment.add(kind, code=code)
            await asyncio.gather(*(process.healthy() for process in deployment.processes))
            deployment.begin(truth or redis, pace=pace, patience=patience)
            for _ in range(bots):
                addresses = {"server": deployment.servers[0].address, "query": deployment.queries[0].address}
                deployment.add(BotsProcess, **addresses, pace=BOTS_PACE)
            yield deployment


class Deployment:
    """The processes of a deployment, and the traffic at its doors."""

    def __init__(self, stage: Stage, redis: str, settings: dict[str, str], stack: AsyncExitStack) -> None:
        """Use `Stage.deployed`."""
        self.redis = redis
        self.processes: list[Process] = []
        self.traffic = Traffic(redis, [])
        self._stage = stage
        self._settings = settings
        self._stack = stack
        self._truth = redis

    def add(self, kind: type[Process], **settings: Any) -> Process:
        """Start another process, without waiting for it."""
        log = self._stage.path(f"{kind.__name__}.log")
        process = kind(self.redis, log, **{**self._settings, **settings})
        self._bend(process)
        process.spawn()
        self.processes.append(process)
        self._stack.callback(process.kill)
        return process

    def bend(self, process: Process, *bent: str) -> None:
        """From its next start on run a process bent, and without the defences that are down."""
        self._bend(process, *bent)

    def begin(self, truth: str, *, pace: float, patience: float) -> None:
        """Open channels to every command server."""
        channels = [self.channel(server) for server in self.servers]
        self._truth = truth
        self.traffic = Traffic(truth, channels, pace=pace, patience=patience)

    def channel(self, server: ServerProcess, port: int = 0) -> Channel:
        """A channel to a server, through another port if one is given; closed in the end."""
        channel = Channel(f"127.0.0.1:{port or server.port}", server.tokens)
        self._stack.push_async_callback(channel.close)
        return channel

    @property
    def servers(self) -> list[ServerProcess]:
        """The command servers."""
        return [process for process in self.processes if isinstance(process, ServerProcess)]

    @property
    def workers(self) -> list[WorkerProcess]:
        """The workers."""
        return [process for process in self.processes if isinstance(process, WorkerProcess)]

    @property
    def queries(self) -> list[QueryProcess]:
        """The query servers."""
        return [process for process in self.processes if isinstance(process, QueryProcess)]

    async def open_bot_table(self) -> str:
        """A table that the bots play; gives its id."""
        async with self._operator() as connection:
            options = views_pb2.GameOptions(alhambra=options_pb2.Options())
            table = await TableClient.create(connection, options, 3)
            for _ in range(3):
                await table.add_bot("random")
            await table.start()
            return table.table_id

    async def version_of(self, table_id: str) -> int:
        """Where a table stands; 0 while nobody can say."""
        async with self._operator() as connection:
            with suppress(LudariumError):
                return (await TableClient(connection, table_id).get()).token.version
        return 0

    async def read_models(self) -> Finding:
        """Whether every read model comes to the head of its feed and is then what a fresh fold of all streams gives."""
        promise = "read models equal a fresh fold of every stream"
        async with open_house(self._truth) as (house, _):
            try:
                async with asyncio.timeout(CAUGHT_UP_SECONDS):
                    while await behind(house, PROJECTIONS):  # noqa: ASYNC110 - the store is asked again
                        await asyncio.sleep(0.1)
            except TimeoutError:
                lagging = [f"{key} of partition {number} is behind" for key, number in await behind(house, PROJECTIONS)]
                return Finding(promise, False, f"still behind after {CAUGHT_UP_SECONDS:.0f} s", lagging)
            tables, wrong = await differences(house, PROJECTIONS)
        return Finding(promise, not wrong, f"{tables} tables, {len(PROJECTIONS)} models", wrong)

    def _bend(self, process: Process, *bent: str) -> None:
        without = {ServerProcess: Defence.COMMAND_MEMORY, WorkerProcess: Defence.CURSOR_COMPARE}.get(type(process))
        if without in self._stage.broken:
            bent += ("--without", str(without))
        process.bend(*bent)

    @asynccontextmanager
    async def _operator(self) -> AsyncIterator[Connection]:
        server = self.servers[0]
        token = server.tokens.issue("rehearsal", players_pb2.ROLE_OPERATOR)
        query = self.queries[0].address if self.queries else server.address
        async with Connection(server.address, query, token) as connection:
            yield connection


async def until_still(process: Process) -> None:
    """Wait until a process stands still (on Linux). Raises TimeoutError."""
    status = Path(f"/proc/{process.pid}/stat")
    async with asyncio.timeout(STILL_SECONDS):
        while status.read_text().rpartition(")")[2].split()[0] != "T":  # noqa: ASYNC110, ASYNC240
            await asyncio.sleep(0.02)


async def until_dead(processes: Sequence[Process | EmbeddedServer]) -> None:
    """Wait until these have ended. Raises TimeoutError."""
    async with asyncio.timeout(STILL_SECONDS):
        while any(process.pid is not None for process in processes):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
