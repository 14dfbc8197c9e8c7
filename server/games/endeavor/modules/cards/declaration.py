"""The Declaration of Independence (R14.9): Europe is given up; fortifications repel attacks in North America."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.choices import Decline, Repel
from server.games.endeavor.content.records import EUROPE
from server.games.endeavor.map import own_spaces
from server.games.endeavor.modules.cards.held import has, held
from server.games.endeavor.points import Points
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import acting, flow, kinds
from server.games.endeavor.turns.kinds import declined
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

DECLARATION = "declaration_of_independence"


def attach(points: Points) -> None:
    """The effect, the repelling, the fortifications on the card and their glory."""
    points.effects[DECLARATION] = drawn
    points.may_repel.append(may_repel)
    points.things.append(things)
    points.score_cards.append(score)
    points.lists[kinds.REPEL] = answers
    points.answer(kinds.REPEL, Repel, repel)
    points.answer(kinds.REPEL, Decline, let_happen)


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R14.9.1: first the cities in Europe go, then fortifications come, as many as there are."""
    cities = own_spaces(state, seat, EUROPE, city=True)
    if cities:
        fortified = [city for city in cities if city in state.fortified]
        yield events_pb2.EuropeAbandoned(seat=seat, cities=cities, fortified=fortified)
    count = min(state.components.numbers.declaration_fortifications, state.fortifications)
    if count:
        yield events_pb2.FortificationsStocked(seat=seat, count=count)


def may_repel(state: EndeavorState, space: str) -> bool:
    """R14.9.2: a city in the card's region whose owner has the card with a fortification on it."""
    found = held(state, DECLARATION)
    if found is None or not state.declaration:
        return False
    owner, card = found
    record = state.board.spaces[space]
    return record.city and record.region == card.deck and state.control[space] == owner


def answers(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R14.9: repel, or let it happen."""
    yield Repel()
    yield Decline()


def repel(state: EndeavorState, seat: int, choice: Repel, chance: Chance) -> Iterator[Message]:
    """R14.9: a fortification of the card is spent; the attacker loses and places nothing, and goes on (R20.5)."""
    attack = state.turn.attack
    if attack is None:
        raise illegal("R14.9", "No attack waits for you.")
    yield events_pb2.AttackRepelled(seat=seat, space=attack.space, attacker=state.active)
    yield from flow.go_on(state, chance)


def let_happen(state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """R14.9.2: repelling may be declined."""
    attack = state.turn.attack
    if attack is None:
        raise illegal("R14.9", "No attack waits for you.")
    yield declined(seat, kinds.REPEL)
    yield from acting.carry_out_attack(state, attack.space, attack.casualties)
    yield from flow.go_on(state, chance)


def things(state: EndeavorState, card: str, lost: events_pb2.Things) -> None:
    """R10.5: the fortifications on the card."""
    if state.card(card).effect == DECLARATION:
        lost.fortifications = state.declaration


def score(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R14.9: glory for each fortification left."""
    if has(state, seat, DECLARATION):
        count = state.declaration
        points = count * state.components.numbers.declaration_glory
        yield from scored(seat, points, types_pb2.POINT_SOURCE_DECLARATION_OF_INDEPENDENCE, count=count)
