"""Facts about Property, Queen and Key cards."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.state import OWNER_HERITAGE, BelfortState, Marker, Reserved

State = BelfortState


def pile(state: State, source: int) -> list[str]:
    """The open cards of a place."""
    return {
        types_pb2.CARD_SOURCE_POOL: state.pool,
        types_pb2.CARD_SOURCE_DISCARD: state.discard,
        types_pb2.CARD_SOURCE_ROW: state.row,
        types_pb2.CARD_SOURCE_SHELF: state.shelf,
    }[types_pb2.CardSource.ValueType(source)]


def add_to_hand(state: State, seat: int, card: str) -> None:
    """A hand stays in canonical order."""
    hand = state.players[seat].hand
    hand.append(card)
    hand.sort()


def deck_shuffled(state: State, event: events_pb2.DeckShuffled) -> None:
    """The deck lies in this order."""
    state.deck = deque(event.cards)
    state.discard = []


def cards_dealt(state: State, event: events_pb2.CardsDealt) -> None:
    """First cards."""
    for card in event.cards:
        state.deck.popleft()
        state.players[event.seat].drawn.append(card)
    state.players[event.seat].drawn.sort()


def cards_kept(state: State, event: events_pb2.CardsKept) -> None:
    """First cards kept."""
    player = state.players[event.seat]
    for card in event.cards:
        player.drawn.remove(card)
        add_to_hand(state, event.seat, card)


def start_discards_shown(state: State, event: events_pb2.StartDiscardsShown) -> None:
    """The others."""
    for player in state.players:
        player.drawn = []
    state.discard.extend(event.cards)


def card_turned_up(state: State, event: events_pb2.CardTurnedUp) -> None:
    """A card face up."""
    state.deck.popleft()
    pile(state, event.target).append(event.card)


def row_flushed(state: State, event: events_pb2.RowFlushed) -> None:
    """The row is gone."""
    state.discard.extend(state.row)
    state.row = []


def heritage_marked(state: State, event: events_pb2.HeritageMarked) -> None:
    """A card left the game, its space is marked."""
    state.deck.popleft()
    state.removed.append(event.card)
    for space in event.spaces:
        state.spaces[space] = Marker(OWNER_HERITAGE)
        other = state.components.other_half.get(space)
        if other:
            state.reserved[other] = Reserved(OWNER_HERITAGE, False)


def card_taken(state: State, event: events_pb2.CardTaken) -> None:
    """An open card to a hand."""
    pile(state, event.source).remove(event.card)
    add_to_hand(state, event.seat, event.card)


def card_drawn(state: State, event: events_pb2.CardDrawn) -> None:
    """The top card to a player."""
    state.deck.popleft()
    player = state.players[event.seat]
    if event.target == types_pb2.CARD_SOURCE_HAND:
        add_to_hand(state, event.seat, event.card)
    elif event.target == types_pb2.CARD_SOURCE_CLIPBOARD:
        player.clipboard.append(event.card)
        player.clipboard.sort()
    else:
        player.drawn.append(event.card)
        player.drawn.sort()


def drawn_kept(state: State, event: events_pb2.DrawnKept) -> None:
    """Some of the cards drawn."""
    state.players[event.seat].drawn = []
    for card in event.kept:
        add_to_hand(state, event.seat, card)
    state.discard.extend(event.discarded)


def cards_discarded(state: State, event: events_pb2.CardsDiscarded) -> None:
    """Cards to the discard pile."""
    cards = list(event.cards)
    for card in cards:
        if event.HasField("seat"):
            state.players[event.seat].hand.remove(card)
        else:
            pile(state, event.source).remove(card)
        state.discard.append(card)


def hand_spied(state: State, event: events_pb2.HandSpied) -> None:
    """The spy knows a hand."""
    state.players[event.seat].spied = list(event.cards)


def card_stolen(state: State, event: events_pb2.CardStolen) -> None:
    """A card changed hands."""
    state.players[event.victim.seat].hand.remove(event.victim.card)
    state.players[event.thief.seat].spied = []
    add_to_hand(state, event.thief.seat, event.thief.card)


def queen_deck_shuffled(state: State, event: events_pb2.QueenDeckShuffled) -> None:
    """The Queen deck lies in this order."""
    state.queen_deck = deque(event.cards)
    state.queen_discard = []


def queen_card_discarded(state: State, event: events_pb2.QueenCardDiscarded) -> None:
    """The active card is over."""
    state.queen_discard.append(state.queen_card)
    state.queen_card = ""


def queen_card_revealed(state: State, event: events_pb2.QueenCardRevealed) -> None:
    """A new active card."""
    state.queen_deck.popleft()
    state.queen_card = event.card


def key_deck_shuffled(state: State, event: events_pb2.KeyDeckShuffled) -> None:
    """The Key deck lies in this order."""
    state.key_deck = deque(event.cards)


def key_card_drawn(state: State, event: events_pb2.KeyCardDrawn) -> None:
    """A Key card, hidden."""
    _add_key_card(state, event.seat, event.card)


def key_card_opened(state: State, event: events_pb2.KeyCardOpened) -> None:
    """A Key card, open."""
    _add_key_card(state, event.seat, event.card)


def key_taken(state: State, event: events_pb2.KeyTaken) -> None:
    """The Key has a new holder."""
    state.key_holder = event.seat


def _add_key_card(state: State, seat: int, card: str) -> None:
    state.key_deck.popleft()
    state.players[seat].key_cards.append(card)
    state.players[seat].key_cards.sort()


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "deck_shuffled": deck_shuffled,
    "cards_dealt": cards_dealt,
    "cards_kept": cards_kept,
    "start_discards_shown": start_discards_shown,
    "card_turned_up": card_turned_up,
    "row_flushed": row_flushed,
    "heritage_marked": heritage_marked,
    "card_taken": card_taken,
    "card_drawn": card_drawn,
    "drawn_kept": drawn_kept,
    "cards_discarded": cards_discarded,
    "hand_spied": hand_spied,
    "card_stolen": card_stolen,
    "queen_deck_shuffled": queen_deck_shuffled,
    "queen_card_discarded": queen_card_discarded,
    "queen_card_revealed": queen_card_revealed,
    "key_deck_shuffled": key_deck_shuffled,
    "key_card_drawn": key_card_drawn,
    "key_card_opened": key_card_opened,
    "key_taken": key_taken,
}
