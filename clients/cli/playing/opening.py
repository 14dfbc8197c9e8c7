"""Getting to a table: opening a new one, or going back to one by its id."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludarium.v1 import tables_pb2, views_pb2

from clients.cli.bots import bot_kinds
from clients.cli.playing.screen import Screen
from clients.cli.problem import Problem
from clients.cli.program import as_typed
from clients.sdk.connection import Connection
from clients.sdk.errors import NotAllowed, Refused
from clients.sdk.tables import TableClient, TableTerms
from server.games.kernel.game import AnyGame
from server.games.kernel.simulate import seed_bytes

NOBODY = "none"
DEFAULT_SEATS = 3


def bots_and_seats(game: AnyGame, bots: str | None, seats: int | None) -> tuple[list[str], int]:
    """The kinds of bots to seat and the number of seats, from what a person typed. Raises Problem."""
    kinds = [] if bots in (None, NOBODY) else bot_kinds(bots or "", f"; or {NOBODY}")
    possible = game.rulebook.seats
    if seats is None:
        seats = len(kinds) + 1 if kinds else min(max(DEFAULT_SEATS, possible.start), possible.stop - 1)
    if bots is None:
        kinds = ["greedy"] * (seats - 1)
    if len(kinds) > seats - 1:
        raise Problem(f"{len(kinds)} bots and you do not fit on {seats} seats.")
    return kinds, seats


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table that is to be opened; `bots` by kind for the seats after the player's, `options` the game's own.

    `terms` say who may come and how the table is kept going.
    """

    game: AnyGame
    options: Any
    seats: int
    bots: Sequence[str]
    seed: str | None
    color: str
    terms: TableTerms = field(default_factory=TableTerms)


async def open_table(connection: Connection, wanted: Wanted) -> TableClient:
    """Open a table, sit down on its first seat, seat the bots, and begin if that fills it."""
    options = views_pb2.GameOptions()
    getattr(options, wanted.game.name).CopyFrom(wanted.options)
    seed = None if wanted.seed is None else seed_bytes(wanted.seed)
    table = await TableClient.create(connection, options, wanted.seats, seed=seed, terms=wanted.terms)
    await table.join(color=wanted.color)
    for bot in wanted.bots:
        await table.add_bot(bot)
    if len(wanted.bots) == wanted.seats - 1:
        await table.start()
    return table


async def sit_down(table: TableClient, color: str, data: Path, invitation: str = "") -> int:
    """The caller's seat, taken now if the table still has a free one. Raises Problem."""
    if invitation:
        await table.accept(invitation)
    seen = await table.get()
    if seen.HasField("seat"):
        return seen.seat
    if seen.table.status != tables_pb2.TABLE_STATUS_OPEN:
        raise Problem(
            "You have no seat at that table, and its game has begun.",
            f"Look on with: {as_typed(f'watch {table.table_id}', data)}",
        )
    return await table.join(color=color)


async def await_start(table: TableClient, screen: Screen, data: Path) -> bool:
    """Wait until every seat is taken and the game begins; False when the player leaves before."""
    seen = (await table.get()).table
    if seen.status != tables_pb2.TABLE_STATUS_OPEN:
        return True
    screen.note(f"Others sit down with: {as_typed(f'play --table {table.table_id}', data)}")
    screen.note("Ctrl-C to leave; come back with the same command.")
    async for frame in table.watch():
        if any(event.table.HasField("started") for event in frame.events):
            return True
        seen = (await table.get()).table
        if seen.status != tables_pb2.TABLE_STATUS_OPEN:
            return seen.status == tables_pb2.TABLE_STATUS_RUNNING
        free = [str(seat.seat + 1) for seat in seen.seats if not seat.player_id]
        if free:
            screen.note(f"Free seats: {', '.join(free)}")
            continue
        try:
            await table.start()
        except NotAllowed:  # another player opened the table and begins it
            screen.note("Every seat is taken; the player who opened the table begins.")
        except Refused as refusal:
            if refusal.reason != "TABLE_NOT_OPEN":
                raise
    return False
