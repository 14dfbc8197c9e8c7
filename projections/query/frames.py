"""Frames: one moment of a table as one pair of eyes saw it then."""

from ludarium.v1 import events_pb2, queries_pb2, views_pb2

from projections.query.eyes import Eyes
from projections.query.words import event_words
from server.games.kernel.table import Table
from server.games.kernel.table_view import cut_event, decision_messages, table_message, view_message


def frame_of(table: Table, event: events_pb2.Event, eyes: Eyes) -> queries_pb2.ReplayFrame:
    """The moment right after an event: the table, its game, what is to be decided, and what led there."""
    shown = without_command_id(event if eyes.everything else cut_event(event, eyes.seat))
    return queries_pb2.ReplayFrame(
        version=table.version,
        table=table_message(table),
        view=_view(table, eyes),
        decisions=decision_messages(table),
        event=shown,
        words=event_words(shown, table.game),
    )


def without_command_id(event: events_pb2.Event) -> events_pb2.Event:
    """The event without its command's id, which concerns who sent it alone and which archives do not keep."""
    if not event.HasField("cause") or not event.cause.command_id:
        return event
    copy = events_pb2.Event()
    copy.CopyFrom(event)
    copy.cause.ClearField("command_id")
    return copy


def _view(table: Table, eyes: Eyes) -> views_pb2.GameView | None:
    if table.state is None:
        return None
    if eyes.everything:
        return views_pb2.GameView(**{table.game.name: table.game.view(table.state)})
    return view_message(table, eyes.seat)
