"""Swan tokens through the door: of a table, live and finished, and of all tables of a player."""

import asyncio
from collections.abc import Sequence
from typing import Any

import grpc
import pytest
from ludarium.v1 import events_pb2, queries_pb2, standings_pb2_grpc, swans_pb2

from projections.catalogue import PROJECTIONS
from projections.folding import fold_row
from projections.runner import House
from projections.swans import SWANS
from projections.worker import Worker
from server.games import GAMES
from server.games.kernel import record
from tests.goldens import FOLDER
from tests.projections.playing import another_table, append_game, append_new, played_game, point_of
from tests.projections.query.conftest import OPERATOR, WATCHER, Client, reason_of
from tests.projections.truth import caught_up

Event = events_pb2.Event


def golden(name: str) -> list[Event]:
    return record.read((FOLDER / "castles" / f"{name}.ldm").read_bytes()).events


def tally_of(events: Sequence[Event]) -> swans_pb2.SwanTally:
    tally = fold_row(SWANS, events, GAMES)
    tally.token.version, tally.token.event_id = events[-1].version, events[-1].event_id
    return tally


async def ask(client: Client, table_id: str, at_least: Event | None = None) -> swans_pb2.GetSwanTallyResponse:
    request = swans_pb2.GetSwanTallyRequest(table_id=table_id)
    if at_least is not None:
        request.at_least.version, request.at_least.event_id = at_least.version, at_least.event_id
    answer: swans_pb2.GetSwanTallyResponse = await client.queries.GetSwanTally(request, metadata=WATCHER)
    return answer


async def test_a_table_is_tallied_live_and_watched_to_its_end(house: House, worker: Worker, client: Client) -> None:
    table_id, events = another_table(golden("castles-2-swans-0"))
    middle = next(event.version for event in events if event.version > len(events) // 2 and event.last)
    await append_game(house.streams, events[:middle])
    assert (await ask(client, table_id, events[middle - 1])).tally == tally_of(events[:middle])
    watch: Any = client.queries.WatchSwanTally(swans_pb2.WatchSwanTallyRequest(table_id=table_id), metadata=WATCHER)
    async with asyncio.timeout(60):
        told = [(await watch.read()).tally]
        await append_game(house.streams, events[middle:], point_of(events[middle - 1]), table_id=table_id)
        while not told[-1].finished:
            told.append((await watch.read()).tally)
        assert await watch.read() is grpc.aio.EOF
    assert told[0] == tally_of(events[:middle])
    assert told[-1].seats == tally_of(events).seats
    assert told[-1].history == tally_of(events).history


async def test_a_table_without_swans_says_so(house: House, worker: Worker, client: Client) -> None:
    table_id, _ = await append_new(house.streams, played_game()[:200])
    await caught_up(house, PROJECTIONS)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await ask(client, table_id)
    assert reason_of(refused.value) == ("FAILED_PRECONDITION", "WITHOUT_SWANS")


async def test_a_players_tokens_are_added_up_over_all_tables(house: House, worker: Worker, client: Client) -> None:
    standings: Any = standings_pb2_grpc.StandingsServiceStub(client.channel)
    games = [golden("castles-2-swans-0"), golden("castles-2-base-0"), golden("castles-2-swans-0")]
    tallies = {}
    player_id = ""
    for game in games:
        table_id, events = await append_new(house.streams, game)
        if fold_row(SWANS, events, GAMES).table_id:
            tallies[table_id] = fold_row(SWANS, events, GAMES).seats[0]
        player_id = next(e.table.seat_taken.player_id for e in events if e.table.HasField("seat_taken"))
    watch = standings.WatchPlayerSwans(swans_pb2.WatchPlayerSwansRequest(player_id=player_id), metadata=WATCHER)
    async with asyncio.timeout(60):
        told = await watch.read()
        while told.swans.tables < 2 or len(told.tables) < 2:
            told = await watch.read()
    request = swans_pb2.GetPlayerSwansRequest(player_id=player_id, page_size=1)
    first = await standings.GetPlayerSwans(request, metadata=WATCHER)
    request.page_token = first.next_page_token
    second = await standings.GetPlayerSwans(request, metadata=WATCHER)
    assert second.next_page_token == ""
    assert first.swans == second.swans == told.swans
    rows = [*first.tables, *second.tables]
    assert rows == list(told.tables)
    assert {row.table_id: row.swans for row in rows} == tallies
    assert first.swans.coins == sum(seat.coins for seat in tallies.values())
    assert first.swans.set_points == sum(seat.set_points for seat in tallies.values())
    assert sum(first.swans.sets) == sum(len(seat.sets) for seat in tallies.values())
    for number, color in enumerate(first.swans.colors):
        assert color.taken == sum(seat.colors[number].taken for seat in tallies.values())
        assert color.in_hand == sum(seat.colors[number].in_hand for seat in tallies.values())
    statuses = await client.queries.ListProjections(queries_pb2.ListProjectionsRequest(), metadata=OPERATOR)
    assert {"swans", "player-swans", "swan-tables"} <= {status.name for status in statuses.projections}
