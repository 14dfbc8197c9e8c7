"""The host's clock: events are stamped with its time, never with a client's."""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Milliseconds since 1970."""


def wall_clock() -> int:
    """The time of this machine in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
