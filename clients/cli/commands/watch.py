"""`ludarium watch`: follow a running table."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Json, Player, Query, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from ludarium.v1 import events_pb2, tables_pb2

    from clients.cli.reach import Where
    from clients.sdk.connection import Connection


def watch(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id.")],
    seat: Annotated[
        int | None,
        typer.Option(
            "--as",
            metavar="SEAT",
            min=1,
            help="Through the eyes of this seat, counted from 1: your own, or on your own data one that a bot holds. "
            "Without it: your own seat if you sit there, else a spectator.",
        ),
    ] = None,
    board: Annotated[
        bool | None,
        typer.Option("--board/--no-board", help="Draw the table after each move.", show_default="only in a terminal"),
    ] = None,
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Follow a running table until its game ends or you press Ctrl-C; with --json one frame a line."""
    from clients.cli.reach import Where, run

    drawn = sys.stdout.isatty() if board is None else board
    eyes = None if seat is None else seat - 1
    run(_watch(Where(server, query, token, data, player), table.upper(), eyes, drawn, as_json))


async def _watch(where: "Where", table_id: str, seat: int | None, drawn: bool, as_json: bool) -> None:

    from clients.cli.reach import connect
    from clients.cli.story import seat_names
    from clients.sdk.following import CLOSED, closes
    from clients.sdk.tables import TableClient

    async with connect(where) as connection:
        await _put_on_eyes(connection, where, table_id, seat)
        client = TableClient(connection, table_id)
        seen = await client.get()
        screen = _Screen(seen, await seat_names(connection, seen.table), drawn, as_json, where)
        closed = seen.table.status in CLOSED
        async for frame in client.watch():
            if any(event.table.HasField("seat_taken") for event in frame.events):
                screen.meet(await seat_names(connection, (await client.get()).table))
            screen.show(frame)
            if closed or closes(frame):
                screen.end((await client.get()).table)
                return


async def _put_on_eyes(connection: "Connection", where: "Where", table_id: str, seat: int | None) -> None:
    """Look through the eyes that were asked for. Raises Problem for eyes that can't be had."""
    from clients.cli.reach import as_looker, minted
    from clients.sdk.tables import TableClient

    await as_looker(connection, where)
    seen = await TableClient(connection, table_id).get()
    if seat is None or (seen.HasField("seat") and seen.seat == seat):
        return
    if seat >= len(seen.table.seats):
        raise Problem(f"The table has seats 1 to {len(seen.table.seats)}, not {seat + 1}.")
    holder = seen.table.seats[seat]
    eyes = minted(where, holder.player_id, "spectator") if holder.bot else None
    if eyes is None:
        raise Problem(f"Seat {seat + 1} is not yours, so you can't look through its eyes while the game is on.")
    connection.token = eyes


class _Screen:
    """Shows frame after frame: as JSON, as lines, or as the board with the latest lines above it."""

    def __init__(
        self, seen: "tables_pb2.GetTableResponse", names: list[str], drawn: bool, as_json: bool, where: "Where"
    ) -> None:
        self._table = seen.table
        self._seat = seen.seat if seen.HasField("seat") else None
        self._drawn = drawn
        self._json = as_json
        self._data = where.data
        self.meet(names)
        self._introduce()

    def meet(self, names: list[str]) -> None:
        """Learn who sits at the table now."""
        from clients.cli.story import Story

        self._names = names
        self._story = Story(self._table.game, names)

    def show(self, frame: "events_pb2.Frame") -> None:
        """One command's events."""
        from clients.cli import boards
        from clients.cli.messages import document
        from clients.cli.output import console, picture, say, say_json

        if self._json:
            say_json(document(frame))
            return
        lines = self._story.tell(frame.events)
        if self._drawn and frame.HasField("view"):
            console().clear()
            say(*lines)
            picture("", *boards.draw(frame.view, self._names, self._seat), "")
            say(*self._waiting(frame))
        else:
            for line in lines:
                say(line)

    def end(self, table: "tables_pb2.Table") -> None:
        """The table is closed: its result, and where to see it again."""
        from clients.cli.output import say
        from clients.cli.program import as_typed
        from clients.cli.story import result_words

        if self._json:
            return
        result = result_words(table.results, self._names, early=table.early)
        say(f"The game is over: {result}." if result else "The table was ended without a result.")
        say(f"Every move again: {as_typed(f'replay {table.table_id}', self._data)}")

    def _introduce(self) -> None:
        from clients.cli.output import say

        if not self._json:
            eyes = f"{self._names[self._seat]}'s" if self._seat is not None else "a spectator's"
            say(f"{self._table.game}, table {self._table.table_id}: {', '.join(self._names)}; through {eyes} eyes")

    def _waiting(self, frame: "events_pb2.Frame") -> list[str]:
        from clients.sdk.naming import named

        return [f"{self._names[d.seat]}: {named(d.words, self._names)}" for d in frame.decisions if not d.standing]
