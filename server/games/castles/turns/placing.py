"""Placing a room: choose it, aim it, let secret passages come along, then pay, place and score (R3.6.1, R4.1)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import scoring
from server.games.castles.choices import AddPassage, Entrance, FinishPlacing, Place, among
from server.games.castles.geometry import passages
from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.passages import Option
from server.games.castles.geometry.placements import PLAIN, Spot, Ways, why_not
from server.games.castles.state import CastlesState, Pending
from server.games.castles.turns import payment
from server.games.castles.turns.turn import PASSAGES, PLACE, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

S_MARKET = types_pb2.PLACEMENT_SOURCE_MARKET
S_CORRIDOR = types_pb2.PLACEMENT_SOURCE_CORRIDOR
S_CORRIDOR_REWARD = types_pb2.PLACEMENT_SOURCE_CORRIDOR_REWARD
S_MOAT_REWARD = types_pb2.PLACEMENT_SOURCE_MOAT_REWARD
S_GRAND_APPROACH = types_pb2.PLACEMENT_SOURCE_GRAND_APPROACH
S_RENOVATION = types_pb2.PLACEMENT_SOURCE_RENOVATION

WHY = {
    "G.1.0": "A placement names a cell near the castle, the fewest quarter turns that look the same, and for a "
    "hallway its level.",
    "R4.1.0": "The room would overlap a tile of your castle.",
    "G.7.1": "An upstairs entrance would meet a downstairs one.",
    "G.11.0": "Nothing may touch a fence.",
    "R4.1.2": "No entrance would be connected to a room of your castle.",
    "R4.1.3": "Your castle would have no external entrance left.",
    "R6.9.0": "Only outdoor rooms may be connected to the drawbridge's outer end or to the castle gardens.",
    "R6.9.4": "Garden rooms may not be connected to rooms inside, except through the drawbridge.",
    "R6A.4.1": "Two rooms that a normal entrance connects may not be joined by a secret passage too.",
}


def ways(state: CastlesState, seat: int) -> Ways:
    """What a seat's placements may use: secret passages, and modules' rules."""
    points = state.points
    if not points.gaps and not points.checks:
        return PLAIN
    gaps: dict[int, int] = {}
    for left in points.gaps:
        gaps |= left(state.players[seat])
    return Ways(gaps, tuple(points.checks))


def choose(state: CastlesState, seat: int, tile: str, source: types_pb2.PlacementSource.ValueType) -> Iterator[Message]:
    """A tile is chosen; where does it go?"""
    yield events_pb2.RoomChosen(seat=seat, tile=tile, source=source)
    yield from ask(state, seat, PLACE)


def place(state: CastlesState, seat: int, choice: Place, chance: Chance) -> Iterator[Message]:
    """R4.1: aim the tile. Where a secret passage could come along, ask for it (R6A.2.1)."""
    pending = _pending(state)
    if choice.tile != pending.tile:
        raise illegal("R3.3", f"You are placing {pending.tile}.")
    castle = state.players[seat].castle
    spot = Spot(choice.x, choice.y, choice.quarter_turns % 4, choice.level)
    rule = "G.1.0" if choice.quarter_turns > 3 else why_not(castle, state.tile(choice.tile), spot, ways(state, seat))
    if rule:
        raise illegal(rule, WHY[rule])
    yield events_pb2.RoomAimed(
        seat=seat,
        x=spot.x,
        y=spot.y,
        quarter_turns=spot.turns,
        level=types_pb2.Level.ValueType(spot.level),
        hidden_tile_shown=choice.tile if pending.source == S_MOAT_REWARD else "",
    )
    yield from with_passages(state, seat, chance)


def with_passages(state: CastlesState, seat: int, chance: Chance) -> Iterator[Message]:
    """R6A.2: ask for secret passages where one is possible, else place."""
    if state.points.gaps and next(_passage_choices(state, seat), None) is not None:
        yield from ask(state, seat, PASSAGES)
    else:
        yield from commit(state, seat, chance)


def add_passage(state: CastlesState, seat: int, choice: AddPassage, chance: Chance) -> Iterator[Message]:
    """R6A.2: one more passage."""
    if not among(choice, _passage_choices(state, seat)):
        raise illegal(
            "R6A.3.1",
            "A secret passage joins two entrances, one of the room being placed, that face each other in a straight "
            "line exactly as far apart as it is long, over empty cells.",
        )
    yield events_pb2.PassageAimed(seat=seat, passage=_passage_message(choice))
    yield from with_passages(state, seat, chance)


def finish(state: CastlesState, seat: int, choice: FinishPlacing, chance: Chance) -> Iterator[Message]:
    """R6A.2.1: no more passages."""
    if not may_finish(state, seat):
        raise illegal("R4.1.2", "A secret passage is still needed to connect the room to your castle.")
    yield from commit(state, seat, chance)


def passage_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R6A.2: the passages that may come along, and being done."""
    if may_finish(state, seat):
        yield FinishPlacing()
    yield from _passage_choices(state, seat)


