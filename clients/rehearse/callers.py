"""Callers: a channel to a command server, players with tokens, and refusals as clients read them.

Plainer than the SDK on purpose: what is sent again, when and where, is up to whoever calls.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from ludarium.v1 import (
    commands_pb2,
    commands_pb2_grpc,
    events_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
    views_pb2,
)

from server.access.tokens import Tokens

Metadata = tuple[tuple[str, str], ...]


def fresh_id() -> str:
    """An id for a command or request."""
    return str(uuid4())


@dataclass(frozen=True)
class Caller:
    """Someone with a token."""

    player_id: str
    token: str

    @property
    def metadata(self) -> Metadata:
        """What goes with each call."""
        return (("authorization", f"Bearer {self.token}"),)


@dataclass(frozen=True)
class Refusal:
    """How a call was refused."""

    code: grpc.StatusCode
    message: str
    reason: str
    domain: str
    metadata: dict[str, str]


class Channel:
    """The services of a command server, over a real connection."""

    def __init__(self, address: str, tokens: Tokens) -> None:
        self.channel = grpc.aio.insecure_channel(address)
        self.tokens = tokens
        stub: Callable[..., Any]
        stub = players_pb2_grpc.PlayerServiceStub
        self.players = stub(self.channel)
        stub = tables_pb2_grpc.TableServiceStub
        self.tables = stub(self.channel)
        stub = commands_pb2_grpc.CommandServiceStub
        self.commands = stub(self.channel)
        stub = events_pb2_grpc.EventServiceStub
        self.events = stub(self.channel)

    async def close(self) -> None:
        """Close the connection."""
        await self.channel.close()

    def caller(self, role: players_pb2.Role.ValueType = players_pb2.ROLE_PLAYER) -> Caller:
        """Someone new with that role."""
        player_id = uuid4().hex[:20]
        return Caller(player_id, self.tokens.issue(player_id, role))

    async def open_table(self, opener: Caller, seats: int = 3, game: str = "alhambra", **fields: Any) -> str:
        """Open a table; gives its id."""
        options = views_pb2.GameOptions()
        getattr(options, game).SetInParent()
        request = tables_pb2.CreateTableRequest(options=options, seats=seats, request_id=fresh_id(), **fields)
        answer = await self.tables.CreateTable(request, metadata=opener.metadata)
        return str(answer.table.table_id)

    async def start_table(self, players: list[Caller], game: str = "alhambra") -> str:
        """Open, fill and start a table; gives its id."""
        table_id = await self.open_table(players[0], len(players), game)
        for player in players:
            join = tables_pb2.JoinTableRequest(table_id=table_id, request_id=fresh_id())
            await self.tables.JoinTable(join, metadata=player.metadata)
        start = tables_pb2.StartTableRequest(table_id=table_id, request_id=fresh_id())
        await self.tables.StartTable(start, metadata=players[0].metadata)
        return table_id

    async def look(self, table_id: str, caller: Caller) -> tables_pb2.GetTableResponse:
        """The table as a caller sees it."""
        request = tables_pb2.GetTableRequest(table_id=table_id)
        answer: tables_pb2.GetTableResponse = await self.tables.GetTable(request, metadata=caller.metadata)
        return answer

    async def next_command(self, table_id: str, players: list[Caller]) -> tuple[Caller, commands_pb2.SubmitRequest]:
        """The first legal answer to the first open decision, and who may give it."""
        seen = await self.look(table_id, players[0])
        decision = seen.decisions[0]
        player = players[decision.seat]
        request = commands_pb2.ListChoicesRequest(table_id=table_id, decision=decision.id, page_size=1)
        choices = (await self.commands.ListChoices(request, metadata=player.metadata)).choices
        command = choices[0].command
        return player, commands_pb2.SubmitRequest(
            table_id=table_id, command_id=fresh_id(), decision=decision.id, command=command
        )


def refusal_in(error: grpc.aio.AioRpcError) -> Refusal:
    """What a gRPC error tells."""
    status = rpc_status.from_call(error)
    assert status is not None, f"no rich status: {error}"
    (detail,) = status.details
    info = error_details_pb2.ErrorInfo()
    assert detail.Unpack(info)
    return Refusal(error.code(), str(error.details()), info.reason, info.domain, dict(info.metadata))
