"""Getting to a table: opening a new one, or going back to one by its id."""

from collections.abc import Sequence
from typing import Any

from ludarium.v1 import tables_pb2, views_pb2

from clients.bots.kinds import KINDS
from clients.cli.output import say
from clients.cli.playing.lines import Lines
from clients.cli.problem import Problem
from clients.sdk.connection import Connection
from clients.sdk.errors import NotAllowed, Refused
from clients.sdk.tables import TableClient
from server.games.kernel.game import AnyGame
from server.games.kernel.simulate import seed_bytes

NOBODY = "none"
DEFAULT_SEATS = 3


def bots_and_seats(game: AnyGame, bots: str | None, seats: int | None) -> tuple[list[str], int]:
    """The kinds of bots to seat and the number of seats, from what a person typed. Raises Problem."""
    kinds = [] if bots in (None, NOBODY) else [kind.strip() for kind in (bots or "").split(",")]
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise Problem(f"There is no kind of bot {unknown[0]!r}.", f"The kinds are: {', '.join(KINDS)}; or {NOBODY}.")
    possible = game.rulebook.seats
    if seats is None:
        seats = len(kinds) + 1 if kinds else min(max(DEFAULT_SEATS, possible.start), possible.stop - 1)
    if bots is None:
        kinds = ["greedy"] * (seats - 1)
    if len(kinds) > seats - 1:
        raise Problem(f"{len(kinds)} bots and you do not fit on {seats} seats.")
    return kinds, seats


async def open_table(
    connection: Connection, game: AnyGame, options: Any, seats: int, bots: Sequence[str], seed: str | None
) -> TableClient:
    """Open a table, sit down on its first seat, seat the bots, and begin if that fills it."""
    wrapped = views_pb2.GameOptions()
    getattr(wrapped, game.name).CopyFrom(options)
    given = seed_bytes(seed) if seed is not None else None
    table = await TableClient.create(connection, wrapped, seats, seed=given)
    # A table that is to be repeated needs the same nonce each time; otherwise the server draws one.
    await table.join(nonce=bytes(16) if seed is not None else None)
    for bot in bots:
        await table.add_bot(bot)
    if len(bots) == seats - 1:
        await table.start()
    return table


async def sit_down(table: TableClient) -> int:
    """The caller's seat, taken now if the table still has a free one. Raises Problem."""
    seen = await table.get()
    if seen.HasField("seat"):
        return seen.seat
    if seen.table.status != tables_pb2.TABLE_STATUS_OPEN:
        raise Problem(
            "You have no seat at that table, and its game has begun.",
            f"Look on with: ludarium watch {table.table_id}",
        )
    return await table.join()


async def await_start(table: TableClient, lines: Lines) -> bool:
    """Wait until every seat is taken and the game begins; False when the player leaves before."""
    seen = (await table.get()).table
    if seen.status != tables_pb2.TABLE_STATUS_OPEN:
        return True
    say(f"Others sit down with: ludarium play --table {table.table_id}   (Ctrl-C to leave and come back later)")
    async for frame in table.watch():
        if any(event.table.HasField("started") for event in frame.events):
            return True
        seen = (await table.get()).table
        if seen.status != tables_pb2.TABLE_STATUS_OPEN:
            return seen.status == tables_pb2.TABLE_STATUS_RUNNING
        free = [seat.seat for seat in seen.seats if not seat.player_id]
        if free:
            say(f"Free seats: {', '.join(map(str, free))}")
            continue
        try:
            await table.start()
        except NotAllowed:  # another player opened the table and begins it
            say("Every seat is taken; the player who opened the table begins.")
        except Refused as refusal:
            if refusal.reason != "TABLE_NOT_OPEN":
                raise
    return False
