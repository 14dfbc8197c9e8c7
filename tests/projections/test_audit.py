"""The audit finds what is stored and not so, and nothing where all is well."""

import random
from collections.abc import Sequence

import pytest

from projections.across.catalogue import ACROSS
from projections.across.fold import AcrossStore
from projections.across.gatherer import Gatherer
from projections.across.results import Results
from projections.audit import Auditor, AuditRound, Drift
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.keys import HOME, model_keys
from projections.projection import write
from projections.runner import House
from projections.scoreboard import SCOREBOARD
from projections.swans import SWANS
from server.games.kernel import record
from server.store.partitions import partition_of
from tests.goldens import FOLDER
from tests.projections.playing import append_game, append_new, played_game
from tests.projections.running import run


class Noted:
    """A meter that remembers."""

    def __init__(self) -> None:
        self.audits: list[list[Drift]] = []

    def audited(self, drifts: Sequence[Drift]) -> None:
        self.audits.append(list(drifts))


@pytest.fixture
async def table_id(house: House) -> str:
    table_id, _ = await append_new(house.streams, played_game()[:300])
    await run(house, partition_of(table_id), *PROJECTIONS)
    return table_id


async def test_nothing_is_found_where_all_is_well(house: House, connection: Connection, table_id: str) -> None:
    assert await Auditor(house, connection).table(table_id) == []


async def test_a_row_that_was_changed_is_found(house: House, connection: Connection, table_id: str) -> None:
    keys = model_keys(SCOREBOARD.key, partition_of(table_id))
    await connection.ask(partition_of(table_id), "HSET", keys.rows, table_id, b"")
    (drift,) = await Auditor(house, connection).table(table_id)
    assert (drift.where, drift.table_id) == ("scoreboard", table_id)


async def test_a_tally_of_swans_that_was_changed_is_found(house: House, connection: Connection) -> None:
    golden = record.read((FOLDER / "castles" / "castles-2-swans-0.ldm").read_bytes()).events
    table_id = golden[0].table.opened.table_id
    await append_game(house.streams, golden)
    partition = partition_of(table_id)
    await run(house, partition, *PROJECTIONS)
    auditor, keys = Auditor(house, connection), model_keys(SWANS.key, partition)
    assert await auditor.table(table_id) == []
    tally = SWANS.read(await connection.ask(partition, "HGET", keys.rows, table_id))
    tally.seats[0].coins += 1000
    await connection.ask(partition, "HSET", keys.rows, table_id, write(tally))
    assert [drift.where for drift in await auditor.table(table_id)] == ["swans"]


async def test_a_finished_table_whose_id_is_not_the_one_committed_to_is_found(
    house: House, connection: Connection
) -> None:
    """`append_new` gives the game another table's id, so its seed is none that it committed to."""
    other, _ = await append_new(house.streams, played_game())
    await run(house, partition_of(other), *PROJECTIONS)
    assert {drift.where for drift in await Auditor(house, connection).table(other)} == {"events"}


async def test_a_row_across_tables_that_was_changed_is_found(house: House, connection: Connection) -> None:
    table_id, _ = await append_new(house.streams, played_game())
    results, auditor = Results(connection), Auditor(house, connection)
    await Gatherer(house, results).gather(partition_of(table_id))
    for model in ACROSS:
        await AcrossStore(connection, results).follow(model)
        assert await auditor.across(model) == []
        await connection.ask(HOME, "HSET", model_keys(model.key, HOME).rows, "nobody", b"")
        assert [drift.where for drift in await auditor.across(model)] == [model.name]


async def test_the_round_audits_random_tables_and_tells(house: House, connection: Connection, table_id: str) -> None:
    noted, auditor = Noted(), Auditor(house, connection)
    audits = AuditRound(auditor, noted, 60.0)
    audits._rng = random.Random(1)
    for _ in range(2000):
        await audits.once()
        if noted.audits:
            break
    assert noted.audits == [[]]
