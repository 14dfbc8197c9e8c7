"""The command service: how a seat plays."""

from typing import Any, Final

import grpc
from ludarium.v1 import commands_pb2, players_pb2

from server.access import limits
from server.access.doors import Call, Context, Doors
from server.access.tokens import Caller
from server.api.metrics import Metrics
from server.api.play import PlayStream
from server.api.requests import at_least, ended
from server.games.kernel.commands import AnswerUndo, Play, TableCommand, Undo
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import DecisionId
from server.games.kernel.table_view import cut_event
from server.tables.choices import list_choices
from server.tables.held import undoes
from server.tables.host import TableHost, check
from server.tables.orders import Answer, Order, digest_of, token_of
from server.tables.previews import preview_play
from server.tables.watchers import Watchers

SERVICE = "ludarium.v1.CommandService"

_PLAYING: Final = (players_pb2.ROLE_PLAYER, players_pb2.ROLE_BOT, players_pb2.ROLE_OPERATOR)


class CommandService:
    """Turns requests into orders for the host, and its answers into responses."""

    def __init__(self, host: TableHost, watchers: Watchers, doors: Doors, metrics: Metrics) -> None:
        self._host = host
        self._watchers = watchers
        self._doors = doors
        self._metrics = metrics
        self._streams: set[PlayStream] = set()

    def handlers(self) -> dict[str, "grpc.RpcMethodHandler[Any, Any]"]:
        """The service's handlers by method."""
        unary = self._doors.unary
        return {
            "Submit": unary("Submit", commands_pb2.SubmitRequest, self.submit),
            "Play": self._doors.dialogue("Play", self.play),
            "Undo": unary("Undo", commands_pb2.UndoRequest, self.undo),
            "AnswerUndo": unary("AnswerUndo", commands_pb2.AnswerUndoRequest, self.answer_undo),
            "ListChoices": unary("ListChoices", commands_pb2.ListChoicesRequest, self.list_choices),
        }

    async def submit(self, request: commands_pb2.SubmitRequest, call: Call) -> commands_pb2.SubmitResponse:
        """Play one command, or try it on a copy."""
        limits.role(call.caller, _PLAYING, "play")
        game, command = self._read(request)
        order = Order(
            limits.table_id(request.table_id),
            call.caller.actor,
            command,
            limits.command_id(request.command_id),
            digest_of("submit", request.decision, request.command),
            request.expected_version if request.HasField("expected_version") else None,
            game,
        )
        if request.validate_only:
            return await self._preview(order, command, call)
        kind = getattr(request.command, game).WhichOneof("command")
        answer = await self._carry_out(order, kind, call)
        return commands_pb2.SubmitResponse(
            token=token_of(answer.point),
            events=[cut_event(event, answer.viewer) for event in answer.events],
            repeated=answer.repeated,
        )

    async def undo(self, request: commands_pb2.UndoRequest, call: Call) -> commands_pb2.UndoResponse:
        """Take back, or ask the others."""
        command = Undo(request.to_version, request.ask_others)
        answer = await self._table_command(request, call, "undo", command)
        return commands_pb2.UndoResponse(token=token_of(answer.point), undone=_undone(answer))

    async def answer_undo(self, request: commands_pb2.AnswerUndoRequest, call: Call) -> commands_pb2.AnswerUndoResponse:
        """Answer another seat's question for an undo."""
        answer = await self._table_command(request, call, "answer_undo", AnswerUndo(request.agrees))
        return commands_pb2.AnswerUndoResponse(token=token_of(answer.point), undone=_undone(answer))

    async def list_choices(
        self, request: commands_pb2.ListChoicesRequest, call: Call
    ) -> commands_pb2.ListChoicesResponse:
        """List the legal answers to a decision, page by page."""
        limits.role(call.caller, _PLAYING, "list choices")
        table_id = limits.table_id(request.table_id)
        decision = _decision_of(request)
        size, token = limits.page_size(request.page_size), limits.page_token(request.page_token)
        async with self._host.current(table_id, call.deadline, at_least(request)) as table:
            return list_choices(table, call.caller.actor, decision, size, token)

    async def play(self, caller: Caller, context: Context) -> None:
        """Carry a Play stream until its caller closes it."""
        stream = PlayStream(self, self._watchers, caller, context, self._doors)
        self._streams.add(stream)
        try:
            await stream.run()
        finally:
            self._streams.discard(stream)

    def close(self) -> None:
        """End every Play stream well, once the commands read so far are answered."""
        for stream in tuple(self._streams):
            stream.close()

    def _read(self, request: commands_pb2.SubmitRequest) -> tuple[str, Play]:
        """The game that a command is for, and the command. Raises Rejected(MALFORMED)."""
        game = request.command.WhichOneof("command")
        if game is None or game not in self._host.games:
            raise limits.malformed("command", "The command is missing, or of a game that is not played here.")
        decision = _decision_of(request)
        return game, Play(decision, self._host.games[game].codec.decode(getattr(request.command, game)))

    async def _preview(self, order: Order, command: Play, call: Call) -> commands_pb2.SubmitResponse:
        async with self._host.current(order.table_id, call.deadline) as table:
            check(table, order)
            preview = preview_play(table, order.actor, command, order.command_id)
        return commands_pb2.SubmitResponse(
            token=token_of(preview.point),
            events=[cut_event(event, preview.viewer) for event in preview.events],
            stopped_before_reveal=preview.stopped,
        )

    async def _table_command(
        self,
        request: commands_pb2.UndoRequest | commands_pb2.AnswerUndoRequest,
        call: Call,
        kind: str,
        command: TableCommand,
    ) -> Answer:
        limits.role(call.caller, _PLAYING, "play")
        table_id = limits.table_id(request.table_id)
        command_id = limits.command_id(request.command_id)
        order = Order(table_id, call.caller.actor, command, command_id, digest_of(kind, request))
        return await self._carry_out(order, kind, call)

    async def _carry_out(self, order: Order, kind: str, call: Call) -> Answer:
        try:
            answer = await self._host.handle(order, call.deadline)
        except Rejected as rejection:
            self._metrics.commanded(self._game_of(order), kind, rejection.reason_name)
            raise
        self._metrics.commanded(self._game_of(order), kind, ended(answer))
        return answer

    def _game_of(self, order: Order) -> str:
        return order.game or self._host.game_of(order.table_id)


def _decision_of(request: commands_pb2.SubmitRequest | commands_pb2.ListChoicesRequest) -> DecisionId:
    if not request.HasField("decision"):
        raise Rejected(Reason.REASON_MALFORMED, "Name the decision that is meant.", field="decision")
    return DecisionId(request.decision.version, request.decision.number)


def _undone(answer: Answer) -> bool:
    return any(undoes(event) for event in answer.events)
