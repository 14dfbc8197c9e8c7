"""Patience: deadlines for many short pieces of work at once, watched by one timer.

asyncio.timeout sets a timer of its own for each piece of work, which costs more than most of the work here. A deadline
here is met a little late instead, by PULSE at most; callers allow for that.
"""

import asyncio
from types import TracebackType
from typing import Final

PULSE: Final = 0.05
"""Seconds between two looks at the deadlines."""


class Patience:
    """Cancels whoever is past a deadline. One is shared by everyone in a loop."""

    def __init__(self) -> None:
        self._waiting: set[_Limit] = set()
        self._pulse: asyncio.TimerHandle | None = None

    def until(self, deadline: float) -> "_Limit":
        """A context in which the current task is cancelled soon after a deadline, and TimeoutError raised in its place.

        `deadline` is in seconds of the running loop's clock.
        """
        return _Limit(self, deadline)

    def enter(self, limit: "_Limit") -> None:
        """Watch a deadline."""
        self._waiting.add(limit)
        if self._pulse is None:
            self._pulse = asyncio.get_running_loop().call_later(PULSE, self._look)

    def leave(self, limit: "_Limit") -> None:
        """Watch a deadline no more."""
        self._waiting.discard(limit)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for limit in [limit for limit in self._waiting if limit.deadline <= now]:
            limit.expire()
            self._waiting.discard(limit)
        self._pulse = loop.call_later(PULSE, self._look) if self._waiting else None


class _Limit:
    """One deadline, and the task that it is for."""

    __slots__ = ("_expired", "_patience", "_task", "deadline")

    def __init__(self, patience: Patience, deadline: float) -> None:
        self.deadline = deadline
        self._patience = patience
        self._task: asyncio.Task[object] | None = None
        self._expired = False

    def expire(self) -> None:
        """The deadline has passed."""
        self._expired = True
        if self._task is not None:
            self._task.cancel()

    def __enter__(self) -> None:
        self._task = asyncio.current_task()
        self._patience.enter(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._patience.leave(self)
        if not self._expired or self._task is None:
            return
        if self._task.uncancel() == 0 and kind is asyncio.CancelledError:
            raise TimeoutError from error
