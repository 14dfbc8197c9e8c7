"""The Marriage Alliance (R15.4): two players may not attack each other's cities in Europe."""

from collections.abc import Iterator
from itertools import combinations

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.choices import ChoosePair
from server.games.endeavor.content.records import EUROPE
from server.games.endeavor.points import Points, Refusal
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.kinds import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

MARRIAGE = "marriage_alliance"


def attach(points: Points) -> None:
    """The effect, the ban, and the discs on the card."""
    points.effects[MARRIAGE] = drawn
    points.forbids_attack.append(forbids)
    points.things.append(things)
    points.lists[kinds.CHOOSE_PAIR] = pairs
    points.answer(kinds.CHOOSE_PAIR, ChoosePair, choose)


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R15.4, R15.4.1: the drawer chooses; two players are the pair without a choice."""
    if state.seats == 2:
        yield marry(state, seat, 0, 1)
    else:
        yield ask(seat, kinds.CHOOSE_PAIR, card)


def pairs(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R15.4: any two different players, oneself allowed."""
    return (ChoosePair(first, second) for first, second in combinations(range(state.seats), 2))


def choose(state: EndeavorState, seat: int, choice: ChoosePair, chance: Chance) -> Iterator[Message]:
    """R15.4."""
    if not 0 <= choice.first < choice.second < state.seats:
        raise illegal("R15.4", "Name two different players, the lower seat first.")
    yield marry(state, seat, choice.first, choice.second)
    yield from flow.go_on(state, chance)


def marry(state: EndeavorState, seat: int, first: int, second: int) -> Message:
    """R15.4: a disc of each from supply; without one the pair is bound all the same."""
    event = events_pb2.MarriageMade(seat=seat, first=first, second=second)
    for one in (first, second):
        if state.players[one].supply:
            event.discs.add(seat=one, discs=1)
    return event


def forbids(state: EndeavorState, seat: int, space: str) -> Refusal | None:
    """R15.4: cities in Europe only; fleets and other regions are free."""
    record = state.board.spaces[space]
    if record.city and record.region == EUROPE and sorted((seat, state.control[space])) == list(state.marriage):
        return Refusal("R15.4", "A Marriage Alliance forbids this attack.")
    return None


def things(state: EndeavorState, card: str, lost: events_pb2.Things) -> None:
    """R15.4: with the card the alliance ends, and the discs go back."""
    if state.card(card).effect == MARRIAGE:
        lost.dissolves_marriage = bool(state.marriage)
        for seat, discs in sorted(state.marriage_discs.items()):
            lost.discs.add(seat=seat, discs=discs)
