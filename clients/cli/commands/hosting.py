"""`ludarium tables create`, `invite` and their like: what a host does about a table without playing at it."""

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from clients.cli.options import HOME, Data, Json, Modules, Player, Rulings, Seed, Server, Token

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from clients.cli.playing.opening import Wanted
    from clients.cli.reach import Where
    from clients.sdk.tables import TableClient

T = TypeVar("T")

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
        int | None, typer.Option("--seats", help="Seats at the table.", show_default="you and the bots, or 3")
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="KIND,…", help="Bots for some seats: random, greedy, search, builders.")
    ] = "none",
    private: Private = False,
    no_spectators: NoSpectators = False,
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock",
            metavar="DECISION[+RESERVE[+INCREMENT]]",
            help="How long people may think: 2m for each decision, 30s+20m with 20 minutes in reserve, 3d by mail.",
        ),
    ] = None,
    time_out: Annotated[
        str,
        typer.Option(
            "--time-out",
            metavar="WHAT",
            help="When time runs out: pass where the rules let it (else a bot), bot takes over, or others vote.",
        ),
    ] = "bot",
    stand_in: Annotated[
        str,
        typer.Option("--stand-in", metavar="KIND", help="The bot that goes on for who leaves.", show_default="greedy"),
    ] = "",
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
    from clients.cli.thinking import terms_of

    found = catalogue.find(game)
    kinds, count = bots_and_seats(found, bots, seats)
    options = catalogue.build_options(found, module, option, count)
    terms = terms_of(private, no_spectators, clock, time_out, stand_in)
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
    from clients.cli.reach import Where

    where = Where(server, None, token, data, player)
    invitation = _deal(where, table, lambda at: _invite(at, players or []))
    _show(table.upper(), invitation, where, as_json)


async def _invite(table: "TableClient", players: list[str]) -> str:
    if not players:
        return await table.make_invitation()
    await table.invite(players)
    return ""


def withdraw(
    table: TableId,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER]…", help="Ids of players; none lets no invitation count that was handed on."),
    ] = None,
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Invite players to a table of yours no more, as long as its game has not begun."""
    from clients.cli.reach import Where

    async def take_back(at: "TableClient") -> None:
        for one in players or []:
            await at.withdraw_invitation(one)
        if not players:
            await at.withdraw_invitation(handed_on=True)

    _deal(Where(server, None, token, data, player), table, take_back)
    words = "They are invited no more." if players else "Invitations that were handed on count no more."
    _say(as_json, {"table": table.upper(), "withdrawn": players or []}, words)


def decline(
    table: TableId,
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Decline an invitation to a table."""
    from clients.cli.reach import Where

    where = Where(server, None, token, data, player)
    _deal(where, table, lambda at: at.withdraw_invitation())
    _say(as_json, {"table": table.upper(), "declined": True}, "You have declined.")


def resign(
    table: TableId,
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Leave a running game for good: a bot goes on in your seat, or a game of two ends."""
    from clients.cli.reach import Where

    where = Where(server, None, token, data, player)

    _deal(where, table, lambda at: at.resign())
    _say(as_json, {"table": table.upper(), "resigned": True}, "You have left the game.")


def rematch(
    table: TableId,
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Sit down at the rematch of a game that is over: the same people, game and terms, one seat further round."""
    from clients.cli.reach import Where

    where = Where(server, None, token, data, player)

    again = _deal(where, table, lambda at: at.rematch())
    _show(again.table_id, "", where, as_json)


def notify(
    url: Annotated[
        str | None, typer.Argument(metavar="[URL]", help="Where to post when it is your turn; nothing ends it.")
    ] = None,
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Have a notice posted to a web address of yours whenever it is your turn, at any table; prints the secret.

    The deployment's operator names the hosts that may be posted to (LUDARIUM_WEBHOOK_HOSTS).
    """
    from clients.cli.reach import Where, as_player, connect, run
    from clients.sdk.players import delete_webhook, set_webhook

    where = Where(server, None, token, data, player)

    async def settle() -> str:
        async with connect(where) as connection:
            await as_player(connection, where)
            if url is not None:
                return await set_webhook(connection, url)
            await delete_webhook(connection)
            return ""

    secret = run(settle())
    words = f"Posts are signed with this secret, which is not shown again: {secret}" if secret else "Nothing is posted."
    _say(as_json, {"url": url, "secret": secret} if secret else {"url": None}, words)


def vote_out(
    table: TableId,
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=1, help="The seat whose time ran out, counted from 1.")],
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Vote a player out whose time ran out; when all others have, a bot goes on there, or a game of two ends."""
    from clients.cli.reach import Where

    where = Where(server, None, token, data, player)

    out = _deal(where, table, lambda at: at.vote_out(seat - 1))
    words = f"Seat {seat} is out." if out else "Your vote is counted; others have to vote as well."
    _say(as_json, {"table": table.upper(), "seat": seat - 1, "out": out}, words)


def _deal(where: "Where", table_id: str, dealing: "Callable[[TableClient], Awaitable[T]]") -> "T":
    """Deal with a table as the person's own player; gives what comes of it."""
    from clients.cli.reach import as_player, connect, run
    from clients.sdk.tables import TableClient

    async def deal() -> "T":
        async with connect(where) as connection:
            await as_player(connection, where)
            return await dealing(TableClient(connection, table_id.upper()))

    return run(deal())


def _say(as_json: bool, document: dict[str, object], words: str) -> None:
    from clients.cli.output import say, say_json

    if as_json:
        say_json(document)
    else:
        say(words)


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
