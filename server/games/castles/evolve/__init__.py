"""What each event changes in the state. No rules here: facts are written down as they are told."""

from collections.abc import Callable, Mapping
from typing import Any

from server.games.castles.evolve import cards, castle, flow, market
from server.games.castles.state import CastlesState

EVOLVE: Mapping[str, Callable[[CastlesState, Any], None]] = {
    **castle.EVOLVE,
    **cards.EVOLVE,
    **market.EVOLVE,
    **flow.EVOLVE,
}

__all__ = ["EVOLVE"]
