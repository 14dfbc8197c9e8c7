"""Waiting between attempts."""

import asyncio
import random


class Backoff:
    """Pauses that double from `first` seconds up to `longest`, shortened at random: clients shall not march in step."""

    def __init__(self, first: float = 0.05, longest: float = 2.0) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def reset(self) -> None:
        """Begin with the shortest pause again: something succeeded."""
        self._next = self._first

    def pause(self) -> float:
        """The next pause in seconds."""
        length = self._next
        self._next = min(self._next * 2, self._longest)
        return length * random.uniform(0.5, 1.0)

    async def wait(self) -> None:
        """Sleep for the next pause."""
        await asyncio.sleep(self.pause())
