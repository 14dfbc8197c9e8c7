"""`ludarium rules`: the numbered rules of a game, or one of them."""

from typing import Annotated

import typer

from clients.cli.options import Json
from clients.cli.problem import Problem


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    number: Annotated[str | None, typer.Argument(metavar="[R3.2]", help="A rule; those below it come with it.")] = None,
    as_json: Json = False,
) -> None:
    """The numbered rules of a game, or one of them with all that stand below it."""
    from clients.cli import ruletext
    from clients.cli.catalogue import find
    from clients.cli.output import say, say_json

    text = find(game).rulebook.text()
    if number is None:
        found = list(ruletext.rules(text))
    else:
        found = ruletext.find(text, number)
        if not found:
            raise Problem(f"There is no rule {number} in {game}.", f"`ludarium rules {game}` shows all of them.")
    if as_json:
        say_json({"game": game, "rules": [{"number": r.number, "text": ruletext.dedented(r.lines)} for r in found]})
    elif number is None:
        say(text.rstrip())
    else:
        say(ruletext.dedented([line for rule in found for line in rule.lines]))
