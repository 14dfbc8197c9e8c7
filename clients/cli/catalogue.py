"""The games by the names that people type."""

from collections.abc import Mapping, Sequence
from typing import Any

from clients.cli.problem import Problem
from server.games import GAMES
from server.games.kernel import options as game_options
from server.games.kernel.game import AnyGame
from server.games.kernel.rejection import Rejected


def find(name: str) -> AnyGame:
    """The game of that name. Raises Problem."""
    game = GAMES.get(name.lower())
    if game is None:
        raise Problem(f"There is no game {name!r}.", f"The games are: {', '.join(GAMES)}.")
    return game


def build_options(game: AnyGame, modules: Sequence[str] | None, rulings: Sequence[str] | None, seats: int) -> Any:
    """The game's options from what people type, checked for that number of seats. Raises Problem."""
    try:
        options = game_options.build(game, modules or (), _pairs(rulings or ()))
        check(game, options, seats)
    except Rejected as rejection:
        raise Problem(rejection.message, f"See `ludarium games {game.name}`.") from None
    return options


def check(game: AnyGame, options: Any, seats: int) -> None:
    """Raise Problem or Rejected unless the game can be played by so many with these options."""
    if seats not in game.rulebook.seats:
        possible = game.rulebook.seats
        raise Problem(f"{game.rulebook.title} is for {possible.start} to {possible.stop - 1} players, not {seats}.")
    game.check_options(options, seats)


def _pairs(rulings: Sequence[str]) -> Mapping[str, str]:
    pairs = {}
    for ruling in rulings:
        name, equals, value = ruling.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Problem(f"--option takes NAME=VALUE, not {ruling!r}.")
        pairs[name.strip()] = value.strip()
    return pairs
