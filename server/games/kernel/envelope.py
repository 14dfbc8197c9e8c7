"""Envelopes: what turns a decider's payloads into the next events of a stream."""

from collections.abc import Callable

from ludarium.v1 import events_pb2

from server.games.kernel.outcome import Outcome
from server.games.kernel.state import DecisionId

EVENT_ID_BYTES = 8


def stamp(
    outcome: Outcome, after_version: int, time_ms: int, command_id: str, new_id: Callable[[events_pb2.Event], bytes]
) -> list[events_pb2.Event]:
    """Give an outcome's payloads, in place, versions from `after_version` + 1, time, cause, last mark and ids.

    `new_id` gives an event its id; it sees all of it but the command's id.
    """
    events = outcome.payloads
    for version, event in enumerate(events, start=after_version + 1):
        event.version = version
        event.time.seconds, milliseconds = divmod(time_ms, 1000)
        event.time.nanos = milliseconds * 1_000_000
    if events:
        cause = events[0].cause
        cause.SetInParent()
        if outcome.seat is not None:
            cause.seat = outcome.seat
        if outcome.decision is not None:
            _note_decision(events, cause, outcome.decision)
        events[-1].last = True
    for event in events:
        event.event_id = new_id(event)
    if events:
        events[0].cause.command_id = command_id
    return events


def _note_decision(events: list[events_pb2.Event], cause: events_pb2.Cause, decision: DecisionId) -> None:
    """Name the decision that was answered, and the whole cause again where the game's events begin."""
    cause.decision.version, cause.decision.number = decision
    first = next(event for event in events if event.WhichOneof("payload") != "table")
    if first is not events[0]:
        first.cause.CopyFrom(cause)
