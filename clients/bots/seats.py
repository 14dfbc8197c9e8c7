"""The bots of one table: answer every decision that waits for a seat of theirs."""

import asyncio
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from ludarium.v1 import commands_pb2, decisions_pb2, events_pb2, tables_pb2

from clients.bots.kinds import KINDS
from clients.bots.metrics import Metrics
from clients.bots.situation import situation_at
from clients.bots.thinking import Thinkers
from clients.sdk.backoff import Backoff
from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError, NotFound, Refused
from clients.sdk.following import closes
from clients.sdk.tables import TableClient

log = logging.getLogger(__name__)

MOST_CHOICES = 5_000
"""More are not looked at: a list as long as that holds enough good ones."""
PAGE = 1_000
SETTLED = frozenset({"DECISION_NOT_OPEN", "COMMAND_ID_REUSED", "NOT_YOUR_DECISION", "TABLE_CLOSED", "NOT_STARTED"})
"""Refusals that say: another bot process was faster, or the decision was taken back. The next frame tells more."""
NAMESPACE = uuid.UUID("b4d1f0f4-1c39-5cf5-9a5e-6b1f0f3b7a11")


class BotSeat(NamedTuple):
    """A seat that a bot holds."""

    seat: int
    player_id: str
    kind: str


@dataclass(frozen=True, slots=True)
class Manner:
    """How bots play: `pace` seconds pass before each answer; `token_for` makes the token of a bot by its id.

    Without `token_for` the process plays with its own token and sees of the table what spectators see.
    """

    pace: float = 0.0
    token_for: Callable[[str], str] | None = None
    thinkers: Thinkers = field(default_factory=Thinkers)


def command_id(table_id: str, decision: decisions_pb2.DecisionId) -> str:
    """The id of the answer to a decision: the same in every bot process, so that it is carried out once."""
    return str(uuid.uuid5(NAMESPACE, f"{table_id} {decision.version} {decision.number}"))


def bot_seats(table: tables_pb2.Table) -> dict[int, BotSeat]:
    """The seats of a table that bots hold."""
    return {seat.seat: BotSeat(seat.seat, seat.player_id, seat.bot) for seat in table.seats if seat.bot}


class TableBots:
    """Plays all bots of one table until its game ends."""

    def __init__(self, connection: Connection, table: tables_pb2.Table, manner: Manner, meter: Metrics) -> None:
        self._connection = connection
        self._meter = meter
        self._table_id = table.table_id
        self._game = table.game
        self._repeatable = not table.fair
        self._seats = bot_seats(table)
        self._manner = manner
        self._answers: dict[tuple[int, int], asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Follow the table and answer. Returns when the table is closed or gone; raises LudariumError."""
        try:
            table = TableClient(self._connection, self._table_id)
            async for frame in table.watch(with_views=False):
                if frame.reset:  # seats may have changed since the lobby told of them
                    self._seats = bot_seats((await table.get()).table)
                self._heed(frame)
                if closes(frame):
                    self._meter.ended(self._game)
                    return
        except NotFound:
            return
        finally:
            for answer in self._answers.values():
                answer.cancel()
            await asyncio.gather(*self._answers.values(), return_exceptions=True)

    def _heed(self, frame: events_pb2.Frame) -> None:
        """Begin with decisions that are new and let go of those that are no longer open.

        At a table that is to be repeated exactly, decisions of several seats are answered one after the other.
        """
        for event in frame.events:
            left = event.table.player_left
            if left.bot:
                self._seats[left.seat] = BotSeat(left.seat, left.bot_id, left.bot)
        waiting = {
            (decision.id.version, decision.id.number): decision
            for decision in frame.decisions
            if decision.seat in self._seats and not decision.standing
        }
        if self._repeatable:
            waiting = dict(sorted(waiting.items())[:1])
        for key in self._answers.keys() - waiting.keys():
            self._answers.pop(key).cancel()
        for key in waiting.keys() - self._answers.keys():
            answering = self._answer(waiting[key], frame.token)
            self._answers[key] = asyncio.create_task(answering, name=f"bot of {self._table_id}")

    async def _answer(self, decision: decisions_pb2.Decision, token: events_pb2.Token) -> None:
        """Answer one decision, whatever it takes; cancelled when somebody else did."""
        await asyncio.sleep(self._manner.pace)
        seat = self._seats[decision.seat]
        rng = self._luck(decision)
        backoff = Backoff(first=0.1, longest=5.0)
        at_random = False
        while True:
            try:
                await self._answer_once(seat, decision.id, token, rng, at_random)
                return
            except LudariumError as error:
                if error.reason in SETTLED:
                    return
                log.warning("table %s: seat %d: %s", self._table_id, seat.seat, error)
                self._meter.failed(error)
                at_random = at_random or isinstance(error, Refused)
            except Exception as fault:
                log.exception("table %s: the bot of seat %d fails; it goes on at random", self._table_id, seat.seat)
                self._meter.failed(fault)
                at_random = True
            await backoff.wait()

    def _luck(self, decision: decisions_pb2.Decision) -> Random:
        """A bot's own luck. A table that is to be repeated is another each time, and its bots must play the same."""
        table = "" if self._repeatable else self._table_id
        return Random(f"{table} {decision.seat} {decision.id.version} {decision.id.number}")

    async def _answer_once(
        self, seat: BotSeat, decision: decisions_pb2.DecisionId, token: events_pb2.Token, rng: Random, at_random: bool
    ) -> None:
        token_for = self._manner.token_for
        connection = self._connection if token_for is None else self._connection.acting_with(token_for(seat.player_id))
        table = TableClient(connection, self._table_id)
        table.note(token)
        seen = await table.get()
        choices = await table.list_choices(decision, PAGE, MOST_CHOICES)
        situation = situation_at(seen, decision, [getattr(choice.command, self._game) for choice in choices])
        if situation is None:
            return
        kind = "random" if at_random or seat.kind not in KINDS else seat.kind
        began = time.monotonic()
        index = await self._manner.thinkers.choose(kind, situation, rng)
        self._meter.decided(self._game, kind, time.monotonic() - began)
        await self._submit(table, decision, choices, index)

    async def _submit(
        self,
        table: TableClient,
        decision: decisions_pb2.DecisionId,
        choices: Sequence[commands_pb2.Choice],
        index: int,
    ) -> None:
        chosen = choices[index].command
        await table.submit(decision, chosen, command_id=command_id(self._table_id, decision))
