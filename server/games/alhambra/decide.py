"""What an answer brings about: each decision's choices and the room of the rules that takes them."""

from collections.abc import Iterator

from google.protobuf.message import Message

from server.games.alhambra.choices import Build, Buy, Exchange, GiveToDirk, Pass, Place, Reserve, Store, TakeMoney
from server.games.alhambra.points import Handler
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns import actions, placing
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT, PLACE_LEFTOVER
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal
from server.games.kernel.state import Decision

HANDLERS: dict[int, dict[type, Handler]] = {
    CHOOSE_ACTION: {
        TakeMoney: actions.take_money,
        Buy: actions.buy,
        Build: actions.build,
        Store: actions.store,
        Exchange: actions.exchange,
        Pass: actions.pass_action,
    },
    PLACE_BOUGHT: {
        Place: placing.place,
        Reserve: placing.reserve,
        GiveToDirk: placing.give_to_dirk,
    },
    PLACE_LEFTOVER: {
        Place: placing.place,
        Reserve: placing.reserve,
    },
}
"""Those of the base game; modules add theirs to the named points."""


def decide(state: AlhambraState, decision: Decision, choice: Choice, chance: Chance) -> Iterator[Message]:
    """The events of an answer. Raises Rejected before the first of them, or never."""
    handler = _handler(HANDLERS, decision, choice) or _handler(state.points.handlers, decision, choice)
    if handler is None:
        raise illegal("R17", "That is not an answer to this decision.")
    return handler(state, decision.seat, choice, chance)


def _handler(handlers: dict[int, dict[type, Handler]], decision: Decision, choice: Choice) -> Handler | None:
    kinds = handlers.get(decision.kind)
    return kinds.get(type(choice)) if kinds else None
