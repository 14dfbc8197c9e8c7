"""`ludarium leaderboard`: who is strong at what, the highest scores, and what a player has done."""

from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Json, Player, Query, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from ludarium.v1 import standings_pb2

    from clients.cli.reach import Where


def leaderboard(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; only records are shown without one.")] = "",
    records: Annotated[
        bool, typer.Option("--records", help="The highest scores instead, by seats and modules.")
    ] = False,
    of: Annotated[str, typer.Option("--of", metavar="ID", help="What this player has done; for bots `bot:KIND`.")] = "",
    mine: Annotated[bool, typer.Option("--mine", help="What you have done.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many.")] = 20,
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Ratings of a game's players, the strongest first; with --records, --of or --mine other standings."""
    from clients.cli.reach import Where, run

    where = Where(server, query, token, data, player)
    if of or mine:
        run(_statistics(where, of, as_json))
    elif records or not game:
        run(_records(where, game, limit, as_json))
    else:
        run(_ratings(where, game, limit, as_json))


async def _ratings(where: "Where", game: str, limit: int, as_json: bool) -> None:
    from clients.cli.messages import document
    from clients.cli.names import player_names
    from clients.cli.output import say, say_json, table
    from clients.cli.reach import as_looker, connect
    from clients.sdk.standings import StandingsClient

    async with connect(where, server=False, query=True) as connection:
        await as_looker(connection, where)
        found = [rating async for rating in StandingsClient(connection).leaderboard(game, limit)]
        if as_json:
            say_json({"game": game, "ratings": [document(rating) for rating in found]})
            return
        names = await player_names(connection, (rating.player_id for rating in found))
    if not found:
        say(f"Nobody has finished a table of {game} yet that counts: one with fair draws and two different players.")
        return
    shown = table(
        "", "player", "rating", "estimate", "+/-", "tables", right=("", "rating", "estimate", "+/-", "tables")
    )
    for place, rating in enumerate(found, start=1):
        figures = f"{rating.cautious:.2f}", f"{rating.estimate:.2f}", f"{rating.deviation:.2f}", str(rating.tables)
        shown.add_row(str(place), names[rating.player_id], *figures)
    say(shown)


async def _records(where: "Where", game: str, limit: int, as_json: bool) -> None:
    from clients.cli.messages import document
    from clients.cli.names import player_names
    from clients.cli.output import say, say_json, table
    from clients.cli.reach import as_looker, connect
    from clients.sdk.standings import StandingsClient

    async with connect(where, server=False, query=True) as connection:
        await as_looker(connection, where)
        found = [record async for record in StandingsClient(connection).records(game, limit)]
        if as_json:
            say_json({"records": [document(record) for record in found]})
            return
        names = await player_names(connection, (score.player_id for record in found for score in record.scores[:1]))
    if not found:
        say("No table that counts has been finished yet.")
        return
    shown = table("game", "seats", "modules", "highest", "by", "table", "of", right=("seats", "highest", "of"))
    for record in found:
        best = record.scores[0]
        modules = ", ".join(record.modules) or "none"
        counted = f"{record.tables} tables" if record.tables > 1 else "1 table"
        row = record.game, str(record.seats), modules, str(best.score), names[best.player_id], best.table_id, counted
        shown.add_row(*row)
    say(shown)


async def _statistics(where: "Where", of: str, as_json: bool) -> None:
    from clients.cli.messages import document
    from clients.cli.names import player_names
    from clients.cli.output import say_json
    from clients.cli.reach import as_looker, as_player, connect
    from clients.sdk.standings import StandingsClient

    async with connect(where, server=False, query=True) as connection:
        if of:
            await as_looker(connection, where)
        else:
            of = (await as_player(connection, where)).player_id
        if not of:
            raise Problem("A token does not say here which player you are.", "Give the player's id with --of.")
        statistics = await StandingsClient(connection).statistics(of)
        if as_json:
            say_json(document(statistics))
            return
        names = await player_names(connection, (of,))
    _show_statistics(names[of], statistics)


def _show_statistics(name: str, statistics: "standings_pb2.PlayerStatistics") -> None:
    from clients.cli.output import say, table

    if not statistics.games:
        say(f"{name} has finished no table yet.")
        return
    numbers = ("tables", "won", "mean score", "best score")
    shown = table("game", *numbers, "at table", right=numbers)
    for game in statistics.games:
        figures = str(game.tables), str(game.wins), f"{game.points / game.tables:.1f}", str(game.best_score)
        shown.add_row(game.game, *figures, game.best_table_id)
    say(f"{name}:")
    say(shown)
