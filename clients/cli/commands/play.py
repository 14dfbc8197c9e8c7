"""`ludarium play`: play at the terminal."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, Data, Json, Modules, Player, Query, Rulings, Seed, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from clients.cli.playing.opening import Wanted
    from clients.cli.reach import Where
    from clients.sdk.connection import Connection
    from clients.sdk.tables import TableClient


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; not needed with --table.")] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", help="Seats at the table.", show_default="you and the bots, or 3")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="KIND,…",
            help="Bots for the other seats: random, greedy, search, builders; none leaves them open.",
            show_default="greedy",
        ),
    ] = None,
    module: Modules = None,
    option: Rulings = None,
    seed: Seed = None,
    color: Annotated[str, typer.Option("--color", help="The colour you wish for; see `ludarium games GAME`.")] = "",
    table: Annotated[
        str | None, typer.Option("--table", metavar="ID", help="Go on at this table, or sit down at it.")
    ] = None,
    invitation: Annotated[
        str,
        typer.Option("--invitation", metavar="WORD", help="The invitation to the table, where it is a private one."),
    ] = "",
    local: Annotated[
        bool, typer.Option("--local", help="Where no server answers, run a private one on --data while you play.")
    ] = False,
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Play at the terminal, against bots or people.

    The table is drawn whenever it is your turn, with the legal choices in words. Type ? there for help. Leave with
    quit and go on later with --table. Input may come from a pipe; with --json every question is a document on a line.
    """
    from contextlib import nullcontext

    from clients.cli import catalogue
    from clients.cli.playing.opening import Wanted, bots_and_seats
    from clients.cli.reach import Where, run

    where = Where(server, query, token, data, player)
    wanted: Wanted | None = None
    if table is None:
        if game is None:
            raise Problem("Say which game, or which table with --table.", "`ludarium games` lists the games.")
        found = catalogue.find(game)
        kinds, count = bots_and_seats(found, bots, seats)
        options = catalogue.build_options(found, module, option, count)
        wanted = Wanted(found, options, count, kinds, seed, color)
    if local:
        from clients.cli.upkeep.private import private_house

        company: Any = private_house(where)
    else:
        company = nullcontext()
    with company:
        run(_play(where, wanted, table, color, invitation, as_json))


async def _play(
    where: "Where", wanted: "Wanted | None", table_id: str | None, color: str, invitation: str, as_json: bool
) -> None:
    from clients.cli.playing.lines import Lines
    from clients.cli.playing.opening import await_start, sit_down
    from clients.cli.playing.screen import JsonScreen, TextScreen
    from clients.cli.playing.session import Session
    from clients.cli.program import as_typed
    from clients.cli.reach import as_player, connect
    from clients.sdk.errors import LudariumError
    from clients.sdk.naming import seat_words

    async with connect(where) as connection:
        await as_player(connection, where)
        table = await _find_or_open(connection, wanted, table_id)
        seat = await sit_down(table, color, where.data, invitation)
        lines = Lines()
        screen = JsonScreen() if as_json else TextScreen()
        screen.note(f"Table {table.table_id}, you have {seat_words(seat)}.")
        try:
            if await await_start(table, screen, where.data):
                await Session(table, seat, screen, lines, where.data).run()
        except LudariumError as error:
            raise Problem(
                error.message, f"Go on with: {as_typed(f'play --table {table.table_id}', where.data)}"
            ) from None


async def _find_or_open(connection: "Connection", wanted: "Wanted | None", table_id: str | None) -> "TableClient":
    from clients.cli.playing.opening import open_table
    from clients.sdk.tables import TableClient

    if wanted is None:
        return TableClient(connection, (table_id or "").upper())
    return await open_table(connection, wanted)
