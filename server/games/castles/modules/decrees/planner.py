"""Room cards of the discard pile onto the deck, once (D8)."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import Decline, PlanRooms
from server.games.castles.modules.decrees.owned import owned, owner
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import PLAN_ROOMS, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

EFFECT = "once_put_room_cards_from_discard_on_deck"


def attach(points: Points) -> None:
    """D8."""
    points.before_draw.append(offer)
    points.standing.append(stand)
    points.handlers[PLAN_ROOMS, PlanRooms] = plan
    points.handlers[PLAN_ROOMS, Decline] = decline
    points.lists[PLAN_ROOMS] = plans


def offer(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """D8.2: before the draw the game waits for the owner."""
    seat = _may_plan(state)
    if seat is not None and seat not in state.planning_declined:
        yield from ask(state, seat, PLAN_ROOMS)


def stand(state: CastlesState) -> Iterator[Message]:
    """D8.2: whenever the game waits between two resolutions, nobody waits for the owner."""
    seat = _may_plan(state)
    if seat is not None:
        yield events_pb2.DecisionOpened(seat=seat, kind=PLAN_ROOMS, standing=True)


def plans(state: CastlesState, seat: int) -> Iterator[Choice]:
    """D8.1: one to so many cards in each order; not now, where the game waits."""
    if not _stands(state, seat):
        yield Decline()
    held = Counter(state.discard_pile)
    for number in range(1, _most(state, seat) + 1):
        cards = sorted(card for card, copies in held.items() for _ in range(min(copies, number)))
        yield from (PlanRooms(order) for order in dict.fromkeys(permutations(cards, number)))


def plan(state: CastlesState, seat: int, choice: PlanRooms, chance: Chance) -> Iterator[Message]:
    """D8.1, D8.3."""
    if not 1 <= len(choice.cards) <= _most(state, seat):
        raise illegal("D8.1", f"Put one to {_most(state, seat)} cards on the deck.")
    if Counter(choice.cards) - Counter(state.discard_pile):
        raise illegal("D8.1", "The cards must lie in the discard pile.")
    order = [types_pb2.Stack.ValueType(card) for card in choice.cards]
    yield events_pb2.RoomsPlanned(seat=seat, cards=sorted(order), order=order)


def decline(state: CastlesState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """D8: not before this draw."""
    if _stands(state, seat):
        raise illegal("D8.2", "Nobody waits for you here: there is nothing to decline.")
    yield events_pb2.PlanningDeclined(seat=seat)


def _may_plan(state: CastlesState) -> int | None:
    seat = owner(state, EFFECT)
    if seat is None or state.players[seat].planned or not state.discard_pile:
        return None
    return seat


def _most(state: CastlesState, seat: int) -> int:
    decree = owned(state, seat, EFFECT)
    return decree.numbers["max_cards"] if decree else 0


def _stands(state: CastlesState, seat: int) -> bool:
    return any(d.standing for d in state.decisions if d.seat == seat and d.kind == PLAN_ROOMS)
