"""What follows a card that a player gains: stacking, then its effect (R8.4.7)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.content.records import GOVERNOR, SLAVERY
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow
from server.games.kernel.chance import Chance

ABOLITION = "abolition"
TO_DISCARD = types_pb2.DESTINATION_DISCARD_PILE


def draw_card(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R8.4.4: the card joins the mat; what follows from it; then the turn goes on."""
    yield events_pb2.CardDrawn(seat=seat, card=card, from_discard=card in state.discard)
    yield from gain(state, seat, card, chance)


def gain(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R8.4.7: stacking where the active player may, then the effect. A card gained on another's turn waits."""
    if seat == state.active:
        for offer in state.points.card_gained:
            yield from offer(state, seat, card)
            if state.decisions:
                return
    yield from effect(state, seat, card, chance)


def effect(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R14.1: what the card does when drawn, completely; then the turn goes on."""
    name = state.card(card).effect or ""
    if name == ABOLITION:
        yield from abolish(state, seat)
    elif name in state.points.effects:
        yield from state.points.effects[name](state, seat, card, chance)
        if state.decisions:
            return
    yield from flow.go_on(state, chance)


def abolish(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R10.7: everyone loses all slavery cards, and those not yet drawn leave the game. Happens once."""
    if state.abolished:
        return
    left = [*state.decks.get(SLAVERY, ()), *(card for card in state.discard if state.card(card).deck == SLAVERY)]
    yield events_pb2.SlaveryAbolished(seat=seat, removed=left)
    for owner in state.from_seat(seat):
        player = state.players[owner]
        held = [*player.cards, *([player.reserved] if player.reserved else [])]
        for card in [card for card in held if state.card(card).deck == SLAVERY]:
            lower = next((low for low, upper in player.stacks.items() if upper == card), None)
            yield events_pb2.CardDiscarded(seat=owner, card=card, destination=types_pb2.DESTINATION_PENALTY)
            if lower is not None:
                yield discarded(state, owner, lower)


def discarded(state: EndeavorState, seat: int, card: str) -> Message:
    """R10.4, R10.5: a card goes to its usual place, what lies on it too."""
    event = events_pb2.CardDiscarded(seat=seat, card=card, destination=destination(state, card))
    for fill in state.points.things:
        fill(state, card, event.things)
    return event


def destination(state: EndeavorState, card: str) -> types_pb2.Destination.ValueType:
    """R10.4: governors leave the game, slavery cards count against their player, others may be drawn again."""
    deck = state.card(card).deck
    if deck == GOVERNOR:
        return types_pb2.DESTINATION_OUT_OF_GAME
    return types_pb2.DESTINATION_PENALTY if deck == SLAVERY else TO_DISCARD
