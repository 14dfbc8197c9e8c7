"""Private tables and tables without spectators, through the services."""

from typing import Any

import grpc
import pytest
from ludarium.v1 import commands_pb2, decisions_pb2, events_pb2, players_pb2, tables_pb2, terms_pb2

from tests.server.api.callers import Caller, Channel, fresh_id, refusal, refusal_in

PRIVATE = terms_pb2.TableTerms(private=True)
SHUT = terms_pb2.TableTerms(no_spectators=True)


def join(table_id: str, invitation: str = "") -> tables_pb2.JoinTableRequest:
    return tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id(), invitation=invitation)


def start(table_id: str) -> tables_pb2.StartTableRequest:
    return tables_pb2.StartTableRequest(table_id=table_id, request_id=fresh_id())


async def first_frame(channel: Channel, table_id: str, caller: Caller) -> events_pb2.Frame:
    request = events_pb2.SubscribeRequest(table_id=table_id)
    call = channel.events.Subscribe(request, metadata=caller.metadata)
    response: Any = await call.read()
    call.cancel()
    frame: events_pb2.Frame = response.frame
    return frame


async def test_a_private_table_is_none_for_strangers(channel: Channel, players: list[Caller]) -> None:
    host, _, stranger = players
    table_id = await channel.open_table(host, 2, terms=PRIVATE)
    assert (await channel.look(table_id, host)).table.terms.private
    answers = [
        await refusal(channel.look(table_id, stranger)),
        await refusal(channel.tables.JoinTable(join(table_id), metadata=stranger.metadata)),
        await refusal(channel.tables.StartTable(start(table_id), metadata=stranger.metadata)),
        await refusal(first_frame(channel, table_id, stranger)),
        await refusal(
            channel.commands.ListChoices(
                commands_pb2.ListChoicesRequest(table_id=table_id, decision=decisions_pb2.DecisionId(version=3)),
                metadata=stranger.metadata,
            )
        ),
    ]
    never_opened = await refusal(channel.look("01ARZ3NDEKTSV4RRFFQ69G5FAV", stranger))
    words = {answer.message.replace(table_id, "") for answer in answers[:4]}
    assert words == {never_opened.message.replace("01ARZ3NDEKTSV4RRFFQ69G5FAV", "")}
    assert {answer.reason for answer in answers[:4]} == {"UNKNOWN_TABLE"}
    assert answers[4].reason == "NOT_STARTED"


async def test_a_player_invited_by_name_sits_down(channel: Channel, players: list[Caller]) -> None:
    host, friend, _ = players
    table_id = await channel.open_table(host, 2, terms=PRIVATE)
    invite = tables_pb2.InvitePlayersRequest(table_id=table_id, request_id=fresh_id(), player_ids=[friend.player_id])
    first = await channel.tables.InvitePlayers(invite, metadata=host.metadata)
    assert first == await channel.tables.InvitePlayers(invite, metadata=host.metadata)
    assert (await channel.look(table_id, friend)).table.invited == [friend.player_id]
    assert (await channel.tables.JoinTable(join(table_id), metadata=friend.metadata)).seat == 0
    assert (await first_frame(channel, table_id, friend)).table_id == table_id


async def test_an_invitation_lets_in_whoever_brings_it(channel: Channel, players: list[Caller]) -> None:
    host, friend, other = players
    table_id = await channel.open_table(host, 3, terms=PRIVATE)
    request = tables_pb2.CreateInvitationRequest(table_id=table_id, request_id=fresh_id())
    made = await channel.tables.CreateInvitation(request, metadata=host.metadata)
    assert made == await channel.tables.CreateInvitation(request, metadata=host.metadata)
    assert len(made.invitation) == 22
    wrong = await refusal(channel.tables.JoinTable(join(table_id, "x" * 22), metadata=friend.metadata))
    assert (wrong.code, wrong.reason) == (grpc.StatusCode.PERMISSION_DENIED, "WRONG_INVITATION")
    joining = join(table_id, made.invitation)
    taken = await channel.tables.JoinTable(joining, metadata=friend.metadata)
    assert taken.seat == (await channel.tables.JoinTable(joining, metadata=friend.metadata)).seat == 0
    accept = tables_pb2.AcceptInvitationRequest(table_id=table_id, request_id=fresh_id(), invitation=made.invitation)
    await channel.tables.AcceptInvitation(accept, metadata=other.metadata)
    assert set((await channel.look(table_id, other)).table.invited) == {friend.player_id, other.player_id}


@pytest.mark.parametrize("words", ["", "short", "with a blank in its mid", "x" * 23])
async def test_an_invitation_has_a_form(channel: Channel, players: list[Caller], words: str) -> None:
    table_id = await channel.open_table(players[0], 2, terms=PRIVATE)
    accept = tables_pb2.AcceptInvitationRequest(table_id=table_id, request_id=fresh_id(), invitation=words)
    refused = await refusal(channel.tables.AcceptInvitation(accept, metadata=players[1].metadata))
    assert (refused.reason, refused.metadata["field"]) == ("MALFORMED", "invitation")


async def test_who_watched_a_table_without_spectators_is_sent_out_when_its_game_begins(
    channel: Channel, players: list[Caller]
) -> None:
    host, friend, spectator = players
    table_id = await channel.open_table(host, 2, terms=SHUT)
    watching: Any = channel.events.Subscribe(
        events_pb2.SubscribeRequest(table_id=table_id, with_views=True), metadata=spectator.metadata
    )
    assert (await watching.read()).frame.events[0].table.HasField("opened")
    for player in (host, friend):
        await channel.tables.JoinTable(join(table_id), metadata=player.metadata)
        assert (await watching.read()).frame.events[0].table.HasField("seat_taken")
    await channel.tables.StartTable(start(table_id), metadata=host.metadata)
    with pytest.raises(grpc.aio.AioRpcError) as sent_out:
        await watching.read()
    assert refusal_in(sent_out.value).reason == "NO_SPECTATORS"
    assert (await refusal(channel.look(table_id, spectator))).reason == "NO_SPECTATORS"
    assert (await refusal(first_frame(channel, table_id, spectator))).reason == "NO_SPECTATORS"
    assert (await channel.look(table_id, friend)).seat == 1
    operator = channel.caller(players_pb2.ROLE_OPERATOR)
    abort = tables_pb2.AbortTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.AbortTable(abort, metadata=operator.metadata)
    assert (await channel.look(table_id, spectator)).table.status == tables_pb2.TABLE_STATUS_ABORTED
