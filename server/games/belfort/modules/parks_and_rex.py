"""Parks & Rex (R34)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.asks.people import DECLINE
from server.games.belfort.choices import Decline, MovePawn
from server.games.belfort.content import load
from server.games.belfort.points import Points
from server.games.belfort.state import BelfortState, Due
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2


def attach(points: Points, seats: int) -> None:
    """R34.1: their Guild is compulsory; R34.4: their districts score otherwise."""
    points.compulsory_guilds += load().module_guilds["parks_and_rex"]
    points.set_up += [set_up]
    points.district_values += [values]


def set_up(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R34.1: random districts, all different from each other and the Queen's."""
    free = [district for district in state.components.districts if district != state.queen]
    parks, rex = chance.shuffle(free)[:2]
    yield events_pb2.PawnsPlaced(parks=parks, rex=rex)


def values(state: BelfortState, district: str) -> str | None:
    """R34.4.1: where the pawns stand at the moment of scoring."""
    return {state.parks: "ms_parks", state.rex: "mr_rex"}.get(district)


def _moves(state: BelfortState, due: Due) -> Iterator[MovePawn]:
    """R34.2, R34.3: to a district without the other and without the Queen."""
    taken = (state.queen, state.parks, state.rex)
    for pawn in (K.PAWN_PARKS, K.PAWN_REX):
        yield from (MovePawn(pawn, district) for district in state.components.districts if district not in taken)


def _move(state: BelfortState, due: Due, choice: MovePawn, chance: Chance) -> Iterator[Message]:
    yield events_pb2.PawnMoved(pawn=K.Pawn.ValueType(choice.pawn), district=choice.district)


ASKS: dict[int, Ask] = {
    K.DECISION_KIND_MOVE_PARKS_OR_REX: {
        MovePawn: Item("R34.2", "No two of Parks, Rex and the Queen share a district.", _moves, _move),
        Decline: DECLINE,
    },
}
