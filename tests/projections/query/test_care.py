"""Operators see how projections stand, and retry, skip and rebuild; nobody else does."""

import grpc
import pytest
from ludarium.v1 import projections_pb2, queries_pb2

from projections.catalogue import PROJECTIONS
from projections.runner import House
from projections.scoreboard import SCOREBOARD
from server.store.partitions import partition_of
from tests.projections.playing import append_new, played_game
from tests.projections.query.conftest import OPERATOR, WATCHER, Client, reason_of, token
from tests.projections.running import parked_in, run, stumbling
from tests.projections.truth import assert_true

BROKEN = stumbling(SCOREBOARD, lambda event: event.version == 300)
Retry, Skip, Rebuild = (
    projections_pb2.RetryTableRequest,
    projections_pb2.SkipTableRequest,
    projections_pb2.RebuildProjectionRequest,
)


async def parked_table(house: House) -> str:
    """A table that was parked by a scoreboard with a fault, which is mended by now."""
    table_id, _ = await append_new(house.streams, played_game())
    await run(house, partition_of(table_id), *PROJECTIONS[:1], BROKEN, *PROJECTIONS[2:])
    assert await parked_in(house, SCOREBOARD, table_id)
    return table_id


async def standing(client: Client) -> dict[str, queries_pb2.ProjectionStatus]:
    response = await client.queries.ListProjections(queries_pb2.ListProjectionsRequest(), metadata=OPERATOR)
    return {status.name: status for status in response.projections}


async def test_the_standing_names_lag_and_parked_tables(house: House, client: Client) -> None:
    table_id = await parked_table(house)
    behind, events = await append_new(house.streams, played_game()[:100])

    found = await standing(client)

    assert sorted(found) == [
        *("lobby", "player-swans", "players", "ratings", "records", "replay-index", "results", "scoreboard"),
        *("swan-tables", "swans"),
    ]
    (parked,) = found["scoreboard"].parked
    assert (parked.table_id, parked.from_version) == (table_id, 300)
    assert parked.error.startswith("ValueError")
    lags = {lag.partition: lag for lag in found["lobby"].partitions}
    assert lags[partition_of(table_id)].position == len(played_game())
    assert lags[partition_of(behind)].head - lags[partition_of(behind)].position == len(events)
    assert lags[partition_of(behind)].lag_seconds > 0


async def test_a_retry_lets_the_table_go_on(house: House, client: Client) -> None:
    table_id = await parked_table(house)

    response = await client.care.RetryTable(Retry(table_id=table_id), metadata=OPERATOR)

    assert [(table.projection, table.version) for table in response.settled] == [("scoreboard", len(played_game()))]
    await assert_true(house, PROJECTIONS)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await client.care.RetryTable(Retry(table_id=table_id), metadata=OPERATOR)
    assert reason_of(refused.value) == ("FAILED_PRECONDITION", "NOT_PARKED")


async def test_a_skip_can_be_previewed(house: House, client: Client) -> None:
    table_id = await parked_table(house)
    request = Skip(table_id=table_id, projection="scoreboard", validate_only=True)

    response = await client.care.SkipTable(request, metadata=OPERATOR)

    assert response.settled[0].version == len(played_game())
    assert await parked_in(house, SCOREBOARD, table_id)


async def test_a_rebuild_tells_how_far_it_has_come(house: House, client: Client) -> None:
    table_id = await parked_table(house)
    call = client.care.RebuildProjection(Rebuild(projection="scoreboard"), metadata=OPERATOR)

    steps = [step async for step in call]

    assert [step.partitions_done for step in steps] == list(range(1, 65))
    assert (steps[-1].tables_done, steps[-1].events_done) == (1, len(played_game()))
    assert not await parked_in(house, SCOREBOARD, table_id)
    await assert_true(house, PROJECTIONS)


async def test_a_rebuild_that_is_cancelled_ends_and_leaves_nothing(house: House, client: Client) -> None:
    await parked_table(house)
    call = client.care.RebuildProjection(Rebuild(projection="lobby"), metadata=OPERATOR)
    await call.read()
    call.cancel()

    await assert_true(house, PROJECTIONS[:1])


async def test_a_projection_that_is_none_is_refused(house: House, client: Client) -> None:
    table_id = await parked_table(house)
    for call in (
        client.care.RetryTable(Retry(table_id=table_id, projection="snow"), metadata=OPERATOR),
        client.care.RebuildProjection(Rebuild(projection="snow"), metadata=OPERATOR).read(),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await call
        assert reason_of(refused.value) == ("NOT_FOUND", "UNKNOWN_PROJECTION")


@pytest.mark.parametrize("caller", [WATCHER, token("ann")], ids=["spectator", "player"])
async def test_only_operators_may(client: Client, caller: tuple[tuple[str, str], ...]) -> None:
    table_id = "01HZZZZZZZZZZZZZZZZZZZZZZZ"
    for call in (
        client.queries.ListProjections(queries_pb2.ListProjectionsRequest(), metadata=caller),
        client.care.RetryTable(Retry(table_id=table_id), metadata=caller),
        client.care.SkipTable(Skip(table_id=table_id), metadata=caller),
        client.care.RebuildProjection(Rebuild(projection="lobby"), metadata=caller).read(),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await call
        assert reason_of(refused.value) == ("PERMISSION_DENIED", "NOT_ALLOWED")
