"""Decisions about Property cards (R1.5, R6.7, R8.7, R9.2, R25.7, R31.6.1)."""

from collections.abc import Iterator
from itertools import combinations

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import cards
from server.games.belfort.asks.people import DECLINE
from server.games.belfort.choices import Decline, KeepCards, PickCard
from server.games.belfort.state import BelfortState, Due
from server.games.belfort.turns.agenda import add, decide_on, pay
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2
FREE = "free"


def _keeps(state: BelfortState, due: Due) -> Iterator[KeepCards]:
    """Every choice of types among the cards drawn, each once."""
    drawn = state.players[due.seat].drawn
    kinds = sorted(state.components.cards[card] for card in drawn)
    number = min(due.amount or state.components.numbers.cards_kept, len(kinds))
    yield from (KeepCards(kept) for kept in dict.fromkeys(combinations(kinds, number)))


def _chosen(state: BelfortState, seat: int, choice: KeepCards) -> tuple[list[str], list[str]]:
    """The cards of these types, and the others."""
    rest = list(state.players[seat].drawn)
    kept = []
    for kind in choice.properties:
        card = cards.first_of(state, rest, kind)
        rest.remove(card)
        kept.append(card)
    return kept, rest


def _keep_first(state: BelfortState, due: Due, choice: KeepCards, chance: Chance) -> Iterator[Message]:
    """R1.5: in secret; the others are shown when all have chosen."""
    kept, _ = _chosen(state, due.seat, choice)
    yield events_pb2.CardsKept(seat=due.seat, cards=kept)


def _keep_drawn(state: BelfortState, due: Due, choice: KeepCards, chance: Chance) -> Iterator[Message]:
    kept, rest = _chosen(state, due.seat, choice)
    yield events_pb2.DrawnKept(seat=due.seat, kept=kept, discarded=rest)


def _pool(state: BelfortState, due: Due) -> Iterator[PickCard]:
    yield from (PickCard(cards.POOL, kind) for kind in cards.types_in(state, state.pool))
    if cards.can_draw(state):
        yield PickCard(cards.DECK, "")


def take(state: BelfortState, seat: int, choice: PickCard, chance: Chance) -> Iterator[Message]:
    """A card of the pool, the discard pile or the deck to a hand."""
    if choice.source == cards.DECK:
        yield from cards.draw(state, seat, chance)
        return
    pile = state.pool if choice.source == cards.POOL else state.discard
    card = cards.first_of(state, pile, choice.property)
    yield events_pb2.CardTaken(seat=seat, source=K.CardSource.ValueType(choice.source), card=card)


def _pick(state: BelfortState, due: Due, choice: PickCard, chance: Chance) -> Iterator[Message]:
    """R8.7: one card after the other."""
    yield from take(state, due.seat, choice, chance)
    if due.amount > 1 and (state.pool or cards.can_draw(state)):
        yield from add([decide_on(due.decision, due.seat, due.amount - 1)])


def _buy(state: BelfortState, due: Due, choice: PickCard, chance: Chance) -> Iterator[Message]:
    """R6.7(a): the card bought, then those that come free with it."""
    more = due.amount - 1
    if due.thing != FREE:
        yield from pay(due.seat, (0, 0, 0, state.components.numbers.card_price), K.REASON_CARD)
        more = state.active_effects(due.seat, "extra_card_purchase")
    yield from take(state, due.seat, choice, chance)
    if more > 0 and (state.pool or cards.can_draw(state)):
        yield from add([decide_on(due.decision, due.seat, more, FREE)])


def _hand(state: BelfortState, due: Due) -> Iterator[PickCard]:
    yield from (PickCard(cards.HAND, kind) for kind in cards.types_in(state, state.players[due.seat].hand))


def _pay_card(state: BelfortState, due: Due, choice: PickCard, chance: Chance) -> Iterator[Message]:
    """R4.7, R22.6: cards paid go face up to the discard pile."""
    card = cards.first_of(state, state.players[due.seat].hand, choice.property)
    yield events_pb2.CardsDiscarded(seat=due.seat, source=cards.HAND, cards=[card])
    if due.amount > 1:
        yield from add([decide_on(due.decision, due.seat, due.amount - 1, due.thing)])


def _row(state: BelfortState, due: Due) -> Iterator[PickCard]:
    yield from (PickCard(cards.ROW, kind) for kind in cards.types_in(state, state.row))


def _drop_row(state: BelfortState, due: Due, choice: PickCard, chance: Chance) -> Iterator[Message]:
    """R31.6.1: as many as were drawn."""
    card = cards.first_of(state, state.row, choice.property)
    yield events_pb2.CardsDiscarded(source=cards.ROW, cards=[card])
    if due.amount > 1:
        yield from add([decide_on(due.decision, due.seat, due.amount - 1)])


def _shelf(state: BelfortState, due: Due) -> Iterator[PickCard]:
    yield from (PickCard(cards.SHELF, kind) for kind in cards.types_in(state, state.shelf))


def _drop_shelf(state: BelfortState, due: Due, choice: PickCard, chance: Chance) -> Iterator[Message]:
    card = cards.first_of(state, state.shelf, choice.property)
    yield events_pb2.CardsDiscarded(source=cards.SHELF, cards=[card])


ASKS: dict[int, Ask] = {
    K.DECISION_KIND_KEEP_START_CARDS: {
        KeepCards: Item("R1.5", "Keep as many of the cards dealt as the rules say.", _keeps, _keep_first),
    },
    K.DECISION_KIND_KEEP_DRAWN: {
        KeepCards: Item("R9.2", "Keep as many of the cards drawn as the Guild says.", _keeps, _keep_drawn),
    },
    K.DECISION_KIND_PICK_CARD: {
        PickCard: Item("R8.7", "No such card lies there.", _pool, _pick),
        Decline: DECLINE,
    },
    K.DECISION_KIND_BUY_CARD: {
        PickCard: Item("R6.7", "No such card lies there.", _pool, _buy),
        Decline: DECLINE,
    },
    K.DECISION_KIND_PAY_CARD: {
        PickCard: Item("R4.7", "You hold no such card.", _hand, _pay_card),
    },
    K.DECISION_KIND_DROP_ROW_CARD: {
        PickCard: Item("R31.6.1", "No such card lies in the row.", _row, _drop_row),
    },
    K.DECISION_KIND_DROP_SHELF_CARD: {
        PickCard: Item("R31.6.1", "No such card lies on the top shelf.", _shelf, _drop_shelf),
    },
}
