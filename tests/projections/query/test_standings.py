"""Leaderboards, statistics and records through the door."""

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from ludarium.v1 import standings_pb2, standings_pb2_grpc

from projections.across.results import Results
from projections.connection import Connection
from projections.worker import Worker
from server.store.points import FEED_START, FeedPlace
from tests.patience import PATIENCE
from tests.projections.across.results import ANN_WINS, BEN_WINS, result
from tests.projections.query.conftest import WATCHER, Client, reason_of


def standings_of(client: Client) -> Any:
    return standings_pb2_grpc.StandingsServiceStub(client.channel)


async def shows(watch: Any, wanted: Callable[[Any], bool]) -> None:
    """Follow a watch until it shows what is wanted."""
    async with asyncio.timeout(PATIENCE):
        while not wanted(await watch.read()):
            pass


async def test_standings_are_answered_and_followed(client: Client, worker: Worker, connection: Connection) -> None:
    results, standings = Results(connection), standings_of(client)
    first = FeedPlace(1, bytes(8))
    watch = standings.WatchLeaderboard(standings_pb2.WatchLeaderboardRequest(game="alhambra"), metadata=WATCHER)
    assert not (await watch.read()).ratings

    await results.add(1, FEED_START, first, [result(1, ANN_WINS)])
    await shows(watch, lambda told: told.ratings[0].player_id == "ann")
    await results.add(2, FEED_START, first, [result(2, BEN_WINS), result(3, BEN_WINS)])
    await shows(watch, lambda told: told.ratings[0].player_id == "ben")

    page = await standings.ListLeaderboard(
        standings_pb2.ListLeaderboardRequest(game="alhambra", page_size=2), metadata=WATCHER
    )
    rest = await standings.ListLeaderboard(
        standings_pb2.ListLeaderboardRequest(game="alhambra", page_size=2, page_token=page.next_page_token),
        metadata=WATCHER,
    )
    assert [row.player_id for row in (*page.ratings, *rest.ratings)] == ["ben", "ann", "cleo"]
    # Each model follows the results by itself: that one has counted them says nothing of the others.
    asked = standings_pb2.WatchPlayerStatisticsRequest(player_id="ben")
    statistics = standings.WatchPlayerStatistics(asked, metadata=WATCHER)
    await shows(statistics, lambda told: [game.wins for game in told.statistics.games] == [2])
    records = standings.WatchRecords(standings_pb2.WatchRecordsRequest(), metadata=WATCHER)
    await shows(records, lambda told: [record.scores[0].score for record in told.records] == [130])


async def test_a_page_token_of_another_leaderboard_is_refused(client: Client) -> None:
    standings = standings_of(client)
    request = standings_pb2.ListLeaderboardRequest(game="alhambra", page_token="bm9uZSBvZiBvdXJz")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await standings.ListLeaderboard(request, metadata=WATCHER)
    assert reason_of(refused.value) == ("INVALID_ARGUMENT", "MALFORMED")
