"""Every legal answer to a decision, lazily and in canonical order (R21)."""

from collections.abc import Iterator

from server.games.endeavor.actions import options
from server.games.endeavor.points import Lister
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import arranging, kinds, phases
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision

LISTS: dict[int, Lister] = {
    kinds.CHOOSE_STARTING_SIDE: phases.starting_sides,
    kinds.BUILD: phases.buildings,
    kinds.PAY: phases.payments,
    kinds.TAKE_TURN: options.take_turn,
    kinds.CHOOSE_ACTION: options.choose_action,
    kinds.ARRANGE_CARDS: arranging.arrangements,
}


def legal(state: EndeavorState, decision: Decision) -> Iterator[Choice]:
    """The legal answers to a decision."""
    lister = LISTS.get(decision.kind) or state.points.lists[decision.kind]
    return lister(state, decision.seat)
