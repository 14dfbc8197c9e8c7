"""Merchant Fleets and Crown Charters (R14.3, R15.1): cards on which another may lie for good."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.choices import Decline, Stack
from server.games.endeavor.points import Points, Refusal
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import drawing, kinds
from server.games.endeavor.turns.kinds import ask, declined
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

MERCHANT_FLEET = "merchant_fleet"
CROWN_CHARTERS = "crown_charters"


def attach(points: Points) -> None:
    """Stacking when a card is gained, and in the Discard phase (R14.3.1)."""
    points.card_gained.append(offer)
    points.arranging.append(stackings)
    points.lists[kinds.STACK] = offered
    points.answer(kinds.STACK, Stack, stack_gained)
    points.answer(kinds.STACK, Decline, keep_apart)
    points.answer(kinds.ARRANGE_CARDS, Stack, stack_arranged)


def carries(state: EndeavorState, card: str) -> bool:
    """R14.3, R15.1: whether a card may have another on it."""
    return state.card(card).effect in (MERCHANT_FLEET, CROWN_CHARTERS)


def refuse(state: EndeavorState, seat: int, on: str, card: str) -> Refusal | None:
    """R14.3: why a card may not be stacked on another."""
    player = state.players[seat]
    if on not in player.cards or card not in player.cards or on == card:
        return Refusal("R14.3", "Both cards must be yours and in play.")
    if not carries(state, on):
        return Refusal("R14.3", f"Nothing may be stacked on {state.card(on).name}.")
    if state.card(on).effect == CROWN_CHARTERS and not state.card(card).governor_slot:
        return Refusal("R15.1", "Only a card permitted in a governor slot may lie on the Crown Charters.")
    if carries(state, card):
        return Refusal("R14.3", f"{state.card(card).name} may not be stacked.")
    if player.stacked(on) or player.stacked(card):
        return Refusal("R14.3.1", "A card of a stack can't be stacked again.")
    return None


def stackings(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R14.3: every way to stack one card of a seat on another."""
    cards = state.players[seat].cards
    for on in cards:
        if carries(state, on):
            yield from (Stack(on, card) for card in cards if refuse(state, seat, on, card) is None)


def involving(state: EndeavorState, seat: int, gained: str) -> Iterator[Choice]:
    """The ways that involve the card just gained."""
    return (way for way in stackings(state, seat) if gained in way)


def offer(state: EndeavorState, seat: int, card: str) -> Iterator[Message]:
    """R14.3.1: the choice at the moment either card is gained."""
    if next(involving(state, seat, card), None) is not None:
        yield ask(seat, kinds.STACK, card)


def offered(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R14.3.1: stack the card, or not."""
    yield from involving(state, seat, state.subject)
    yield Decline()


def stack_gained(state: EndeavorState, seat: int, choice: Stack, chance: Chance) -> Iterator[Message]:
    """R14.3: the two are joined; then the effect of the card gained (R8.4.7)."""
    gained = state.subject
    reject(refuse(state, seat, choice.on, choice.card))
    if gained not in choice:
        raise illegal("R14.3.1", f"Only stackings with {state.card(gained).name} are offered now.")
    yield events_pb2.CardStacked(seat=seat, on=choice.on, card=choice.card)
    yield from drawing.effect(state, seat, gained, chance)


def keep_apart(state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """R14.3.1: stacking is a free choice."""
    gained = state.subject
    yield declined(seat, kinds.STACK)
    yield from drawing.effect(state, seat, gained, chance)


def stack_arranged(state: EndeavorState, seat: int, choice: Stack, chance: Chance) -> Iterator[Message]:
    """R14.3.1: in the Discard phase."""
    reject(refuse(state, seat, choice.on, choice.card))
    yield events_pb2.CardStacked(seat=seat, on=choice.on, card=choice.card)
    yield ask(seat, kinds.ARRANGE_CARDS)
