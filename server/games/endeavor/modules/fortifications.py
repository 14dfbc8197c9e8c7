"""Fortifications (R13.2): one under a disc makes an attack on the city cost one casualty more."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.choices import Fortify
from server.games.endeavor.points import Means, Points, Refusal
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.acting import require, return_conscript, take_action
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance


def attach(points: Points) -> None:
    """Fortified cities; both the buildings and the cards need them (R12.5)."""
    if more_casualties not in points.casualties:
        points.casualties.append(more_casualties)


def attach_action(points: Points) -> None:
    """The action Fortify, which only buildings give (R12.7)."""
    points.actions[types_pb2.ACTION_FORTIFY] = ways
    points.answer(kinds.CHOOSE_ACTION, Fortify, fortify)


def more_casualties(state: EndeavorState, space: str) -> int:
    """R13.2: what a fortification adds to the casualties."""
    numbers = state.components.numbers
    return numbers.fortified_casualties - numbers.casualties if space in state.fortified else 0


def refuse(state: EndeavorState, seat: int, space: str) -> Refusal | None:
    """R13.2: an own city without a fortification, while the supply lasts."""
    record = state.board.spaces.get(space)
    if record is None or not record.city or state.control.get(space) != seat:
        return Refusal("R13.2", f"{space} is no city that you control.")
    if space in state.fortified:
        return Refusal("R13.2", f"{record.name} is fortified already.")
    if not state.fortifications:
        return Refusal("R13.2", "No fortification is left in the supply.")
    return None


def fortifiable(state: EndeavorState, seat: int) -> list[str]:
    """R13.2: the cities that a seat may fortify, in the board's order."""
    if not state.fortifications:
        return []
    spaces, control = state.board.spaces, state.control
    return [s for s in spaces if control.get(s) == seat and spaces[s].city and s not in state.fortified]


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Fortify]:
    """R13.2: every city that may be fortified."""
    return map(Fortify, fortifiable(state, seat))


def fortify(state: EndeavorState, seat: int, choice: Fortify, chance: Chance) -> Iterator[Message]:
    """R13.2, as an action."""
    action = require(state, types_pb2.ACTION_FORTIFY)
    reject(refuse(state, seat, choice.space))
    yield take_action(state, action)
    yield from return_conscript(state)
    yield events_pb2.CityFortified(seat=seat, space=choice.space)
    yield from flow.go_on(state, chance)
