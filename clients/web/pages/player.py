"""A player: their name and tables."""

import re

from ludarium.v1 import queries_pb2, tables_pb2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from clients.web.house import house_of
from clients.web.pages.lobby import MANY, listing
from clients.web.problems import NeedsName
from clients.web.rendering import page
from clients.web.visitor import Visitor


async def show(request: Request) -> Response:
    """The page."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    player_id = request.path_params["player_id"]
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", player_id):
        raise HTTPException(404)
    house, connection = house_of(request), visitor.connection
    wanted = queries_pb2.ListTablesRequest(
        player_id=player_id, page_size=MANY, page_token=request.query_params.get("page", "")
    )
    tables = await listing(connection, house, wanted, "player", "Tables", player_id)
    name = (await house.names.of(connection, [player_id])).get(player_id, "")
    if not name and not tables.rows:
        raise HTTPException(404, "Nobody by that id plays here.")
    me = player_id == visitor.player_id
    results = [_place(row.table, player_id) for row in tables.rows]
    places = [place for place in results if place]
    return await page(
        request,
        "player.html",
        tables=tables,
        name=name or "a player who has left",
        me=me,
        finished=len(places),
        won=places.count(1),
        player_id=player_id,
    )


def _place(table: tables_pb2.Table, player_id: str) -> int:
    """The place that a player came to; 0 where there is none."""
    at = {seat.seat for seat in table.seats if seat.player_id == player_id}
    return min((result.place for result in table.results if result.seat in at), default=0)
