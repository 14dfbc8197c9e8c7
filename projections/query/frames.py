"""Frames: one moment of a table as one pair of eyes saw it then."""

from ludarium.v1 import events_pb2, queries_pb2

from projections.query.eyes import Eyes
from projections.query.words import event_words
from server.games.kernel.pieces import holding
from server.games.kernel.table import Table
from server.games.kernel.table_view import (
    cut_event,
    decision_messages,
    encoded_view,
    encoded_whole_view,
    table_message,
)
from server.store.archive.blob import without_command_id


def frame_of(table: Table, event: events_pb2.Event, eyes: Eyes) -> queries_pb2.ReplayFrame:
    """The moment right after an event: the table, its game, what is to be decided, and what led there."""
    return queries_pb2.ReplayFrame.FromString(_encoded(table, event, eyes))


def response_of(table: Table, event: events_pb2.Event, eyes: Eyes) -> bytes:
    """The same moment as an encoded StreamFramesResponse."""
    return holding(queries_pb2.StreamFramesResponse.FRAMES_FIELD_NUMBER, _encoded(table, event, eyes))


def _encoded(table: Table, event: events_pb2.Event, eyes: Eyes) -> bytes:
    """The moment as an encoded ReplayFrame. The view is nearly all of it, and goes in as it is kept in pieces."""
    around = _around(table, event, eyes).SerializeToString()
    if table.state is None:
        return around
    view = encoded_whole_view(table) if eyes.everything else encoded_view(table, eyes.seat)
    return around + holding(queries_pb2.ReplayFrame.VIEW_FIELD_NUMBER, view)


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
