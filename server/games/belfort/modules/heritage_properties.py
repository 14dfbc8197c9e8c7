"""Heritage Properties (R32)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2

from server.games.belfort import counting
from server.games.belfort.points import Points
from server.games.belfort.state import BelfortState
from server.games.kernel.chance import Chance

THIRD_PLACE_FROM = 3
"""R32.3: with three players 3rd place scores as with four."""


def attach(points: Points, seats: int) -> None:
    """R32.1.1 before any card is dealt; R32.3 for third places."""
    points.third_place_from = THIRD_PLACE_FROM
    points.before_cards += [mark]


def mark(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R32.1.1: for each district from a random one on, clockwise, a card is revealed and its space marked."""
    districts = state.components.districts
    first = chance.draw(len(districts))
    for number in range(len(districts)):
        district = districts[(first + number) % len(districts)]
        while True:
            card = state.deck[0]
            spaces = spaces_of(state, district, state.components.cards[card])
            yield events_pb2.HeritageMarked(card=card, spaces=spaces)
            if spaces:
                break


def spaces_of(state: BelfortState, district: str, kind: str) -> list[str]:
    """R32.1.1: both halves of a Keep; the right half of a Gatehouse, else the left, if that Gatehouse is free."""
    if kind == "keep":
        return [f"{district}.keep_left", f"{district}.keep_right"]
    if kind != "gatehouse":
        return [f"{district}.{kind}"]
    for half in (f"{district}.gatehouse_right", f"{district}.gatehouse_left"):
        if counting.is_free(state, half) and counting.is_free(state, state.components.other_half[half]):
            return [half]
    return []
