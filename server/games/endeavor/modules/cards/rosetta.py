"""The Rosetta Stone (R14.5): once a turn, one action of an activated building may be any of the four basic ones."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.actions import options
from server.games.endeavor.choices import UseRosetta
from server.games.endeavor.modules.cards.held import has
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.kernel.chance import Chance
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """The replacement."""
    points.replaces.append(may_replace)
    points.answer(kinds.CHOOSE_ACTION, UseRosetta, use)


def may_replace(state: EndeavorState, seat: int) -> bool:
    """R14.5.2: the card must be in play when the building is activated."""
    return has(state, seat, "rosetta_stone")


def use(state: EndeavorState, seat: int, choice: UseRosetta, chance: Chance) -> Iterator[Message]:
    """R14.5: the action named is used up; one of the four follows and must be carried out."""
    turn = state.turn
    if turn.mobilizing is not None:
        raise illegal("R13.4.6", "A mobilization is no activation of a building.")
    if choice.replaces not in options.replaceable(turn):
        raise illegal("R14.5", "The Rosetta Stone replaces one action of an activated building, once a turn.")
    means = options.means_now(state)
    if not any(options.possible(state, seat, action, means) for action in options.BASIC):
        raise illegal("R14.5.3", "None of the four basic actions can be carried out.")
    yield events_pb2.RosettaUsed(seat=seat, replaces=choice.replaces)
    yield from flow.go_on(state, chance)
