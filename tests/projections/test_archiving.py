"""A finished table leaves its stream, and nobody notices: replays, rebuilds, commands and restoring."""

import asyncio
from pathlib import Path

import pytest
from ludarium.v1 import queries_pb2

from projections.across.catalogue import ACROSS
from projections.across.fold import AcrossStore
from projections.across.gatherer import Gatherer
from projections.across.results import Results
from projections.archiving import Archiver, NotReadyError, trim_feeds
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.query.eyes import EVERYTHING
from projections.query.frames import frame_of
from projections.query.replays import Replays
from projections.rebuild import rebuild
from projections.runner import House
from projections.scoreboard import SCOREBOARD
from server.games import GAMES
from server.games.kernel.commands import Abort, Actor
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import fold
from server.store.embedded import EmbeddedServer
from server.store.outcomes import Conflict
from server.store.partitions import PARTITIONS, partition_of
from server.store.points import NOWHERE
from server.store.store import EventStore
from server.tables.host import TableHost
from server.tables.orders import Order
from tests.projections.playing import append_new, played_game, point_of
from tests.projections.running import run, stumbling
from tests.projections.truth import assert_true


@pytest.fixture
def archiver(house: House, connection: Connection) -> Archiver:
    return Archiver(house, connection)


async def read_by_all(house: House, connection: Connection, table_id: str) -> None:
    await run(house, partition_of(table_id), *PROJECTIONS)
    await Gatherer(house, Results(connection)).gather(partition_of(table_id))


async def finished(house: House, connection: Connection, seed: str = "0") -> str:
    """A finished table that every projection has read."""
    table_id, _ = await append_new(house.streams, played_game(seed=seed))
    await read_by_all(house, connection, table_id)
    return table_id


async def frames(house: House, table_id: str) -> list[bytes]:
    async with Replays(house.streams, GAMES, 100_000).open(table_id) as timeline:
        walk = timeline.walk(1, timeline.last.version)
        return [frame_of(table, event, EVERYTHING).SerializeToString(deterministic=True) for event, table in walk]


async def test_a_replay_is_the_same_bytes_after_archiving_and_after_restoring(
    house: House, connection: Connection, archiver: Archiver
) -> None:
    table_id = await finished(house, connection)
    before, last = await frames(house, table_id), await house.streams.last(table_id)
    archived = await archiver.archive(table_id)
    assert archived.blob_bytes * 5 < archived.stream_bytes
    assert not await connection.keys(f"*:table:{table_id}")
    assert not await connection.keys(f"*:commands:{table_id}")
    assert await house.streams.last(table_id) == last
    assert await frames(house, table_id) == before
    assert await house.streams.archive.restore(table_id)
    assert await frames(house, table_id) == before
    assert await house.streams.archive.blob(table_id) is None


async def test_parts_of_an_archived_table_are_read_as_parts_of_a_stream(
    house: House, connection: Connection, archiver: Archiver
) -> None:
    table_id = await finished(house, connection)
    parts = [(0, 1), (10, 5), (0, None), (10_000, 1)]
    before = [[e.point for e in await house.streams.read(table_id, after, limit)] for after, limit in parts]
    await archiver.archive(table_id)
    assert [[e.point for e in await house.streams.read(table_id, after, limit)] for after, limit in parts] == before


async def test_rebuilds_read_archived_tables_and_trimmed_feeds_do_no_harm(
    house: House, connection: Connection, archiver: Archiver
) -> None:
    tables = [await finished(house, connection, seed) for seed in "01"]
    await archiver.archive(tables[0])
    trimmed = await trim_feeds(house, connection)
    assert sum(trimmed.values()) == sum([(await house.streams.last(t)).version for t in tables]) - len(trimmed)
    for table_id in tables:
        head = await house.feeds.head(partition_of(table_id))
        assert (await house.feeds.after(partition_of(table_id), head)).lost is False
    for projection in PROJECTIONS:
        assert [step async for step in rebuild(house, projection)][-1].tables_done == 2
    assert await assert_true(house, PROJECTIONS) == 2
    store = AcrossStore(connection, Results(connection))
    for model in ACROSS:
        await store.follow(model)
        assert await store.rebuild(model) == 2


