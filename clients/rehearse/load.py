"""Load: tables that are played through gRPC, and a ledger of everything that was acknowledged, to hold the store to."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import grpc
from ludarium.v1 import commands_pb2, events_pb2, tables_pb2

from clients.rehearse.callers import Caller, Channel, fresh_id, refusal_in
from server.games import GAMES
from server.games.kernel.table import fold
from server.games.kernel.table_view import cut_event
from server.store.errors import StoreMalformed
from server.store.store import EventStore
from server.tables.held import parsed

SETTLED_WITHIN: Final = 120.0
"""Seconds in which a command must be acknowledged, whatever is broken meanwhile."""

CALL_SECONDS: Final = 2.0
"""How long one call may take before it is sent again."""

_AGAIN: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)


class Acknowledged(NamedTuple):
    """Where a command's answer said that its last event is."""

    table_id: str
    token: events_pb2.Token


@dataclass(slots=True)
class Comparison:
    """What was acknowledged, held against what is stored. All lists are empty where every promise was kept."""

    commands: int = 0
    """Commands that were acknowledged."""
    events: int = 0
    """Events that are stored."""
    missing: list[Acknowledged] = field(default_factory=list)
    """Acknowledged and not stored, or not where the answer said."""
    doubled: list[str] = field(default_factory=list)
    """Command ids that happened twice, or were given two answers."""
    broken: list[str] = field(default_factory=list)
    """What is wrong with a stream: gaps, or events that do not fold."""

    @property
    def problems(self) -> list[str]:
        """A sentence for each thing that is not as promised."""
        return [
            *(f"a command of table {table} up to version {token.version} is missing" for table, token in self.missing),
            *(f"command {command} happened twice" for command in self.doubled),
            *self.broken,
        ]


@dataclass
class Ledger:
    """What was sent and what was acknowledged."""

    sent: set[str] = field(default_factory=set)
    acknowledged: dict[str, Acknowledged] = field(default_factory=dict)
    contradicted: set[str] = field(default_factory=set)
    """Commands that were given two different answers."""
    refused: Counter[str] = field(default_factory=Counter)
    retries: int = 0

    def acknowledge(self, table_id: str, command_id: str, answer: commands_pb2.SubmitResponse) -> None:
        """Note an answer; a second answer to the same command must be the same."""
        now = Acknowledged(table_id, answer.token)
        if self.acknowledged.setdefault(command_id, now) != now:
            self.contradicted.add(command_id)

    async def compare(self, store: EventStore, table_ids: Iterable[str]) -> Comparison:
        """Look for every acknowledged command in its stream, once, where its answer said; and fold every stream."""
        found = Comparison(commands=len(self.acknowledged), doubled=sorted(self.contradicted))
        ends: dict[str, list[Acknowledged]] = {}
        for table_id in table_ids:
            await asyncio.sleep(0)
            try:
                events = parsed(await store.read(table_id))
            except StoreMalformed as error:
                found.broken.append(str(error))
                continue
            found.events += len(events)
            found.broken += _faults(table_id, events)
            for command_id, event in _ends(events):
                token = events_pb2.Token(version=event.version, event_id=event.event_id)
                ends.setdefault(command_id, []).append(Acknowledged(table_id, token))
        found.doubled += sorted(command_id for command_id in self.sent if len(ends.get(command_id, ())) > 1)
        for command_id, answer in self.acknowledged.items():
            if answer not in ends.get(command_id, ()):
                found.missing.append(answer)
        return found


def _faults(table_id: str, events: Sequence[events_pb2.Event]) -> list[str]:
    if not events:
        return []  # whatever was acknowledged of it is missed elsewhere
    try:
        fold(events, GAMES)
    except Exception as error:
        return [f"table {table_id} can't be folded: {error}"]
    return []


def _ends(events: Sequence[events_pb2.Event]) -> Iterable[tuple[str, events_pb2.Event]]:
    """The last event of each command."""
    cause = ""
    for event in events:
        cause = event.cause.command_id if event.HasField("cause") else cause
        if event.last:
            yield cause, event


