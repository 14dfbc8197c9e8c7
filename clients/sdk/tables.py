"""One table, as a player, a bot or a spectator deals with it."""

import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from typing import Self

from ludarium.v1 import commands_pb2, decisions_pb2, tables_pb2, terms_pb2, views_pb2

from clients.sdk.connection import Connection
from clients.sdk.errors import Refused
from clients.sdk.following import Frame, Token, follow, present

DecisionId = decisions_pb2.DecisionId
Choice = commands_pb2.Choice
GameCommand = views_pb2.GameCommand
TableTerms = terms_pb2.TableTerms


def new_id() -> str:
    """A fresh id for a request or a command."""
    return str(uuid.uuid4())


class TableClient:
    """A table by its id. It remembers the latest point it has heard of, and asks for answers at least that fresh.

    Every command takes a `command_id`; without one it gets a fresh id. While nobody answers, the command is repeated
    under the same id until the connection's deadline, so it is carried out once at most. All methods raise
    LudariumError.
    """

    def __init__(self, connection: Connection, table_id: str) -> None:
        self.connection = connection
        self.table_id = table_id
        self._token: Token | None = None

    @classmethod
    async def create(
        cls,
        connection: Connection,
        options: views_pb2.GameOptions,
        seats: int,
        *,
        seed: bytes | None = None,
        terms: TableTerms | None = None,
        request_id: str = "",
    ) -> Self:
        """Open a table of the game that `options` names. A seed of 32 bytes makes it repeatable, and not fair.

        `terms` say who may come and how the table is kept going; without them everybody may see and join it.
        """
        request = tables_pb2.CreateTableRequest(
            options=options, seats=seats, request_id=request_id or new_id(), seed=seed, terms=terms
        )
        answer = await connection.call(connection.tables.CreateTable, request)
        table = cls(connection, answer.table.table_id)
        table.note(answer.token)
        return table

    @property
    def token(self) -> Token | None:
        """The latest point heard of; None before the first answer."""
        return self._token

    def note(self, token: Token) -> None:
        """Remember a point, unless a later one is known."""
        if self._token is None or token.version >= self._token.version:
            self._token = token

    def forget(self) -> None:
        """Forget the latest point: history went back behind it."""
        self._token = None

    async def join(
        self,
        seat: int | None = None,
        *,
        color: str = "",
        nonce: bytes | None = None,
        invitation: str = "",
        request_id: str = "",
    ) -> int:
        """Take a seat (None: the first free one) and give back its number; `invitation` opens a private table."""
        request = tables_pb2.JoinTableRequest(
            table_id=self.table_id,
            request_id=request_id or new_id(),
            seat=seat,
            nonce=nonce,
            color=color,
            invitation=invitation,
        )
        answer = await self.connection.call(self.connection.tables.JoinTable, request)
        self.note(answer.token)
        return answer.seat

    async def leave(self, *, request_id: str = "") -> None:
        """Give up the caller's seat before the start."""
        request = tables_pb2.LeaveTableRequest(table_id=self.table_id, request_id=request_id or new_id())
        self.note((await self.connection.call(self.connection.tables.LeaveTable, request)).token)

    async def add_bot(self, bot: str, seat: int | None = None, *, request_id: str = "") -> int:
        """Seat a bot of a kind (`random`, `greedy`, `builders`) and give back the number of its seat."""
        request = tables_pb2.AddBotRequest(
            table_id=self.table_id, request_id=request_id or new_id(), bot=bot, seat=seat
        )
        answer = await self.connection.call(self.connection.tables.AddBot, request)
        self.note(answer.token)
        return answer.seat

    async def invite(self, player_ids: Iterable[str], *, request_id: str = "") -> None:
        """Invite players by their ids."""
        request = tables_pb2.InvitePlayersRequest(
            table_id=self.table_id, request_id=request_id or new_id(), player_ids=player_ids
        )
        self.note((await self.connection.call(self.connection.tables.InvitePlayers, request)).token)

    async def make_invitation(self, *, request_id: str = "") -> str:
        """Make an invitation to hand on: whoever brings the word may join and look on."""
        request = tables_pb2.CreateInvitationRequest(table_id=self.table_id, request_id=request_id or new_id())
        answer = await self.connection.call(self.connection.tables.CreateInvitation, request)
        self.note(answer.token)
        return answer.invitation

    async def accept(self, invitation: str, *, request_id: str = "") -> None:
        """Become one of the invited, without taking a seat."""
        request = tables_pb2.AcceptInvitationRequest(
            table_id=self.table_id, request_id=request_id or new_id(), invitation=invitation
        )
        self.note((await self.connection.call(self.connection.tables.AcceptInvitation, request)).token)

    async def withdraw_invitation(self, player_id: str = "", *, handed_on: bool = False, request_id: str = "") -> None:
        """Invite a player no more, or decline without one; `handed_on` lets no word count any more instead."""
        request = tables_pb2.WithdrawInvitationRequest(
            table_id=self.table_id, request_id=request_id or new_id(), player_id=player_id, handed_on=handed_on
        )
        self.note((await self.connection.call(self.connection.tables.WithdrawInvitation, request)).token)

    async def start(self, *, request_id: str = "") -> None:
        """Begin the game; every seat must be taken."""
        request = tables_pb2.StartTableRequest(table_id=self.table_id, request_id=request_id or new_id())
        self.note((await self.connection.call(self.connection.tables.StartTable, request)).token)

    async def resign(self, *, request_id: str = "") -> None:
        """Leave the running game for good: a bot goes on in the caller's seat, or a game of two ends."""
        request = tables_pb2.ResignRequest(table_id=self.table_id, request_id=request_id or new_id())
        self.note((await self.connection.call(self.connection.tables.Resign, request)).token)

    async def rematch(self, *, request_id: str = "") -> "TableClient":
        """Sit down at the table's rematch, opened now if nobody asked before; gives that table."""
        request = tables_pb2.RematchRequest(table_id=self.table_id, request_id=request_id or new_id())
        answer = await self.connection.call(self.connection.tables.Rematch, request)
        table = TableClient(self.connection, answer.table_id)
        table.note(answer.token)
        return table

    async def vote_out(self, seat: int, *, request_id: str = "") -> bool:
        """Vote a player out whose time ran out. True when everyone else has voted, and the player is out."""
        request = tables_pb2.VoteOutRequest(table_id=self.table_id, request_id=request_id or new_id(), seat=seat)
        answer = await self.connection.call(self.connection.tables.VoteOut, request)
        self.note(answer.token)
        return answer.out

    async def abort(self, *, request_id: str = "") -> None:
        """End the table without a result."""
        request = tables_pb2.AbortTableRequest(table_id=self.table_id, request_id=request_id or new_id())
        self.note((await self.connection.call(self.connection.tables.AbortTable, request)).token)

    async def get(self) -> tables_pb2.GetTableResponse:
        """The table, its game and its open decisions as the caller may see them."""
        request = tables_pb2.GetTableRequest(table_id=self.table_id, at_least=self._token)
        answer = await self.connection.call(self.connection.tables.GetTable, request)
        self.note(answer.token)
        return answer

    async def choices(self, decision: DecisionId, page_size: int = 0) -> AsyncIterator[Choice]:
        """Yield the legal answers to a decision in canonical order; pages are asked for as they are needed."""
        page_token = ""
        while True:
            request = commands_pb2.ListChoicesRequest(
                table_id=self.table_id,
                decision=decision,
                page_size=page_size,
                page_token=page_token,
                at_least=self._token,
            )
            page = await self.connection.call(self.connection.commands.ListChoices, request)
            for choice in page.choices:
                yield choice
            page_token = page.next_page_token
            if not page_token:
                return

    async def list_choices(self, decision: DecisionId, page_size: int = 0, at_most: int = 0) -> list[Choice]:
        """The legal answers to a decision in one list, `at_most` so many (0: all of them).

        A list that the table outran between two pages is begun anew.
        """
        while True:
            listed: list[Choice] = []
            try:
                async for choice in self.choices(decision, page_size):
                    listed.append(choice)
                    if len(listed) == at_most:
                        break
            except Refused as refusal:
                if refusal.reason != "STALE_VERSION":
                    raise
            else:
                return listed

    async def submit(
        self,
        decision: DecisionId,
        command: GameCommand,
        *,
        command_id: str = "",
        expected_version: int | None = None,
    ) -> commands_pb2.SubmitResponse:
        """Answer a decision. With `expected_version` only if the table stands exactly there."""
        request = self._submission(decision, command, command_id or new_id(), expected_version)
        answer = await self.connection.call(self.connection.commands.Submit, request)
        self.note(answer.token)
        return answer

    async def preview(self, decision: DecisionId, command: GameCommand) -> commands_pb2.SubmitResponse:
        """What the command would bring about, up to the first draw or reveal. Nothing changes."""
        request = self._submission(decision, command, new_id(), None)
        request.validate_only = True
        return await self.connection.call(self.connection.commands.Submit, request)

    async def undo(self, to_version: int, *, ask_others: bool = False, command_id: str = "") -> bool:
        """Take back to a version. True when the game was taken back, False when the others are being asked."""
        request = commands_pb2.UndoRequest(
            table_id=self.table_id,
            command_id=command_id or new_id(),
            to_version=to_version,
            ask_others=ask_others,
        )
        answer = await self.connection.call(self.connection.commands.Undo, request)
        self.note(answer.token)
        return answer.undone

    async def answer_undo(self, agrees: bool, *, command_id: str = "") -> bool:
        """Answer another seat's question for an undo. True when everyone agreed and the game was taken back."""
        request = commands_pb2.AnswerUndoRequest(
            table_id=self.table_id, command_id=command_id or new_id(), agrees=agrees
        )
        answer = await self.connection.call(self.connection.commands.AnswerUndo, request)
        self.note(answer.token)
        return answer.undone

    async def follow(self, after: Token | None = None, with_views: bool = True) -> AsyncGenerator[Frame, None]:
        """Yield the table's frames after a token, for ever; see clients.sdk.following.follow."""
        async for frame in follow(self.connection, self.table_id, after, with_views):
            if frame.reset:
                self.forget()
            self.note(frame.token)
            yield frame

    async def watch(self, with_views: bool = True) -> AsyncGenerator[Frame, None]:
        """Yield the table as it stands, as a first frame without events, and then the frames that follow."""
        first = await present(self.connection, self.table_id)
        self.note(first.token)
        yield first
        async for frame in self.follow(first.token, with_views):
            yield frame

    def _submission(
        self, decision: DecisionId, command: GameCommand, command_id: str, expected_version: int | None
    ) -> commands_pb2.SubmitRequest:
        return commands_pb2.SubmitRequest(
            table_id=self.table_id,
            command_id=command_id,
            decision=decision,
            command=command,
            expected_version=expected_version,
        )
