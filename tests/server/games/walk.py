"""Random walks: the states that the property tests look at, for any game and any mix of modules."""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludarium.v1 import events_pb2, views_pb2

from server.games import GAMES
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.game import AnyGame
from server.games.kernel.imagining import imagined as imagine
from server.games.kernel.options import build
from server.games.kernel.redact import Viewer, redact
from server.games.kernel.simulate import Simulation
from server.games.kernel.state import Decision, GameState


@dataclass(frozen=True)
class Sitting:
    """A game with its mix of modules, number of seats and seed: all that a walk depends on."""

    game: str
    seats: int
    modules: tuple[str, ...] = ()
    seed: str = "0"

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{'+'.join(self.modules) or 'base'}-{self.seed}"

    @property
    def rules(self) -> AnyGame:
        """The game."""
        return GAMES[self.game]

    def begin(self) -> Simulation:
        """A table of this sitting, started."""
        return Simulation(self.rules, build(self.rules, self.modules), self.seats, self.seed)


@dataclass
class Moment:
    """A state on a walk, the open decision that is answered next, and its legal answers."""

    simulation: Simulation
    state: GameState
    decision: Decision
    choices: list[Choice]
    step: int


def walk(sitting: Sitting, most: int = 100_000) -> Iterator[Moment]:
    """Play a sitting by random choices; yields before each. Whoever looks must leave the state as it is."""
    simulation = sitting.begin()
    rng = random.Random(f"walk {sitting}")
    for step in range(most):
        if simulation.table.closed:
            return
        state = simulation.table.running()
        waiting = [decision for decision in state.decisions if not decision.standing] or state.decisions
        decision = rng.choice(waiting)
        choices = list(simulation.game.legal(state, decision))
        yield Moment(simulation, state, decision, choices, step)
        simulation.play(decision, rng.choice(choices))


def view_for(game: AnyGame, state: GameState, viewer: Viewer) -> Any:
    """The game's view as a viewer sees it."""
    view = game.view(state)
    redact(view, viewer)
    return view


def imagined(moment: Moment, viewer: Viewer, seed: str) -> GameState:
    """A state that is possible for all that a viewer knows at this moment."""
    game = moment.simulation.game
    view = view_for(game, moment.state, viewer)
    options, state = moment.simulation.table.options, moment.state
    chance = Chance(f"imagine {seed}".encode(), state.draws)
    return imagine(game, options, view, viewer, state.version, state.decisions, chance)


def cut(game: AnyGame, message: Any, viewer: Viewer) -> bytes:
    """A game's event as a viewer receives it, in bytes."""
    event = events_pb2.Event()
    getattr(getattr(event, game.name), game.kinds[type(message)]).CopyFrom(message)
    redact(event, viewer)
    return event.SerializeToString(deterministic=True)


def encoded(game: AnyGame, choice: Choice) -> bytes:
    """A choice as it goes over the wire."""
    command = views_pb2.GameCommand(**{game.name: game.codec.encode(choice)})
    return command.SerializeToString(deterministic=True)


def twin(state: GameState) -> GameState:
    """A copy that can be played on."""
    return copy.deepcopy(state)