class Follower:
    """Follows a table, whatever breaks: after each break it goes on after its last token, or anew if that is lost."""

    def __init__(self, channels: Sequence[Channel], table_id: str, caller: Caller) -> None:
        self.events: list[events_pb2.Event] = []
        self.breaks = 0
        self.resets = 0
        """How often it was told that history went back."""
        self._gave_up = ""
        self._channels = channels
        self._table_id = table_id
        self._request = events_pb2.SubscribeRequest(table_id=table_id)
        self._caller = caller
        self.task = asyncio.create_task(self._follow(), name=f"follower of {table_id}")

    async def complaint(self, store: EventStore) -> str:
        """Wait until it has come to the stream's end; "" if every event came once and in order, as a spectator may see
        it, else what did not."""
        stream = parsed(await store.read(self._table_id))
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLED_WITHIN):
                while len(self.events) < len(stream) and not self.task.done():  # noqa: ASYNC110 - progress counts
                    await asyncio.sleep(0.01)
        if self.task.done():
            return f"the follower of table {self._table_id} gave up: {self._gave_up or self.task.exception()}"
        if self.events == [cut_event(event, None) for event in stream]:
            return ""
        return (
            f"the follower of table {self._table_id} saw {len(self.events)} events, others than the {len(stream)} there"
        )

    async def _follow(self) -> None:
        while True:
            for channel in self._channels:
                with suppress(grpc.aio.AioRpcError):
                    await self._listen(channel)
                self.breaks += 1
                await asyncio.sleep(0.02)

    async def _listen(self, channel: Channel) -> None:
        stream: Any = channel.events.Subscribe(self._request, metadata=self._caller.metadata)
        try:
            async for response in stream:
                if response.frame.reset:
                    self._begin_anew()
                    stream.cancel()
                    return
                self.events += response.frame.events
                self._request.after.CopyFrom(response.frame.token)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.OUT_OF_RANGE:
                self._begin_anew()
            elif error.code() not in _AGAIN:
                self._gave_up = refusal_in(error).reason
                self.task.cancel()
            raise

    def _begin_anew(self) -> None:
        self.resets += 1
        self.events.clear()
        self._request.ClearField("after")


class Play:
    """Plays a table for all its seats, by random legal choices, until told to stop; repeats what is not answered."""

    def __init__(
        self,
        channels: Sequence[Channel],
        ledger: Ledger,
        table_id: str,
        players: Sequence[Caller],
        *,
        pace: float = 0.0,
        patience: float = CALL_SECONDS,
    ) -> None:
        """Each call goes to any one of the channels and may take `patience` seconds; `pace` is how long a table rests
        between two commands, on average."""
        self._channels = channels
        self._ledger = ledger
        self._table_id = table_id
        self._players = players
        self._pace = pace
        self._patience = patience
        self._rng = random.Random(table_id)
        self.played = 0

    async def run(self, stopped: asyncio.Event, most: int = 10**9) -> None:
        """Play until stopped, or so many commands, or to the end of the game."""
        while not stopped.is_set() and self.played < most:
            if self._pace:
                await _rest(stopped, self._rng.uniform(0, 2 * self._pace))
            command = await self._choose()
            if command is None:
                await asyncio.sleep(0.01)
                continue
            player, request = command
            if request is None:
                return
            await self._settle(player, request)

    async def _choose(self) -> "tuple[Caller, commands_pb2.SubmitRequest | None] | None":
        """A random legal command and who gives it; no command at the end, nothing when nobody can say now."""
        channel = self._rng.choice(self._channels)
        look = tables_pb2.GetTableRequest(table_id=self._table_id)
        with suppress(grpc.aio.AioRpcError):
            metadata = self._players[0].metadata
            seen = await channel.tables.GetTable(look, metadata=metadata, timeout=self._patience)
            if not seen.decisions:
                return self._players[0], None
            decision = seen.decisions[0]
            player = self._players[decision.seat]
            listing = commands_pb2.ListChoicesRequest(table_id=self._table_id, decision=decision.id)
            listed = await channel.commands.ListChoices(listing, metadata=player.metadata, timeout=self._patience)
            return player, commands_pb2.SubmitRequest(
                table_id=self._table_id,
                command_id=fresh_id(),
                decision=decision.id,
                command=self._rng.choice(listed.choices).command,
            )
        return None

    async def _settle(self, player: Caller, request: commands_pb2.SubmitRequest) -> None:
        """Send a command until it is answered."""
        self._ledger.sent.add(request.command_id)
        async with asyncio.timeout(SETTLED_WITHIN):
            while True:
                channel = self._rng.choice(self._channels)
                try:
                    answer = await channel.commands.Submit(request, metadata=player.metadata, timeout=self._patience)
                except grpc.aio.AioRpcError as error:
                    if error.code() in _AGAIN:
                        self._ledger.retries += 1
                        await asyncio.sleep(0.02)
                        continue
                    self._ledger.refused[refusal_in(error).reason] += 1
                    return
                self._ledger.acknowledge(self._table_id, request.command_id, answer)
                self.played += 1
                return


async def _rest(stopped: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stopped.wait()
