"""Frames: one moment of a table as one pair of eyes saw it then."""

from ludarium.v1 import events_pb2, queries_pb2, views_pb2

from projections.query.eyes import Eyes
from projections.query.words import event_words
from server.games.kernel.table import Table
from server.games.kernel.table_view import cut_event, decision_messages, table_message, view_message, whole_view


def frame_of(table: Table, event: events_pb2.Event, eyes: Eyes) -> queries_pb2.ReplayFrame:
    """The moment right after an event: the table, its game, what is to be decided, and what led there."""
    frame = _around(table, event, eyes)
    view = _view(table, eyes)
    if view is not None:
        frame.view.CopyFrom(view)
    return frame


def response_of(table: Table, event: events_pb2.Event, eyes: Eyes) -> bytes:
    """The same moment as an encoded StreamFramesResponse.

    The view is nearly all of it, and is encoded as it is: to copy it from message to message would take longer.
    """
    frame, view = _around(table, event, eyes).SerializeToString(), _view(table, eyes)
    if view is not None:
        frame += _field(queries_pb2.ReplayFrame.VIEW_FIELD_NUMBER, view.SerializeToString())
    return _field(queries_pb2.StreamFramesResponse.FRAMES_FIELD_NUMBER, frame)


def _around(table: Table, event: events_pb2.Event, eyes: Eyes) -> queries_pb2.ReplayFrame:
    """A frame without its view."""
    shown = without_command_id(event if eyes.everything else cut_event(event, eyes.seat))
    return queries_pb2.ReplayFrame(
        version=table.version,
        table=table_message(table),
        decisions=decision_messages(table),
        event=shown,
        words=event_words(shown, table.game),
    )


def _field(number: int, encoded: bytes) -> bytes:
    """A field of a message that holds an encoded message, on the wire; for numbers below 16."""
    length, rest = bytearray(), len(encoded)
    while rest > 0x7F:
        length.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes((number << 3 | 2, *length, rest)) + encoded


def without_command_id(event: events_pb2.Event) -> events_pb2.Event:
    """The event without its command's id, which concerns who sent it alone and which archives do not keep."""
    if not event.HasField("cause") or not event.cause.command_id:
        return event
    copy = events_pb2.Event()
    copy.CopyFrom(event)
    copy.cause.ClearField("command_id")
    return copy


def _view(table: Table, eyes: Eyes) -> views_pb2.GameView | None:
    return whole_view(table) if eyes.everything else view_message(table, eyes.seat)
