"""Thought: quick bots choose at once, those that search do so in processes beside, so that no other table waits."""

import asyncio
import logging
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from clients.bots.kinds import chooser
from clients.bots.search import SECONDS
from clients.bots.situation import Situation

log = logging.getLogger(__name__)


class Thinkers:
    """The processes in which search bots think; they start with the first thought."""

    def __init__(self, processes: int = 1, seconds: float = SECONDS) -> None:
        """`seconds` of processor time are for each decision of a search bot."""
        self._processes = processes
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, kind: str, situation: Situation, rng: Random) -> int:
        """The index of the choice of that kind of bot. Should the processes die, the greedy bot chooses."""
        if kind != "search" or len(situation.choices) == 1:
            return chooser(kind)(situation, rng)
        if self._pool is None:
            # Spawned, not forked: a fork would take the event loop's and gRPC's threads for its own.
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _think, situation, rng, self._seconds)
        except BrokenExecutor:
            log.warning("a search bot's process died; the greedy bot chooses")
            if self._pool is pool:
                self._pool = None
            return chooser("greedy")(situation, rng)

    def close(self) -> None:
        """Stop the processes; thoughts that have begun are thought to their ends."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _think(situation: Situation, rng: Random, seconds: float) -> int:
    return chooser("search", seconds)(situation, rng)
