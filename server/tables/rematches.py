"""Rematches: after a game the same people sit down anew, one seat further round."""

import os
from typing import Final

from ludarium.v1 import table_events_pb2
from ulid import ULID

from server.games.kernel.chance import NONCE_BYTES, SEED_BYTES
from server.games.kernel.commands import Actor, Join, NoteRematch, Open
from server.games.kernel.rematch import check_rematch, reservations
from server.games.kernel.table import Table
from server.store.chain import new_key
from server.store.store import EventStore
from server.tables.deadlines import SERVER
from server.tables.host import TableHost
from server.tables.orders import Answer, Order, digest_of

NOTED_AS: Final = "rematch"
"""The id of the command that notes at the old table where the game goes on."""


class Rematches:
    """Opens one rematch a table, whoever asks, however often: every id derives from the table's."""

    def __init__(self, store: EventStore, host: TableHost) -> None:
        self._store = store
        self._host = host

    async def open(self, table_id: str, actor: Actor, deadline: float) -> str:
        """The id of a table's rematch, opened now if it is the first time that somebody asks.

        People's seats are kept for them, bots sit down. Should a server die half-way, the next to ask goes on there.
        Raises Rejected(UNKNOWN_TABLE, NOT_SEATED, GAME_NOT_OVER).
        """
        async with self._host.current(table_id, deadline) as old:
            check_rematch(old, actor)
            rematch, opener = old.rematch, Actor(old.opened.player_id)
            command = _again(old)
            bots = [(seat, kept) for seat, kept in enumerate(reservations(old)) if kept.bot]
        if rematch:
            return rematch
        request = f"{NOTED_AS}-{table_id}"
        answer = await self._host.open(command, opener, request, digest_of(request), deadline)
        new_id = answer.events[0].table.opened.table_id
        for seat, bot in bots:
            nonce = os.urandom(NONCE_BYTES)
            sit = Join(seat, nonce, bot.color, bot.bot, os.urandom(10).hex())
            await self._command(new_id, sit, f"{NOTED_AS}-bot-{seat}", deadline)
        if await self._store.archive.final_point(table_id) is None:  # an archived table's history is closed for good
            await self._command(table_id, NoteRematch(new_id), NOTED_AS, deadline)
        return new_id

    async def _command(self, table_id: str, command: Join | NoteRematch, command_id: str, deadline: float) -> Answer:
        order = Order(table_id, SERVER, command, command_id, digest_of(command_id))
        return await self._host.handle(order, deadline)


def _again(old: Table) -> Open:
    """The same game under the same terms, with seats kept for the people of the old table."""
    kept = [
        table_events_pb2.SeatReservation(seat=seat, player_id=seating.player_id, color=seating.color)
        for seat, seating in enumerate(reservations(old))
        if seating.player_id and not seating.bot
    ]
    opened = old.opened
    return Open(
        table_id=str(ULID()),
        options=opened.options,
        seats=opened.seats,
        seed=os.urandom(SEED_BYTES),
        fair=True,
        terms=opened.terms,
        rematch_of=opened.table_id,
        reservations=tuple(kept),
        id_key=new_key(),
    )
