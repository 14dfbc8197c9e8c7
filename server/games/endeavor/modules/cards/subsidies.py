"""Subsidies (R14.4): when drawn, one Payment from a building that shows the card's action."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.choices import Decline, Pay
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.kinds import ask, declined, disc_paid
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """The effect and its answers."""
    points.effects["subsidy"] = drawn
    points.lists[kinds.SUBSIDY] = payments
    points.answer(kinds.SUBSIDY, Pay, pay)
    points.answer(kinds.SUBSIDY, Decline, decline)


def payable(state: EndeavorState, seat: int, card: str) -> list[int]:
    """R14.4, R14.4.1: occupied buildings that show the symbol, whatever else they show."""
    action = state.card(card).subsidy
    buildings = state.components.buildings
    slots = enumerate(state.players[seat].buildings, start=1)
    return [number for number, slot in slots if slot.disc and buildings[slot.building].displays(action)]


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R14.4.2: without such a building the effect is lost."""
    if payable(state, seat, card):
        yield ask(seat, kinds.SUBSIDY, card)


def payments(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R14.4.4: a building, or none."""
    yield from map(Pay, payable(state, seat, state.subject))
    yield Decline()


def pay(state: EndeavorState, seat: int, choice: Pay, chance: Chance) -> Iterator[Message]:
    """R14.4.3: also the building just activated."""
    if choice.slot not in payable(state, seat, state.subject):
        raise illegal("R14.4", "That is no occupied building that shows the Subsidy's symbol.")
    yield disc_paid(state, seat, choice.slot, types_pb2.PAYMENT_REASON_SUBSIDY)
    yield from flow.go_on(state, chance)


def decline(state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """R14.4.4: declining is allowed."""
    yield declined(seat, kinds.SUBSIDY)
    yield from flow.go_on(state, chance)
