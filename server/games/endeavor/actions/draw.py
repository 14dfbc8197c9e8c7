"""Draw (R8.4)."""

from collections.abc import Iterator

from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.choices import Draw
from server.games.endeavor.content.records import EUROPE, SLAVERY
from server.games.endeavor.map import presence
from server.games.endeavor.points import Means, Refusal
from server.games.endeavor.state import EndeavorState


def region_of_deck(deck: str) -> str:
    """R8.4.1: the Europe and Slavery decks belong to Europe."""
    return EUROPE if deck == SLAVERY else deck


def counted_value(state: EndeavorState, card: str, action: int) -> int:
    """The draw value as the action sees it (R17.1)."""
    value = state.card(card).value or 0
    if action == types_pb2.ACTION_DRAW_MINUS_1:
        return max(0, value - state.components.numbers.fairground_reduction)
    return value


def refuse(state: EndeavorState, seat: int, card: str, action: int) -> Refusal | None:
    """R8.4: why a card may not be drawn; None where it may."""
    if card in state.discard:
        if counted_value(state, card, action) > presence(state, seat, EUROPE):
            return Refusal("R8.4.2", "Your presence in Europe is lower than the card's value.")
        return None
    deck = next((deck for deck, cards in state.decks.items() if cards and cards[0] == card), None)
    if deck is None:
        return Refusal("R8.4.1", f"{card} is neither on top of a deck nor in the discard pile.")
    region = region_of_deck(deck)
    if not state.open[region]:
        return Refusal("R8.4.1", "The region of that deck is not open.")
    if counted_value(state, card, action) > presence(state, seat, region):
        return Refusal("R8.4.1", "Your presence in the deck's region is lower than the card's value.")
    return None


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Draw]:
    """R8.4: every card that may be drawn: decks in the board's order, then the discard pile."""
    for deck, cards in state.decks.items():
        region = region_of_deck(deck)
        if cards and state.open[region] and counted_value(state, cards[0], action) <= presence(state, seat, region):
            yield Draw(cards[0])
    if state.discard:
        in_europe = presence(state, seat, EUROPE)
        yield from (Draw(card) for card in state.discard if counted_value(state, card, action) <= in_europe)
