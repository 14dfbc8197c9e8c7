"""What events change in castles."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.geometry.cells import cell, edge
from server.games.castles.geometry.passages import gap_cells
from server.games.castles.state import CastlesState, Pending, Planned

State = CastlesState


def foyer_placed(state: State, event: events_pb2.FoyerPlaced) -> None:
    """A castle begins."""
    state.players[event.seat].castle.add_foyer(event.side, event.quarter_turns, barbican=event.barbican)


def passages_given(state: State, event: events_pb2.PassagesGiven) -> None:
    """A player has passages."""
    state.players[event.seat].passages = list(event.passages)


def room_chosen(state: State, event: events_pb2.RoomChosen) -> None:
    """A tile waits to be placed."""
    state.pending = Pending(event.seat, event.source, event.tile or event.hidden_tile)


def room_aimed(state: State, event: events_pb2.RoomAimed) -> None:
    """Its place is chosen."""
    pending = state.pending
    if pending is None:
        return
    pending.aimed = True
    pending.x, pending.y, pending.turns, pending.level = event.x, event.y, event.quarter_turns, event.level


def renovation_aimed(state: State, event: events_pb2.RenovationAimed) -> None:
    """A renovation waits to be placed on a room."""
    source = types_pb2.PLACEMENT_SOURCE_RENOVATION
    state.pending = Pending(event.seat, source, event.renovation, aimed=True, room=event.room)


def passage_aimed(state: State, event: events_pb2.PassageAimed) -> None:
    """A passage comes along."""
    if state.pending is not None:
        state.pending.passages.append(planned(event.passage))


def stack_tile_taken(state: State, event: events_pb2.StackTileTaken) -> None:
    """A tile left its stack."""
    if event.tile in state.stacks.get(event.stack, ()):
        state.stacks[event.stack].remove(event.tile)
    looked = state.players[event.seat].looked
    if event.tile in looked:
        looked.remove(event.tile)


def room_placed(state: State, event: events_pb2.RoomPlaced) -> None:
    """A room lies in a castle."""
    state.players[event.seat].castle.add_room(
        state.tile(event.tile), event.x, event.y, event.quarter_turns, event.level, garden=event.garden
    )
    state.pending = None


def passage_placed(state: State, event: events_pb2.PassagePlaced) -> None:
    """A passage lies in a castle."""
    player = state.players[event.seat]
    joins = planned(event.passage)
    player.castle.add_passage(joins.passage, joins.own, joins.other, gap_cells(player.castle, joins))
    if joins.passage in player.passages:
        player.passages.remove(joins.passage)


def moat_placed(state: State, event: events_pb2.MoatPlaced) -> None:
    """A moat lies around a castle."""
    state.players[event.seat].castle.add_moat(event.slot)


def renovation_placed(state: State, event: events_pb2.RenovationPlaced) -> None:
    """A renovation covers a room."""
    state.players[event.seat].castle.renovate(event.room, state.tile(event.renovation))
    state.pending = None


def room_completed(state: State, event: events_pb2.RoomCompleted) -> None:
    """A room is complete."""
    state.players[event.seat].castle.complete(event.room)


def moat_completed(state: State, event: events_pb2.MoatCompleted) -> None:
    """The moat is closed."""


def planned(passage: types_pb2.PlacedPassage) -> Planned:
    """A passage by the edges it joins."""
    own, other = passage.own, passage.other
    return Planned(
        passage.passage, edge(cell(own.x, own.y), own.side - 1), edge(cell(other.x, other.y), other.side - 1)
    )


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "foyer_placed": foyer_placed,
    "passages_given": passages_given,
    "room_chosen": room_chosen,
    "room_aimed": room_aimed,
    "renovation_aimed": renovation_aimed,
    "passage_aimed": passage_aimed,
    "stack_tile_taken": stack_tile_taken,
    "room_placed": room_placed,
    "passage_placed": passage_placed,
    "moat_placed": moat_placed,
    "renovation_placed": renovation_placed,
    "room_completed": room_completed,
    "moat_completed": moat_completed,
}
