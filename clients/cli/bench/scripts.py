"""Recorded commands: tables with a known seed, and every command of their games before they are played.

The seed and the seats' nonces fix all draws, so a game can be played here first; the server then gets the very same
commands, one after the other, and has to accept each of them.
"""

import asyncio
import secrets
from collections import deque
from contextlib import aclosing
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from ludarium.v1 import commands_pb2, decisions_pb2, events_pb2, views_pb2

from clients.sdk.connection import Connection
from clients.sdk.following import follow
from clients.sdk.tables import TableClient, new_id
from server.games.kernel.chance import SEED_BYTES, Chance, chance_key
from server.games.kernel.driver import run
from server.games.kernel.game import AnyGame, Seating
from server.games.kernel.state import DecisionId

AT_ONCE = 16
"""Tables that are opened side by side."""


class Prepared(NamedTuple):
    """A command as it goes out: its id, and its bytes for Submit and for the Play stream."""

    command_id: str
    unary: bytes
    stream: bytes


@dataclass(slots=True)
class Script:
    """A table, the commands that are still to be sent to it, in order, and the points to subscribe from.

    `before` is the point before the game began: who subscribes after it is told of the beginning.
    """

    table_id: str
    commands: deque[Prepared] = field(default_factory=deque)
    before: events_pb2.Token = field(default_factory=events_pb2.Token)


def prepared(request: commands_pb2.SubmitRequest) -> Prepared:
    """A command, encoded ahead of time so that this costs nothing while the clock runs."""
    data = request.SerializeToString()
    return Prepared(request.command_id, data, commands_pb2.PlayRequest(submit=request).SerializeToString())


class Pool:
    """Tables to be played on, opened as they are needed."""

    def __init__(self, connection: Connection, game: AnyGame, seats: int, commands_a_table: int) -> None:
        self.opened = 0
        """How many tables there are."""
        self._connection = connection
        self._game = game
        self._seats = seats
        self._commands_a_table = commands_a_table
        self._scripts: list[Script] = []

    async def scripts(self, tables: int, commands: float) -> list[Script]:
        """Tables, at least so many, with at least so many commands left in all."""
        self._scripts = [script for script in self._scripts if script.commands]
        missing = commands - sum(len(script.commands) for script in self._scripts)
        more = max(tables - len(self._scripts), int(missing / self._commands_a_table) + 1)
        if more > 0:
            self.opened += more
            self._scripts += await prepare(self._connection, self._game, self._seats, more, self._commands_a_table)
        return self._scripts


async def prepare(connection: Connection, game: AnyGame, seats: int, tables: int, commands: int) -> list[Script]:
    """Open so many tables with bots on all seats, and record so many commands for each."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one() -> Script:
        async with free:
            return await _prepare_table(connection, game, seats, commands)

    return list(await asyncio.gather(*(one() for _ in range(tables))))


async def _prepare_table(connection: Connection, game: AnyGame, seats: int, commands: int) -> Script:
    seed = secrets.token_bytes(SEED_BYTES)
    options = views_pb2.GameOptions()
    getattr(options, game.name).SetInParent()
    table = await TableClient.create(connection, options, seats, seed=seed)
    for _ in range(seats):
        await table.add_bot("random")
    await table.start()
    opening = await _opening(connection, table.table_id)
    await asyncio.sleep(0)
    return Script(table.table_id, deque(_record(game, table.table_id, seed, opening, commands)), opening.before)


class _Opening(NamedTuple):
    """The seats' nonces, the version at which the game began, and the point before that."""

    nonces: list[bytes]
    started: int
    before: events_pb2.Token


async def _opening(connection: Connection, table_id: str) -> _Opening:
    nonces: dict[int, bytes] = {}
    before = events_pb2.Token()
    async with aclosing(follow(connection, table_id, with_views=False)) as frames:
        async for frame in frames:
            for event in frame.events:
                if event.table.HasField("seat_taken"):
                    nonces[event.table.seat_taken.seat] = event.table.seat_taken.nonce
                if event.table.HasField("started"):
                    return _Opening([nonces[seat] for seat in sorted(nonces)], event.version, before)
            before = frame.token
    raise AssertionError("a table is followed for ever")


def _record(game: AnyGame, table_id: str, seed: bytes, opening: _Opening, commands: int) -> list[Prepared]:
    """Play the table's game here, at random, and give back the commands."""
    rng = Random(seed)
    nonces = opening.nonces
    chance = Chance(chance_key(seed, nonces))
    state = game.new_state(game.options_message(), [Seating(f"bot {seat}", "random") for seat in range(len(nonces))])
    state.version = opening.started
    run(game, state, game.set_up(state, chance), chance)
    recorded: list[Prepared] = []
    while len(recorded) < commands and game.result(state) is None:
        decision = next(decision for decision in state.decisions if not decision.standing)
        choice = rng.choice(list(game.legal(state, decision)))
        recorded.append(prepared(_submission(game, table_id, decision.id, choice)))
        run(game, state, game.decide(state, decision, choice, chance), chance, decision)
    return recorded


def _submission(game: AnyGame, table_id: str, decision: DecisionId, choice: Any) -> commands_pb2.SubmitRequest:
    return commands_pb2.SubmitRequest(
        table_id=table_id,
        command_id=new_id(),
        decision=decisions_pb2.DecisionId(version=decision.version, number=decision.number),
        command=views_pb2.GameCommand(**{game.name: game.codec.encode(choice)}),
    )
