"""Bonus cards: dealt at set-up, drawn for utility rooms, discarded (R1.2.9.3, R4.5.9, R9.4)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2

from server.games.castles.choices import DiscardBonus, KeepBonus
from server.games.castles.points import run_steps, waits
from server.games.castles.state import CastlesState, Discard
from server.games.castles.turns.turn import DISCARD_BONUS, ask
from server.games.kernel.chance import Chance
from server.games.kernel.rejection import illegal


def deal(state: CastlesState) -> Iterator[Message]:
    """R1.2.9.3: to each player; all choose independently (R1.2.11.3)."""
    dealt = state.components.amounts.bonus_cards_dealt
    for seat in state.from_builder():
        yield draw(state, seat, dealt)
    for seat in state.from_builder():
        yield from ask(state, seat, DISCARD_BONUS)


def draw(state: CastlesState, seat: int, number: int) -> Message:
    """R4.5.9: cards from the top of the deck, to choose from."""
    cards = state.bonus_deck[:number]
    return events_pb2.BonusCardsDrawn(seat=seat, cards=cards, count=len(cards), to_choose=True)


def discard_one(state: CastlesState, seat: int, choice: DiscardBonus, chance: Chance) -> Iterator[Message]:
    """R1.2.9.3: keep all but one of the cards dealt."""
    looked = list(state.players[seat].looked)
    if choice.card not in looked:
        raise illegal("R1.2.9.3", "You can give back only a card that you were dealt.")
    looked.remove(choice.card)
    for card in looked:
        yield events_pb2.BonusCardKept(seat=seat, card=card)
    yield events_pb2.BonusCardsDiscarded(seat=seat, cards=[choice.card], count=1)


def keep_one(state: CastlesState, seat: int, choice: KeepBonus, chance: Chance) -> Iterator[Message]:
    """R4.5.9: keep exactly one of the cards just drawn."""
    if choice.card not in state.players[seat].looked:
        raise illegal("R4.5.9", "You can keep only a card that you have just drawn.")
    yield from keep(state, seat, choice.card)
    yield events_pb2.RewardDone(seat=seat, number=state.begun)


def keep(state: CastlesState, seat: int, card: str) -> Iterator[Message]:
    """R4.5.9: keep a card drawn, set the others aside."""
    yield events_pb2.BonusCardKept(seat=seat, card=card)
    others = list(state.players[seat].looked)
    if others:
        yield events_pb2.BonusCardsDiscarded(seat=seat, cards=others, count=len(others))


def settle(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R9.4, R1.2.11.3: discarded cards go to the bottom of the deck, in turn order from the master builder."""
    yield from run_steps(state.points.discards, state, chance)
    if waits(state):
        return
    discard = first_discard(state)
    yield events_pb2.BonusDiscardsReturned(from_seat=discard.seat, count=len(discard.cards))


def first_discard(state: CastlesState) -> Discard:
    """The discard whose turn it is."""
    order = state.from_builder()
    return min(state.discards, key=lambda discard: order.index(discard.seat))
