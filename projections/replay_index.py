"""The replay index: the chapters and steps of a table, for whoever wants to look at its past."""

from ludarium.v1 import events_pb2, queries_pb2

from projections.projection import Projection, TableContext
from server.games.kernel.table_view import table_message

ReplayIndex = queries_pb2.ReplayIndex

_TABLE_CHAPTERS = {"opened": "Seats are taken", "started": "Set-up", "finished": "The end", "aborted": "Broken off"}


def apply(index: ReplayIndex, event: events_pb2.Event, context: TableContext) -> None:
    """Note the chapter that an event begins and the step that it ends."""
    if event.WhichOneof("payload") == "table":
        index.table.CopyFrom(table_message(context.table))
        index.table.ClearField("undo_asked")
        title = _TABLE_CHAPTERS.get(event.table.WhichOneof("event") or "")
    else:
        title = context.game.chapter(getattr(event, context.game.name))
    if title:
        index.chapters.add(version=event.version, title=title)
    if event.last:
        index.steps.append(event.version)


REPLAY_INDEX = Projection(name="replay-index", version=1, start=ReplayIndex, apply=apply, folds=True)
