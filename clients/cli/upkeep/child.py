"""One process of the house: started, watched, started again when it dies, and stopped in good order."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

from server import programs

LARGEST_LOG = 5_000_000
HEALTHY_SECONDS = 30.0
"""A process that ran as long as this is started again at once when it dies."""
LONGEST_PAUSE = 15.0
STOP_SECONDS = 10.0

Say = Callable[[str], None]


class Child:
    """A process `ludarium NAME …` that is kept running until it is stopped."""

    def __init__(
        self, name: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path | None, say: Say
    ) -> None:
        """`environment` is added to our own; `say` tells of deaths.

        What the process says goes to `log`, or where our own words go when that is None.
        """
        self.name = name
        self.log = log
        self._command = (sys.executable, "-m", "clients.cli", name, *arguments)
        self._environment = dict(os.environ) | dict(environment)
        self._say = say
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self.deaths = 0

    @property
    def pid(self) -> int | None:
        """Its process id; None while it is not running."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process is not None else None

    async def start(self) -> None:
        """Start it and keep it running."""
        await self._spawn()
        self._keeper = asyncio.create_task(self._keep(), name=f"keeper of {self.name}")

    async def stop(self) -> None:
        """Ask it to end and wait; it is killed when it does not."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def last_words(self, lines: int = 3) -> str:
        """The end of its log."""
        if self.log is None:
            return ""
        try:
            return "\n".join(self.log.read_text("utf-8", "replace").strip().splitlines()[-lines:])
        except OSError:
            return ""

    async def _spawn(self) -> None:
        with self._open_log() as log:
            self._process = await asyncio.create_subprocess_exec(
                *programs.ending_with_us(self._command),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,  # a Ctrl-C in the terminal is ours to handle
            )

    def _open_log(self) -> AbstractContextManager[IO[bytes] | None]:
        if self.log is None:
            return nullcontext()
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".log.1"))
        return self.log.open("ab")

    async def _keep(self) -> None:
        pause = 0.5
        while True:
            assert self._process is not None
            began = time.monotonic()
            code = await self._process.wait()
            self.deaths += 1
            pause = 0.5 if time.monotonic() - began > HEALTHY_SECONDS else min(pause * 2, LONGEST_PAUSE)
            log = f" Its log: {self.log}" if self.log is not None else ""
            self._say(f"{self.name} ended ({_ending(code)}); it starts again in {pause:g} s.{log}")
            await asyncio.sleep(pause)
            await self._spawn()


def _ending(code: int) -> str:
    if code < 0:
        return f"by {signal.Signals(-code).name}"
    return f"exit code {code}"
