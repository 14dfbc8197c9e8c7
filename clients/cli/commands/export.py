"""`ludarium export`: one game as a portable file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Json, Player, Query, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from clients.cli.reach import Where


def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id.")],
    file: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", dir_okay=False, help="Where to write it; .ldm by custom.")
    ],
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Write one game as a portable file that can be verified and replayed without a server.

    The file of a running table holds what you may see and verifies as unfinished.
    """
    from clients.cli.output import say, say_json
    from clients.cli.reach import Where, run
    from server.games.kernel.record import read

    bytes_of_record = run(fetch(Where(server, query, token, data, player), table.upper()))
    try:
        file.write_bytes(bytes_of_record)
    except OSError as error:
        raise Problem(f"{file} can't be written: {error.strerror or error}.") from None
    head = read(bytes_of_record).head
    if as_json:
        facts = {"table": head.table_id, "game": head.game, "events": head.events, "complete": head.complete}
        say_json(facts | {"file": str(file), "bytes": len(bytes_of_record)})
        return
    state = "finished" if head.complete else "still running, so only what you may see is in it"
    say(f"{file}: {head.game}, {head.events} events, {len(bytes_of_record):,} bytes; the game is {state}.")
    say(f"Check it with: ludarium verify {file}")


async def fetch(where: "Where", table_id: str) -> bytes:
    """A table's record file from the query server."""
    from clients.cli.reach import as_looker, connect
    from clients.sdk.queries import QueryClient

    async with connect(where, server=False, query=True) as connection:
        await as_looker(connection, where)
        return await QueryClient(connection).export(table_id)
