"""The standings service: leaderboards, player statistics, records and players' swan tokens, asked for and followed."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import grpc
from google.protobuf.message import Message
from ludarium.v1 import standings_pb2, swans_pb2

from projections.across.fold import AcrossStore
from projections.across.model import AnyAcrossModel
from projections.across.players import PLAYERS
from projections.across.ratings import RATINGS
from projections.across.records import EVERY_GAME, RECORDS
from projections.across.swans import PLAYER_SWANS, SWAN_TABLES
from projections.keys import HOME, model_keys
from projections.models import Models, table_of
from projections.query.news import RowNews
from projections.query.pages import PageTokens
from server.access import limits
from server.access.doors import Call, Doors
from server.access.tokens import Caller

SERVICE: Final = "ludarium.v1.StandingsService"

DEFAULT_SIZE: Final = 50
LARGEST_SIZE: Final = 200
DEFAULT_PLACES: Final = 10
WATCH_AGAIN_SECONDS: Final = 5.0
"""How long missed news goes unnoticed by whoever follows."""

A = TypeVar("A")


class StandingsService:
    """Answers questions across tables, for everybody who has a token."""

    def __init__(self, store: AcrossStore, models: Models, news: RowNews, pages: PageTokens, doors: Doors) -> None:
        self._store = store
        self._models = models
        self._news = news
        self._pages = pages
        self._doors = doors

    def handlers(self) -> "dict[str, grpc.RpcMethodHandler[Any, Any]]":
        """The service's handlers by method."""
        unary, stream, contract = self._doors.unary, self._doors.stream, standings_pb2
        return {
            "ListLeaderboard": unary("ListLeaderboard", contract.ListLeaderboardRequest, self.list_leaderboard),
            "WatchLeaderboard": stream("WatchLeaderboard", contract.WatchLeaderboardRequest, self.watch_leaderboard),
            "GetPlayerStatistics": unary(
                "GetPlayerStatistics", contract.GetPlayerStatisticsRequest, self.get_player_statistics
            ),
            "WatchPlayerStatistics": stream(
                "WatchPlayerStatistics", contract.WatchPlayerStatisticsRequest, self.watch_player_statistics
            ),
            "ListRecords": unary("ListRecords", contract.ListRecordsRequest, self.list_records),
            "WatchRecords": stream("WatchRecords", contract.WatchRecordsRequest, self.watch_records),
            "GetPlayerSwans": unary("GetPlayerSwans", swans_pb2.GetPlayerSwansRequest, self.get_player_swans),
            "WatchPlayerSwans": stream("WatchPlayerSwans", swans_pb2.WatchPlayerSwansRequest, self.watch_player_swans),
        }

    async def list_leaderboard(
        self, request: standings_pb2.ListLeaderboardRequest, call: Call
    ) -> standings_pb2.ListLeaderboardResponse:
        """A page of a leaderboard."""
        game = limits.word(request.game, "game")
        ratings, token = await self._page(RATINGS, game, request.page_size, request.page_token)
        return standings_pb2.ListLeaderboardResponse(ratings=ratings, next_page_token=token)

    async def watch_leaderboard(
        self, request: standings_pb2.WatchLeaderboardRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """The top of a leaderboard and every change of it."""
        game = limits.word(request.game, "game")
        places = limits.page_size(request.places) or DEFAULT_PLACES
        async for ratings, _ in self._follow((RATINGS,), lambda: self._page(RATINGS, game, places, "")):
            yield standings_pb2.WatchLeaderboardResponse(ratings=ratings).SerializeToString()

    async def get_player_statistics(
        self, request: standings_pb2.GetPlayerStatisticsRequest, call: Call
    ) -> standings_pb2.GetPlayerStatisticsResponse:
        """A player's statistics."""
        statistics = await self._statistics(limits.command_id(request.player_id, "player_id"))
        return standings_pb2.GetPlayerStatisticsResponse(statistics=statistics)

    async def watch_player_statistics(
        self, request: standings_pb2.WatchPlayerStatisticsRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """A player's statistics and every change of them."""
        player_id = limits.command_id(request.player_id, "player_id")
        async for statistics in self._follow((PLAYERS,), lambda: self._statistics(player_id)):
            yield standings_pb2.WatchPlayerStatisticsResponse(statistics=statistics).SerializeToString()

    async def list_records(
        self, request: standings_pb2.ListRecordsRequest, call: Call
    ) -> standings_pb2.ListRecordsResponse:
        """A page of records."""
        game = limits.word(request.game, "game") if request.game else EVERY_GAME
        records, token = await self._page(RECORDS, game, request.page_size, request.page_token)
        return standings_pb2.ListRecordsResponse(records=records, next_page_token=token)

    async def watch_records(
        self, request: standings_pb2.WatchRecordsRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """The records and every change of them."""
        game = limits.word(request.game, "game") if request.game else EVERY_GAME
        async for records, _ in self._follow((RECORDS,), lambda: self._page(RECORDS, game, LARGEST_SIZE, "")):
            yield standings_pb2.WatchRecordsResponse(records=records).SerializeToString()

    async def get_player_swans(
        self, request: swans_pb2.GetPlayerSwansRequest, call: Call
    ) -> swans_pb2.GetPlayerSwansResponse:
        """A player's swan tokens, with a page of tables."""
        player_id = limits.command_id(request.player_id, "player_id")
        swans = await self._swans(player_id)
        tables, token = await self._page(SWAN_TABLES, player_id, request.page_size, request.page_token)
        return swans_pb2.GetPlayerSwansResponse(swans=swans, tables=tables, next_page_token=token)

    async def watch_player_swans(
        self, request: swans_pb2.WatchPlayerSwansRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """A player's swan tokens and every change of them."""
        player_id = limits.command_id(request.player_id, "player_id")
        count = limits.page_size(request.tables) or DEFAULT_PLACES

        async def look() -> swans_pb2.WatchPlayerSwansResponse:
            tables, _ = await self._page(SWAN_TABLES, player_id, count, "")
            return swans_pb2.WatchPlayerSwansResponse(swans=await self._swans(player_id), tables=tables)

        async for answer in self._follow((PLAYER_SWANS, SWAN_TABLES), look):
            yield answer.SerializeToString()

    async def _swans(self, player_id: str) -> swans_pb2.PlayerSwans:
        (row,) = await self._store.rows(PLAYER_SWANS, (player_id,))
        assert isinstance(row, swans_pb2.PlayerSwans)
        row.player_id = player_id
        return row

    async def _statistics(self, player_id: str) -> standings_pb2.PlayerStatistics:
        (row,) = await self._store.rows(PLAYERS, (player_id,))
        assert isinstance(row, standings_pb2.PlayerStatistics)
        row.player_id = player_id
        return row

    async def _page(self, model: AnyAcrossModel, facet: str, size: int, token: str) -> tuple[Sequence[Any], str]:
        """A page of the rows of a facet, the highest rank first, and the token of the next page."""
        size = min(limits.page_size(size) or DEFAULT_SIZE, LARGEST_SIZE)
        question = f"{model.key} {facet}"
        before = self._pages.read(question, limits.page_token(token))
        places = await self._models.list_places(model_keys(model.key, HOME), facet, before, size + 1)
        shown = places[:size]
        rows: list[Message] = await self._store.rows(model, [table_of(place) for place in shown])
        return rows, self._pages.write(question, shown[-1]) if len(places) > size else ""

    async def _follow(self, models: Sequence[AnyAcrossModel], read: Callable[[], Awaitable[A]]) -> AsyncIterator[A]:
        """What is read of these models now, and again whenever it has become something else."""
        with self._news.of_any(models) as wake:
            shown: A | None = None
            while True:
                wake.clear()
                found = await read()
                if found != shown:
                    shown = found
                    yield found
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(WATCH_AGAIN_SECONDS):
                        await wake.wait()
