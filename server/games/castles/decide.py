"""What an answer brings about: each decision's choices, the room of the rules that takes them, and what follows."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import (
    AddPassage,
    AddTile,
    BuyCorridor,
    BuyRoom,
    ChooseReward,
    Decline,
    DiscardBonus,
    EndTurn,
    FinishPlacing,
    KeepBonus,
    LeaveEmpty,
    LookInto,
    Pass,
    Place,
    PriceTile,
    TakeCorridor,
    TakeReward,
    TakeTile,
    canonical,
)
from server.games.castles.points import Handler
from server.games.castles.state import CastlesState
from server.games.castles.turns import actions, bonus, placing, pricing, rewards
from server.games.castles.turns import turn as kinds
from server.games.castles.turns.flow import go_on
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal
from server.games.kernel.state import Decision

HANDLERS: dict[tuple[int, type], Handler] = {
    (kinds.DISCARD_BONUS, DiscardBonus): bonus.discard_one,
    (kinds.PRICE, PriceTile): pricing.price_tile,
    (kinds.PRICE, LeaveEmpty): pricing.leave_empty,
    (kinds.PRICE, AddTile): pricing.add_tile,
    (kinds.ACTION, BuyRoom): actions.buy_room,
    (kinds.ACTION, BuyCorridor): actions.buy_corridor,
    (kinds.ACTION, Pass): actions.pass_turn,
    (kinds.PLACE, Place): placing.place,
    (kinds.PASSAGES, AddPassage): placing.add_passage,
    (kinds.PASSAGES, FinishPlacing): placing.finish,
    (kinds.REWARD, TakeReward): rewards.take,
    (kinds.CORRIDOR_REWARD, TakeCorridor): rewards.take_corridor,
    (kinds.CORRIDOR_REWARD, Decline): rewards.decline,
    (kinds.DOWNSTAIRS_REWARD, ChooseReward): rewards.choose_reward,
    (kinds.LOOK_INTO_STACK, LookInto): rewards.look_into,
    (kinds.LOOK_INTO_STACK, Decline): rewards.decline,
    (kinds.TAKE_TILE, TakeTile): rewards.take_tile,
    (kinds.TAKE_TILE, Decline): rewards.stop_looking,
    (kinds.KEEP_BONUS, KeepBonus): bonus.keep_one,
    (kinds.END_TURN, EndTurn): actions.end_turn,
}


def decide(state: CastlesState, decision: Decision, choice: Choice, chance: Chance) -> Iterator[Message]:
    """The events of an answer, up to the next decision. Raises Rejected before the first of them, or never."""
    key = (decision.kind, type(choice))
    handler = HANDLERS.get(key) or state.points.handlers.get(key)
    if handler is None:
        raise illegal("R13.1", "That is not an answer to this decision.")
    events = handler(state, decision.seat, canonical(choice), chance)
    yield next(events)
    if not decision.standing:
        for standing in [other for other in state.decisions if other.standing]:
            kind = types_pb2.DecisionKind.ValueType(standing.kind)
            yield events_pb2.DecisionWithdrawn(seat=standing.seat, kind=kind)
    yield from events
    yield from go_on(state, chance)
