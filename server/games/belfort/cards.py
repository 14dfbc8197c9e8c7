"""Property cards on their way: drawing, turning up, refilling (R6.7, R8.7, R31.1.4)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.state import BelfortState
from server.games.kernel.chance import Chance

HAND, POOL, DECK = types_pb2.CARD_SOURCE_HAND, types_pb2.CARD_SOURCE_POOL, types_pb2.CARD_SOURCE_DECK
DISCARD, ROW = types_pb2.CARD_SOURCE_DISCARD, types_pb2.CARD_SOURCE_ROW
SHELF, CLIPBOARD = types_pb2.CARD_SOURCE_SHELF, types_pb2.CARD_SOURCE_CLIPBOARD


def types_in(state: BelfortState, cards: Sequence[str]) -> list[str]:
    """The types among cards, each once, in canonical order."""
    return sorted({state.components.cards[card] for card in cards})


def first_of(state: BelfortState, cards: Sequence[str], property_type: str) -> str:
    """The first card of a type."""
    return next(card for card in cards if state.components.cards[card] == property_type)


def can_draw(state: BelfortState) -> bool:
    """R6.8: whether the deck can give a card, reshuffled if need be."""
    return bool(state.deck or state.discard)


def restock(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """An empty deck is made anew from the discard pile (R13.4)."""
    if not state.deck and state.discard:
        cards = chance.shuffle(sorted(state.discard))
        yield events_pb2.DeckShuffled(cards=cards, count=len(cards))


def draw(
    state: BelfortState, seat: int, chance: Chance, target: types_pb2.CardSource.ValueType = HAND
) -> Iterator[Message]:
    """The top card of the deck to a player; nothing where there is none (R0.13)."""
    yield from restock(state, chance)
    if state.deck:
        yield events_pb2.CardDrawn(seat=seat, card=state.deck[0], target=target)


def turn_up(state: BelfortState, chance: Chance, target: types_pb2.CardSource.ValueType) -> Iterator[Message]:
    """The top card of the deck face up to the pool, the row or the shelf."""
    yield from restock(state, chance)
    if state.deck:
        yield events_pb2.CardTurnedUp(target=target, card=state.deck[0])


def fill_pool(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R6.7: the Draw Pool is filled up."""
    while len(state.pool) < state.components.numbers.pool and can_draw(state):
        yield from turn_up(state, chance, POOL)


def fill_row(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R31.1.4: the row is filled up; three alike flush it, again and again."""
    size = state.components.numbers.row
    while True:
        while len(state.row) < size and can_draw(state):
            yield from turn_up(state, chance, ROW)
        if len(state.row) < size or not three_alike(state) or not may_differ(state):
            return
        yield events_pb2.RowFlushed()


def open_cards(state: BelfortState) -> list[str]:
    """The Draw Pool or the Property Row, as the turn structure has it."""
    return state.row if state.points.card_market == ROW else state.pool


def fill_market(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R6.7, R31.1.4: the open cards are filled up."""
    yield from (fill_row if state.points.card_market == ROW else fill_pool)(state, chance)


def three_alike(state: BelfortState) -> bool:
    """R31.1.4: whether the row holds three or more identical cards."""
    kinds = [state.components.cards[card] for card in state.row]
    return any(kinds.count(kind) >= state.components.numbers.flush for kind in kinds)


def may_differ(state: BelfortState) -> bool:
    """R31.1.4: whether the cards left can lie in a row without three alike; else flushing would never end."""
    numbers = state.components.numbers
    kinds = Counter(state.components.cards[card] for card in (*state.row, *state.deck, *state.discard))
    return sum(min(number, numbers.flush - 1) for number in kinds.values()) >= numbers.row
