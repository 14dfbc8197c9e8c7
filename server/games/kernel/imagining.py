"""Imagined states: games that go on from what a viewer knows."""

from collections.abc import Sequence
from typing import Any

from server.games.kernel.chance import Chance
from server.games.kernel.game import AnyGame
from server.games.kernel.redact import Viewer
from server.games.kernel.state import Decision, GameState


def imagined(
    game: AnyGame, options: Any, view: Any, viewer: Viewer, version: int, decisions: Sequence[Decision], chance: Chance
) -> GameState:
    """A state that is possible for all that a viewer knows, with the open decisions of the real one.

    The same chance imagines the same state again; going on with it plays the same luck.
    """
    state: GameState = game.imagine(options, view, viewer, chance)
    state.version, state.draws, state.decisions = version, chance.index, list(decisions)
    return state
