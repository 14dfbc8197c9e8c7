"""Asking seats, and the words of the contract that the rules use."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.state import CastlesState

CHOOSE_FOYER = types_pb2.DECISION_KIND_CHOOSE_FOYER
KEEP_DECREE = types_pb2.DECISION_KIND_KEEP_DECREE
GRAND_APPROACH = types_pb2.DECISION_KIND_GRAND_APPROACH
HIDE_ROOM = types_pb2.DECISION_KIND_HIDE_ROOM
DISCARD_BONUS = types_pb2.DECISION_KIND_DISCARD_BONUS
EXCHANGE_BONUS = types_pb2.DECISION_KIND_EXCHANGE_BONUS
PLAN_ROOMS = types_pb2.DECISION_KIND_PLAN_ROOMS
MOVE_COINS = types_pb2.DECISION_KIND_MOVE_COINS
PRICE = types_pb2.DECISION_KIND_PRICE
ACTION = types_pb2.DECISION_KIND_ACTION
PLACE = types_pb2.DECISION_KIND_PLACE
PASSAGES = types_pb2.DECISION_KIND_PASSAGES
REWARD = types_pb2.DECISION_KIND_REWARD
CORRIDOR_REWARD = types_pb2.DECISION_KIND_CORRIDOR_REWARD
DOWNSTAIRS_REWARD = types_pb2.DECISION_KIND_DOWNSTAIRS_REWARD
LOOK_INTO_STACK = types_pb2.DECISION_KIND_LOOK_INTO_STACK
TAKE_TILE = types_pb2.DECISION_KIND_TAKE_TILE
KEEP_BONUS = types_pb2.DECISION_KIND_KEEP_BONUS
KEEP_FAVOR = types_pb2.DECISION_KIND_KEEP_FAVOR
END_TURN = types_pb2.DECISION_KIND_END_TURN
SAVE_COINS = types_pb2.DECISION_KIND_SAVE_COINS
REMOVE_TILES = types_pb2.DECISION_KIND_REMOVE_TILES

BETWEEN = frozenset({PRICE, ACTION, REWARD, END_TURN})
"""Decisions at which the game stands between two resolutions (D8.2)."""

R_ACTIVITY, R_CORRIDOR, R_DOWNSTAIRS, R_FOOD, R_LIVING, R_OUTDOOR, R_SLEEPING, R_UTILITY, R_TOWER, R_MOAT = range(1, 11)
"""The contract's Reward."""


def ask(state: CastlesState, seat: int, kind: types_pb2.DecisionKind.ValueType) -> Iterator[Message]:
    """Open a decision, and with it the standing ones that its moment allows."""
    yield events_pb2.DecisionOpened(seat=seat, kind=kind)
    if kind in BETWEEN:
        for standing in state.points.standing:
            yield from standing(state)


def may_trade(state: CastlesState) -> bool:
    """R7.3.5: whether the active player could do something that may be done at any time in the turn."""
    return any(next(lister(state, state.active), None) is not None for lister in state.points.trades)


def stage(number: types_pb2.Stage.ValueType) -> Message:
    """The event that begins a stage."""
    return events_pb2.StageBegan(stage=number)


def scored(
    seat: int,
    points: int,
    reason: types_pb2.PointsReason.ValueType,
    *,
    room: int | None = None,
    card: str = "",
    count: int = 0,
) -> Message:
    """The event of points with their reason."""
    return events_pb2.PointsScored(seat=seat, points=points, reason=reason, room=room, card=card, count=count)