async def test_a_feed_is_trimmed_no_further_than_its_slowest_reader(house: House, connection: Connection) -> None:
    table_id, _ = await append_new(house.streams, played_game()[:100])
    await run(house, partition_of(table_id), *PROJECTIONS[1:])
    assert await trim_feeds(house, connection) == {}


async def test_commands_at_an_archived_table_are_answered_that_it_is_closed(
    house: House, connection: Connection, archiver: Archiver
) -> None:
    table_id = await finished(house, connection)
    await archiver.archive(table_id)
    host = TableHost(house.streams, GAMES)
    order = Order(table_id, Actor("ann", operator=True), Abort(), "a command", bytes(32))
    with pytest.raises(Rejected) as refused:
        await host.handle(order, asyncio.get_running_loop().time() + 5)
    assert refused.value.reason == Reason.REASON_TABLE_CLOSED


async def test_no_stream_begins_again_where_a_tombstone_stands(
    house: House, connection: Connection, archiver: Archiver
) -> None:
    table_id = await finished(house, connection)
    last = await house.streams.last(table_id)
    await archiver.archive(table_id)
    first = played_game()[:1]
    outcome = await house.streams.append(table_id, NOWHERE, first, actor="x", command_id="y", digest=b"")
    assert outcome == Conflict(last)


async def test_what_is_running_parked_or_unread_is_left_alone(
    house: House, connection: Connection, archiver: Archiver
) -> None:
    running, events = await append_new(house.streams, played_game()[:100])
    with pytest.raises(NotReadyError, match="not ended"):
        await archiver.archive(running)
    unread, _ = await append_new(house.streams, played_game())
    with pytest.raises(NotReadyError, match="has not come to the end"):
        await archiver.archive(unread)
    broken = [stumbling(SCOREBOARD, lambda event: event.version == 300)]
    await run(house, partition_of(unread), *broken)
    with pytest.raises(NotReadyError, match="parked"):
        await archiver.archive(unread)
    assert await house.streams.last(running) == point_of(events[-1])


async def test_a_stream_that_ends_elsewhere_is_not_deleted(house: House, connection: Connection) -> None:
    table_id = await finished(house, connection)
    last = await house.streams.last(table_id)
    for strange in (type(last)(last.version, bytes(8)), type(last)(last.version - 1, last.event_id)):
        assert not await house.streams.archive.bury(table_id, strange)
    assert await house.streams.last(table_id) == last
    assert await house.streams.archive.final_point(table_id) is None


async def test_candidates_are_the_closed_tables_that_are_old_enough(
    house: House, connection: Connection, archiver: Archiver
) -> None:
    tables = {await finished(house, connection, seed) for seed in "01"}
    await append_new(house.streams, played_game()[:50])
    for partition in range(PARTITIONS):
        await run(house, partition, *PROJECTIONS)
    assert {table_id async for table_id in archiver.candidates(0)} == tables
    assert not [table_id async for table_id in archiver.candidates(365 * 100)]
    await archiver.archive(min(tables))
    assert [table_id async for table_id in archiver.candidates(0)] == [max(tables)]


async def test_archives_on_disk_are_read_through_as_well(
    server: EmbeddedServer, house: House, connection: Connection, tmp_path: Path
) -> None:
    table_id = await finished(house, connection)
    before = await frames(house, table_id)
    store = await EventStore.connect(server.url, check=False, archive=tmp_path / "archive")
    on_disk = House(house.models, house.feeds, store, house.tables, GAMES, house.meter)
    await Archiver(on_disk, connection).archive(table_id)
    assert len(list((tmp_path / "archive").rglob("*.lda"))) == 1
    assert await frames(on_disk, table_id) == before
    assert await store.archive.restore(table_id)
    assert not list((tmp_path / "archive").rglob("*.lda"))
    await store.close()


def test_replays_show_no_command_ids() -> None:
    event = played_game()[0]
    assert event.cause.command_id
    frame = frame_of(fold(played_game()[:1], GAMES), event, EVERYTHING)
    assert isinstance(frame, queries_pb2.ReplayFrame)
    assert not frame.event.cause.command_id
