"""A game played elsewhere comes in whole or not at all, is replayed as any other, and counts in no standing."""

import pytest

from projections.across.gatherer import Gatherer
from projections.across.results import Results
from projections.audit import Auditor
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.importing import Importer, NotImportableError
from projections.query.replays import Replays
from projections.rebuild import rebuild
from projections.runner import House
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.games import GAMES
from server.games.kernel import record
from server.store.archive.blob import without_command_id
from server.store.partitions import PARTITIONS, partition_of
from server.store.points import FEED_START, FeedPlace
from tests.goldens import FOLDER
from tests.projections.playing import append_game
from tests.projections.truth import assert_true

DATA = (FOLDER / "endeavor" / "endeavor-2-expansion-buildings-0.ldm").read_bytes()
HEAD, EVENTS = record.read(DATA)
TABLE = HEAD.table_id


async def test_an_imported_game_is_replayed_listed_and_audited(
    house: House, connection: Connection, settings: WorkerSettings
) -> None:
    worker = await Worker.connect(settings)
    await worker.start()
    importer = Importer(house)
    assert await importer.add(importer.check(DATA)) == []
    await worker.stop()
    async with Replays(house.streams, GAMES, 100_000).open(TABLE) as timeline:
        assert timeline.events == [without_command_id(event) for event in EVENTS]
        assert timeline.closed
    assert await Auditor(house, connection).table(TABLE) == []
    assert await assert_true(house, PROJECTIONS) == 1
    async for _ in rebuild(house, PROJECTIONS[0]):
        pass
    assert await assert_true(house, PROJECTIONS) == 1


async def test_it_counts_in_no_standing_even_when_results_are_gathered_from_the_tables(
    house: House, connection: Connection
) -> None:
    importer, results = Importer(house), Results(connection)
    await importer.add(importer.check(DATA))
    partition = partition_of(TABLE)
    await results.add(partition, FEED_START, FeedPlace(7, bytes(8)), ())  # a place that the feed does not know
    assert sum([await Gatherer(house, results).gather(number) for number in range(PARTITIONS)]) == 0
    assert await results.count() == 0


async def test_what_is_here_stays_as_it_is(house: House) -> None:
    importer = Importer(house)
    found = importer.check(DATA)
    await importer.add(found)
    with pytest.raises(NotImportableError, match="here already"):
        await importer.add(found)
    assert len(await house.streams.read(TABLE)) == len(EVENTS)


async def test_another_table_of_the_same_id_is_left_alone(house: House) -> None:
    await append_game(house.streams, EVENTS[:40])
    importer = Importer(house)
    with pytest.raises(NotImportableError, match="another table"):
        await importer.add(importer.check(DATA))
    assert await house.streams.archive.final_point(TABLE) is None


def test_what_does_not_verify_is_refused(house: House) -> None:
    importer = Importer(house)
    damaged = bytearray(DATA)
    damaged[-100] ^= 1
    with pytest.raises(NotImportableError, match="byte"):
        importer.check(bytes(damaged))
    changed = [event.__class__.FromString(event.SerializeToString()) for event in EVENTS]
    next(event for event in changed if event.table.HasField("finished")).table.finished.results[0].score += 1
    with pytest.raises(NotImportableError, match="the record claims"):
        importer.check(record.write(HEAD, changed))
    with pytest.raises(NotImportableError, match="never revealed"):
        importer.check(record.write(HEAD, EVENTS[:50]))
    other = record.write(HEAD.__class__(table_id="01ARZ3NDEKTSV4RRFFQ69G5FAV", game=HEAD.game, complete=True), EVENTS)
    with pytest.raises(NotImportableError, match="not of the table"):
        importer.check(other)
