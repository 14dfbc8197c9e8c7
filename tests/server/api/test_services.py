"""The services in good days: what players, openers, bots, spectators and operators get."""

import asyncio
from typing import Any

from ludarium.v1 import commands_pb2, events_pb2, players_pb2, tables_pb2
from prometheus_client import CollectorRegistry

from server.api.server import CommandServer
from tests.server.api.callers import Caller, Channel, drained, fresh_id, refusal


async def test_a_guest_becomes_a_player_with_a_name_and_a_token(channel: Channel) -> None:
    created = await channel.players.CreatePlayer(players_pb2.CreatePlayerRequest(display_name="  Ada Lovelace "))
    assert created.profile.display_name == "Ada Lovelace"
    me = Caller(created.profile.player_id, created.token)
    ids = [me.player_id, "unknown", me.player_id]
    found = await channel.players.BatchGetProfiles(
        players_pb2.BatchGetProfilesRequest(player_ids=ids), metadata=me.metadata
    )
    assert [profile.display_name for profile in found.profiles] == ["Ada Lovelace"] * 2
    assert await channel.open_table(me)


async def test_a_request_sent_twice_opens_one_table(channel: Channel, players: list[Caller]) -> None:
    request = tables_pb2.CreateTableRequest(seats=4, request_id=fresh_id())
    request.options.alhambra.SetInParent()
    answers = await asyncio.gather(
        *(channel.tables.CreateTable(request, metadata=players[0].metadata) for _ in range(4))
    )
    assert len({answer.table.table_id for answer in answers}) == 1
    assert len({answer.token.event_id for answer in answers}) == 1
    table = answers[0].table
    assert (table.game, table.status, len(table.seats)) == ("alhambra", tables_pb2.TABLE_STATUS_OPEN, 4)
    assert table.fair
    assert len(table.seed_commitment) == 32


