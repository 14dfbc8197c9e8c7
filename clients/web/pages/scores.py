"""The scoreboard of a table: points by source, over time, and why each was scored."""

from collections.abc import AsyncIterator
from typing import Any, Final

from ludarium.v1 import queries_pb2
from starlette.requests import Request
from starlette.responses import Response

from clients.sdk.naming import named
from clients.sdk.queries import QueryClient
from clients.sdk.tables import TableClient
from clients.web import boards
from clients.web.chart import chart
from clients.web.forms import table_id
from clients.web.house import house_of
from clients.web.moment import names_of
from clients.web.pages.live import event, stream
from clients.web.problems import NeedsName
from clients.web.rendering import page, piece
from clients.web.visitor import Visitor

_IMAGINARY: Final = {"alhambra": "Dirk"}
"""What a game calls the player that is nobody."""


async def show(request: Request) -> Response:
    """The page."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    connection = visitor.connection
    seen = await TableClient(connection, table_id(request)).get()
    names = await names_of(connection, house_of(request).names, seen.table)
    answer = await QueryClient(connection).scoreboard(seen.table.table_id)
    return await page(
        request,
        "scores.html",
        table=seen.table,
        behind=answer.behind,
        scores=scores_of(answer.scoreboard, names, boards.colors(seen.view)),
    )


def scores_of(board: queries_pb2.Scoreboard, names: list[str], colors: list[str]) -> str:
    """The part of the page that changes."""
    latest = max(board.token.version, max((entry.version for entry in board.history), default=0))
    return piece("_scores.html", **parts_of(board, names), chart=chart(board, names, colors, latest), names=names)


def parts_of(board: queries_pb2.Scoreboard, names: list[str]) -> dict[str, Any]:
    """Seats, sources and history for templates."""
    sources: list[str] = []
    for seat in board.seats:
        sources += [part.source for part in seat.sources if part.source not in sources]
    by_seat = {seat.seat: {part.source: part.points for part in seat.sources} for seat in board.seats}
    history = [
        {
            "version": entry.version,
            "who": names[entry.seat] if entry.HasField("seat") else _IMAGINARY.get(board.game, "an imaginary player"),
            "points": entry.points,
            "source": entry.source.replace("_", " ").replace("-", " "),
            "words": named(entry.words, names),
            "total": entry.total,
        }
        for entry in board.history
    ]
    totals = {seat.seat: seat.total for seat in board.seats}
    return {"board": board, "sources": sources, "by_seat": by_seat, "totals": totals, "history": history}


async def live(request: Request) -> Response:
    """The scoreboard as it changes, as server-sent events."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    connection = visitor.connection
    of = table_id(request)
    seen = await TableClient(connection, of).get()
    names = await names_of(connection, house_of(request).names, seen.table)
    colors = boards.colors(seen.view)

    async def events() -> AsyncIterator[str]:
        async for board in QueryClient(connection).watch_scoreboard(of):
            yield event("scores", {"html": scores_of(board, names, colors)})
        yield event("done", {})

    return stream(events())
