"""A closed table leaves as a whole record; of another the caller gets what it may see."""

from ludarium.v1 import queries_pb2

from projections.runner import House
from server.games import GAMES
from server.games.kernel import record
from tests.projections.playing import append_new, played_game
from tests.projections.query.conftest import WATCHER, Client, Metadata, token


async def exported(client: Client, table_id: str, caller: Metadata = WATCHER) -> bytes:
    request = queries_pb2.ExportRecordRequest(table_id=table_id)
    return b"".join([piece.data async for piece in client.queries.ExportRecord(request, metadata=caller)])


async def test_the_record_of_a_closed_table_is_whole_and_verifies(house: House, client: Client) -> None:
    table_id, copies = await append_new(house.streams, played_game())
    data = await exported(client, table_id)

    assert record.read(data).events == copies
    assert record.read(data).head.complete
    assert record.verify(data, GAMES).intact


async def test_the_record_of_a_running_table_is_the_caller_s_view_of_it(house: House, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game()[:701])
    own = record.read(await exported(client, table_id, token("player 1")))
    others = record.read(await exported(client, table_id))

    assert not own.head.complete
    assert (own.head.seat, others.head.HasField("seat")) == (1, False)
    assert len(own.events) == len(others.events) == len(events)
    for got in (own, others):
        assert not any(event.HasField("draws") for event in got.events)
        assert not got.events[0].table.opened.HasField("seed")
        assert not any(event.alhambra.draw_pile_shuffled.tiles for event in got.events)
