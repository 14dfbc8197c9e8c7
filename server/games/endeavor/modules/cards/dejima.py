"""Port of Dejima (R14.7): a card may lie under it instead of being discarded."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.choices import Reserve, TakeBack
from server.games.endeavor.modules.cards.held import has
from server.games.endeavor.points import Points, Refusal
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import kinds
from server.games.endeavor.turns.kinds import ask
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice

DEJIMA = "port_of_dejima"


def attach(points: Points) -> None:
    """Reserving and taking back in the Discard phase, the card below, its glory."""
    points.arranging.append(arrangements)
    points.under.append(under)
    points.score_cards.append(score)
    points.answer(kinds.ARRANGE_CARDS, Reserve, reserve)
    points.answer(kinds.ARRANGE_CARDS, TakeBack, take_back)


def refuse_reserve(state: EndeavorState, seat: int, card: str) -> Refusal | None:
    """R14.7, R14.7.1: one card, no stack, and not Port of Dejima itself."""
    player = state.players[seat]
    if not has(state, seat, DEJIMA):
        return Refusal("R14.7", "You have no Port of Dejima.")
    if card not in player.cards or state.card(card).effect == DEJIMA:
        return Refusal("R14.7", f"{card} can't be put under Port of Dejima.")
    if player.stacked(card):
        return Refusal("R14.7", "A stack can't be reserved.")
    if player.reserved is not None:
        return Refusal("R14.7.1", "The reserved card must first get a slot or be discarded.")
    if player.reserved_now:
        return Refusal("R14.7", "A card was reserved in this phase already.")
    return None


def refuse_take_back(state: EndeavorState, seat: int) -> Refusal | None:
    """R14.7: the card of an earlier phase, once."""
    player = state.players[seat]
    if player.reserved is None:
        return Refusal("R14.7", "No card lies under Port of Dejima.")
    if player.reserved_now or player.took_back_now:
        return Refusal("R14.7", "Only a card reserved in an earlier round comes back, once a phase.")
    return None


def arrangements(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R14.7: what may be reserved, or taken back."""
    yield from (Reserve(card) for card in state.players[seat].cards if refuse_reserve(state, seat, card) is None)
    if refuse_take_back(state, seat) is None:
        yield TakeBack()


def reserve(state: EndeavorState, seat: int, choice: Reserve, chance: Chance) -> Iterator[Message]:
    """R14.7: the card loses what lies on it, as if discarded; its symbols count no more."""
    reject(refuse_reserve(state, seat, choice.card))
    event = events_pb2.CardReserved(seat=seat, card=choice.card)
    for fill in state.points.things:
        fill(state, choice.card, event.things)
    yield event
    yield ask(seat, kinds.ARRANGE_CARDS)


def take_back(state: EndeavorState, seat: int, choice: TakeBack, chance: Chance) -> Iterator[Message]:
    """R14.7: among the own cards again; it is not drawn, so no effect happens."""
    reject(refuse_take_back(state, seat))
    yield events_pb2.CardTakenBack(seat=seat, card=state.players[seat].reserved or "")
    yield ask(seat, kinds.ARRANGE_CARDS)


def under(state: EndeavorState, seat: int, card: str) -> list[str]:
    """R14.7: if Port of Dejima is discarded, so is the card below."""
    reserved = state.players[seat].reserved
    return [reserved] if reserved is not None and state.card(card).effect == DEJIMA else []


def score(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R14.7, R14.7.2: glory for each of the five types of symbols on the reserved card."""
    reserved = state.players[seat].reserved
    if reserved is not None:
        kinds_shown = sum(1 for number in state.card(reserved).symbols if number)
        points = kinds_shown * state.components.numbers.dejima_glory
        yield from scored(seat, points, types_pb2.POINT_SOURCE_PORT_OF_DEJIMA, [reserved], kinds_shown)
