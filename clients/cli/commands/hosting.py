"""`ludarium tables create`, `invite` and their like: what a host does about a table without playing at it."""

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Json, Modules, Player, Rulings, Seed, Server, Token

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from clients.cli.playing.opening import Wanted
    from clients.cli.reach import Where
    from clients.sdk.tables import TableClient

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id.")]
Private = Annotated[
    bool, typer.Option("--private", help="Only people you invite may sit down, look on, or see that it is there.")
]
NoSpectators = Annotated[
    bool, typer.Option("--no-spectators", help="Nobody without a seat sees the game while it is on.")
]


def create(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    seats: Annotated[
        int | None, typer.Option("--seats", help="Seats at the table. [default: you and the bots, or 3]")
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="KIND,…", help="Bots for some seats: random, greedy.")
    ] = "none",
    private: Private = False,
    no_spectators: NoSpectators = False,
    module: Modules = None,
    option: Rulings = None,
    seed: Seed = None,
    color: Annotated[str, typer.Option("--color", help="The colour you wish for; see `ludarium games GAME`.")] = "",
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Open a table and sit down at it; `ludarium play --table` goes on there.

    Of a private table an invitation is printed too: whoever has it may come.
    """
    from clients.cli import catalogue
    from clients.cli.playing.opening import Wanted, bots_and_seats
    from clients.cli.reach import Where, run
    from clients.sdk.tables import TableTerms

    found = catalogue.find(game)
    kinds, count = bots_and_seats(found, bots, seats)
    options = catalogue.build_options(found, module, option, count)
    terms = TableTerms(private=private, no_spectators=no_spectators)
    wanted = Wanted(found, options, count, kinds, seed, color, terms)
    where = Where(server, None, token, data, player)
    table_id, invitation = run(_create(where, wanted))
    _show(table_id, invitation, where, as_json)


async def _create(where: "Where", wanted: "Wanted") -> tuple[str, str]:
    from clients.cli.playing.opening import open_table
    from clients.cli.reach import as_player, connect

    async with connect(where) as connection:
        await as_player(connection, where)
        table = await open_table(connection, wanted)
        invitation = await table.make_invitation() if wanted.terms.private else ""
        return table.table_id, invitation


def invite(
    table: TableId,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER]…", help="Ids of players; none makes an invitation for anybody."),
    ] = None,
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Invite players to a table by their ids, or make an invitation to hand on."""
    from clients.cli.reach import Where, run

    where = Where(server, None, token, data, player)
    invitation = run(_invite(where, table.upper(), players or []))
    _show(table.upper(), invitation, where, as_json)


async def _invite(where: "Where", table_id: str, players: list[str]) -> str:
    async with _at(where, table_id) as table:
        if not players:
            return await table.make_invitation()
        await table.invite(players)
        return ""


@asynccontextmanager
async def _at(where: "Where", table_id: str) -> "AsyncIterator[TableClient]":
    """A table, dealt with as the person's own player."""
    from clients.cli.reach import as_player, connect
    from clients.sdk.tables import TableClient

    async with connect(where) as connection:
        await as_player(connection, where)
        yield TableClient(connection, table_id)


def _show(table_id: str, invitation: str, where: "Where", as_json: bool) -> None:
    from clients.cli.output import say, say_json
    from clients.cli.program import as_typed

    come = f"play --table {table_id}"
    if as_json:
        say_json({"table": table_id} | ({"invitation": invitation} if invitation else {}))
        return
    say(f"Table {table_id}", f"  play there:  {as_typed(come, where.data)}")
    if invitation:
        say(f"  hand on:     {as_typed(f'{come} --invitation {invitation}', where.data)}")
