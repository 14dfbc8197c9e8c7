"""Traffic: tables that are opened, played and followed while something breaks, and what is made of it afterwards."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import grpc

from clients.rehearse.callers import Caller, Channel
from clients.rehearse.load import CALL_SECONDS, Comparison, Follower, Ledger, Play
from server.store.store import EventStore

PROGRESS_SECONDS: Final = 120.0
"""How long a deployment may take to acknowledge some commands, whatever is broken."""
OPENED_AT_ONCE: Final = 16


@dataclass(slots=True)
class Outcome:
    """What a stretch of play came to, once it has ended."""

    comparison: Comparison = field(default_factory=Comparison)
    complaints: list[str] = field(default_factory=list)
    """What followers missed, or saw wrongly."""
    stuck: list[str] = field(default_factory=list)
    """Why play did not go on."""
    followers: int = 0
    resets: int = 0
    """How often followers were told that history went back."""

    @property
    def problems(self) -> list[str]:
        """A sentence for each thing that is not as promised."""
        return [*self.stuck, *self.comparison.problems, *self.complaints]


class Traffic:
    """Players at tables. Each call goes to any one of the channels."""

    def __init__(
        self,
        redis: str,
        channels: Sequence[Channel],
        *,
        archive: Path | None = None,
        pace: float = 0.0,
        patience: float = CALL_SECONDS,
    ) -> None:
        """`redis` is where the truth is looked up. Tables rest `pace` seconds between commands."""
        self.redis = redis
        self.channels = channels
        self.ledger = Ledger()
        self.tables: list[tuple[str, list[Caller]]] = []
        self._archive = archive
        self._pace = pace
        self._patience = patience

    async def open_tables(self, count: int, seats: int = 3) -> None:
        """Open tables of so many seats, and start them."""
        free = asyncio.Semaphore(OPENED_AT_ONCE)

        async def one() -> None:
            async with free:
                players = [self.channels[0].caller() for _ in range(seats)]
                self.tables.append((await self.channels[0].start_table(players), players))

        await asyncio.gather(*(one() for _ in range(count)))

    @asynccontextmanager
    async def playing(self, tables: int = 100, plays_a_table: int = 1, followers: int = 100) -> AsyncIterator[Outcome]:
        """Play the latest tables meanwhile, and follow some; the outcome is filled in at the end.

        Where `some_commands` waits in vain the rest of the block is left out, and the outcome says so.
        """
        outcome = Outcome()
        stopped = asyncio.Event()
        latest = self.tables[-tables:]
        tasks = [asyncio.create_task(self._play(table, stopped)) for table in latest for _ in range(plays_a_table)]
        following = [Follower(self.channels, table, self.channels[0].caller()) for table, _ in latest[:followers]]
        try:
            try:
                yield outcome
            except TimeoutError:
                outcome.stuck.append(f"nothing more was acknowledged for {PROGRESS_SECONDS:.0f} s")
            stopped.set()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            outcome.stuck += [f"a player gave up: {end!r}" for end in ends if end is not None]
            await self.settle(outcome, following)
        finally:
            tasks += [follower.task for follower in following]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def settle(self, outcome: Outcome, followers: Sequence[Follower] = ()) -> None:
        """Compare what was acknowledged, and what was followed, with what is stored."""
        store = await EventStore.connect(self.redis, check=False, archive=self._archive)
        try:
            outcome.comparison = await self.ledger.compare(store, [table_id for table_id, _ in self.tables])
            complaints = [await follower.complaint(store) for follower in followers]
        finally:
            await store.close()
        outcome.complaints = [complaint for complaint in complaints if complaint]
        outcome.followers = len(followers)
        outcome.resets = sum(follower.resets for follower in followers)

    async def some_commands(self, count: int = 10) -> None:
        """Wait until so many more commands were acknowledged: the deployment goes on. Raises TimeoutError."""
        wanted = len(self.ledger.acknowledged) + count
        async with asyncio.timeout(PROGRESS_SECONDS):
            while len(self.ledger.acknowledged) < wanted:  # noqa: ASYNC110 - progress is what counts
                await asyncio.sleep(0.01)

    async def _play(self, table: tuple[str, list[Caller]], stopped: asyncio.Event) -> None:
        """Play a table and, when its game ends, another one."""
        while not stopped.is_set():
            play = Play(self.channels, self.ledger, *table, pace=self._pace, patience=self._patience)
            await play.run(stopped)
            if stopped.is_set():
                return
            with suppress(grpc.aio.AioRpcError):
                table = (await self.channels[0].start_table(table[1]), table[1])
                self.tables.append(table)
