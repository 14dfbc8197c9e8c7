"""`ludarium games`: the games, and what can be chosen for one of them."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import Json

if TYPE_CHECKING:
    from server.games.kernel.game import AnyGame


def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Tell all about this one.")] = None,
    as_json: Json = False,
) -> None:
    """The games; for one of them its modules, player counts, options and where its data comes from."""
    from clients.cli.catalogue import find
    from clients.cli.output import say_json
    from server.games import GAMES

    if game is not None:
        document = _document(find(game))
        say_json(document) if as_json else _tell(document)
        return
    documents = [_document(known) for known in GAMES.values()]
    say_json({"games": documents}) if as_json else _list(documents)


def _document(game: "AnyGame") -> dict[str, Any]:
    from server.games.kernel.options import list_forms, module_names, ruling_values

    about = {module.name: module.words for module in game.rulebook.modules}
    return {
        "name": game.name,
        "title": game.rulebook.title,
        "seats": list(game.rulebook.seats),
        "modules": [{"name": name, "words": about.get(name, "")} for name in module_names(game.options_message)],
        "options": [
            {"name": name, "values": values, "default": values[0]} for name, values in ruling_values(game).items()
        ],
        "lists": list_forms(game),
        "colors": list(game.rulebook.colors),
        "rules": game.rules,
        "content": game.content.version,
        "content_digest": game.content.digest.hex(),
        "provenance": {file: dict(counts) for file, counts in game.rulebook.provenance().items()},
    }


def _list(documents: list[dict[str, Any]]) -> None:
    from clients.cli.output import say, table

    rows = table("game", "title", "players", "modules", right=("modules",))
    for game in documents:
        rows.add_row(game["name"], game["title"], _range(game["seats"]), str(len(game["modules"])))
    say(rows, "`ludarium games GAME` tells more about one, `ludarium rules GAME` how it is played.")


def _tell(game: dict[str, Any]) -> None:
    from clients.cli.output import say, table

    say(
        f"{game['title']} for {_range(game['seats'])} players (rules {game['rules']}, component data {game['content']})"
    )
    say("", "Modules (--module NAME)")
    for module in game["modules"]:
        say(f"  {module['name']}  {module['words']}".rstrip())
    if not game["modules"]:
        say("  none")
    say("", "Options (--option NAME=VALUE; the first value is the default)")
    for option in game["options"]:
        say(f"  {option['name']} = {' | '.join(option['values'])}")
    for name, form in game["lists"].items():
        say(f"  {name} = {form}")
    if game["colors"]:
        say("", f"Colours to choose from: {', '.join(game['colors'])}")
    say("", "Where the component data comes from (number of records)")
    words = sorted({word for counts in game["provenance"].values() for word in counts})
    rows = table("file", *words, right=tuple(words))
    for file, counts in game["provenance"].items():
        rows.add_row(file, *(str(counts.get(word, "")) for word in words))
    say(rows)


def _range(seats: list[int]) -> str:
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
