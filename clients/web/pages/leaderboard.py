"""Leaderboards: who is strong at a game, and the highest scores by seats and modules."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludarium.v1 import standings_pb2
from starlette.requests import Request
from starlette.responses import Response

from clients.sdk.standings import StandingsClient
from clients.web.catalogue import GAMES
from clients.web.house import house_of
from clients.web.problems import NeedsName
from clients.web.rendering import page
from clients.web.visitor import Visitor

MOST_PLACES: Final = 50
MOST_RECORDS: Final = 24
SHOWN_SCORES: Final = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a leaderboard."""

    number: int
    name: str
    rating: standings_pb2.Rating


@dataclass(frozen=True, slots=True)
class Best:
    """The highest scores of one number of seats and mix of modules, with the names of who reached them."""

    record: standings_pb2.GameRecord
    scores: Sequence[tuple[str, standings_pb2.RecordScore]]

    @property
    def modules(self) -> str:
        """The modules in words."""
        return ", ".join(module.replace("-", " ") for module in self.record.modules) or "no modules"


async def show(request: Request) -> Response:
    """The page of one game; the first unless another is asked for."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    asked = request.query_params.get("game", "")
    game = GAMES.get(asked) or next(iter(GAMES.values()))
    standings = StandingsClient(visitor.connection)
    ratings, records = await asyncio.gather(_ratings(standings, game.name), _records(standings, game.name))
    players = {rating.player_id for rating in ratings}
    players |= {score.player_id for record in records for score in record.scores[:SHOWN_SCORES]}
    names = await house_of(request).names.called(visitor.connection, players)
    places = [Place(number, names[rating.player_id], rating) for number, rating in enumerate(ratings, start=1)]
    best = [
        Best(record, [(names[score.player_id], score) for score in record.scores[:SHOWN_SCORES]]) for record in records
    ]
    return await page(request, "leaderboard.html", game=game, games=GAMES, places=places, best=best)


async def _ratings(standings: StandingsClient, game: str) -> list[standings_pb2.Rating]:
    return [rating async for rating in standings.leaderboard(game, MOST_PLACES)]


async def _records(standings: StandingsClient, game: str) -> list[standings_pb2.GameRecord]:
    return [record async for record in standings.records(game, MOST_RECORDS)]
