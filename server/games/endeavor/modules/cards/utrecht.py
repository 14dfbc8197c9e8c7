"""The Peace of Utrecht (R15.5): everyone may fortify a city in Europe."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.choices import Decline, Fortify
from server.games.endeavor.content.records import EUROPE
from server.games.endeavor.modules.cards.in_turn import InTurn
from server.games.endeavor.modules.fortifications import fortifiable
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import kinds
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """The effect and its answers."""
    points.effects["peace_of_utrecht"] = drawn
    points.lists[kinds.FORTIFY_IN_PEACE] = answers
    points.answer(kinds.FORTIFY_IN_PEACE, Fortify, fortify)
    points.answer(kinds.FORTIFY_IN_PEACE, Decline, PEACE.decline)


def cities(state: EndeavorState, seat: int) -> list[str]:
    """R15.5: own unfortified cities in Europe, while the supply lasts."""
    return [city for city in fortifiable(state, seat) if state.board.spaces[city].region == EUROPE]


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R15.5: from the drawer clockwise."""
    return PEACE.begin(state, seat, card)


def answers(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R15.5: one city, or none."""
    yield from map(Fortify, cities(state, seat))
    yield Decline()


def fortify(state: EndeavorState, seat: int, choice: Fortify, chance: Chance) -> Iterator[Message]:
    """R15.5: one city."""
    if choice.space not in cities(state, seat):
        raise illegal("R15.5", f"{choice.space} is no unfortified city of yours in Europe.")
    card = state.subject
    yield events_pb2.CityFortified(seat=seat, space=choice.space)
    yield from PEACE.go_on(state, seat, card, chance)


PEACE = InTurn(kinds.FORTIFY_IN_PEACE, cities)
