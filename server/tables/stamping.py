"""Stamps events: versions, random ids, the time, and the command behind them."""

import os
import time
from collections.abc import Callable

from server.games.kernel.decider import Outcome
from server.games.kernel.table_view import decision_id_message
from server.store.points import EVENT_ID_BYTES

Clock = Callable[[], int]
"""Milliseconds since 1970."""


def wall_clock() -> int:
    """The time of this machine in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def stamp(outcome: Outcome, command_id: str, after_version: int, time_ms: int) -> None:
    """Make an outcome's payloads the events that follow a version. `time_ms` is in milliseconds since 1970."""
    events = outcome.payloads
    if not events:
        return
    ids = os.urandom(EVENT_ID_BYTES * len(events))
    seconds, nanos = time_ms // 1000, time_ms % 1000 * 1_000_000
    for number, event in enumerate(events):
        event.version = after_version + 1 + number
        event.event_id = ids[EVENT_ID_BYTES * number : EVENT_ID_BYTES * (number + 1)]
        event.time.seconds = seconds
        event.time.nanos = nanos
    cause = events[0].cause
    cause.command_id = command_id
    if outcome.seat is not None:
        cause.seat = outcome.seat
    if outcome.decision is not None:
        cause.decision.CopyFrom(decision_id_message(outcome.decision))
    events[-1].last = True
