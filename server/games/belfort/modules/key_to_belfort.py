"""The Key to Belfort (R35): what the holder's Key cards give."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2

from server.games.belfort.choices import Goods
from server.games.belfort.content import Effect, load
from server.games.belfort.counting import good_numbers
from server.games.belfort.points import Points
from server.games.belfort.state import BelfortState
from server.games.kernel.chance import Chance


def attach(points: Points, seats: int) -> None:
    """R35.1: the Locksmiths' Guild is compulsory; active cards reach in as passive effects."""
    points.compulsory_guilds += load().module_guilds["key_to_belfort"]
    points.set_up += [set_up]
    points.passives += [passive]
    points.collection_bonus += [collection_bonus]
    points.build_discounts += [build_discounts]
    points.tie_breakers += [wins_ties]


def set_up(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R35.1: one Key card to each."""
    cards = chance.shuffle(card for card in state.components.key_cards if card not in state.points.left_out)
    yield events_pb2.KeyDeckShuffled(cards=cards, count=len(cards))
    for seat in range(state.seats):
        yield events_pb2.KeyCardDrawn(seat=seat, card=state.key_deck[0])


def active(state: BelfortState, seat: int, op: str) -> Iterator[tuple[str, Effect]]:
    """R35.3: the holder's cards with this effect."""
    if state.key_holder == seat:
        for card in state.players[seat].key_cards:
            effect = state.components.key_cards[card].effect
            if effect.op == op:
                yield card, effect


def passive(state: BelfortState, seat: int, op: str) -> int:
    """How much of a passive effect the active cards give: Gold where the effect is Gold, else a number."""
    return sum(effect.gold or effect.count for _, effect in active(state, seat, op))


def collection_bonus(state: BelfortState, seat: int) -> Iterator[tuple[str, Goods]]:
    """R40.1: goods at the end of the collection."""
    for card, effect in active(state, seat, "collection_bonus"):
        yield card, Goods(*effect.goods)


def build_discounts(state: BelfortState, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """R40.4: the first building each turn."""
    for _, effect in active(state, seat, "build_discount"):
        if state.players[seat].turn.builds < effect.builds:
            yield effect.amount, good_numbers(effect.of)


def wins_ties(state: BelfortState, seat: int, op: str) -> bool:
    """R40.7."""
    return any(True for _ in active(state, seat, op))
