"""Scoring a placement and completing rooms (R4.2 to R4.4)."""

from collections.abc import Iterable, Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.content.records import ADJACENCY, CASTLE, CONNECTION, DOWNSTAIRS
from server.games.castles.geometry.castle import Castle, Room
from server.games.castles.state import CastlesState
from server.games.castles.turns import rewards
from server.games.castles.turns.turn import scored

REASONS = {
    CONNECTION: types_pb2.POINTS_REASON_CONNECTION,
    ADJACENCY: types_pb2.POINTS_REASON_ADJACENCY,
    CASTLE: types_pb2.POINTS_REASON_CASTLE,
}


def score_room(state: CastlesState, seat: int, number: int) -> Iterator[Message]:
    """R4.2.1 to R4.2.3: printed points, the room's own centre, the centres of others that it activates, moats."""
    castle = state.players[seat].castle
    room = castle.rooms[number]
    if room.shows.vp:
        yield scored(seat, room.shows.vp, types_pb2.POINTS_REASON_PRINTED, room=number)
    yield from _own_center(seat, castle, room)
    yield from _other_centers(seat, castle, room)
    for step in state.points.scored:
        yield from step(state, seat, room)


def own_center(castle: Castle, room: Room) -> int:
    """R4.3.0: the points of a room's centre as it stands."""
    center = room.center
    return center.vp * _matches(castle, room, _counted(castle, room)) if center else 0


def complete_rooms(state: CastlesState, seat: int) -> Iterator[Message]:
    """R4.4.1: every room whose entrances are all connected now completes, and earns its rewards."""
    castle = state.players[seat].castle
    for room in castle.rooms:
        if not room.complete and castle.is_joined(room.number):
            yield events_pb2.RoomCompleted(seat=seat, room=room.number)
            for step in state.points.completed:
                yield from step(state, seat, room)
            for reward in [*room.types, *(extra for more in state.points.rewards for extra in more(room))]:
                yield from rewards.earn(state, seat, reward, room.number)


def before_renovation(state: CastlesState, seat: int, number: int) -> Iterator[Message]:
    """R8.5.2: a completed downstairs room that is renovated no longer counts towards the next reward."""
    room = state.players[seat].castle.rooms[number]
    if room.complete and DOWNSTAIRS in room.types and state.players[seat].downstairs:
        yield events_pb2.DownstairsCounted(seat=seat, count=0, room=number)


def _own_center(seat: int, castle: Castle, room: Room) -> Iterator[Message]:
    if room.center is None:
        return
    count = _matches(castle, room, _counted(castle, room))
    if count:
        yield scored(seat, room.center.vp * count, REASONS[room.center.kind], room=room.number, count=count)


def _other_centers(seat: int, castle: Castle, room: Room) -> Iterator[Message]:
    """R4.2.3: what the new room adds to the centres of others (R4.3.4)."""
    connected = set(castle.connected(room.number))
    touching: set[int] | None = None
    for other in castle.rooms:
        center = other.center
        if other is room or center is None or center.targets.isdisjoint(room.types):
            continue
        if center.kind == CONNECTION and other.number not in connected:
            continue
        if center.kind == ADJACENCY:
            touching = set(castle.touching(room.number)) if touching is None else touching
            if other.number not in touching:
                continue
        count = _matches(castle, other, [room])
        yield scored(seat, center.vp * count, REASONS[center.kind], room=other.number, count=count)


def _counted(castle: Castle, room: Room) -> Iterable[Room]:
    """The rooms that a room's centre looks at; a `castle` centre counts its own room (R4.3.2)."""
    assert room.center is not None
    if room.center.kind == CONNECTION:
        return [castle.rooms[number] for number in castle.connected(room.number)]
    if room.center.kind == ADJACENCY:
        return [castle.rooms[number] for number in castle.touching(room.number)]
    return castle.rooms


def _matches(castle: Castle, room: Room, others: Iterable[Room]) -> int:
    """R4.3.1: a room counts once for each of its types that match; a secret passage doubles connections (R6A.6)."""
    assert room.center is not None
    total = 0
    for other in others:
        matching = sum(kind in room.center.targets for kind in other.types)
        doubled = room.center.kind == CONNECTION and castle.passes(room.number, other.number)
        total += 2 * matching if doubled else matching
    return total
