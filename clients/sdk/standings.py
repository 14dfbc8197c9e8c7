"""What is known across tables: leaderboards, player statistics, records and players' swan tokens."""

from collections.abc import AsyncIterator

from ludarium.v1 import standings_pb2, swans_pb2

from clients.sdk.answers import followed
from clients.sdk.connection import Connection

PAGE = 200


class StandingsClient:
    """The standings service. All methods raise LudariumError."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def leaderboard(self, game: str, limit: int = PAGE) -> AsyncIterator[standings_pb2.Rating]:
        """Yield a game's ratings, the highest cautious one first, `limit` at most."""
        token = ""
        while limit > 0:
            request = standings_pb2.ListLeaderboardRequest(game=game, page_size=min(limit, PAGE), page_token=token)
            page = await self.connection.call(self.connection.standings.ListLeaderboard, request)
            for rating in page.ratings:
                yield rating
            limit, token = limit - len(page.ratings), page.next_page_token
            if not token:
                return

    async def watch_leaderboard(self, game: str, places: int = 0) -> AsyncIterator[list[standings_pb2.Rating]]:
        """Yield the top of a game's ratings now and after each change, for ever."""
        request = standings_pb2.WatchLeaderboardRequest(game=game, places=places)
        async for answer in followed(self.connection, self.connection.standings.WatchLeaderboard, request):
            yield list(answer.ratings)

    async def statistics(self, player_id: str) -> standings_pb2.PlayerStatistics:
        """What a player (or `bot:KIND`) has done."""
        request = standings_pb2.GetPlayerStatisticsRequest(player_id=player_id)
        return (await self.connection.call(self.connection.standings.GetPlayerStatistics, request)).statistics

    async def watch_statistics(self, player_id: str) -> AsyncIterator[standings_pb2.PlayerStatistics]:
        """Yield what a player (or `bot:KIND`) has done now and after each change, for ever."""
        request = standings_pb2.WatchPlayerStatisticsRequest(player_id=player_id)
        async for answer in followed(self.connection, self.connection.standings.WatchPlayerStatistics, request):
            yield answer.statistics

    async def records(self, game: str = "", limit: int = PAGE) -> AsyncIterator[standings_pb2.GameRecord]:
        """Yield the records of a game ("": of all), those of most tables first, `limit` at most."""
        token = ""
        while limit > 0:
            request = standings_pb2.ListRecordsRequest(game=game, page_size=min(limit, PAGE), page_token=token)
            page = await self.connection.call(self.connection.standings.ListRecords, request)
            for record in page.records:
                yield record
            limit, token = limit - len(page.records), page.next_page_token
            if not token:
                return

    async def watch_records(self, game: str = "") -> AsyncIterator[list[standings_pb2.GameRecord]]:
        """Yield the records of a game ("": of all) now and after each change, for ever."""
        request = standings_pb2.WatchRecordsRequest(game=game)
        async for answer in followed(self.connection, self.connection.standings.WatchRecords, request):
            yield list(answer.records)

    async def swans(
        self, player_id: str, limit: int = PAGE
    ) -> tuple[swans_pb2.PlayerSwans, list[swans_pb2.PlayerSwanTable]]:
        """A player's (or `bot:KIND`'s) swan tokens at all finished tables, and table by table, the latest first.

        At most `limit` tables are listed; all of them are counted.
        """
        tables: list[swans_pb2.PlayerSwanTable] = []
        token = ""
        while True:
            size = min(limit - len(tables), PAGE)
            request = swans_pb2.GetPlayerSwansRequest(player_id=player_id, page_size=size, page_token=token)
            page = await self.connection.call(self.connection.standings.GetPlayerSwans, request)
            tables += page.tables
            token = page.next_page_token
            if not token or len(tables) >= limit:
                return page.swans, tables

    async def watch_swans(self, player_id: str, tables: int = 0) -> AsyncIterator[swans_pb2.WatchPlayerSwansResponse]:
        """Yield a player's swan tokens, and so many latest tables, now and after each change, for ever."""
        request = swans_pb2.WatchPlayerSwansRequest(player_id=player_id, tables=tables)
        async for answer in followed(self.connection, self.connection.standings.WatchPlayerSwans, request):
            yield answer
