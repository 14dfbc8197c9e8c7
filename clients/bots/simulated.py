"""Bots inside a simulation: they see what their seats may see, and the choices as messages."""

from collections.abc import Sequence
from random import Random

from google.protobuf.message import Message

from clients.bots.kinds import chooser
from clients.bots.search import SECONDS
from clients.bots.situation import situation_in
from server.games.kernel.codec import Choice
from server.games.kernel.game import AnyGame
from server.games.kernel.simulate import Chooser, random_choice
from server.games.kernel.state import Decision, GameState


def simulated(kind: str, options: Message, seconds: float = SECONDS) -> Chooser:
    """A kind of bot inside a simulation.

    `options` are the table's; `seconds` of processor time are for each decision of a bot that searches.
    """
    if kind == "random":
        return random_choice
    choose = chooser(kind, seconds)

    def choice(game: AnyGame, state: GameState, decision: Decision, choices: Sequence[Choice], rng: Random) -> int:
        if len(choices) == 1:
            return 0
        return choose(situation_in(game, options, state, decision, choices), rng)

    return choice
