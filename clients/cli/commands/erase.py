"""`ludarium erase`: what is known of a player besides a random id, gone for ever."""

from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Json, Player, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from clients.cli.reach import Where
    from clients.sdk.connection import Connection


def erase(
    player_id: Annotated[
        str, typer.Argument(metavar="[PLAYER]", help="The player's id, for operators.", show_default="yourself")
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    server: Server = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Erase a player's profile, for ever. Games stay as they are: they know their players by random ids only.

    Tables, replays, leaderboards and records then show an erased player. Shows first what it will touch, and asks.
    """
    from clients.cli.output import say, say_json
    from clients.cli.reach import Where, run

    where = Where(server, None, token, data, player)
    name, found = run(_look(where, player_id))
    if not as_json:
        say(f"{name} (id {found}): the name goes for ever; games, results and ratings stay, under the id alone.")
    if not yes:
        typer.confirm("Erase it?", abort=True, err=True)
    run(_erase(where, found))
    if as_json:
        say_json({"player": found, "erased": True})
    else:
        say("Erased.")


async def _look(where: "Where", player_id: str) -> tuple[str, str]:
    """The name and id of the player to be erased. Raises Problem where there is nothing to erase."""
    from clients.cli.reach import connect
    from clients.sdk.players import ERASED, names

    async with connect(where) as connection:
        found = _act(connection, where, player_id)
        name = (await names(connection, (found,))).get(found, "")
    if not name:
        raise Problem(f"There is no player {found}.", "`ludarium leaderboard --json` and `tables --json` give ids.")
    if name == ERASED:
        raise Problem(f"The player {found} is erased already.")
    return name, found


async def _erase(where: "Where", player_id: str) -> None:
    from clients.cli.identity import Wallet
    from clients.cli.reach import connect, own_player
    from clients.sdk.players import erase_player

    async with connect(where) as connection:
        _act(connection, where, player_id)
        await erase_player(connection, player_id)
        own = own_player(connection, where)
        if own is not None and own.player_id == player_id:
            Wallet(where.house, connection.server).forget(own.name)


def _act(connection: "Connection", where: "Where", player_id: str) -> str:
    """Go on as the person's own player if that is the one to be erased, else as the operator; gives the player's id.

    Raises Problem.
    """
    from clients.cli.reach import as_operator, own_player

    own = own_player(connection, where)
    if own is not None and not connection.token and player_id in ("", own.player_id):
        connection.token = own.token
        return own.player_id
    if not player_id:
        raise Problem("There is no player of yours here.", "Name the player by id, or say who you are with --player.")
    as_operator(connection, where)
    return player_id
