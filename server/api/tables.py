"""The table service: opens, fills, starts, ends and shows tables."""

import os
from typing import Any, Final

import grpc
from google.protobuf.message import Message
from ludarium.v1 import players_pb2, tables_pb2
from ulid import ULID

from server.access import limits
from server.access.doors import Call, Doors
from server.access.tokens import Caller, Tokens
from server.api.metrics import Metrics
from server.api.players import new_player_id
from server.api.requests import at_least, ended
from server.games.kernel.chance import NONCE_BYTES, SEED_BYTES
from server.games.kernel.commands import (
    Abort,
    AcceptInvitation,
    Invite,
    Join,
    Leave,
    MakeInvitation,
    Open,
    Resign,
    Start,
    TableCommand,
    VoteOut,
    WithdrawInvitation,
)
from server.games.kernel.invitations import digest_of as digest_of_invitation
from server.games.kernel.rejection import Rejected
from server.games.kernel.table import open_table
from server.games.kernel.table_view import table_message
from server.store.chain import new_key
from server.tables.host import TableHost
from server.tables.looks import look
from server.tables.orders import Answer, Order, digest_of, last_point, token_of
from server.tables.rematches import Rematches

SERVICE = "ludarium.v1.TableService"

_PLAYERS: Final = (players_pb2.ROLE_PLAYER, players_pb2.ROLE_OPERATOR)


