"""Succession (R15.2): a disc when drawn. Gains of other cards are told alike."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState
from server.games.kernel.chance import Chance


def attach(points: Points) -> None:
    """The effect."""
    points.effects["succession"] = drawn


def gain_discs(
    state: EndeavorState, seat: int, wanted: int, reason: types_pb2.GainReason.ValueType
) -> Iterator[Message]:
    """R1.11: discs from supply to harbor, as many as there are."""
    discs = min(wanted, state.players[seat].supply)
    if discs:
        yield events_pb2.DiscsGained(seat=seat, discs=discs, reason=reason)


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R15.2."""
    return gain_discs(state, seat, state.components.numbers.succession_discs, types_pb2.GAIN_REASON_SUCCESSION)
