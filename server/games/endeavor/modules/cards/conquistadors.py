"""Conquistadors (R14.10): a conscript for attacks in South America."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.map import own_spaces
from server.games.endeavor.modules.cards.held import held
from server.games.endeavor.points import Points
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import CARD_SLOT, EndeavorState
from server.games.kernel.chance import Chance

CONQUISTADORS = "conquistadors"


def attach(points: Points) -> None:
    """The effect, the conscript on the card and the glory; growth and mobilization are those of all conscripts."""
    points.effects[CONQUISTADORS] = drawn
    points.things.append(things)
    points.score_cards.append(score)


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R14.10, R14.10.1: a disc from supply, if there is one."""
    if state.players[seat].supply:
        yield events_pb2.ConscriptPlaced(seat=seat, slot=CARD_SLOT, building=card)


def things(state: EndeavorState, card: str, lost: events_pb2.Things) -> None:
    """R10.5: the conscript on the card."""
    if state.card(card).effect == CONQUISTADORS and state.conquistador is not None:
        lost.conscript = True
        lost.discs.add(seat=state.conquistador, discs=1)


def score(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R14.10: less one for each other player with a city in the region."""
    found = held(state, CONQUISTADORS)
    if found is None or found[0] != seat:
        return
    region = found[1].conscription_region or ""
    others = [s for s in range(state.seats) if s != seat and own_spaces(state, s, region, city=True)]
    numbers = state.components.numbers
    points = numbers.conquistadors_glory - numbers.conquistadors_minus * len(others)
    yield from scored(seat, points, types_pb2.POINT_SOURCE_CONQUISTADORS)