def may_finish(state: CastlesState, seat: int) -> bool:
    """R6A.2: whether the placement stands as it is: connected, and with no entrances of different levels that meet."""
    pending = _pending(state)
    castle = trial(state, pending)
    number = pending.room if pending.source == S_RENOVATION else len(castle.rooms) - 1
    return bool(castle.connected(number)) and not passages.clashes(castle, number)


def trial(state: CastlesState, pending: Pending) -> Castle:
    """A copy of the castle with what is being placed in it."""
    castle = passages.copy(state.players[pending.seat].castle)
    if pending.source != S_RENOVATION:
        castle.add_room(state.tile(pending.tile), pending.x, pending.y, pending.turns, pending.level)
    for planned in pending.passages:
        castle.add_passage(planned.passage, planned.own, planned.other, passages.gap_cells(castle, planned))
    return castle


def commit(state: CastlesState, seat: int, chance: Chance) -> Iterator[Message]:
    """R3.6.1: pay, place with its passages, score, rewards."""
    pending = _pending(state)
    castle = state.players[seat].castle
    yield from payment.settle(state, seat, pending)
    if pending.source == S_RENOVATION:
        number = pending.room
        yield from scoring.before_renovation(state, seat, number)
        yield events_pb2.RenovationPlaced(seat=seat, renovation=pending.tile, room=number)
    else:
        number = len(castle.rooms)
        yield events_pb2.RoomPlaced(
            seat=seat,
            room=number,
            tile=pending.tile,
            x=pending.x,
            y=pending.y,
            quarter_turns=pending.turns,
            level=types_pb2.Level.ValueType(pending.level),
            garden=_in_garden(state, pending),
        )
    for planned in pending.passages:
        yield events_pb2.PassagePlaced(
            seat=seat, passage=passage_message(planned.passage, planned.own, planned.other, castle)
        )
    yield from scoring.score_room(state, seat, number)
    if pending.source == S_MOAT_REWARD:
        yield from payment.shuffle_back(state, seat, chance)
    yield from payment.close_reward(state, seat, pending)
    yield from scoring.complete_rooms(state, seat)


def entrance_of(at: int, castle: Castle, number: int) -> Entrance:
    """A room's entrance by its edge."""
    door = castle.door_of(number, at)
    assert door is not None
    return Entrance(column(door.cell), row(door.cell), door.side + 1)


def passage_message(passage: int, own: int, other: int, castle: Castle) -> types_pb2.PlacedPassage:
    """A passage of a castle in which its rooms lie, for the contract."""
    joined = {door.edge: door for doors in castle.doors for door in doors}
    if own == other:
        newer = sorted((door for doors in castle.doors for door in doors if door.edge == own), key=lambda d: -d.room)
        first, second = newer[0], newer[1]
    else:
        first, second = joined[own], joined[other]
    return types_pb2.PlacedPassage(
        passage=types_pb2.Passage.ValueType(passage),
        own=types_pb2.Entrance(
            x=column(first.cell), y=row(first.cell), side=types_pb2.Direction.ValueType(first.side + 1)
        ),
        other=types_pb2.Entrance(
            x=column(second.cell), y=row(second.cell), side=types_pb2.Direction.ValueType(second.side + 1)
        ),
    )


def _passage_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    pending = _pending(state)
    castle = trial(state, pending)
    number = pending.room if pending.source == S_RENOVATION else len(castle.rooms) - 1
    available = ways(state, seat)
    used = {planned.passage for planned in pending.passages}
    left = Ways({passage: gap for passage, gap in available.gaps.items() if passage not in used}, available.checks)
    for option in passages.options(castle, number, left):
        yield _choice(castle, number, option)


def _choice(castle: Castle, number: int, option: Option) -> AddPassage:
    return AddPassage(
        option.passage,
        entrance_of(option.own, castle, number),
        entrance_of(option.other, castle, option.room),
    )


def _passage_message(choice: AddPassage) -> types_pb2.PlacedPassage:
    def entrance(part: Entrance) -> types_pb2.Entrance:
        return types_pb2.Entrance(x=part.x, y=part.y, side=types_pb2.Direction.ValueType(part.side))

    return types_pb2.PlacedPassage(
        passage=types_pb2.Passage.ValueType(choice.passage), own=entrance(choice.own), other=entrance(choice.other)
    )


def _in_garden(state: CastlesState, pending: Pending) -> bool:
    """R6.9.0: whether a new room is connected to the drawbridge's outer end or to a garden room."""
    if not state.players[pending.seat].castle.barbican:
        return False
    castle = trial(state, pending)
    return any(door.garden or castle.rooms[door.room].garden for door in castle.beyond(len(castle.rooms) - 1))


def _pending(state: CastlesState) -> Pending:
    assert state.pending is not None
    return state.pending
