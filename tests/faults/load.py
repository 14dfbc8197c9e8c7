"""Load for the fault tests: tables that are played through gRPC, and a ledger of everything that was acknowledged."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import grpc
from ludarium.v1 import commands_pb2, events_pb2, tables_pb2

from server.games import GAMES
from server.games.kernel.table import fold
from server.games.kernel.table_view import cut_event
from server.store.store import EventStore
from server.tables.held import parsed
from tests.plugins.sheet import Line
from tests.server.api.callers import Caller, Channel, refusal_in

SETTLED_WITHIN = 120.0
"""Seconds in which a command must be acknowledged, whatever is broken meanwhile."""

_AGAIN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)


@dataclass
class Ledger:
    """What was sent and what was acknowledged."""

    sent: set[str] = field(default_factory=set)
    acknowledged: dict[str, tuple[str, events_pb2.Token]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    retries: int = 0

    def acknowledge(self, table_id: str, command_id: str, answer: commands_pb2.SubmitResponse) -> None:
        """Note an answer; a second answer to the same command must be the same."""
        known = self.acknowledged.setdefault(command_id, (table_id, answer.token))
        assert known == (table_id, answer.token), "one command, two answers"

    async def check(self, store: EventStore, table_ids: Sequence[str], line: Line) -> None:
        """Every acknowledged command is in its stream, once, where its answer said; and every stream folds."""
        ends: dict[str, list[tuple[str, int, bytes]]] = {}
        for table_id in table_ids:
            events = parsed(await store.read(table_id))
            assert [event.version for event in events] == list(range(1, len(events) + 1))
            fold(events, GAMES)
            cause = ""
            for event in events:
                cause = event.cause.command_id if event.HasField("cause") else cause
                if event.last:
                    ends.setdefault(cause, []).append((table_id, event.version, event.event_id))
        doubled = [command_id for command_id in self.sent if len(ends.get(command_id, ())) > 1]
        lost = [
            command_id
            for command_id, (table_id, token) in self.acknowledged.items()
            if (table_id, token.version, token.event_id) not in ends.get(command_id, ())
        ]
        line.counts |= {"acknowledged": len(self.acknowledged), "lost": len(lost), "doubled": len(doubled)}
        assert (lost, doubled) == ([], [])


class Follower:
    """Follows a table, whatever breaks: after each break it goes on after its last token."""

    def __init__(self, channels: Sequence[Channel], table_id: str, caller: Caller) -> None:
        self.events: list[events_pb2.Event] = []
        self.breaks = 0
        self._channels = channels
        self._request = events_pb2.SubscribeRequest(table_id=table_id)
        self._caller = caller
        self.task = asyncio.create_task(self._follow())

    async def check(self, store: EventStore) -> None:
        """Every event of the stream came, once and in order, as a spectator may see it."""
        stream = parsed(await store.read(self._request.table_id))
        async with asyncio.timeout(SETTLED_WITHIN):
            while len(self.events) < len(stream) and not self.task.done():  # noqa: ASYNC110 - progress is what counts
                await asyncio.sleep(0.01)
        if self.task.done():
            self.task.result()
        assert self.events == [cut_event(event, None) for event in stream]

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
                self.events += response.frame.events
                self._request.after.CopyFrom(response.frame.token)
        except grpc.aio.AioRpcError as error:
            if error.code() not in _AGAIN:
                self.task.cancel(f"the stream ended with {refusal_in(error)}")
            raise


class Play:
    """Plays a table for all its seats, by random legal choices, until told to stop; repeats what is not answered."""

    def __init__(self, channels: Sequence[Channel], ledger: Ledger, table_id: str, players: Sequence[Caller]) -> None:
        """Each call goes to any one of the channels."""
        self._channels = channels
        self._ledger = ledger
        self._table_id = table_id
        self._players = players
        self._rng = random.Random(table_id)
        self.played = 0

    async def run(self, stopped: asyncio.Event, most: int = 10**9) -> None:
        """Play until stopped, or so many commands, or to the end of the game."""
        while not stopped.is_set() and self.played < most:
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
            seen = await channel.tables.GetTable(look, metadata=metadata, timeout=2.0)
            if not seen.decisions:
                return self._players[0], None
            decision = seen.decisions[0]
            player = self._players[decision.seat]
            listing = commands_pb2.ListChoicesRequest(table_id=self._table_id, decision=decision.id)
            listed = await channel.commands.ListChoices(listing, metadata=player.metadata, timeout=2.0)
            return player, commands_pb2.SubmitRequest(
                table_id=self._table_id,
                command_id=str(uuid4()),
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
                    answer = await channel.commands.Submit(request, metadata=player.metadata, timeout=2.0)
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
