"""A player: what they have done, and their tables."""

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from ludarium.v1 import queries_pb2, standings_pb2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from clients.sdk.standings import StandingsClient
from clients.web.house import House, house_of
from clients.web.pages.lobby import MANY, Listing, listing
from clients.web.problems import NeedsName
from clients.web.rendering import page
from clients.web.visitor import Visitor

_PLAYER_ID: Final = re.compile(r"(bot:)?[A-Za-z0-9_-]{1,64}")


async def show(request: Request) -> Response:
    """The page."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    player_id = request.path_params["player_id"]
    if not _PLAYER_ID.fullmatch(player_id):
        raise HTTPException(404)
    house, connection = house_of(request), visitor.connection
    statistics, tables, names = await asyncio.gather(
        StandingsClient(connection).statistics(player_id),
        _tables(visitor, house, player_id, request.query_params.get("page", "")),
        house.names.called(connection, [player_id]),
    )
    name = names[player_id]
    if name == player_id and not tables.rows and not statistics.games:
        raise HTTPException(404, "Nobody by that id plays here.")
    return await page(
        request,
        "player.html",
        tables=tables,
        name=name if name != player_id else "a player who has left",
        me=player_id == visitor.player_id,
        games=[(one, places_of(one)) for one in statistics.games],
        player_id=player_id,
    )


async def _tables(visitor: Visitor, house: House, player_id: str, page_token: str) -> Listing:
    """The player's tables; none for a kind of bots, whose tables are everybody's."""
    if player_id.startswith("bot:"):
        return Listing("player", "Tables", [], "")
    wanted = queries_pb2.ListTablesRequest(player_id=player_id, page_size=MANY, page_token=page_token)
    return await listing(visitor.connection, house, wanted, "player", "Tables", player_id)


def places_of(game: standings_pb2.GameStatistics) -> Sequence[tuple[int, int, int]]:
    """How often each place was taken: place, number, and its share in hundredths."""
    most = max(game.places, default=0)
    return [(place, count, round(100 * count / most)) for place, count in enumerate(game.places, start=1) if most]
