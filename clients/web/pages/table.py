"""A table: its board, what its player may do, and what happened."""

from typing import Any, Final

from ludarium.v1 import queries_pb2, tables_pb2
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from clients.sdk.following import CLOSED
from clients.sdk.queries import QueryClient
from clients.sdk.tables import TableClient
from clients.web.answers import grouped, page_id
from clients.web.catalogue import BOTS
from clients.web.clocks import clocks_shown
from clients.web.forms import number, table_id
from clients.web.house import house_of
from clients.web.moment import Moment, moment_of, names_of
from clients.web.problems import NeedsName
from clients.web.rendering import page, piece
from clients.web.visitor import Visitor
from clients.web.words import frame_words, result_words, stamp

LOG_LENGTH: Final = 60


async def show(request: Request) -> Response:
    """The page."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    house = house_of(request)
    moment = await moment_of(visitor.connection, house.names, TableClient(visitor.connection, table_id(request)))
    return await page(request, "table.html", moment=moment, table=moment.table, pieces=pieces_of(moment, visitor))


def pieces_of(moment: Moment, visitor: Visitor) -> dict[str, Any]:
    """The parts of the page that change, each by the id of its element."""
    own_turn = moment.my_turn
    undo = max((point.to_version for point in moment.seen.undo_points), default=None)
    asked = moment.table.undo_asked if moment.table.HasField("undo_asked") else None
    values = {
        "moment": moment,
        "table": moment.table,
        "visitor": visitor,
        "groups": grouped(moment.answers),
        "page_id": page_id(),
        "undo": undo,
        "asked": asked,
        "own_turn": own_turn,
        "bots": BOTS,
        "results": result_words(moment.table.results, moment.names),
        "clocks": clocks_shown(moment.seen, moment.names),
    }
    pieces = {name: piece(f"_{name}.html", **values) for name in ("headline", "clocks", "seats", "answers")}
    return pieces | {"board": moment.board()}


async def log(request: Request) -> Response:
    """What happened after one version, or the last so many events up to another, in words."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    queries = QueryClient(visitor.connection)
    of = table_id(request)
    after = number(request.query_params.get("after", ""))
    before = number(request.query_params.get("before", ""))
    if before:
        after = max(0, before - LOG_LENGTH)
    seen = await TableClient(visitor.connection, of).get()
    viewer = eyes(seen)
    last = min(before, seen.token.version) if before else seen.token.version
    names = await names_of(visitor.connection, house_of(request).names, seen.table)
    lines = []
    if after < last:
        async for frame in queries.frames(of, from_version=after + 1, to_version=last, viewer=viewer):
            words = frame_words(frame, names)
            if words:
                lines.append({"version": frame.version, "words": words, "time": stamp(frame.event.time)})
    return JSONResponse({"lines": lines, "from": after, "to": last})


def eyes(seen: tables_pb2.GetTableResponse) -> queries_pb2.ReplayViewer:
    """Whose eyes a visitor has: everyone's at a closed table, else those of the own seat, or a spectator's."""
    if seen.table.status in CLOSED:
        return queries_pb2.ReplayViewer(all=True)
    if seen.HasField("seat"):
        return queries_pb2.ReplayViewer(seat=seen.seat)
    return queries_pb2.ReplayViewer(spectator=True)
