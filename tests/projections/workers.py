"""Workers as processes that tests may kill, as many and as often as they like, and a load for them to work on.

A worker takes a second of a processor to import what it needs. So they come out of a nursery, a process that has it all
imported and forks one whenever it is asked to.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from typing import IO, Self

from projections.keys import HOME, WORKERS_KEY, model_keys
from projections.runner import House
from projections.scoreboard import SCOREBOARD
from server.games import GAMES
from server.store.partitions import PARTITIONS
from server.store.points import NOWHERE
from tests.patience import slowness
from tests.projections.playing import another_table, append_command, commands_of, played_game
from tests.projections.truth import eventually


class Nursery:
    """Starts workers, and ends with all of them: `with Nursery() as nursery`."""

    def __enter__(self) -> Self:
        settings = {
            "LUDARIUM_LOG_LEVEL": "error",
            "LUDARIUM_LEASE_SECONDS": str(0.6 * min(slowness(), 10.0)),  # so that they can be renewed in time
            "LUDARIUM_AUDIT_SECONDS": "0",
        }
        self._process = subprocess.Popen(
            (sys.executable, "-m", "tests.projections.workers"),
            env=os.environ | settings,
            stdin=-1,
            stdout=-1,
            text=True,
        )
        self._workers: set[int] = set()
        return self

    def __exit__(self, *_: object) -> None:
        for pid in tuple(self._workers):
            self.kill(pid)
        self._process.communicate()

    async def start(self, redis: str) -> int:
        """Another worker of a store; gives its process id."""
        pid = int(await asyncio.to_thread(self._ask, redis))
        self._workers.add(pid)
        return pid

    def kill(self, pid: int) -> None:
        """End a worker at once."""
        self._workers.remove(pid)
        os.kill(pid, signal.SIGCONT)
        os.kill(pid, signal.SIGKILL)

    def _ask(self, redis: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(redis, file=self._process.stdin, flush=True)
        return self._process.stdout.readline()


class Workers:
    """The workers of one store."""

    def __init__(self, nursery: Nursery, house: House, redis: str) -> None:
        self._nursery = nursery
        self._house = house
        self._redis = redis
        self.pids: list[int] = []

    async def scale(self, number: int) -> None:
        """Start or kill workers until there are so many, and wait until each of them is known to the others."""
        while len(self.pids) > number:
            self.kill(self.pids[-1])
        while len(self.pids) < number:
            await self.start()
        await self.known(number)

    async def start(self, redis: str = "") -> int:
        """Start one more, which reaches the store at this address."""
        self.pids.append(await self._nursery.start(redis or self._redis))
        return self.pids[-1]

    def kill(self, pid: int) -> None:
        """End one at once."""
        self.pids.remove(pid)
        self._nursery.kill(pid)

    async def known(self, number: int) -> None:
        """Wait until so many workers have a place in the list, and no dead ones."""
        connection = self._house.models._connection

        async def off() -> bool:
            seconds, microseconds = map(int, await connection.ask(HOME, "TIME"))
            now = seconds * 1000 + microseconds // 1000
            return len(await connection.ask(HOME, "ZRANGEBYSCORE", WORKERS_KEY, now, "+inf")) != number

        await eventually(off)

    async def progress(self) -> None:
        """Wait until events have become visible that were not before."""
        before = await self._visible()

        async def still() -> bool:
            return await self._visible() == before

        await eventually(still)

    async def _visible(self) -> int:
        keys = (model_keys(SCOREBOARD.key, partition) for partition in range(PARTITIONS))
        cursors = await asyncio.gather(*map(self._house.models.cursor, keys))
        return sum(cursor.place.position for cursor in cursors if cursor)


@asynccontextmanager
async def play(house: House, tables: int = 3) -> AsyncIterator[None]:
    """Play so many tables of all games at the same time, one after the other, with undos in them."""
    stopped, numbers = asyncio.Event(), count()
    rng = random.Random(tables)

    async def play_on() -> None:
        while not stopped.is_set():
            game = list(GAMES)[next(numbers) % len(GAMES)]
            table_id, events = another_table(played_game(game, undo_every=15))
            last = NOWHERE
            for command in commands_of(events):
                last = await append_command(house.streams, table_id, command, last)
                await asyncio.sleep(0.005)
                if stopped.is_set() and rng.random() < 0.5:
                    break  # some tables stay unfinished

    tasks = [asyncio.create_task(play_on()) for _ in range(tables)]
    try:
        yield
    finally:
        stopped.set()
        await asyncio.gather(*tasks)


@contextmanager
def paused(pid: int) -> Iterator[None]:
    """A worker that stands still meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _tend(orders: IO[str]) -> None:
    """The nursery: fork a worker for each address that is read, and print its process id."""
    from projections import process

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who were killed
    for address in orders:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.environ["LUDARIUM_REDIS"] = address.strip()
            with suppress(KeyboardInterrupt):
                process.main()
            os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    _tend(sys.stdin)
