"""Clocks, time-outs, resigning and voting, through the services of a real server."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from ludarium.v1 import events_pb2, table_events_pb2, tables_pb2, terms_pb2
from prometheus_client import CollectorRegistry

from server.api.server import CommandServer
from server.api.settings import Settings
from tests.server.api.callers import Caller, Channel, fresh_id, refusal
from tests.server.api.conftest import KEY


def terms(way: terms_pb2.TimeOut.ValueType, seconds: int = 1) -> terms_pb2.TableTerms:
    return terms_pb2.TableTerms(
        clock=terms_pb2.Clock(decision=Duration(seconds=seconds)), time_out=way, stand_in="random"
    )


def resign(table_id: str) -> tables_pb2.ResignRequest:
    return tables_pb2.ResignRequest(table_id=table_id, request_id=fresh_id())


def vote(table_id: str, seat: int) -> tables_pb2.VoteOutRequest:
    return tables_pb2.VoteOutRequest(table_id=table_id, request_id=fresh_id(), seat=seat)


@pytest.fixture
async def server(store_url: str, registry: CollectorRegistry) -> AsyncIterator[CommandServer]:
    """A command server that looks often for time-outs."""
    settings = Settings.from_environment(
        {}, redis=store_url, port=0, token_key=KEY, guests=True, check_store=False, deadline_poll=0.1
    )
    server = CommandServer(settings, registry)
    await server.start()
    yield server
    await server.stop()


async def begin(channel: Channel, players: list[Caller], **fields: Any) -> str:
    table_id = await channel.open_table(players[0], len(players), **fields)
    for player in players:
        join = tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id())
        await channel.tables.JoinTable(join, metadata=player.metadata)
    start = tables_pb2.StartTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.StartTable(start, metadata=players[0].metadata)
    return table_id


async def frame_with(channel: Channel, table_id: str, caller: Caller, kind: str) -> events_pb2.Frame:
    """The frame in which a kind of event of the table comes, now or soon."""
    call: Any = channel.events.Subscribe(events_pb2.SubscribeRequest(table_id=table_id), metadata=caller.metadata)
    async with asyncio.timeout(60):
        while True:
            frame: events_pb2.Frame = (await call.read()).frame
            if any(event.table.WhichOneof("event") == kind for event in frame.events):
                call.cancel()
                return frame


async def test_a_table_shows_its_clocks(channel: Channel, players: list[Caller]) -> None:
    table_id = await begin(channel, players, terms=terms(terms_pb2.TIME_OUT_BOT, seconds=3600))
    seen = await channel.look(table_id, players[0])
    (running,) = [clock for clock in seen.clocks if clock.HasField("deadline")]
    assert running.seat == seen.decisions[0].seat
    assert running.deadline.seconds - running.since.seconds == 3600
    player, command = await channel.next_command(table_id, players)
    await channel.commands.Submit(command, metadata=player.metadata)
    frame = await frame_with(channel, table_id, players[1], "started")
    assert len(frame.clocks) == 3
    plain = await begin(channel, players)
    assert not (await channel.look(plain, players[0])).clocks


async def test_a_bot_takes_over_whose_time_ran_out(channel: Channel, players: list[Caller]) -> None:
    table_id = await begin(channel, players, terms=terms(terms_pb2.TIME_OUT_BOT))
    frame = await frame_with(channel, table_id, players[0], "player_left")
    assert [event.table.WhichOneof("event") for event in frame.events] == ["time_ran_out", "player_left"]
    left = frame.events[1].table.player_left
    assert (left.bot, left.reason) == ("random", table_events_pb2.LEAVE_REASON_TIME_OUT)
    seat = (await channel.look(table_id, players[0])).table.seats[left.seat]
    assert (seat.bot, seat.left_by) == ("random", players[left.seat].player_id)


async def test_the_others_vote_out_whose_time_ran_out(channel: Channel, players: list[Caller]) -> None:
    table_id = await begin(channel, players, terms=terms(terms_pb2.TIME_OUT_VOTE))
    seat = (await frame_with(channel, table_id, players[0], "time_ran_out")).events[0].table.time_ran_out.seat
    others = [player for number, player in enumerate(players) if number != seat]
    first = await channel.tables.VoteOut(vote(table_id, seat), metadata=others[0].metadata)
    assert not first.out
    votes = (await channel.look(table_id, others[1])).table.removal_votes
    assert [(entry.seat, players[entry.by_seat].player_id) for entry in votes] == [(seat, others[0].player_id)]
    request = vote(table_id, seat)
    assert (await channel.tables.VoteOut(request, metadata=others[1].metadata)).out
    assert (await channel.tables.VoteOut(request, metadata=others[1].metadata)).out
    late = await refusal(channel.tables.VoteOut(vote(table_id, seat), metadata=others[0].metadata))
    assert late.reason == "TIME_NOT_OUT"


async def test_a_player_resigns_once(channel: Channel, players: list[Caller]) -> None:
    table_id = await begin(channel, players)
    request = resign(table_id)
    first = await channel.tables.Resign(request, metadata=players[1].metadata)
    assert first == await channel.tables.Resign(request, metadata=players[1].metadata)
    assert (await refusal(channel.tables.Resign(resign(table_id), metadata=players[1].metadata))).reason == "NOT_SEATED"
    seen = await channel.look(table_id, players[1])
    assert not seen.HasField("seat")
    assert seen.table.seats[1].bot == "greedy"


async def test_a_game_of_two_is_over_when_one_resigns(channel: Channel, players: list[Caller]) -> None:
    table_id = await begin(channel, players[:2])
    await channel.tables.Resign(resign(table_id), metadata=players[0].metadata)
    table = (await channel.look(table_id, players[1])).table
    assert (table.status, table.early) == (tables_pb2.TABLE_STATUS_FINISHED, True)
    assert [(result.place, result.left) for result in table.results] == [
        (2, table_events_pb2.LEAVE_REASON_RESIGNED),
        (1, 0),
    ]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (terms_pb2.TableTerms(clock=terms_pb2.Clock()), "terms.clock"),
        (terms_pb2.TableTerms(stand_in="No Such Word"), "terms.stand_in"),
    ],
)
async def test_terms_that_nobody_can_play_under_are_refused(
    channel: Channel, players: list[Caller], wrong: terms_pb2.TableTerms, field: str
) -> None:
    refused = await refusal(channel.open_table(players[0], 2, terms=wrong))
    assert (refused.reason, refused.metadata["field"]) == ("MALFORMED", field)
