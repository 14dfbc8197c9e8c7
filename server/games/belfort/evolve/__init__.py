"""What each event changes in the state. No rules here: facts are written down as they are told."""

from collections.abc import Callable, Mapping
from typing import Any

from server.games.belfort.evolve import board, cards, flow, people
from server.games.belfort.state import BelfortState

EVOLVE: Mapping[str, Callable[[BelfortState, Any], None]] = {
    **flow.EVOLVE,
    **cards.EVOLVE,
    **people.EVOLVE,
    **board.EVOLVE,
}

__all__ = ["EVOLVE"]
