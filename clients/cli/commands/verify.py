"""`ludarium verify`: proves a game's shuffles and its result."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, ArchiveDirectory, Data, Json, Player, Query, Redis, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from server.games.kernel.record import Verdict


def verify(
    what: Annotated[
        str | None, typer.Argument(metavar="[TABLE|FILE]", help="A table's id, or a record file.", show_default=False)
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Check every table of the event store, running ones as far as they have come.")
    ] = False,
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    redis: Redis = None,
    archive: ArchiveDirectory = None,
    as_json: Json = False,
) -> None:
    """Check that a record is undamaged, that its draws follow from the revealed seed, and that it leads to its result.

    With --all the same for every table, read from the event store itself, read models included. Exits with 0 when all
    of that holds, else with 1.
    """
    if everything == (what is not None):
        raise Problem("What is to be verified?", "Name a table or a record file, or give --all.")
    if what is None:
        from clients.cli.commands.audit import check_tables

        check_tables(redis, data, archive, [], None, as_json)
        return
    from clients.cli.output import say_json
    from clients.cli.reach import Where
    from clients.cli.records import load
    from server.games import GAMES
    from server.games.kernel.record import verify as verify_record

    record = load(what, Where(server, query, token, data, player))
    verdict = verify_record(record, GAMES)
    if as_json:
        say_json(_document(verdict))
    else:
        _tell(verdict)
    if verdict.problems:
        raise typer.Exit(1)


def _document(verdict: "Verdict") -> dict[str, Any]:
    return {
        "table": verdict.table,
        "game": verdict.game,
        "events": verdict.events,
        "intact": verdict.intact,
        "complete": verdict.complete,
        "fair": verdict.fair,
        "result_matches": verdict.result_matches,
        "problems": verdict.problems,
    }


def _tell(verdict: "Verdict") -> None:
    from clients.cli.output import say

    if verdict.table:
        say(f"{verdict.game}, table {verdict.table}, {verdict.events} events")
    if verdict.intact:
        say("✓ the record is undamaged")
    if verdict.result_matches:
        say("✓ its events lead to the result that it claims")
    if not verdict.problems:
        say("✓ every draw follows from the seed that the table committed to when it opened")
        if not verdict.fair:
            say("  but the seed was given from outside, so whoever gave it knew the draws beforehand")
    for problem in verdict.problems:
        say(f"✗ {problem}")