class TableService:
    """Turns requests into orders for the host, and its answers into responses."""

    def __init__(self, host: TableHost, rematches: Rematches, doors: Doors, tokens: Tokens, metrics: Metrics) -> None:
        """`tokens` tells the words of invitations."""
        self._host = host
        self._rematches = rematches
        self._tokens = tokens
        self._doors = doors
        self._metrics = metrics

    def handlers(self) -> dict[str, "grpc.RpcMethodHandler[Any, Any]"]:
        """The service's handlers by method."""
        unary = self._doors.unary
        return {
            "CreateTable": unary("CreateTable", tables_pb2.CreateTableRequest, self.create),
            "JoinTable": unary("JoinTable", tables_pb2.JoinTableRequest, self.join),
            "LeaveTable": unary("LeaveTable", tables_pb2.LeaveTableRequest, self.leave),
            "AddBot": unary("AddBot", tables_pb2.AddBotRequest, self.add_bot),
            "InvitePlayers": unary("InvitePlayers", tables_pb2.InvitePlayersRequest, self.invite),
            "CreateInvitation": unary("CreateInvitation", tables_pb2.CreateInvitationRequest, self.make_invitation),
            "AcceptInvitation": unary("AcceptInvitation", tables_pb2.AcceptInvitationRequest, self.accept_invitation),
            "WithdrawInvitation": unary(
                "WithdrawInvitation", tables_pb2.WithdrawInvitationRequest, self.withdraw_invitation
            ),
            "StartTable": unary("StartTable", tables_pb2.StartTableRequest, self.start),
            "Rematch": unary("Rematch", tables_pb2.RematchRequest, self.rematch),
            "Resign": unary("Resign", tables_pb2.ResignRequest, self.resign),
            "VoteOut": unary("VoteOut", tables_pb2.VoteOutRequest, self.vote_out),
            "AbortTable": unary("AbortTable", tables_pb2.AbortTableRequest, self.abort),
            "GetTable": unary("GetTable", tables_pb2.GetTableRequest, self.get),
        }

    async def create(self, request: tables_pb2.CreateTableRequest, call: Call) -> tables_pb2.CreateTableResponse:
        """Open a table."""
        limits.role(call.caller, _PLAYERS, "open tables")
        request_id = limits.command_id(request.request_id, "request_id")
        given = request.HasField("seed")
        if request.terms.stand_in:
            limits.word(request.terms.stand_in, "terms.stand_in")
        seed = limits.seed(request.seed) if given else os.urandom(SEED_BYTES)
        key = new_key()
        command = Open(str(ULID()), request.options, request.seats, seed, not given, request.terms, id_key=key)
        try:
            answer = await self._host.open(
                command, call.caller.actor, request_id, digest_of("create_table", request), call.deadline
            )
        except Rejected as rejection:
            self._metrics.commanded(request.options.WhichOneof("options") or "", "create_table", rejection.reason_name)
            raise
        table = open_table(answer.events[0], self._host.games)
        self._metrics.commanded(table.game.name, "create_table", ended(answer))
        return tables_pb2.CreateTableResponse(table=table_message(table), token=token_of(answer.point))

    async def join(self, request: tables_pb2.JoinTableRequest, call: Call) -> tables_pb2.JoinTableResponse:
        """Take a seat."""
        limits.role(call.caller, _PLAYERS, "take a seat")
        seat = request.seat if request.HasField("seat") else None
        drawn = not request.HasField("nonce")
        nonce = os.urandom(NONCE_BYTES) if drawn else limits.nonce(request.nonce)
        color = limits.word(request.color, "color") if request.color else ""
        invitation = limits.invitation(request.invitation)
        command = Join(seat, nonce, color, invitation=invitation, drawn=drawn)
        answer = await self._order(request, call, "join_table", command)
        return tables_pb2.JoinTableResponse(seat=_seat_taken(answer), token=token_of(answer.point))

    async def leave(self, request: tables_pb2.LeaveTableRequest, call: Call) -> tables_pb2.LeaveTableResponse:
        """Give up the caller's seat."""
        limits.role(call.caller, _PLAYERS, "leave a seat")
        answer = await self._order(request, call, "leave_table", Leave())
        return tables_pb2.LeaveTableResponse(token=token_of(answer.point))

    async def add_bot(self, request: tables_pb2.AddBotRequest, call: Call) -> tables_pb2.AddBotResponse:
        """Seat a bot."""
        limits.role(call.caller, _PLAYERS, "seat bots")
        kind = limits.word(request.bot, "bot")
        seat = request.seat if request.HasField("seat") else None
        command = Join(seat, os.urandom(NONCE_BYTES), bot=kind, player_id=new_player_id(), drawn=True)
        answer = await self._order(request, call, "add_bot", command)
        return tables_pb2.AddBotResponse(seat=_seat_taken(answer), token=token_of(answer.point))

    async def invite(self, request: tables_pb2.InvitePlayersRequest, call: Call) -> tables_pb2.InvitePlayersResponse:
        """Invite players by name."""
        limits.role(call.caller, _PLAYERS, "invite players")
        command = Invite(limits.player_ids(request.player_ids))
        answer = await self._order(request, call, "invite_players", command)
        return tables_pb2.InvitePlayersResponse(token=token_of(answer.point))

    async def make_invitation(
        self, request: tables_pb2.CreateInvitationRequest, call: Call
    ) -> tables_pb2.CreateInvitationResponse:
        """Make an invitation to hand on; the same request gives the same one."""
        limits.role(call.caller, _PLAYERS, "invite players")
        word = self._tokens.word_for("invitation", request.table_id, call.caller.player_id, request.request_id)
        answer = await self._order(request, call, "create_invitation", MakeInvitation(digest_of_invitation(word)))
        return tables_pb2.CreateInvitationResponse(invitation=word, token=token_of(answer.point))

    async def accept_invitation(
        self, request: tables_pb2.AcceptInvitationRequest, call: Call
    ) -> tables_pb2.AcceptInvitationResponse:
        """Make the caller one of the invited."""
        if not request.invitation:
            raise limits.malformed("invitation", "Which invitation? It is a word of 22 characters.")
        command = AcceptInvitation(limits.invitation(request.invitation))
        answer = await self._order(request, call, "accept_invitation", command)
        return tables_pb2.AcceptInvitationResponse(token=token_of(answer.point))

    async def withdraw_invitation(
        self, request: tables_pb2.WithdrawInvitationRequest, call: Call
    ) -> tables_pb2.WithdrawInvitationResponse:
        """Withdraw an invitation, or decline the caller's own."""
        limits.role(call.caller, _PLAYERS, "withdraw invitations")
        player_id = limits.command_id(request.player_id or call.caller.player_id, "player_id")
        command = WithdrawInvitation("" if request.handed_on else player_id)
        answer = await self._order(request, call, "withdraw_invitation", command)
        return tables_pb2.WithdrawInvitationResponse(token=token_of(answer.point))

    async def start(self, request: tables_pb2.StartTableRequest, call: Call) -> tables_pb2.StartTableResponse:
        """Begin the game."""
        limits.role(call.caller, _PLAYERS, "start a game")
        answer = await self._order(request, call, "start_table", Start())
        return tables_pb2.StartTableResponse(token=token_of(answer.point))

    async def resign(self, request: tables_pb2.ResignRequest, call: Call) -> tables_pb2.ResignResponse:
        """Leave a running game."""
        limits.role(call.caller, _PLAYERS, "resign")
        answer = await self._order(request, call, "resign", Resign(new_player_id()))
        return tables_pb2.ResignResponse(token=token_of(answer.point))

    async def rematch(self, request: tables_pb2.RematchRequest, call: Call) -> tables_pb2.RematchResponse:
        """Sit the caller down at the table's rematch."""
        limits.role(call.caller, _PLAYERS, "ask for a rematch")
        actor = call.caller.actor
        table_id = await self._rematches.open(limits.table_id(request.table_id), actor, call.deadline)
        async with self._host.current(table_id, call.deadline) as table:
            seat = table.seat_of(actor.player_id)
            token = token_of(last_point(table))
        if seat is None:
            joining = tables_pb2.JoinTableRequest(table_id=table_id, request_id=request.request_id)
            joined = await self.join(joining, call)
            seat, token = joined.seat, joined.token
        return tables_pb2.RematchResponse(table_id=table_id, seat=seat, token=token)

    async def vote_out(self, request: tables_pb2.VoteOutRequest, call: Call) -> tables_pb2.VoteOutResponse:
        """Vote a player out whose time ran out."""
        limits.role(call.caller, _PLAYERS, "vote")
        answer = await self._order(request, call, "vote_out", VoteOut(request.seat, new_player_id()))
        out = any(event.table.HasField("player_left") for event in answer.events)
        return tables_pb2.VoteOutResponse(token=token_of(answer.point), out=out)

    async def abort(self, request: tables_pb2.AbortTableRequest, call: Call) -> tables_pb2.AbortTableResponse:
        """End a table without a result."""
        limits.role(call.caller, _PLAYERS, "abort a table")
        answer = await self._order(request, call, "abort_table", Abort())
        return tables_pb2.AbortTableResponse(token=token_of(answer.point))

    async def get(self, request: tables_pb2.GetTableRequest, call: Call) -> tables_pb2.GetTableResponse:
        """Show a table."""
        table_id = limits.table_id(request.table_id)
        async with self._host.current(table_id, call.deadline, at_least(request)) as table:
            return look(table, call.caller.actor)

    async def _order(self, request: "_TableRequest", call: Call, kind: str, command: TableCommand) -> Answer:
        order = _order_of(request, call.caller, kind, command)
        try:
            answer = await self._host.handle(order, call.deadline)
        except Rejected as rejection:
            self._metrics.commanded(self._host.game_of(order.table_id), kind, rejection.reason_name)
            raise
        self._metrics.commanded(self._host.game_of(order.table_id), kind, ended(answer))
        return answer


_TableRequest = (
    tables_pb2.JoinTableRequest
    | tables_pb2.LeaveTableRequest
    | tables_pb2.AddBotRequest
    | tables_pb2.InvitePlayersRequest
    | tables_pb2.CreateInvitationRequest
    | tables_pb2.AcceptInvitationRequest
    | tables_pb2.WithdrawInvitationRequest
    | tables_pb2.StartTableRequest
    | tables_pb2.ResignRequest
    | tables_pb2.VoteOutRequest
    | tables_pb2.AbortTableRequest
)


def _order_of(request: _TableRequest, caller: Caller, kind: str, command: TableCommand) -> Order:
    table_id = limits.table_id(request.table_id)
    request_id = limits.command_id(request.request_id, "request_id")
    message: Message = request
    return Order(table_id, caller.actor, command, request_id, digest_of(kind, message))


def _seat_taken(answer: Answer) -> int:
    return next(event.table.seat_taken.seat for event in answer.events if event.table.HasField("seat_taken"))
