"""`ludarium strength`: how well each kind of bot does against the one below it."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import Json, Modules
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from clients.bots.strength import Pairing, Strength

PAIRS = (("greedy", "random"), ("search", "greedy"))


def strength(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; all of them without one.")] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Games of each pairing.")] = 40,
    seats: Annotated[int, typer.Option("--seats", min=2, help="Players a game; the second kind has all but one.")] = 2,
    module: Modules = None,
    pair: Annotated[
        list[str] | None,
        typer.Option("--pair", metavar="KIND,KIND", help="A pairing; greedy,random and search,greedy without one."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0, help="Processor time of a search bot for a decision.", show_default="0.5"),
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="Games at a time; as many as cores without it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Let the kinds of bots play each other, seats rotated, and print who wins how often, with 95 % intervals."""
    from clients.bots.strength import SECONDS, Pairing, measure
    from clients.cli import catalogue
    from clients.cli.output import say_json
    from clients.cli.progress import bar
    from server.games import GAMES

    found = [catalogue.find(game)] if game else list(GAMES.values())
    rows = []
    for kinds in [_kinds(text) for text in pair or []] or PAIRS:
        for played in found:
            catalogue.build_options(played, module, None, seats)
            pairing = Pairing(played.name, tuple(module or ()), seats, kinds, SECONDS if seconds is None else seconds)
            with bar(f"{played.name}: {' against '.join(kinds)}", games) as progress:
                measured = measure(pairing, games, processes=processes or os.cpu_count() or 1, progress=progress)
            rows.append(_row(pairing, measured))
    say_json(rows) if as_json else _tell(rows)


def _kinds(text: str) -> tuple[str, str]:
    from clients.bots.kinds import KINDS

    kinds = tuple(kind.strip() for kind in text.split(","))
    if len(kinds) != 2 or not set(kinds) <= set(KINDS):
        raise Problem(f"{text!r} is no pairing.", f"Name two of {', '.join(KINDS)}: --pair search,greedy")
    return kinds[0], kinds[1]


def _row(pairing: "Pairing", measured: "Strength") -> dict[str, Any]:
    low, high = measured.interval
    return {
        "game": pairing.game,
        "seats": pairing.seats,
        "modules": list(pairing.modules),
        "bot": pairing.kinds[0],
        "against": pairing.kinds[1],
        "seconds": pairing.seconds if "search" in pairing.kinds else 0.0,
        "games": measured.games,
        "share": round(measured.share, 3),
        "interval": [round(low, 3), round(high, 3)],
        "margin": round(measured.margin, 1),
    }


def _tell(rows: list[dict[str, Any]]) -> None:
    from clients.cli.output import say, table

    shown = table("game", "bot", "against", "s/decision", "games", "won", "95 %", "mean margin")
    for row in rows:
        low, high = row["interval"]
        shown.add_row(
            row["game"],
            row["bot"],
            row["against"],
            f"{row['seconds']:g}" if row["seconds"] else "-",
            str(row["games"]),
            f"{row['share']:.0%}",
            f"{low:.0%} to {high:.0%}",
            f"{row['margin']:+.1f}",
        )
    say(shown)
