"""The kinds of decisions, and asking seats (R21)."""

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.state import EndeavorState

CHOOSE_STARTING_SIDE = types_pb2.DECISION_KIND_CHOOSE_STARTING_SIDE
BUILD = types_pb2.DECISION_KIND_BUILD
PLACE_CONSCRIPT = types_pb2.DECISION_KIND_PLACE_CONSCRIPT
PAY = types_pb2.DECISION_KIND_PAY
TAKE_TURN = types_pb2.DECISION_KIND_TAKE_TURN
CHOOSE_ACTION = types_pb2.DECISION_KIND_CHOOSE_ACTION
MOBILIZE = types_pb2.DECISION_KIND_MOBILIZE
STACK = types_pb2.DECISION_KIND_STACK
SUBSIDY = types_pb2.DECISION_KIND_SUBSIDY
LOAD_FLOTA = types_pb2.DECISION_KIND_LOAD_FLOTA
CLAIM_TOKEN = types_pb2.DECISION_KIND_CLAIM_TOKEN
CHOOSE_PAIR = types_pb2.DECISION_KIND_CHOOSE_PAIR
LOSE_DISC = types_pb2.DECISION_KIND_LOSE_DISC
SPEND_WEALTH = types_pb2.DECISION_KIND_SPEND_WEALTH
FORTIFY_IN_PEACE = types_pb2.DECISION_KIND_FORTIFY_IN_PEACE
REPEL = types_pb2.DECISION_KIND_REPEL
ARRANGE_CARDS = types_pb2.DECISION_KIND_ARRANGE_CARDS
MOVE_TO_TRACK = types_pb2.DECISION_KIND_MOVE_TO_TRACK


def ask(seat: int, kind: types_pb2.DecisionKind.ValueType, card: str = "") -> Message:
    """The event that opens a decision, about a card where there is one."""
    return events_pb2.DecisionOpened(seat=seat, kind=kind, card=card)


def disc_paid(state: EndeavorState, seat: int, slot: int, reason: types_pb2.PaymentReason.ValueType) -> Message:
    """The event of a disc that comes from a building to the harbor."""
    return events_pb2.DiscPaid(seat=seat, slot=slot, building=state.in_slot(seat, slot), reason=reason)


def declined(seat: int, kind: types_pb2.DecisionKind.ValueType) -> Message:
    """The event of a seat that does nothing, or nothing more."""
    return events_pb2.Declined(seat=seat, kind=kind)
