"""A chooser that plays on: it ships, builds high and draws, so that its games come to every corner of the rules."""

import random
from collections.abc import Sequence

from server.games.endeavor import choices as c
from server.games.endeavor.content import load
from server.games.kernel.codec import Choice
from server.games.kernel.game import AnyGame
from server.games.kernel.state import Decision, GameState

WEIGHTS: dict[type, float] = {
    c.Pass: 0.02,
    c.Decline: 0.1,
    c.Keep: 5.0,
    c.Discard: 0.3,
    c.ShipToTrack: 8.0,
    c.ShipToSea: 3.0,
    c.Draw: 4.0,
    c.Mobilize: 8.0,
    c.UseRosetta: 3.0,
    c.Stack: 2.0,
    c.Repel: 1.0,
    c.TakeFromFlota: 3.0,
    c.Trade: 0.02,
    c.PlaceOnTile: 0.4,
    c.SpiceShip: 2.0,
    c.MoveToTrack: 0.5,
}


def weight(choice: Choice) -> float:
    """How much the chooser likes a choice."""
    components = load()
    if isinstance(choice, c.Build):
        record = components.buildings[choice.building]
        conscripts = 6.0 if record.conscription else 0.0
        return float(record.level**3 + record.symbols[0] * 6 + conscripts)
    if isinstance(choice, c.Draw):
        return WEIGHTS[c.Draw] + 2.0 * (components.cards[choice.card].value or 0)
    return WEIGHTS.get(type(choice), 1.0)


def eager_choice(
    game: AnyGame, state: GameState, decision: Decision, choices: Sequence[Choice], rng: random.Random
) -> int:
    """The index of a choice, the liked ones more often."""
    return rng.choices(range(len(choices)), [weight(choice) for choice in choices])[0]