async def test_a_given_seed_makes_a_table_unfair(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.open_table(players[0], seed=bytes(32))
    assert not (await channel.look(table_id, players[0])).table.fair


async def test_joining_twice_takes_one_seat(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.open_table(players[0])
    request = tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id(), seat=2, color="red")
    first = await channel.tables.JoinTable(request, metadata=players[1].metadata)
    again = await channel.tables.JoinTable(request, metadata=players[1].metadata)
    assert (first.seat, first.token) == (again.seat, again.token) == (2, first.token)
    seats = (await channel.look(table_id, players[0])).table.seats
    assert [seat.player_id for seat in seats] == ["", "", players[1].player_id]
    assert seats[2].color == "red"
    leave = tables_pb2.LeaveTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.LeaveTable(leave, metadata=players[1].metadata)
    assert not any(seat.player_id for seat in (await channel.look(table_id, players[0])).table.seats)


async def test_bots_play_the_seats_that_bots_hold(channel: Channel, players: list[Caller]) -> None:
    opener, bot = players[0], channel.caller(players_pb2.ROLE_BOT)
    table_id = await channel.open_table(opener, 2)
    for _ in range(2):
        request = tables_pb2.AddBotRequest(table_id=table_id, request_id=fresh_id(), bot="random")
        first = await channel.tables.AddBot(request, metadata=opener.metadata)
        again = await channel.tables.AddBot(request, metadata=opener.metadata)
        assert first == again
    start = tables_pb2.StartTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.StartTable(start, metadata=opener.metadata)
    other_bot = channel.caller(players_pb2.ROLE_BOT)
    for _ in range(4):
        decision = (await channel.look(table_id, bot)).decisions[0]
        listing = commands_pb2.ListChoicesRequest(table_id=table_id, decision=decision.id)
        choices = (await channel.commands.ListChoices(listing, metadata=bot.metadata)).choices
        command = commands_pb2.SubmitRequest(
            table_id=table_id,
            command_id=f"bot-{decision.id.version}",
            decision=decision.id,
            command=choices[0].command,
        )
        answers = await asyncio.gather(
            *(channel.commands.Submit(command, metadata=who.metadata) for who in (bot, other_bot))
        )
        assert sorted(answer.repeated for answer in answers) == [False, True]
        assert len({answer.token.version for answer in answers}) == 1


async def test_what_validate_only_tells_and_leaves_alone(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    player, command = await channel.next_command(table_id, players)
    before = await channel.look(table_id, player)
    command.validate_only = True
    preview = await channel.commands.Submit(command, metadata=player.metadata)
    assert preview.token == before.token
    assert preview.events
    assert await channel.look(table_id, player) == before
    command.validate_only = False
    answer = await channel.commands.Submit(command, metadata=player.metadata)
    assert not answer.repeated
    shown = [event.alhambra for event in preview.events]
    assert shown == [event.alhambra for event in answer.events][: len(shown)]
    assert preview.stopped_before_reveal == (len(shown) < len(answer.events))


async def test_an_answer_hides_what_the_caller_may_not_see(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    for _ in range(15):
        player, command = await channel.next_command(table_id, players)
        answer = await channel.commands.Submit(command, metadata=player.metadata)
        assert not any(event.HasField("draws") for event in answer.events)


async def test_undo_and_consent(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    tokens = []
    for _ in range(4):
        player, command = await channel.next_command(table_id, players)
        tokens.append((await channel.commands.Submit(command, metadata=player.metadata)).token)
    undo = commands_pb2.UndoRequest(
        table_id=table_id, command_id=fresh_id(), to_version=tokens[1].version, ask_others=True
    )
    asked = await channel.commands.Undo(undo, metadata=players[0].metadata)
    assert not asked.undone
    assert (await channel.look(table_id, players[1])).table.undo_asked.to_version == tokens[1].version
    agreements = []
    for player in players[1:]:
        agree = commands_pb2.AnswerUndoRequest(table_id=table_id, command_id=fresh_id(), agrees=True)
        agreements.append((await channel.commands.AnswerUndo(agree, metadata=player.metadata)).undone)
    assert agreements == [False, True]
    again = await channel.commands.Undo(undo, metadata=players[0].metadata)
    assert again == asked
    seen = await channel.look(table_id, players[0])
    assert not seen.table.HasField("undo_asked")
    assert seen.decisions[0].id.version == seen.token.version


async def test_a_look_is_as_fresh_as_the_token_says(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    for _ in range(5):
        player, command = await channel.next_command(table_id, players)
        token = (await channel.commands.Submit(command, metadata=player.metadata)).token
        look = tables_pb2.GetTableRequest(table_id=table_id, at_least=token)
        seen = await channel.tables.GetTable(look, metadata=players[0].metadata)
        assert seen.token == token


async def test_pages_of_choices(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    decision = (await channel.look(table_id, players[0])).decisions[0]
    player = players[decision.seat]
    whole = await channel.commands.ListChoices(
        commands_pb2.ListChoicesRequest(table_id=table_id, decision=decision.id), metadata=player.metadata
    )
    pages: list[commands_pb2.Choice] = []
    request = commands_pb2.ListChoicesRequest(table_id=table_id, decision=decision.id, page_size=2)
    while True:
        page = await channel.commands.ListChoices(request, metadata=player.metadata)
        pages += page.choices
        request.page_token = page.next_page_token
        if not page.next_page_token:
            break
    assert pages == list(whole.choices)
    request.page_token = "not a page token"
    refused = await refusal(channel.commands.ListChoices(request, metadata=player.metadata))
    assert (refused.reason, refused.metadata["field"]) == ("MALFORMED", "page_token")
    request.page_size = -1
    refused = await refusal(channel.commands.ListChoices(request, metadata=player.metadata))
    assert (refused.reason, refused.metadata["field"]) == ("MALFORMED", "page_size")


async def test_a_stream_ends_well_when_the_server_stops(
    server: CommandServer, channel: Channel, players: list[Caller]
) -> None:
    table_id = await channel.start_table(players)
    subscription: Any = channel.events.Subscribe(
        events_pb2.SubscribeRequest(table_id=table_id), metadata=players[0].metadata
    )
    play: Any = channel.commands.Play(metadata=players[0].metadata)
    await play.write(commands_pb2.PlayRequest(subscribe=events_pb2.SubscribeRequest(table_id=table_id)))
    assert (await play.read()).HasField("frame")
    frames = [await subscription.read()]
    started = asyncio.get_running_loop().time()
    await asyncio.gather(server.stop(), drained(subscription), drained(play))
    assert asyncio.get_running_loop().time() - started < 3
    assert frames[0].frame.events


async def test_metrics_tell_commands_and_refusals(
    registry: CollectorRegistry, channel: Channel, players: list[Caller]
) -> None:
    table_id = await channel.start_table(players)
    player, command = await channel.next_command(table_id, players)
    await channel.commands.Submit(command, metadata=player.metadata)
    await channel.commands.Submit(command, metadata=player.metadata)
    command.command_id = fresh_id()
    await refusal(channel.commands.Submit(command, metadata=player.metadata))
    kind = str(command.command.alhambra.WhichOneof("command"))

    def count(result: str) -> float | None:
        labels = {"game": "alhambra", "kind": kind, "result": result}
        return registry.get_sample_value("ludarium_commands_total", labels)

    assert [count("ok"), count("repeated"), count("DECISION_NOT_OPEN")] == [1, 1, 1]
    assert registry.get_sample_value("ludarium_append_seconds_count")
    assert registry.get_sample_value("ludarium_store_reachable") == 1
