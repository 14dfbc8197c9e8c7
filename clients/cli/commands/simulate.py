"""`ludarium simulate`: whole games without a server, as fast as the rules allow."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import Json, Modules, Rulings
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from clients.cli.simulation import Tally


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10,
    seats: Annotated[int, typer.Option("--seats", help="Players a game.")] = 3,
    module: Modules = None,
    all_modules: Annotated[
        bool, typer.Option("--all-modules", help="The largest mix of modules that the rules allow for so many seats.")
    ] = False,
    option: Rulings = None,
    bot: Annotated[
        str,
        typer.Option(
            "--bot",
            metavar="KIND[,KIND…]",
            help="random, greedy, search, or builders, who build and use all they can. Several are seated in turn, "
            "and move up a seat with each game.",
        ),
    ] = "random",
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Any text; the same text plays the same games.")
    ] = "1",
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Leave the invariants out, for figures of speed.")
    ] = False,
    usage: Annotated[
        bool | None,
        typer.Option(
            "--usage/--no-usage",
            help="Count what was used of each module's events and of the components, and name what never was.",
            show_default="with --all-modules",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play whole games without a server and check every invariant after every command.

    Decisions per second are those of one core: what others do on the machine meanwhile does not count.

    Exits with 1 at the first broken invariant and prints the seed that repeats it.
    """
    from clients.cli import catalogue, simulation
    from clients.cli.bots import bot_kinds
    from clients.cli.output import say_json
    from clients.cli.progress import bar
    from server.games.kernel.options import largest_mix, modules_of
    from server.games.kernel.simulate import BrokenInvariant

    played = catalogue.find(game)
    modules = list(largest_mix(played, seats)) if all_modules else module
    options = catalogue.build_options(played, modules, option, seats)
    kinds = bot_kinds(bot)
    counted = _counted(usage, all_modules, unchecked)
    with bar("games", games) as progress:
        try:
            tally = simulation.run_games(
                played, options, seats, kinds, games, seed, checked=not unchecked, usage=counted, progress=progress
            )
        except BrokenInvariant as broken:
            raise Problem(str(broken), "Repeat it with --games 1 and that seed.") from None
    document = _document(tally, played.name, seats, modules_of(played, options), kinds)
    say_json(document) if as_json else _tell(document)


def _counted(usage: bool | None, all_modules: bool, unchecked: bool) -> bool:
    if usage and unchecked:
        raise Problem("--usage looks at the events of the games, which --unchecked does not keep.", "Leave one out.")
    return usage if usage is not None else all_modules and not unchecked


def _document(tally: "Tally", game: str, seats: int, modules: list[str], kinds: list[str]) -> dict[str, Any]:
    from server.games.kernel.usage import idle

    document: dict[str, Any] = {
        "game": game,
        "seats": seats,
        "modules": modules,
        "bots": kinds,
        "games": tally.games,
        "finished": tally.finished,
        "decisions": tally.decisions,
        "events": tally.events,
        "decisions_per_second": round(tally.decisions / tally.seconds, 1),
        "mean_score": [round(score / tally.finished, 2) for score in tally.scores],
    }
    if tally.event_counts:
        document["event_counts"] = dict(tally.event_counts.most_common())
    if tally.command_counts:
        document["command_counts"] = dict(tally.command_counts.most_common())
    if tally.uses:
        document["usage"] = {sort: dict(counts.most_common()) for sort, counts in tally.uses.items()}
        document["unused"] = [f"{sort} {name}" for sort, name in idle(tally.uses)]
    if len(set(kinds)) > 1:
        document["wins"] = {kind: tally.wins[kind] for kind in dict.fromkeys(kinds)}
    return document


def _tell(document: dict[str, Any]) -> None:
    from clients.cli.output import say, table

    modules = ", ".join(document["modules"]) or "none"
    say(f"{document['game']}, {document['seats']} seats, modules: {modules}, bots: {', '.join(document['bots'])}")
    rows = table("games", "finished", "decisions", "events", "decisions/s", "mean score by seat")
    rows.add_row(
        *(f"{document[key]:,}" for key in ("games", "finished", "decisions", "events")),
        f"{document['decisions_per_second']:,.0f}",
        "  ".join(f"{score:.1f}" for score in document["mean_score"]),
    )
    say(rows)
    for key, title in (("command_counts", "commands"), ("event_counts", "events")):
        if key in document:
            counts = ", ".join(f"{name} {number:,}" for name, number in document[key].items())
            say(f"{title}: {counts}")
    if "usage" in document:
        for sort, counts in document["usage"].items():
            say(f"{sort}: " + ", ".join(f"{name} {number:,}" for name, number in counts.items()))
        say("never used: " + (", ".join(document["unused"]) or "nothing"))
    if "wins" in document:
        say("games won: " + ", ".join(f"{kind} {number}" for kind, number in document["wins"].items()))
