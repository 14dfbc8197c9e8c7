"""Castles and tiles in the view: everything that is needed to draw them."""

from collections.abc import Iterator
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final

from ludarium.games.castles.v1 import types_pb2, view_pb2

from server.games.castles.content import Tile
from server.games.castles.geometry.castle import SEEN, Castle, Door, Joint, Room
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.forms import Form, form, tile_form
from server.games.castles.geometry.moats import moat_form
from server.games.castles.geometry.outside import courtyards, external_doors
from server.games.castles.metrics import square_feet
from server.games.castles.state import CastlesState, Pending, Player
from server.games.castles.turns.placing import passage_message, trial
from server.games.kernel.pieces import holding, kept

Direction = types_pb2.Direction.ValueType
Level = types_pb2.Level.ValueType
End = tuple[int, int, int, view_pb2.DoorState.ValueType]
"""An entrance in the castle: its cell, side, level and state."""

_OF_ROOM: Final = attrgetter("number", "tile", "shows", "x", "y", "turns", "level", "side", "garden", "complete")


def castle_piece(state: CastlesState, player: Player) -> bytes:
    """A castle, as a piece of its player's view; kept until the castle changes."""
    known = player.castle.memo.get(SEEN)
    if not isinstance(known, bytes):
        known = player.castle.memo[SEEN] = holding(view_pb2.PlayerView.CASTLE_FIELD_NUMBER, *_castle(state, player))
    return known


def _castle(state: CastlesState, player: Player) -> Iterator[bytes]:
    castle = player.castle
    yield view_pb2.CastleView(
        passages=[_passage(castle, joint) for joint in castle.joints],
        moats=[
            view_pb2.MoatView(slot=types_pb2.MoatSlot.ValueType(slot), cells=_cells(moat_form(slot), 0))
            for slot in ([0, *castle.moats] if castle.barbican else [])
        ],
        external_entrances=len(external_doors(castle)) if castle.rooms else 0,
        courtyards=len(courtyards(castle)) if castle.rooms else 0,
        square_feet=square_feet(state, player),
    ).SerializeToString()
    for room, doors in zip(castle.rooms, castle.doors, strict=True):
        ends = tuple([(door.cell, door.side, door.level, _state(castle, door)) for door in doors])
        yield _room(_OF_ROOM(room), ends, tuple(castle.connected(room.number)))


@cache
def tile_view(tile: Tile) -> view_pb2.TileView:
    """A tile as printed, unturned."""
    center = None
    if tile.center is not None:
        center = view_pb2.CenterView(
            kind=view_pb2.CenterKind.ValueType(tile.center.kind),
            points=tile.center.vp,
            targets=[types_pb2.RoomType.ValueType(kind) for kind in sorted(tile.center.targets)],
        )
    return view_pb2.TileView(
        id=tile.id,
        name=tile.name,
        stack=types_pb2.Stack.ValueType(tile.stack),
        square_feet=tile.size,
        types=[types_pb2.RoomType.ValueType(kind) for kind in tile.types],
        points=tile.vp,
        center=center,
        level=Level(tile.level),
        fence=tile.fence,
        swan=tile.swan,
        outline=_outline(form(tile.shape, 0), 0),
        doors=[
            view_pb2.DoorView(entrance=_entrance(door.offset, door.side), level=Level(door.level))
            for door in tile_form(tile.id, 0).doors
        ],
    )


def passage_of(passage: int, own: int, other: int, state: CastlesState, pending: Pending) -> types_pb2.PlacedPassage:
    """A passage that comes with a placement."""
    return passage_message(passage, own, other, trial(state, pending))


@kept
def _room(values: tuple[Any, ...], doors: tuple[End, ...], connected: tuple[int, ...]) -> view_pb2.CastleView:
    """A room, given by its fields, with its entrances and the rooms connected to it."""
    room = Room(*values)
    lying, fence = room.lying, room.lying.fence
    seen = view_pb2.RoomView(
        number=room.number,
        tile=tile_view(room.shows),
        covered=room.tile.id if room.shows is not room.tile else "",
        x=room.x,
        y=room.y,
        quarter_turns=room.turns,
        level=Level(room.level),
        side=types_pb2.FoyerSide.ValueType(room.side),
        outline=_outline(lying.form, room.base),
        doors=[
            view_pb2.DoorView(entrance=_entrance(cell, side), level=Level(level), state=state)
            for cell, side, level, state in doors
        ],
        fence_cells=[_entrance(room.base + offset, fence.side) for offset in fence.edges] if fence else [],
        complete=room.complete,
        garden=room.garden,
        connected=connected,
    )
    return view_pb2.CastleView(rooms=[seen])


def _state(castle: Castle, door: Door) -> view_pb2.DoorState.ValueType:
    if door.edge in castle.joined:
        return view_pb2.DOOR_STATE_CONNECTED
    return view_pb2.DOOR_STATE_OPEN if door.edge in castle.open else view_pb2.DOOR_STATE_BLOCKED


def _passage(castle: Castle, joint: Joint) -> view_pb2.PassageView:
    return view_pb2.PassageView(
        passage=passage_message(joint.passage, joint.own, joint.other, castle),
        cells=[view_pb2.Cell(x=column(cell), y=row(cell)) for cell in joint.gap],
    )


@lru_cache(maxsize=1 << 14)
def _outline(shape: Form, base: int) -> view_pb2.Outline:
    return view_pb2.Outline(
        width=shape.width,
        height=shape.height,
        cells=_cells(shape, base),
        half_cells=[
            view_pb2.HalfCell(
                x=column(base + part.offset), y=row(base + part.offset), kept=view_pb2.Corner.ValueType(part.kept + 1)
            )
            for part in shape.parts
            if not shape.diameter
        ],
        diameter=shape.diameter,
    )


def _cells(shape: Form, base: int) -> list[view_pb2.Cell]:
    return [view_pb2.Cell(x=column(base + offset), y=row(base + offset)) for offset in shape.full]


@lru_cache(maxsize=1 << 14)
def _entrance(cell: int, side: int) -> types_pb2.Entrance:
    return types_pb2.Entrance(x=column(cell), y=row(cell), side=Direction(side + 1))
