"""Lists show tables by status, game and player, the latest change of status first, page by page."""

import asyncio

import grpc
import pytest
from ludarium.v1 import queries_pb2, table_events_pb2, tables_pb2

from projections.catalogue import PROJECTIONS
from projections.runner import House
from projections.worker import Worker
from tests.patience import PATIENCE
from tests.projections.given import given, sat_down
from tests.projections.playing import another_table, append_game, played_game
from tests.projections.query.conftest import WATCHER, Client, reason_of
from tests.projections.truth import caught_up

OPEN, RUNNING, FINISHED = (
    tables_pb2.TABLE_STATUS_OPEN,
    tables_pb2.TABLE_STATUS_RUNNING,
    tables_pb2.TABLE_STATUS_FINISHED,
)


async def open_tables(house: House, count: int) -> list[str]:
    """Open tables a second apart, each with a player of its own and with `eve`; gives their ids, newest first."""
    tables = []
    for number in range(count):
        events = given(sat_down(0, f"player {number}"), sat_down(1, "eve")).events
        table_id, copies = another_table(events)
        for event in copies:
            event.time.seconds += 1000 * number
        await append_game(house.streams, copies)
        tables.append(table_id)
    return tables[::-1]


async def all_pages(client: Client, **wanted: object) -> list[list[queries_pb2.TableRow]]:
    pages, page_token = [], ""
    while True:
        request = queries_pb2.ListTablesRequest(page_token=page_token, **wanted)  # type: ignore[arg-type]
        page = await client.queries.ListTables(request, metadata=WATCHER)
        pages.append(list(page.rows))
        page_token = page.next_page_token
        if not page_token:
            return pages


def ids(pages: list[list[queries_pb2.TableRow]]) -> list[list[str]]:
    return [[row.table.table_id for row in rows] for rows in pages]


async def test_pages_follow_each_other_without_gap_or_repetition(house: House, worker: Worker, client: Client) -> None:
    tables = await open_tables(house, 7)
    await caught_up(house, PROJECTIONS)

    assert ids(await all_pages(client, page_size=3)) == [tables[:3], tables[3:6], tables[6:]]
    assert ids(await all_pages(client)) == [tables]


async def test_rows_say_what_the_store_holds(house: House, worker: Worker, client: Client) -> None:
    (table_id,) = await open_tables(house, 1)
    await caught_up(house, PROJECTIONS)
    ((row,),) = await all_pages(client)

    last = await house.streams.last(table_id)
    assert (row.token.version, row.token.event_id) == (last.version, last.event_id)
    assert [seat.player_id for seat in row.table.seats] == ["player 0", "eve", ""]


async def test_tables_are_found_by_where_they_stand(house: House, worker: Worker, client: Client) -> None:
    (opened,) = await open_tables(house, 1)
    running, events = another_table(played_game()[:500])
    finished, all_events = another_table(played_game())
    await append_game(house.streams, events)
    await append_game(house.streams, all_events)
    await caught_up(house, PROJECTIONS)

    assert ids(await all_pages(client, status=OPEN)) == [[opened]]
    assert ids(await all_pages(client, status=RUNNING)) == [[running]]
    assert ids(await all_pages(client, status=FINISHED)) == [[finished]]


async def test_tables_are_found_by_who_sits_there(house: House, worker: Worker, client: Client) -> None:
    tables = await open_tables(house, 3)
    left, events = another_table(given(sat_down(0, "eve"), table_events_pb2.SeatLeft(seat=0)).events)
    await append_game(house.streams, events)
    await caught_up(house, PROJECTIONS)

    assert ids(await all_pages(client, player_id="player 2")) == [[tables[0]]]
    assert ids(await all_pages(client, player_id="eve", status=OPEN, page_size=2)) == [tables[:2], tables[2:]]
    assert ids(await all_pages(client, player_id="eve", status=RUNNING)) == [[]]
    assert left in ids(await all_pages(client))[0]


async def test_tables_are_found_by_their_game(house: House, worker: Worker, client: Client) -> None:
    tables = await open_tables(house, 3)
    await caught_up(house, PROJECTIONS)

    assert ids(await all_pages(client, game="alhambra")) == [tables]
    assert ids(await all_pages(client, game="belfort")) == [[]]


async def test_a_page_token_is_good_for_its_own_question_only(house: House, worker: Worker, client: Client) -> None:
    await open_tables(house, 3)
    await caught_up(house, PROJECTIONS)
    page = await client.queries.ListTables(queries_pb2.ListTablesRequest(page_size=1), metadata=WATCHER)
    forged = page.next_page_token[:-2] + "AA"

    for request in (
        queries_pb2.ListTablesRequest(status=OPEN, page_token=page.next_page_token),
        queries_pb2.ListTablesRequest(page_token=forged),
        queries_pb2.ListTablesRequest(page_token="snow\N{SNOWMAN}"),
        queries_pb2.ListTablesRequest(page_size=-1),
        queries_pb2.ListTablesRequest(player_id="a\0b"),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await client.queries.ListTables(request, metadata=WATCHER)
        assert reason_of(refused.value) == ("INVALID_ARGUMENT", "MALFORMED")


async def test_a_list_is_followed_change_by_change(house: House, worker: Worker, client: Client) -> None:
    request = queries_pb2.WatchTablesRequest(status=OPEN, tables=2)
    watch = client.queries.WatchTables(request, metadata=WATCHER)
    async with asyncio.timeout(PATIENCE):
        assert not (await watch.read()).rows
        tables = await open_tables(house, 3)
        while [row.table.table_id for row in (await watch.read()).rows] != tables[:2]:
            pass
    watch.cancel()
