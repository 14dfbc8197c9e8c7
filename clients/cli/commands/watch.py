"""`ludarium watch`: follow a running table."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

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
            help="Through the eyes of this seat: your own, or on your own data one that a bot holds. "
            "Without it: your own seat if you sit there, else a spectator.",
        ),
    ] = None,
    board: Annotated[
        bool | None,
        typer.Option("--board/--no-board", help="Draw the table after each move. [default: only in a terminal]"),
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
    run(_watch(Where(server, query, token, data, player), table.upper(), seat, drawn, as_json))


async def _watch(where: "Where", table_id: str, seat: int | None, drawn: bool, as_json: bool) -> None:
    from clients.cli.reach import connect
    from clients.cli.story import Story, seat_names
    from clients.sdk.following import closes
    from clients.sdk.tables import TableClient

    async with connect(where) as connection:
        table = await _look_through(connection, where, table_id, seat)
        names = await seat_names(connection, table)
        viewer = _Screen(table, names, Story(table.game, names), seat, drawn, as_json)
        client = TableClient(connection, table_id)
        first = await client.get()
        viewer.seat = first.seat if first.HasField("seat") else None
        async for frame in client.watch():
            viewer.show(frame)
            if closes(frame) or (frame.reset and first.table.results):
                return


async def _look_through(
    connection: "Connection", where: "Where", table_id: str, seat: int | None
) -> "tables_pb2.Table":
    """Put on the eyes that were asked for. Raises Problem for eyes that can't be had."""
    from clients.cli.reach import as_looker, minted
    from clients.sdk.tables import TableClient

    await as_looker(connection, where)
    seen = await TableClient(connection, table_id).get()
    if seat is None or (seen.HasField("seat") and seen.seat == seat):
        return seen.table
    if seat >= len(seen.table.seats):
        raise Problem(f"The table has seats 0 to {len(seen.table.seats) - 1}, not {seat}.")
    holder = seen.table.seats[seat]
    eyes = minted(where, holder.player_id, "spectator") if holder.bot else None
    if eyes is None:
        raise Problem(f"Seat {seat} is not yours, so you can't look through its eyes while the game is on.")
    connection.token = eyes
    return seen.table


class _Screen:
    """Shows frame after frame: as JSON, as lines, or as the board with the latest lines above it."""

    def __init__(
        self, table: "tables_pb2.Table", names: list[str], story: Any, seat: int | None, drawn: bool, as_json: bool
    ) -> None:
        self.seat = seat
        self._table = table
        self._names = names
        self._story = story
        self._drawn = drawn
        self._as_json = as_json

    def show(self, frame: "events_pb2.Frame") -> None:
        from clients.cli import boards
        from clients.cli.messages import document
        from clients.cli.output import console, picture, say, say_json

        if self._as_json:
            say_json(document(frame))
            return
        lines = self._story.tell(frame.events)
        if self._drawn and frame.HasField("view"):
            console().clear()
            say(*lines)
            picture("", *boards.draw(frame.view, self._names, self.seat), "")
            say(*self._waiting(frame))
        else:
            for line in lines:
                say(line)

    def _waiting(self, frame: "events_pb2.Frame") -> list[str]:
        return [f"{self._names[d.seat]}: {d.words}" for d in frame.decisions if not d.standing]
