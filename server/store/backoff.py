"""Pauses between attempts that grow while attempts fail."""

import asyncio

FIRST_SECONDS = 0.05
LONGEST_SECONDS = 2.0


class Backoff:
    """Pauses that double from one failure to the next, up to two seconds, and begin anew after a success."""

    def __init__(self) -> None:
        self.seconds = FIRST_SECONDS
        """How long the next pause takes."""

    def succeed(self) -> None:
        """Begins anew."""
        self.seconds = FIRST_SECONDS

    async def pause(self) -> None:
        """Waits, and makes the next wait longer."""
        await asyncio.sleep(self.seconds)
        self.seconds = min(self.seconds * 2, LONGEST_SECONDS)
