"""`ludarium verify`: proves a game's shuffles and its result."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, Data, Json, Player, Query, Server, Token

if TYPE_CHECKING:
    from server.games.kernel.record import Verdict


def verify(
    what: Annotated[str, typer.Argument(metavar="TABLE|FILE", help="A table's id, or a record file.")],
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Check that a record is undamaged, that its draws follow from the revealed seed, and that it leads to its result.

    Exits with 0 when all of that holds, else with 1.
    """
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
        _tell(verdict, what)
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


def _tell(verdict: "Verdict", what: str) -> None:
    from clients.cli.output import say

    if verdict.table:
        say(f"{verdict.game}, table {verdict.table}, {verdict.events} events")
    say(
        f"{_mark(verdict.intact)} the record is undamaged"
        if verdict.intact
        else f"{_mark(False)} {Path(what).name} is damaged"
    )
    if verdict.complete:
        good = verdict.result_matches and not verdict.problems
        say(f"{_mark(good or verdict.result_matches)} the events lead to the result that the record claims")
        if not verdict.problems:
            say(f"{_mark(True)} every draw follows from the seed that was committed to before the game")
        if not verdict.fair:
            say("  note: the seed was given from outside, so whoever gave it knew the draws")
    for problem in verdict.problems:
        say(f"{_mark(False)} {problem}")


def _mark(good: bool) -> str:
    return "✓" if good else "✗"
