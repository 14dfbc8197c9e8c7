"""The read side tells of private tables, and of games that take no spectators, only whom they concern."""

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from ludarium.v1 import queries_pb2, table_events_pb2, terms_pb2

from projections.catalogue import PROJECTIONS
from projections.runner import House
from projections.worker import Worker
from tests.projections.given import full_table, given
from tests.projections.playing import another_table, append_game
from tests.projections.query.conftest import BOT, OPERATOR, WATCHER, Client, Metadata, reason_of, token
from tests.projections.truth import caught_up

ANN, DORA, EVE = token("ann"), token("dora"), token("eve")
INVITED = table_events_pb2.PlayerInvited(player_id="dora", invited_by="ann")


async def table_with(house: House, terms: terms_pb2.TableTerms) -> str:
    """A running table under these terms, to which dora is invited."""
    table_id, events = another_table(given(INVITED, *full_table()).events)
    events[0].table.opened.terms.CopyFrom(terms)
    await append_game(house.streams, events)
    await caught_up(house, PROJECTIONS)
    return table_id


async def listed(client: Client, who: Metadata, **wanted: Any) -> list[str]:
    answer = await client.queries.ListTables(queries_pb2.ListTablesRequest(**wanted), metadata=who)
    return [row.table.table_id for row in answer.rows]


async def asked(client: Client, table_id: str, who: Metadata) -> AsyncIterator[str]:
    """What becomes of each question about the table: the reason of the refusal, or ""."""
    ask, contract = client.queries, queries_pb2
    calls = [
        ask.GetScoreboard(contract.GetScoreboardRequest(table_id=table_id), metadata=who),
        ask.GetReplayIndex(contract.GetReplayIndexRequest(table_id=table_id), metadata=who),
        ask.GetFrame(contract.GetFrameRequest(table_id=table_id), metadata=who),
    ]
    streams = [
        ask.WatchScoreboard(contract.WatchScoreboardRequest(table_id=table_id), metadata=who),
        ask.StreamFrames(contract.StreamFramesRequest(table_id=table_id), metadata=who),
        ask.ExportRecord(contract.ExportRecordRequest(table_id=table_id), metadata=who),
    ]
    for call in calls + [stream.read() for stream in streams]:
        try:
            await call
            yield ""
        except grpc.aio.AioRpcError as refused:
            yield reason_of(refused)[1]
    for stream in streams:
        stream.cancel()


async def test_a_private_table_is_listed_for_those_who_may_know_of_it(
    house: House, worker: Worker, client: Client
) -> None:
    table_id = await table_with(house, terms_pb2.TableTerms(private=True))
    for who in (ANN, DORA, OPERATOR, BOT):
        assert await listed(client, who) == [table_id]
    for who in (EVE, WATCHER):
        assert await listed(client, who) == []
        for player in ("ann", "dora", "~", "~ann"):
            assert await listed(client, who, player_id=player) == []
    assert await listed(client, ANN, player_id="ben") == [table_id]
    assert await listed(client, DORA, player_id="dora") == []


@pytest.mark.parametrize(
    ("terms", "refused", "spectators"),
    [
        (terms_pb2.TableTerms(private=True), "UNKNOWN_TABLE", (ANN, DORA, OPERATOR, BOT)),
        (terms_pb2.TableTerms(no_spectators=True), "NO_SPECTATORS", (ANN, OPERATOR, BOT)),
    ],
)
async def test_nothing_about_it_is_answered_to_others(
    house: House,
    worker: Worker,
    client: Client,
    terms: terms_pb2.TableTerms,
    refused: str,
    spectators: tuple[Metadata, ...],
) -> None:
    table_id = await table_with(house, terms)
    assert {reason async for reason in asked(client, table_id, EVE)} == {refused}
    for who in spectators:
        assert {reason async for reason in asked(client, table_id, who)} == {""}


@pytest.mark.parametrize("freshness_seconds", [0.5])
async def test_whoever_has_just_been_invited_is_let_in_before_the_lobby_knows(house: House, client: Client) -> None:
    """There is no worker here: the lobby has no row at all."""
    table_id, events = another_table(given(INVITED, *full_table()).events)
    events[0].table.opened.terms.private = True
    await append_game(house.streams, events)
    request = queries_pb2.GetFrameRequest(table_id=table_id)
    frame: queries_pb2.ReplayFrame = (await client.queries.GetFrame(request, metadata=DORA)).frame
    assert frame.version == len(events)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await client.queries.GetScoreboard(queries_pb2.GetScoreboardRequest(table_id=table_id), metadata=DORA)
    assert reason_of(refused.value)[1] == "NOT_FRESH_ENOUGH"
