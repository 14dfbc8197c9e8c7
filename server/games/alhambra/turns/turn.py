"""A turn's beginning, and asking seats (R3)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, types_pb2

from server.games.alhambra.state import AlhambraState

CHOOSE_ACTION = types_pb2.DECISION_KIND_CHOOSE_ACTION
PLACE_BOUGHT = types_pb2.DECISION_KIND_PLACE_BOUGHT
PLACE_LEFTOVER = types_pb2.DECISION_KIND_PLACE_LEFTOVER


def ask(seat: int, kind: types_pb2.DecisionKind.ValueType) -> Message:
    """The event that opens a decision."""
    return events_pb2.DecisionOpened(seat=seat, kind=kind)


def next_turn(state: AlhambraState, seat: int) -> Iterator[Message]:
    """R3.1, R8.9: the turn of a seat begins with its first action."""
    yield events_pb2.TurnBegan(seat=seat, turn=state.turn + 1)
    yield ask(seat, CHOOSE_ACTION)
