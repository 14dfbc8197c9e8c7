"""Trade (R13.1): an own token for one that lies anywhere on the board."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.choices import Trade
from server.games.endeavor.points import Means, Points, Refusal
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.acting import require, return_conscript, take_action
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance


def attach(points: Points) -> None:
    """The action Trade."""
    points.actions[types_pb2.ACTION_TRADE] = ways
    points.answer(kinds.CHOOSE_ACTION, Trade, trade)


def refuse(state: EndeavorState, seat: int, choice: Trade) -> Refusal | None:
    """R13.1: any own token, any token on the board; neither presence nor an open region is needed."""
    if choice.token not in state.players[seat].tokens:
        return Refusal("R13.1", f"You have no token {choice.token}.")
    if choice.place not in state.tokens:
        return Refusal("R13.1", f"No token lies on {choice.place}.")
    return None


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Trade]:
    """R13.1: every swap, own tokens of a kind once."""
    own = [token for token in state.components.tokens if token in state.players[seat].tokens]
    places = [place for place in state.board.circles if place in state.tokens]
    return (Trade(token, place) for token in own for place in places)


def trade(state: EndeavorState, seat: int, choice: Trade, chance: Chance) -> Iterator[Message]:
    """R13.1: both tokens change places, and attributes with them."""
    action = require(state, types_pb2.ACTION_TRADE)
    reject(refuse(state, seat, choice))
    yield take_action(state, action)
    yield from return_conscript(state)
    yield events_pb2.Traded(seat=seat, given=choice.token, place=choice.place, taken=state.tokens[choice.place])
    yield from flow.go_on(state, chance)
