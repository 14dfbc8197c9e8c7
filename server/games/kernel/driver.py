"""The driver: runs a decider's generator and folds each event before the generator goes on."""

from typing import NamedTuple, TypeVar

from google.protobuf.message import Message

from server.games.kernel.chance import Chance, Draw, NoChance, StoppedBeforeDraw
from server.games.kernel.game import Events, Game
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import Decision, GameState

S = TypeVar("S", bound=GameState)


class Happened(NamedTuple):
    """An event that was yielded, and the draws behind it."""

    event: Message
    draws: list[Draw]


def run(game: Game[S], state: S, events: Events, chance: Chance, answered: Decision | None = None) -> list[Happened]:
    """Run a generator to its end, folding its events into `state`, and give back what happened.

    `answered` is the decision that the first event closes. Rejected leaves the state as it was; a rejection after the
    first event is a fault of the game and raises RuntimeError: the state is then of no more use.
    """
    happened: list[Happened] = []
    try:
        for event in events:
            step(game, state, event, chance, answered if not happened else None)
            happened.append(Happened(event, chance.take()))
    except Rejected as rejection:
        if happened:
            raise RuntimeError(f"{game.name} rejected after its first event: {rejection}") from rejection
        raise
    return happened


def preview(
    game: Game[S], state: S, events: Events, chance: NoChance, answered: Decision
) -> tuple[list[Message], bool]:
    """Run a generator on a copy of a state until it ends, draws, or reveals; `chance` is the one the generator holds.

    Gives back the events, and whether it stopped early.
    """
    seen: list[Message] = []
    try:
        for event in events:
            if game.kinds[type(event)] in game.revealing:
                return seen, True
            step(game, state, event, chance, answered if not seen else None)
            seen.append(event)
    except StoppedBeforeDraw:
        return seen, True
    return seen, False


def step(game: Game[S], state: S, event: Message, chance: Chance, answered: Decision | None) -> None:
    """Fold one event into the state as the next version."""
    if answered is not None:
        state.close_decision(answered.id)
    state.version += 1
    state.draws = chance.index
    game.apply(state, event)
