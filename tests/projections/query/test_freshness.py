"""Scoreboards and replay indexes are as fresh as asked for, or say that they are behind."""

import asyncio
from typing import Any

import grpc
import pytest
from ludarium.v1 import events_pb2, queries_pb2, tables_pb2

from projections.catalogue import PROJECTIONS
from projections.query import rows
from projections.query.rows import Rows
from projections.runner import House
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.points import Point
from tests.patience import PATIENCE
from tests.projections.playing import another_table, append_command, append_game, append_new, commands_of, played_game
from tests.projections.query.conftest import WATCHER, Client, reason_of
from tests.projections.truth import caught_up


def token_of(point: Point) -> events_pb2.Token:
    return events_pb2.Token(version=point.version, event_id=point.event_id)


async def scoreboard(
    client: Client, table_id: str, at_least: events_pb2.Token | None = None
) -> queries_pb2.GetScoreboardResponse:
    request = queries_pb2.GetScoreboardRequest(table_id=table_id, at_least=at_least)
    response: queries_pb2.GetScoreboardResponse = await client.queries.GetScoreboard(request, metadata=WATCHER)
    return response


async def test_a_query_waits_for_the_point_it_asks_for(house: House, worker: Worker, client: Client) -> None:
    table_id, events = another_table(played_game()[:500])
    after = await append_command(house.streams, table_id, events[:1])
    for command in commands_of(events[1:]):
        after = await append_command(house.streams, table_id, command, after)
        answer = await scoreboard(client, table_id, token_of(after))
        assert not answer.behind
        assert answer.scoreboard.token.version >= after.version


@pytest.mark.parametrize("freshness_seconds", [0.5])
async def test_a_query_says_that_it_is_behind(house: House, settings: WorkerSettings, client: Client) -> None:
    worker = await Worker.connect(settings)
    await worker.start()
    table_id, events = another_table(played_game())
    first = await append_game(house.streams, events[:200])
    await caught_up(house, PROJECTIONS)
    await worker.stop()
    last = await append_game(house.streams, events[first.version :], first, table_id=table_id)

    answer = await scoreboard(client, table_id, token_of(last))

    assert answer.behind
    assert answer.scoreboard.token == token_of(first)


@pytest.mark.parametrize("freshness_seconds", [0.5])
async def test_a_table_without_a_row_yet_is_not_fresh_enough(house: House, client: Client) -> None:
    table_id, _ = await append_new(house.streams, played_game()[:200])

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await scoreboard(client, table_id)

    assert reason_of(refused.value) == ("UNAVAILABLE", "NOT_FRESH_ENOUGH")


async def test_a_point_that_was_lost_is_told(house: House, worker: Worker, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game()[:200])
    await caught_up(house, PROJECTIONS)

    for version in (events[-1].version, 100, events[-1].version + 5):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await scoreboard(client, table_id, events_pb2.Token(version=version, event_id=b"lost lost"[:8]))
        assert reason_of(refused.value) == ("OUT_OF_RANGE", "HISTORY_WENT_BACK")


async def test_an_earlier_point_of_the_table_is_fresh_enough(house: House, worker: Worker, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game()[:200])
    await caught_up(house, PROJECTIONS)

    answer = await scoreboard(client, table_id, events_pb2.Token(version=50, event_id=events[49].event_id))

    assert answer.scoreboard.token.version == events[-1].version


@pytest.mark.parametrize("freshness_seconds", [0.5])
async def test_unknown_tables_and_malformed_requests_are_refused(worker: Worker, client: Client) -> None:
    unknown = queries_pb2.GetScoreboardRequest(table_id="01HZZZZZZZZZZZZZZZZZZZZZZZ")
    odd = queries_pb2.GetScoreboardRequest(table_id="snow")
    half = queries_pb2.GetScoreboardRequest(table_id=unknown.table_id, at_least=events_pb2.Token(version=3))

    for request, reason in (
        (unknown, ("NOT_FOUND", "UNKNOWN_TABLE")),
        (odd, ("INVALID_ARGUMENT", "MALFORMED")),
        (half, ("INVALID_ARGUMENT", "MALFORMED")),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await client.queries.GetScoreboard(request, metadata=WATCHER)
        assert reason_of(refused.value) == reason


async def test_nobody_asks_without_a_token(client: Client) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await client.queries.ListTables(queries_pb2.ListTablesRequest())

    assert reason_of(refused.value) == ("UNAUTHENTICATED", "NO_VALID_TOKEN")


async def test_a_replay_index_names_every_step(house: House, worker: Worker, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game())
    await caught_up(house, PROJECTIONS)
    request = queries_pb2.GetReplayIndexRequest(table_id=table_id)

    index = (await client.queries.GetReplayIndex(request, metadata=WATCHER)).index

    assert index.versions == index.token.version == len(events)
    assert list(index.steps) == [event.version for event in events if event.last]


async def test_a_watcher_sees_every_state_it_is_fast_enough_for_and_the_last_in_any_case(
    house: House, worker: Worker, client: Client
) -> None:
    table_id, events = another_table(played_game())
    after = await append_command(house.streams, table_id, events[:1])
    seen: list[queries_pb2.Scoreboard] = []

    async def watch() -> None:
        request = queries_pb2.WatchScoreboardRequest(table_id=table_id)
        async for response in client.queries.WatchScoreboard(request, metadata=WATCHER):
            seen.append(response.scoreboard)

    watching = asyncio.create_task(watch())
    await append_game(house.streams, events[1:], after, table_id=table_id)
    await asyncio.wait_for(watching, PATIENCE)

    totals = [sum(seat.total for seat in board.seats) for board in seen]
    assert totals == sorted(totals)
    assert seen[-1].finished
    assert [seat.total for seat in seen[-1].seats] == [
        result.score for event in events for result in event.table.finished.results
    ]


async def test_a_replay_index_is_watched_to_the_end_of_its_table(house: House, worker: Worker, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game())
    request = queries_pb2.WatchReplayIndexRequest(table_id=table_id)
    async with asyncio.timeout(PATIENCE):
        *_, last = [one.index async for one in client.queries.WatchReplayIndex(request, metadata=WATCHER)]

    assert last.versions == len(events)
    assert last.table.status == tables_pb2.TABLE_STATUS_FINISHED


async def test_a_row_that_stays_as_it_is_is_told_once(
    house: House, worker: Worker, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, events = another_table(played_game())
    await append_command(house.streams, table_id, events[:1])
    monkeypatch.setattr(rows, "WATCH_AGAIN_SECONDS", 0.01)
    looks, enough = 0, asyncio.Event()
    read = Rows.read

    async def counted(*given: Any) -> Any:
        nonlocal looks
        looks += 1
        if looks > 5:
            enough.set()
        return await read(*given)

    monkeypatch.setattr(Rows, "read", counted)
    seen = []

    async def watch() -> None:
        request = queries_pb2.WatchScoreboardRequest(table_id=table_id)
        async for response in client.queries.WatchScoreboard(request, metadata=WATCHER):
            seen.append(response.scoreboard)

    watching = asyncio.create_task(watch())
    await asyncio.wait_for(enough.wait(), PATIENCE)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    assert len(seen) == 1
