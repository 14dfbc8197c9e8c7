"""What bad input gets: a precise status, an ErrorInfo, a sentence for people, and a table that stays as it was."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
import jwt
import pytest
from ludarium.games.alhambra.v1 import commands_pb2 as alhambra
from ludarium.v1 import commands_pb2, events_pb2, players_pb2, tables_pb2, views_pb2

from tests.server.api.callers import Caller, Channel, Refusal, fresh_id, refusal
from tests.server.api.conftest import KEY

Code = grpc.StatusCode


class Table:
    """A running table, what it looked like, and how to ask for wrong things."""

    def __init__(self, channel: Channel, players: list[Caller], table_id: str) -> None:
        self.channel = channel
        self.players = players
        self.table_id = table_id

    async def submit(self, player: Caller, request: commands_pb2.SubmitRequest) -> Refusal:
        """How a command is refused."""
        return await refusal(self.channel.commands.Submit(request, metadata=player.metadata))

    async def raw(self, method: str, data: bytes, metadata: Any = None) -> Refusal:
        """How bytes are refused."""
        call: Callable[..., Awaitable[bytes]] = self.channel.channel.unary_unary(f"/ludarium.v1.{method}")
        return await refusal(call(data, metadata=metadata or self.players[0].metadata))


@pytest.fixture
async def table(channel: Channel, players: list[Caller]) -> AsyncIterator[Table]:
    """A running table that must be the same after the test."""
    table = Table(channel, players, await channel.start_table(players))
    before = await channel.look(table.table_id, players[0])
    yield table
    assert await channel.look(table.table_id, players[0]) == before


def assert_is(refused: Refusal, code: Code, reason: str, *metadata: str) -> None:
    """The refusal is this one, with a sentence."""
    assert (refused.code, refused.reason) == (code, reason), refused
    assert refused.domain == "ludarium"
    assert set(metadata) <= set(refused.metadata), refused
    assert refused.message.endswith((".", "!"))


async def test_malformed_bytes(table: Table) -> None:
    for method in ("CommandService/Submit", "TableService/GetTable", "TableService/CreateTable"):
        assert_is(await table.raw(method, b"\xff\xff\xff\xff"), Code.INVALID_ARGUMENT, "MALFORMED")


async def test_malformed_fields(table: Table, channel: Channel) -> None:
    player, good = await channel.next_command(table.table_id, table.players)
    changes: list[tuple[str, Callable[[commands_pb2.SubmitRequest], Any]]] = [
        ("table_id", lambda request: request.ClearField("table_id")),
        ("table_id", lambda request: setattr(request, "table_id", "not-a-ulid")),
        ("table_id", lambda request: setattr(request, "table_id", "x" * 5000)),
        ("command_id", lambda request: request.ClearField("command_id")),
        ("command_id", lambda request: setattr(request, "command_id", "x" * 65)),
        ("command_id", lambda request: setattr(request, "command_id", "a\nb")),
        ("decision", lambda request: request.ClearField("decision")),
        ("command", lambda request: request.ClearField("command")),
        ("command", lambda request: request.command.alhambra.Clear()),
    ]
    for field, change in changes:
        request = commands_pb2.SubmitRequest()
        request.CopyFrom(good)
        change(request)
        refused = await table.submit(player, request)
        assert_is(refused, Code.INVALID_ARGUMENT, "MALFORMED", "field")
        assert refused.metadata["field"] == field


async def test_malformed_table_requests(table: Table, channel: Channel) -> None:
    me = table.players[0]
    join = tables_pb2.JoinTableRequest
    for bad, field in (
        (join(table_id=table.table_id), "request_id"),
        (join(table_id=table.table_id, request_id="x", nonce=b"short"), "nonce"),
        (join(table_id=table.table_id, request_id="x", color="Not A Word"), "color"),
    ):
        refused = await refusal(channel.tables.JoinTable(bad, metadata=me.metadata))
        assert_is(refused, Code.INVALID_ARGUMENT, "MALFORMED", "field")
        assert refused.metadata["field"] == field
    bot = tables_pb2.AddBotRequest(table_id=table.table_id, request_id="x", bot="UPPER")
    assert_is(await refusal(channel.tables.AddBot(bot, metadata=me.metadata)), Code.INVALID_ARGUMENT, "MALFORMED")
    seed = tables_pb2.CreateTableRequest(options=_options(), seats=3, request_id="x", seed=b"short")
    assert_is(await refusal(channel.tables.CreateTable(seed, metadata=me.metadata)), Code.INVALID_ARGUMENT, "MALFORMED")
    look = tables_pb2.GetTableRequest(table_id=table.table_id, at_least=events_pb2.Token(version=3, event_id=b"x"))
    assert_is(await refusal(channel.tables.GetTable(look, metadata=me.metadata)), Code.INVALID_ARGUMENT, "MALFORMED")
    for name in ("", "   ", "x" * 41, "a\tb"):
        request = players_pb2.CreatePlayerRequest(display_name=name)
        assert_is(await refusal(channel.players.CreatePlayer(request)), Code.INVALID_ARGUMENT, "MALFORMED", "field")
    many = players_pb2.BatchGetProfilesRequest(player_ids=["x"] * 101)
    refused = await refusal(channel.players.BatchGetProfiles(many, metadata=me.metadata))
    assert_is(refused, Code.INVALID_ARGUMENT, "MALFORMED", "field")


async def test_oversized(table: Table, channel: Channel) -> None:
    player, request = await channel.next_command(table.table_id, table.players)
    request.command.alhambra.take_money.cards.extend(["florin_1"] * 10_000)
    assert_is(await table.submit(player, request), Code.RESOURCE_EXHAUSTED, "TOO_LARGE")


async def test_unauthenticated(table: Table, channel: Channel) -> None:
    request = tables_pb2.GetTableRequest(table_id=table.table_id)
    now = int(time.time())
    claims = {"sub": "x", "role": "player", "aud": "ludarium", "iat": now}
    headers = [
        None,
        "Bearer",
        "Bearer nonsense",
        f"Basic {table.players[0].token}",
        "Bearer " + jwt.encode(claims, "another key that is longer than thirty-two bytes", algorithm="HS256"),
        "Bearer " + jwt.encode(claims | {"exp": now - 60}, KEY, algorithm="HS256"),
        "Bearer " + jwt.encode(claims | {"aud": "elsewhere"}, KEY, algorithm="HS256"),
        "Bearer " + jwt.encode(claims | {"role": "emperor"}, KEY, algorithm="HS256"),
        "Bearer " + jwt.encode(claims, "", algorithm="none"),
    ]
    for header in headers:
        metadata = () if header is None else (("authorization", header),)
        refused = await refusal(channel.tables.GetTable(request, metadata=metadata))
        assert_is(refused, Code.UNAUTHENTICATED, "NO_VALID_TOKEN")
        assert table.players[0].token not in refused.message


async def test_wrong_role(table: Table, channel: Channel) -> None:
    spectator = channel.caller(players_pb2.ROLE_SPECTATOR)
    bot = channel.caller(players_pb2.ROLE_BOT)
    _, command = await channel.next_command(table.table_id, table.players)
    calls: list[tuple[Caller, Awaitable[Any]]] = [
        (spectator, channel.commands.Submit(command, metadata=spectator.metadata)),
        (spectator, channel.tables.CreateTable(_create(), metadata=spectator.metadata)),
        (bot, channel.tables.CreateTable(_create(), metadata=bot.metadata)),
        (bot, channel.tables.JoinTable(_join(table.table_id), metadata=bot.metadata)),
    ]
    for _, call in calls:
        assert_is(await refusal(call), Code.PERMISSION_DENIED, "NOT_ALLOWED")
    assert (await channel.look(table.table_id, spectator)).view.HasField("alhambra")
    abort = tables_pb2.AbortTableRequest(table_id=table.table_id, request_id=fresh_id())
    refused = await refusal(channel.tables.AbortTable(abort, metadata=table.players[0].metadata))
    assert_is(refused, Code.PERMISSION_DENIED, "NOT_ALLOWED", "table_version")


async def test_wrong_seat_and_not_your_turn(table: Table, channel: Channel) -> None:
    player, command = await channel.next_command(table.table_id, table.players)
    other = table.players[(table.players.index(player) + 1) % 3]
    assert_is(await table.submit(other, command), Code.PERMISSION_DENIED, "NOT_YOUR_DECISION", "table_version")
    outsider = channel.caller()
    assert_is(await table.submit(outsider, command), Code.PERMISSION_DENIED, "NOT_SEATED", "table_version")
    bot = channel.caller(players_pb2.ROLE_BOT)
    assert_is(await table.submit(bot, command), Code.PERMISSION_DENIED, "NOT_YOUR_DECISION", "table_version")
    for decision in ((1, 0), (command.decision.version, 1), (10**15, 0)):
        closed = commands_pb2.SubmitRequest()
        closed.CopyFrom(command)
        closed.decision.version, closed.decision.number = decision
        refused = await table.submit(player, closed)
        assert_is(refused, Code.FAILED_PRECONDITION, "DECISION_NOT_OPEN", "table_version")


async def test_illegal_move(table: Table, channel: Channel) -> None:
    player, command = await channel.next_command(table.table_id, table.players)
    for illegal in (
        alhambra.Command(take_money=alhambra.TakeMoney(cards=["florin_77"])),
        alhambra.Command(take_money=alhambra.TakeMoney()),
        alhambra.Command(buy=alhambra.Buy(space=99)),
        alhambra.Command(store=alhambra.Store(tile="nowhere")),
        alhambra.Command(give_to_dirk=alhambra.GiveToDirk(tile="pavilion_2")),
    ):
        request = commands_pb2.SubmitRequest()
        request.CopyFrom(command)
        request.command.CopyFrom(views_pb2.GameCommand(alhambra=illegal))
        for preview in (False, True):
            request.validate_only = preview
            refused = await table.submit(player, request)
            assert_is(refused, Code.FAILED_PRECONDITION, "ILLEGAL", "rule", "table_version")


async def test_stale_version(table: Table, channel: Channel) -> None:
    player, command = await channel.next_command(table.table_id, table.players)
    version = (await channel.look(table.table_id, player)).token.version
    for expected in (version - 1, version + 1, 2**63):
        command.expected_version = expected
        refused = await table.submit(player, command)
        assert_is(refused, Code.ABORTED, "STALE_VERSION", "table_version")
        assert refused.metadata["table_version"] == str(version)


async def test_a_lost_token(table: Table, channel: Channel) -> None:
    seen = await channel.look(table.table_id, table.players[0])
    for token in (
        events_pb2.Token(version=seen.token.version, event_id=b"otherone"),
        events_pb2.Token(version=seen.token.version + 1, event_id=b"otherone"),
    ):
        look = tables_pb2.GetTableRequest(table_id=table.table_id, at_least=token)
        refused = await refusal(channel.tables.GetTable(look, metadata=table.players[0].metadata))
        assert_is(refused, Code.OUT_OF_RANGE, "HISTORY_WENT_BACK")


async def test_unknown_table(channel: Channel, players: list[Caller]) -> None:
    missing = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    assert_is(
        await refusal(channel.tables.JoinTable(_join(missing), metadata=players[0].metadata)),
        Code.NOT_FOUND,
        "UNKNOWN_TABLE",
    )
    look = tables_pb2.GetTableRequest(table_id=missing)
    assert_is(
        await refusal(channel.tables.GetTable(look, metadata=players[0].metadata)), Code.NOT_FOUND, "UNKNOWN_TABLE"
    )
    stream = channel.events.Subscribe(events_pb2.SubscribeRequest(table_id=missing), metadata=players[0].metadata)
    assert_is(await refusal(stream.read()), Code.NOT_FOUND, "UNKNOWN_TABLE")


async def test_closed_table(channel: Channel, players: list[Caller]) -> None:
    operator = channel.caller(players_pb2.ROLE_OPERATOR)
    table_id = await channel.start_table(players)
    player, command = await channel.next_command(table_id, players)
    abort = tables_pb2.AbortTableRequest(table_id=table_id, request_id=fresh_id())
    await channel.tables.AbortTable(abort, metadata=operator.metadata)
    before = await channel.look(table_id, players[0])
    assert before.table.status == tables_pb2.TABLE_STATUS_ABORTED
    undo = commands_pb2.UndoRequest(table_id=table_id, command_id=fresh_id(), to_version=9)
    again = tables_pb2.AbortTableRequest(table_id=table_id, request_id=fresh_id())
    listing = commands_pb2.ListChoicesRequest(table_id=table_id, decision=command.decision)
    calls: list[Awaitable[Any]] = [
        channel.commands.Submit(command, metadata=player.metadata),
        channel.commands.Undo(undo, metadata=player.metadata),
        channel.commands.ListChoices(listing, metadata=player.metadata),
        channel.tables.AbortTable(again, metadata=operator.metadata),
    ]
    for call in calls:
        assert_is(await refusal(call), Code.FAILED_PRECONDITION, "TABLE_CLOSED", "table_version")
    refused = await refusal(channel.tables.JoinTable(_join(table_id), metadata=player.metadata))
    assert_is(refused, Code.FAILED_PRECONDITION, "TABLE_NOT_OPEN", "table_version")
    assert await channel.look(table_id, players[0]) == before


async def test_unknown_game_and_module(channel: Channel, players: list[Caller]) -> None:
    no_game = tables_pb2.CreateTableRequest(seats=3, request_id=fresh_id())
    refused = await refusal(channel.tables.CreateTable(no_game, metadata=players[0].metadata))
    assert_is(refused, Code.INVALID_ARGUMENT, "UNKNOWN_GAME")
    no_module = _create()
    no_module.options.alhambra.modules.append(77)  # type: ignore[arg-type]
    refused = await refusal(channel.tables.CreateTable(no_module, metadata=players[0].metadata))
    assert_is(refused, Code.INVALID_ARGUMENT, "UNKNOWN_MODULE")


async def test_too_many_players(channel: Channel, players: list[Caller]) -> None:
    for seats in (0, 1, 7, 2**32 - 1):
        request = tables_pb2.CreateTableRequest(options=_options(), seats=seats, request_id=fresh_id())
        refused = await refusal(channel.tables.CreateTable(request, metadata=players[0].metadata))
        assert_is(refused, Code.INVALID_ARGUMENT, "WRONG_SEAT_COUNT")
    table_id = await channel.open_table(players[0], 2)
    for player in players[:2]:
        await channel.tables.JoinTable(_join(table_id), metadata=player.metadata)
    refused = await refusal(channel.tables.JoinTable(_join(table_id), metadata=players[2].metadata))
    assert_is(refused, Code.FAILED_PRECONDITION, "TABLE_FULL", "table_version")


async def test_seats(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.open_table(players[0])
    await channel.tables.JoinTable(_join(table_id, seat=1), metadata=players[0].metadata)
    refusals: list[tuple[Awaitable[Any], str]] = [
        (channel.tables.JoinTable(_join(table_id, seat=1), metadata=players[1].metadata), "SEAT_TAKEN"),
        (channel.tables.JoinTable(_join(table_id), metadata=players[0].metadata), "ALREADY_SEATED"),
        (
            channel.tables.StartTable(
                tables_pb2.StartTableRequest(table_id=table_id, request_id=fresh_id()), metadata=players[0].metadata
            ),
            "SEATS_FREE",
        ),
    ]
    for call, reason in refusals:
        assert_is(await refusal(call), Code.FAILED_PRECONDITION, reason, "table_version")
    beyond = await refusal(channel.tables.JoinTable(_join(table_id, seat=3), metadata=players[1].metadata))
    assert_is(beyond, Code.INVALID_ARGUMENT, "MALFORMED", "field")
    undo = commands_pb2.UndoRequest(table_id=table_id, command_id=fresh_id(), to_version=1)
    refused = await refusal(channel.commands.Undo(undo, metadata=players[0].metadata))
    assert_is(refused, Code.FAILED_PRECONDITION, "NOT_STARTED", "table_version")
    leave = tables_pb2.LeaveTableRequest(table_id=table_id, request_id=fresh_id())
    refused = await refusal(channel.tables.LeaveTable(leave, metadata=players[1].metadata))
    assert_is(refused, Code.PERMISSION_DENIED, "NOT_SEATED", "table_version")


async def test_a_command_id_used_twice(channel: Channel, players: list[Caller]) -> None:
    table_id = await channel.start_table(players)
    player, command = await channel.next_command(table_id, players)
    first = await channel.commands.Submit(command, metadata=player.metadata)
    again = await channel.commands.Submit(command, metadata=player.metadata)
    assert again.repeated
    assert (again.token, list(again.events)) == (first.token, list(first.events))
    before = await channel.look(table_id, players[0])
    command.decision.version += 1
    refused = await refusal(channel.commands.Submit(command, metadata=player.metadata))
    assert_is(refused, Code.ALREADY_EXISTS, "COMMAND_ID_REUSED")
    assert await channel.look(table_id, players[0]) == before


async def test_undo_that_is_closed(table: Table, channel: Channel) -> None:
    undo = commands_pb2.UndoRequest(table_id=table.table_id, command_id=fresh_id(), to_version=1)
    refused = await refusal(channel.commands.Undo(undo, metadata=table.players[0].metadata))
    assert_is(refused, Code.FAILED_PRECONDITION, "UNDO_CLOSED", "in_the_way", "table_version")
    answer = commands_pb2.AnswerUndoRequest(table_id=table.table_id, command_id=fresh_id(), agrees=True)
    refused = await refusal(channel.commands.AnswerUndo(answer, metadata=table.players[0].metadata))
    assert_is(refused, Code.FAILED_PRECONDITION, "NO_UNDO_ASKED", "table_version")


def _options() -> views_pb2.GameOptions:
    options = views_pb2.GameOptions()
    options.alhambra.SetInParent()
    return options


def _create() -> tables_pb2.CreateTableRequest:
    return tables_pb2.CreateTableRequest(options=_options(), seats=3, request_id=fresh_id())


def _join(table_id: str, seat: int | None = None) -> tables_pb2.JoinTableRequest:
    return tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id(), seat=seat)
