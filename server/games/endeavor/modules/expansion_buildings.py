"""The buildings of Age of Expansion (R12.2, R13, R17)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.modules import conscripts, fortifications, trade
from server.games.endeavor.points import Points
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState, Player

CITADEL = "citadel"
"""The `special` of a building that scores Fortify symbols."""


def attach(points: Points) -> None:
    """Trade, Fortify, conscripts and the Citadel."""
    trade.attach(points)
    fortifications.attach(points)
    fortifications.attach_action(points)
    conscripts.attach(points)
    points.score_buildings.append(score_citadel)


def fortify_symbols(state: EndeavorState, player: Player) -> int:
    """R17.2: Fortify symbols on a player's buildings, occupied or not."""
    fortify = types_pb2.ACTION_FORTIFY
    records = [state.components.buildings[slot.building] for slot in player.buildings]
    return sum(record.actions.count(fortify) + (record.conscription == fortify) for record in records)


def score_citadel(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R17.2: glory for every Fortify symbol, once for each Citadel."""
    player = state.players[seat]
    records = state.components.buildings
    citadels = sum(1 for slot in player.buildings if records[slot.building].special == CITADEL)
    symbols = fortify_symbols(state, player)
    points = citadels * symbols * state.components.numbers.citadel_glory
    yield from scored(seat, points, types_pb2.POINT_SOURCE_CITADEL, count=symbols)
