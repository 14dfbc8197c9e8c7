"""Boards drawn in the terminal, from the view messages alone: one module a game."""

from collections.abc import Callable, Sequence

from ludarium.v1 import views_pb2
from rich.text import Text

from clients.cli.boards import alhambra, belfort, castles, endeavor

Draw = Callable[..., list[Text]]
"""(the game's view, names by seat, the seat that looks or None): lines of 100 columns at most."""

BOARDS: dict[str, Draw] = {
    "alhambra": alhambra.draw,
    "castles": castles.draw,
    "belfort": belfort.draw,
    "endeavor": endeavor.draw,
}


def draw(view: views_pb2.GameView, names: Sequence[str], seat: int | None) -> list[Text]:
    """The table as lines of text. A game that this client can't draw is named instead."""
    game = view.WhichOneof("view") or ""
    board = BOARDS.get(game)
    if board is None:
        return [Text(f"This client has no picture of {game or 'the game'}.")]
    return board(getattr(view, game), names, seat)
