"""The scoreboard: points by seat and by source, and every change of them."""

from ludarium.v1 import events_pb2, queries_pb2

from projections.projection import Projection, TableContext
from server.games.kernel.game import Points

Scoreboard = queries_pb2.Scoreboard


def apply(board: Scoreboard, event: events_pb2.Event, context: TableContext) -> None:
    """Note the points that an event tells of."""
    which = event.WhichOneof("payload")
    if which == "table":
        _apply_table_event(board, event, context)
        return
    points = context.game.points(getattr(event, context.game.name))
    if points is not None:
        _score(board, event.version, points)


def _apply_table_event(board: Scoreboard, event: events_pb2.Event, context: TableContext) -> None:
    match event.table.WhichOneof("event"):
        case "opened":
            board.table_id = context.opened.table_id
            board.game = context.game.name
            board.seats.extend(queries_pb2.SeatScore(seat=seat) for seat in range(context.opened.seats))
        case "finished" | "aborted":
            board.finished = True


def _score(board: Scoreboard, version: int, points: Points) -> None:
    entry = board.history.add(version=version, points=points.points, source=points.source, words=points.words)
    if points.seat is None:
        entry.total = points.points + _imaginary_total(board)
        return
    seat = board.seats[points.seat]
    seat.total += points.points
    entry.seat = points.seat
    entry.total = seat.total
    for part in seat.sources:
        if part.source == points.source:
            part.points += points.points
            return
    seat.sources.add(source=points.source, points=points.points)


def _imaginary_total(board: Scoreboard) -> int:
    """What the imaginary player had before the latest entry."""
    earlier = (entry.total for entry in reversed(board.history[:-1]) if not entry.HasField("seat"))
    return next(earlier, 0)


SCOREBOARD = Projection(name="scoreboard", version=1, start=Scoreboard, apply=apply)
