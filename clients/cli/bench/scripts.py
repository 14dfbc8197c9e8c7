"""Recorded commands: tables with a known seed, and every command of their games before they are played.

The seed and the seats' nonces fix all draws, so a game can be played here first; the server then gets the very same
commands, one after the other, and has to accept each of them.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ludarium.v1 import commands_pb2, decisions_pb2, views_pb2

from clients.sdk.connection import Connection
from clients.sdk.following import follow
from clients.sdk.tables import TableClient, new_id
from server.games.kernel.chance import SEED_BYTES, Chance, chance_key
from server.games.kernel.driver import run
from server.games.kernel.game import AnyGame, Seating
from server.games.kernel.state import DecisionId

AT_ONCE = 16
"""Tables that are opened side by side."""


@dataclass(slots=True)
class Script:
    """A table and the commands that are still to be sent to it, in order."""

    table_id: str
    commands: deque[commands_pb2.SubmitRequest] = field(default_factory=deque)


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
    nonces, started = await _opening(connection, table.table_id)
    await asyncio.sleep(0)
    return Script(table.table_id, deque(_record(game, table.table_id, seed, nonces, started, commands)))


async def _opening(connection: Connection, table_id: str) -> tuple[list[bytes], int]:
    """The seats' nonces, and the version at which the game began."""
    nonces: dict[int, bytes] = {}
    async with aclosing(follow(connection, table_id, with_views=False)) as frames:
        async for frame in frames:
            for event in frame.events:
                if event.table.HasField("seat_taken"):
                    nonces[event.table.seat_taken.seat] = event.table.seat_taken.nonce
                if event.table.HasField("started"):
                    return [nonces[seat] for seat in sorted(nonces)], event.version
    raise AssertionError("a table is followed for ever")


def _record(
    game: AnyGame, table_id: str, seed: bytes, nonces: Sequence[bytes], started: int, commands: int
) -> list[commands_pb2.SubmitRequest]:
    """Play the table's game here, at random, and give back the commands."""
    rng = Random(seed)
    chance = Chance(chance_key(seed, nonces))
    state = game.new_state(game.options_message(), [Seating(f"bot {seat}", "random") for seat in range(len(nonces))])
    state.version = started
    run(game, state, game.set_up(state, chance), chance)
    recorded: list[commands_pb2.SubmitRequest] = []
    while len(recorded) < commands and game.result(state) is None:
        decision = next(decision for decision in state.decisions if not decision.standing)
        choice = rng.choice(list(game.legal(state, decision)))
        recorded.append(_submission(game, table_id, decision.id, choice))
        run(game, state, game.decide(state, decision, choice, chance), chance, decision)
    return recorded


def _submission(game: AnyGame, table_id: str, decision: DecisionId, choice: Any) -> commands_pb2.SubmitRequest:
    return commands_pb2.SubmitRequest(
        table_id=table_id,
        command_id=new_id(),
        decision=decisions_pb2.DecisionId(version=decision.version, number=decision.number),
        command=views_pb2.GameCommand(**{game.name: game.codec.encode(choice)}),
    )
