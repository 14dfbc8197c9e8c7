"""`ludarium swans`: the swan tokens of a table of Castles, and of all tables that a player has finished."""

from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Json, Player, Query, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludarium.v1 import swans_pb2

    from clients.cli.reach import Where


def swans(
    what: Annotated[
        str, typer.Argument(metavar="[TABLE]", help="A table's id.", show_default="all tables that you have finished")
    ] = "",
    of: Annotated[
        str, typer.Option("--of", metavar="ID", help="All tables that this player has finished; for bots `bot:KIND`.")
    ] = "",
    history: Annotated[bool, typer.Option("--history", help="With a table: every change of it as well.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Show every change as it comes.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="With a player: at most so many tables.")] = 20,
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Swan tokens by colour: taken, traded and in hand, coins received for them, sets and what those are worth."""
    from clients.cli.reach import Where, run

    if what and of:
        raise Problem("That is a table and a player.", "Name one of the two.")
    where = Where(server, query, token, data, player)
    if what:
        run(_of_table(where, what.upper(), history, watch, as_json))
    else:
        run(_of_player(where, of, limit, watch, as_json))


async def _of_table(where: "Where", table_id: str, history: bool, watch: bool, as_json: bool) -> None:
    from clients.cli.messages import document
    from clients.cli.output import say_json
    from clients.cli.reach import as_looker, connect
    from clients.cli.story import seat_names
    from clients.sdk.queries import QueryClient

    async with connect(where, server=False, query=True) as connection:
        await as_looker(connection, where)
        queries = QueryClient(connection)
        tally = (await queries.swan_tally(table_id)).tally
        names = await seat_names(connection, (await queries.replay_index(table_id)).index.table)
        say_json(document(tally)) if as_json else _show_tally(tally, names, history)
        if not watch or tally.finished:
            return
        async for later in queries.watch_swan_tally(table_id):
            if later.token.version > tally.token.version:
                say_json(document(later)) if as_json else _show_tally(later, names, history)


async def _of_player(where: "Where", player_id: str, limit: int, watch: bool, as_json: bool) -> None:
    from clients.cli.messages import document
    from clients.cli.names import player_names
    from clients.cli.output import say_json
    from clients.cli.reach import as_looker, as_player, connect
    from clients.sdk.standings import StandingsClient

    async with connect(where, server=False, query=True) as connection:
        if player_id:
            await as_looker(connection, where)
        else:
            player_id = (await as_player(connection, where)).player_id
        if not player_id:
            raise Problem("A token does not say here which player you are.", "Give the player's id with --of.")
        standings = StandingsClient(connection)
        found, tables = await standings.swans(player_id, limit)
        name = (await player_names(connection, (player_id,)))[player_id]

        def tell() -> None:
            if as_json:
                say_json({"swans": document(found), "tables": [document(one) for one in tables]})
            else:
                _show_player(name, found, tables)

        tell()
        if not watch:
            return
        async for answer in standings.watch_swans(player_id, limit):
            if answer.swans != found:
                found, tables = answer.swans, list(answer.tables)
                tell()


def _show_tally(tally: "swans_pb2.SwanTally", names: list[str], history: bool) -> None:
    from clients.cli.output import say, table

    colors = [_color(color.color) for color in tally.seats[0].colors]
    numbers = (*colors, "in hand", "traded", "coins", "points now")
    shown = table("", *numbers, "sets", right=numbers)
    for seat in tally.seats:
        counts = [str(color.in_hand) if color.in_hand else "·" for color in seat.colors]
        figures = str(seat.in_hand), str(seat.traded), f"{seat.coins:,}", str(seat.set_points)
        sets = ", ".join(f"{one.colors} for {one.points}" for one in seat.sets)
        shown.add_row(names[seat.seat], *counts, *figures, sets or "none")
    say(f"Table {tally.table_id} at version {tally.token.version}" + (", finished:" if tally.finished else ":"))
    say(shown)
    offered = ", ".join(_color(color) for color in tally.on_offer) or "none"
    say(f"On offer: {offered}. In the lake: {tally.in_lake}.")
    if history:
        for change in tally.history:
            say(f"{change.version:>5}  {names[change.seat]} {_change_words(change)}")


def _change_words(change: "swans_pb2.SwanChange") -> str:
    what = f"takes {_color(change.taken)}" if change.taken else f"trades {_colors(change.traded)} for {change.coins:,}"
    return f"{what}; {sum(change.in_hand)} in hand, worth {change.set_points}"


def _show_player(name: str, swans: "swans_pb2.PlayerSwans", tables: "list[swans_pb2.PlayerSwanTable]") -> None:
    from clients.cli.output import say, table

    if not swans.tables:
        say(f"{name} has finished no table with swan tokens yet.")
        return
    numbers = ("taken", "traded", "kept")
    colors = table("colour", *numbers, right=numbers)
    for color in swans.colors:
        colors.add_row(_color(color.color), str(color.taken), str(color.traded), str(color.in_hand))
    say(
        f"{name}, {swans.tables} tables with swan tokens:" if swans.tables > 1 else f"{name}, 1 table with swan tokens:"
    )
    say(colors)
    say(f"{swans.trades} trades for {swans.coins:,} coins; {sum(swans.sets)} sets for {swans.set_points} points.")
    columns = ("kept", "traded", "coins", "points", "place")
    rows = table("table", "ended", *columns, right=columns)
    for one in tables:
        tokens = one.swans
        figures = str(tokens.in_hand), str(tokens.traded), f"{tokens.coins:,}", str(tokens.set_points), str(one.place)
        rows.add_row(one.table_id, one.finish_time.ToDatetime().strftime("%Y-%m-%d %H:%M"), *figures)
    say(rows)


def _colors(colors: "Iterable[int]") -> str:
    return ", ".join(map(_color, colors))


def _color(color: int) -> str:
    from ludarium.games.castles.v1 import types_pb2

    name = types_pb2.SwanColor.Name(types_pb2.SwanColor.ValueType(color))
    return name.removeprefix("SWAN_COLOR_").lower()
