"""The whole house: store, command server, query server, worker and bots, in one go."""

import asyncio
import os
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from clients.cli.house import House, Notes
from clients.cli.problem import Problem
from clients.cli.upkeep.child import Child, Say
from clients.sdk.connection import Connection
from server.store.embedded import EmbeddedServer
from server.store.errors import StoreUnavailable

READY_SECONDS = 90.0
LOOK_SECONDS = 0.5
LONGEST_SOCKET_PATH = 100
"""Unix sockets have short names; a longer one means a port instead."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a house runs."""

    data: Path
    port: int
    query_port: int
    pace: float = 0.0
    """Seconds that bots think."""
    bots: bool = True
    """Whether there are any."""
    servers: int = 1
    """Command servers that share the port."""
    web_port: int | None = None
    """The port of the viewer in the browser; None for no viewer."""


class Keeper:
    """A house that runs as long as this context lasts."""

    def __init__(self, plan: Plan, say: Say) -> None:
        self.house = House(plan.data)
        self._plan = plan
        self._say = say
        self._stack = AsyncExitStack()
        self._store: EmbeddedServer | None = None
        self._children: list[Child] = []

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def server(self) -> str:
        """The command server's address."""
        return f"localhost:{self._plan.port}"

    @property
    def query(self) -> str:
        """The query server's address."""
        return f"localhost:{self._plan.query_port}"

    @property
    def web(self) -> str:
        """The viewer's address; empty for none."""
        return f"http://localhost:{self._plan.web_port}/" if self._plan.web_port else ""

    @property
    def pids(self) -> dict[str, int]:
        """The processes that are running, by name."""
        running = {child.name: child.pid for child in self._children if child.pid is not None}
        store = self._store.pid if self._store is not None else None
        return running if store is None else running | {"store": store}

    async def _start(self) -> None:
        _check_free(self._plan.port, "--port")
        _check_free(self._plan.query_port, "--query-port")
        if self._plan.web_port is not None:
            _check_free(self._plan.web_port, "--web-port")
        self.house.make()
        key = self.house.key_or_new()
        self._store = store = EmbeddedServer(self.house.store, unix_socket=self._socket())
        try:
            store.start()  # here, not in a worker thread: the kernel stops it with the thread that started it
        except StoreUnavailable as error:
            raise Problem(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
        self._stack.callback(store.stop)
        self._leave_notes(store.url)
        self._children = self._make_children(store.url, key)
        for child in self._children:
            await child.start()
            self._stack.push_async_callback(child.stop)
        watching = asyncio.create_task(self._watch_store(store), name="keeper of the store")
        self._stack.callback(watching.cancel)
        await self._until_ready()

    def _socket(self) -> Path | None:
        """A socket that only this account may use; None where its path would be too long."""
        path = self.house.data.resolve() / "store.sock"
        return path if len(os.fsencode(path)) < LONGEST_SOCKET_PATH else None

    def _leave_notes(self, redis: str) -> None:
        notes = self.house.notes()
        self.house.note(Notes(self.server, self.query, redis, os.getpid(), notes.demo))
        self._stack.callback(self._take_notes_away)

    def _take_notes_away(self) -> None:
        self.house.note(Notes(demo=self.house.notes().demo))

    def _make_children(self, redis: str, key: str) -> list[Child]:
        environment = {
            "LUDARIUM_REDIS": redis,
            "LUDARIUM_TOKEN_KEY": key,
            "LUDARIUM_DATA": str(self.house.data),
            "LUDARIUM_GUESTS": "on",
            "LUDARIUM_SERVER": self.server,
            "LUDARIUM_QUERY": self.query,
            "LUDARIUM_TOKEN": "",
            "LUDARIUM_METRICS_PORT": "0",  # one port is not enough for all of them
        }
        arguments = {
            "serve": ("--port", str(self._plan.port), "--processes", str(self._plan.servers)),
            "work": (),
            "query": ("--port", str(self._plan.query_port)),
            "bots": ("--pace", str(self._plan.pace)),
            "web": ("--port", str(self._plan.web_port)),
        }
        return [
            Child(name, given, environment, self.house.logs / f"{name}.log", self._say)
            for name, given in arguments.items()
            if (name != "bots" or self._plan.bots) and (name != "web" or self._plan.web_port is not None)
        ]

    async def _watch_store(self, store: EmbeddedServer) -> None:
        """Start the store again, on the same data and address, when it dies."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if store.pid is not None:
                continue
            self._say(f"the event store ended; it starts again. Its log: {store.log}")
            try:
                store.start()
            except StoreUnavailable as error:
                self._say(f"the event store does not start: {error}")

    async def _until_ready(self) -> None:
        """Wait until both servers say that they serve, and the viewer listens. Raises Problem."""
        async with Connection(self.server, self.query, "none") as connection:
            try:
                async with asyncio.timeout(READY_SECONDS):
                    while not (all((await connection.health(1.0)).values()) and await self._viewer_listens()):
                        self._check_children()
                        await asyncio.sleep(0.1)
            except TimeoutError:
                raise Problem(f"The servers did not come up in {READY_SECONDS:.0f} s.", self._words()) from None

    async def _viewer_listens(self) -> bool:
        """Whether the viewer takes connections, or there is none."""
        if self._plan.web_port is None:
            return True
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self._plan.web_port)
        except OSError:
            return False
        writer.close()
        return True

    def _check_children(self) -> None:
        dying = next((child for child in self._children if child.deaths > 1), None)
        if dying is not None:
            raise Problem(f"`ludarium {dying.name}` ends again and again.", dying.last_words())

    def _words(self) -> str:
        return "\n".join(f"{child.name}: {child.last_words(1)}" for child in self._children)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _check_free(port: int, option: str) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise Problem(
                f"Port {port} is in use.", f"Stop what listens there, or give another with {option}."
            ) from None
        except OverflowError:
            raise Problem(
                f"{port} is no port.", f"Give one from 1 to 65535 with {option}, or 0 for a free one."
            ) from None
