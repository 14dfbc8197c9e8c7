"""Secret Passages (R6A): three for each player, placed along with a room or renovation."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.content import load
from server.games.castles.points import Points
from server.games.castles.state import CastlesState, Player


def attach(points: Points) -> None:
    """R6A."""
    points.players.append(give)
    points.gaps.append(gaps)


def give(state: CastlesState, seat: int) -> Iterator[Message]:
    """R6A.1: one of each length."""
    passages = [types_pb2.Passage.ValueType(passage) for passage in state.components.gaps]
    yield events_pb2.PassagesGiven(seat=seat, passages=passages)


def gaps(player: Player) -> dict[int, int]:
    """The passages that the player has left, with their gaps."""
    known = load().gaps
    return {passage: known[passage] for passage in player.passages}
