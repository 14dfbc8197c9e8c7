"""Boards in the browser, from the view messages alone: one module a game.

A module has `draw(view, look)` for the picture and `keys(command)` for what is clicked on it to give an answer. A game
without a module is shown as tables, and is played by the list of answers in words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ludarium.v1 import views_pb2
from markupsafe import Markup

from clients.web.boards import alhambra, belfort, castles, endeavor, plain
from clients.web.boards.look import Look
from clients.web.boards.markers import color_word
from clients.web.boards.picks import Answer, Keys, Picks

__all__ = ["BOARDS", "Board", "Look", "answer", "colors", "draw"]


@dataclass(frozen=True, slots=True)
class Board:
    """How a game is drawn and clicked: its view message and who looks give markup, its command message gives keys."""

    draw: Callable[[Any, Look], Markup]
    keys: Callable[[Any], Keys] = field(default=lambda command: ())


BOARDS: Final[dict[str, Board]] = {
    "alhambra": Board(alhambra.draw, alhambra.keys),
    "castles": Board(castles.draw, castles.keys),
    "belfort": Board(belfort.draw, belfort.keys),
    "endeavor": Board(endeavor.draw, endeavor.keys),
}
"""The drawn games by name."""

PLAIN: Final = Board(plain.draw)


def draw(view: views_pb2.GameView, names: Sequence[str], seat: int | None, answers: Sequence[Answer] = ()) -> Markup:
    """The table as `seat` sees it (None: a spectator), with what can be picked to give one of the answers."""
    game = view.WhichOneof("view")
    if game is None:
        return Markup("")
    board = BOARDS.get(game, PLAIN)
    return board.draw(getattr(view, game), Look(names, seat, Picks(answers)))


def colors(view: views_pb2.GameView) -> list[str]:
    """The colours of the players' pieces by seat; none before the game has begun."""
    game = view.WhichOneof("view")
    players: Sequence[Any] = getattr(view, game).players if game is not None else ()
    return [color_word(_color_name(player)) for player in players]


def _color_name(player: Any) -> str:
    value = player.DESCRIPTOR.fields_by_name["color"].enum_type.values_by_number.get(player.color)
    return value.name if value is not None else ""


def answer(decision: tuple[int, int], command: views_pb2.GameCommand, words: str) -> Answer:
    """A legal answer with what is clicked on its game's board to give it."""
    game = command.WhichOneof("command") or ""
    board = BOARDS.get(game, PLAIN)
    own: Any = getattr(command, game) if game else None
    return Answer(decision, command, words, board.keys(own) if own is not None else ())
