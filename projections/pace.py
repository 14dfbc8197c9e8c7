"""The pace of a worker: partitions that have news at nearly the same time take their next steps together."""

import asyncio
from typing import Final

BEAT_SECONDS: Final = 0.008
"""Steps begin no more often than this. What comes meanwhile is read, and committed, in one go: for many partitions in
one pipeline, and on a node with appendfsync always with one write to disk."""

TOGETHER_SECONDS: Final = 0.001
"""Who comes so soon after a beat began still goes along: news of several partitions comes in one piece."""


class Pace:
    """Shared by the followers of a worker. Whoever has news after a quiet beat goes on at once."""

    def __init__(self, beat_seconds: float = BEAT_SECONDS) -> None:
        self._beat_seconds = beat_seconds
        self._began = 0.0
        self._waiting: list[asyncio.Future[None]] = []

    async def turn(self) -> None:
        """Wait until steps may begin."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._waiting:
            if now - self._began < TOGETHER_SECONDS:
                return
            if now - self._began >= self._beat_seconds:
                self._began = now
                return
            loop.call_at(self._began + self._beat_seconds, self._begin)
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _begin(self) -> None:
        self._began = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)
