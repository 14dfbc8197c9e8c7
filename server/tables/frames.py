"""Frames: one command's events as a viewer may see them, encoded once for all who look through the same eyes."""

from collections.abc import Sequence
from typing import NamedTuple

from ludarium.v1 import events_pb2

from server.games.kernel.redact import Viewer
from server.games.kernel.table import Table
from server.games.kernel.table_view import clock_messages, cut_event, decision_messages, view_message
from server.store.points import Point
from server.tables.orders import token_of


class Eyes(NamedTuple):
    """Through whose eyes, and with what: `everything` leaves events uncut, `views` adds the view."""

    viewer: Viewer
    everything: bool = False
    views: bool = False


def frame_of(
    table: Table, events: Sequence[events_pb2.Event], point: Point, eyes: Eyes, *, reset: bool = False
) -> bytes:
    """The encoded Frame of events that led a table to where it stands now."""
    frame = events_pb2.Frame(
        table_id=table.table_id,
        events=events if eyes.everything else [cut_event(event, eyes.viewer) for event in events],
        token=token_of(point),
        view=view_message(table, eyes.viewer) if eyes.views or reset else None,
        decisions=decision_messages(table),
        reset=reset,
        clocks=clock_messages(table),
    )
    return frame.SerializeToString(deterministic=True)


def enclose(field: int, message: bytes) -> bytes:
    """The encoding of a message whose only content is another one, already encoded, in a field numbered below 16."""
    size = len(message)
    head = bytearray((field << 3 | 2,))
    while size > 0x7F:
        head.append(size & 0x7F | 0x80)
        size >>= 7
    head.append(size)
    return bytes(head) + message
