"""`ludarium tables`: the lobby."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.commands import hosting
from clients.cli.options import HOME, Data, Json, Player, Query, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from ludarium.v1 import queries_pb2

    from clients.cli.reach import Where

STATES = ("open", "running", "finished", "aborted")


app = typer.Typer(help="Tables: which there are, and what can be done about one of them.", invoke_without_command=True)
app.command("create")(hosting.create)
app.command("invite")(hosting.invite)
app.command("withdraw")(hosting.withdraw)
app.command("decline")(hosting.decline)
app.command("rematch")(hosting.rematch)
app.command("resign")(hosting.resign)
app.command("notify")(hosting.notify)
app.command("vote-out")(hosting.vote_out)


@app.callback()
def tables(
    context: typer.Context,
    status: Annotated[
        str | None, typer.Option("--status", metavar="STATE", help=f"Only these: {', '.join(STATES)}.")
    ] = None,
    game: Annotated[str, typer.Option("--game", help="Only tables of this game.")] = "",
    mine: Annotated[bool, typer.Option("--mine", help="Only tables that you sit at.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many.")] = 30,
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Open, running and finished tables, the latest change first; and what can be done about one of them."""
    if context.invoked_subcommand is not None:
        return
    from clients.cli.output import say_json
    from clients.cli.reach import Where, run

    if status is not None and status not in STATES:
        raise Problem(f"There is no state {status!r}.", f"The states are: {', '.join(STATES)}.")
    rows, names = run(_rows(Where(server, query, token, data, player), status, game, mine, limit))
    if as_json:
        from clients.cli.messages import document

        say_json({"tables": [document(row) for row in rows]})
    else:
        _show(rows, names)


async def _rows(
    where: "Where", status: str | None, game: str, mine: bool, limit: int
) -> "tuple[list[queries_pb2.TableRow], list[list[str]]]":
    from ludarium.v1 import tables_pb2

    from clients.cli.reach import as_looker, as_player, connect
    from clients.cli.story import seat_names
    from clients.sdk.queries import QueryClient

    async with connect(where, server=False, query=True) as connection:
        player_id = ""
        if mine:
            player_id = (await as_player(connection, where)).player_id
        else:
            await as_looker(connection, where)
        wanted = tables_pb2.TableStatus.Value(f"TABLE_STATUS_{(status or 'unspecified').upper()}")
        rows: list[queries_pb2.TableRow] = []
        async for row in QueryClient(connection).tables(wanted, game, player_id, min(limit, 200)):
            rows.append(row)
            if len(rows) == limit:
                break
        return rows, [await seat_names(connection, row.table) for row in rows]


def _show(rows: "Sequence[queries_pb2.TableRow]", names: Sequence[Sequence[str]]) -> None:
    from ludarium.v1 import tables_pb2

    from clients.cli.output import say, table
    from clients.cli.story import result_words
    from clients.cli.thinking import span

    if not rows:
        say("There are no such tables. `ludarium play GAME` opens one.")
        return
    shown = table("table", "game", "state", "seats", "now")
    for row, at_seats in zip(rows, names, strict=True):
        state = tables_pb2.TableStatus.Name(row.table.status).removeprefix("TABLE_STATUS_").lower()
        now = ""
        if row.waiting_for:
            now = "waits for " + ", ".join(at_seats[seat] for seat in row.waiting_for)
            if row.HasField("deadline"):
                now += f" ({span(row.deadline.seconds - int(time.time()))} left)"
        elif row.table.results:
            now = result_words(row.table.results, at_seats, early=row.table.early)
        shown.add_row(row.table.table_id, row.table.game, state, ", ".join(at_seats), now)
    say(shown)
