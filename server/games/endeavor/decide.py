"""What an answer brings about: each decision's choices and the room of the rules that takes them."""

from collections.abc import Iterator

from google.protobuf.message import Message

from server.games.endeavor import choices
from server.games.endeavor.points import Handler
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import acting, arranging, kinds, phases, turn
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal
from server.games.kernel.state import Decision

HANDLERS: dict[int, dict[type, Handler]] = {
    kinds.CHOOSE_STARTING_SIDE: {choices.ChooseStartingSide: phases.choose_starting_side},
    kinds.BUILD: {choices.Build: phases.build},
    kinds.PAY: {choices.Pay: phases.pay, choices.Decline: phases.stop_paying},
    kinds.TAKE_TURN: {
        choices.Activate: turn.activate,
        choices.SpendToken: turn.spend,
        choices.Pass: turn.pass_turn,
    },
    kinds.CHOOSE_ACTION: {
        choices.Occupy: acting.occupy,
        choices.Attack: acting.attack,
        choices.ShipToTrack: acting.ship_to_track,
        choices.ShipToSea: acting.ship_to_sea,
        choices.ShipToFleet: acting.ship_to_fleet,
        choices.Draw: acting.draw,
        choices.Pay: acting.pay,
        choices.Decline: acting.stop,
    },
    kinds.ARRANGE_CARDS: {choices.Discard: arranging.discard, choices.Keep: arranging.keep},
}
RULES: dict[type, str] = {choices.Mobilize: "R13.4.1", choices.UseRosetta: "R14.5"}
"""The rules that forbid these choices where they are no answer."""


def decide(state: EndeavorState, decision: Decision, choice: Choice, chance: Chance) -> Iterator[Message]:
    """The events of an answer. Raises Rejected before the first of them, or never."""
    kind, wanted = decision.kind, type(choice)
    handler = state.points.answers.get(kind, {}).get(wanted) or HANDLERS.get(kind, {}).get(wanted)
    if handler is None:
        raise illegal(RULES.get(wanted, "R21.1"), "That is not an answer to this decision.")
    return handler(state, decision.seat, choice, chance)
