"""Rematches: one for each table, with the same people one seat further round."""

import asyncio

from ludarium.v1 import events_pb2, players_pb2, tables_pb2, terms_pb2

from tests.server.api.callers import Caller, Channel, fresh_id, refusal
from tests.server.api.test_clocks_and_leaving import begin, frame_with, resign


def again(table_id: str) -> tables_pb2.RematchRequest:
    return tables_pb2.RematchRequest(table_id=table_id, request_id=fresh_id())


async def over(channel: Channel, players: list[Caller]) -> str:
    """A game of two that is over."""
    table_id = await begin(channel, players[:2])
    await channel.tables.Resign(resign(table_id), metadata=players[0].metadata)
    return table_id


async def test_two_who_ask_at_once_sit_down_at_one_table(channel: Channel, players: list[Caller]) -> None:
    old = await over(channel, players)
    answers = await asyncio.gather(
        *(channel.tables.Rematch(again(old), metadata=player.metadata) for player in players[:2])
    )
    assert len({answer.table_id for answer in answers}) == 1
    assert [answer.seat for answer in answers] == [1, 0]
    new = answers[0].table_id
    table = (await channel.look(new, players[0])).table
    assert table.rematch_of == old
    assert (await channel.look(old, players[0])).table.rematch == new
    frame: events_pb2.Frame = await frame_with(channel, old, players[1], "rematch_opened")
    assert frame.events[0].table.rematch_opened.table_id == new
    start = tables_pb2.StartTableRequest(table_id=new, request_id=fresh_id())
    await channel.tables.StartTable(start, metadata=players[1].metadata)
    later = await channel.tables.Rematch(again(old), metadata=players[1].metadata)
    assert (later.table_id, later.seat) == (new, 0)


async def test_a_request_sent_twice_is_answered_alike(channel: Channel, players: list[Caller]) -> None:
    old = await over(channel, players)
    request = again(old)
    first = await channel.tables.Rematch(request, metadata=players[0].metadata)
    second = await channel.tables.Rematch(request, metadata=players[0].metadata)
    assert (first.table_id, first.seat) == (second.table_id, second.seat)


async def test_seats_are_kept_and_bots_sit_down(channel: Channel, players: list[Caller]) -> None:
    host, friend, stranger = players
    old = await channel.open_table(host, 3, terms=terms_pb2.TableTerms(stand_in="random"))
    for player in (host, friend):
        join = tables_pb2.JoinTableRequest(table_id=old, request_id=fresh_id(), color="red" if player is friend else "")
        await channel.tables.JoinTable(join, metadata=player.metadata)
    bot = tables_pb2.AddBotRequest(table_id=old, request_id=fresh_id(), bot="greedy")
    await channel.tables.AddBot(bot, metadata=host.metadata)
    abort = tables_pb2.AbortTableRequest(table_id=old, request_id=fresh_id())
    assert (await refusal(channel.tables.Rematch(again(old), metadata=host.metadata))).reason == "GAME_NOT_OVER"
    assert (await refusal(channel.tables.Rematch(again(old), metadata=stranger.metadata))).reason == "NOT_SEATED"
    await channel.tables.AbortTable(abort, metadata=host.metadata)
    new = (await channel.tables.Rematch(again(old), metadata=host.metadata)).table_id
    table = (await channel.look(new, host)).table
    assert [(seat.player_id == host.player_id, seat.bot) for seat in table.seats] == [
        (False, ""),
        (False, "greedy"),
        (True, ""),
    ]
    assert table.terms.stand_in == "random"
    assert friend.player_id in table.invited
    for seat in (None, 0):
        join = tables_pb2.JoinTableRequest(table_id=new, request_id=fresh_id(), seat=seat)
        refused = await refusal(channel.tables.JoinTable(join, metadata=stranger.metadata))
        assert refused.reason == ("TABLE_FULL" if seat is None else "SEAT_TAKEN")
    join = tables_pb2.JoinTableRequest(table_id=new, request_id=fresh_id())
    assert (await channel.tables.JoinTable(join, metadata=friend.metadata)).seat == 0
    assert (await channel.look(new, host)).table.seats[0].color == "red"


async def test_whoever_left_may_come_again_and_the_seat_is_not_the_bots(
    channel: Channel, players: list[Caller]
) -> None:
    old = await begin(channel, players)
    await channel.tables.Resign(resign(old), metadata=players[1].metadata)
    operator = channel.caller(players_pb2.ROLE_OPERATOR)
    abort = tables_pb2.AbortTableRequest(table_id=old, request_id=fresh_id())
    await channel.tables.AbortTable(abort, metadata=operator.metadata)
    answer = await channel.tables.Rematch(again(old), metadata=players[1].metadata)
    assert answer.seat == 0
    table = (await channel.look(answer.table_id, players[1])).table
    assert [kept.player_id for kept in table.reservations] == [
        players[1].player_id,
        players[2].player_id,
        players[0].player_id,
    ]
    assert not any(seat.bot for seat in table.seats)
