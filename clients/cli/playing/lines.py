"""Lines that a person or a script types: read one at a time, and only when somebody listens."""

import asyncio
import sys
import threading
from typing import IO


class Lines:
    """Reads lines of an input in a thread of its own, each when it is asked for.

    So a script's lines wait until its seat is to decide, and a person may be listened to at any time.
    """

    def __init__(self, source: IO[str] | None = None) -> None:
        self._source = source or sys.stdin
        self._asked = threading.Semaphore(0)
        self._listening = False
        self._loop = asyncio.get_running_loop()
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        threading.Thread(target=self._read, name="typed lines", daemon=True).start()

    @property
    def interactive(self) -> bool:
        """Whether a person sits there."""
        return self._source.isatty()

    def listen(self) -> None:
        """Let the next line be read, unless one is being waited for already."""
        if not self._listening:
            self._listening = True
            self._asked.release()

    async def next(self) -> str | None:
        """The next line that was listened for, without its end; None when the input has ended."""
        line = await self._heard.get()
        self._listening = False
        return line

    def _read(self) -> None:
        while True:
            self._asked.acquire()
            line = self._source.readline()
            heard = line.rstrip("\n") if line else None
            try:
                self._loop.call_soon_threadsafe(self._heard.put_nowait, heard)
            except RuntimeError:  # the loop is closed: nobody listens any more
                return
