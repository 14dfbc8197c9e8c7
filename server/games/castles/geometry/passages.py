"""Secret passages (R6A): where one could join a room that is being placed or renovated to another."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from server.games.castles.content.records import SHORT
from server.games.castles.geometry.castle import Castle, Door
from server.games.castles.geometry.cells import DELTA
from server.games.castles.geometry.outside import areas_with
from server.games.castles.geometry.placements import Ways, reach


class Option(NamedTuple):
    """A passage that may be placed: the edges it joins, the other room, and its gap cells."""

    passage: int
    own: int
    other: int
    room: int
    gap: tuple[int, ...]


class Joins(Protocol):
    """What names a passage's ends by their edges."""

    @property
    def passage(self) -> int:
        """Which."""

    @property
    def own(self) -> int:
        """The edge at the room that was placed with it."""

    @property
    def other(self) -> int:
        """The edge at the other room."""


def options(castle: Castle, number: int, ways: Ways) -> Iterator[Option]:
    """Every passage that may join the room to another, in the order of its entrances."""
    for door in castle.doors[number]:
        for passage, gap in ways.gaps.items():
            option = _short(castle, door) if passage == SHORT else _long(castle, door, passage, gap)
            if option is not None and _allowed(castle, number, option, ways):
                yield option


def clashes(castle: Castle, number: int) -> bool:
    """Whether an entrance of the room meets one of another level without a Short Passage on them (G.7.1)."""
    return any(
        door.edge not in castle.joined and castle.meeting(number, door.edge) is not None
        for door in castle.doors[number]
    )


def gap_cells(castle: Castle, planned: Joins) -> tuple[int, ...]:
    """The gap cells of a passage between two entrances of rooms in the castle."""
    if planned.passage == SHORT:
        return ()
    ends = {door.edge: door for doors in castle.doors for door in doors}
    start, end = ends[planned.own], ends[planned.other]
    step = DELTA[start.side]
    count = (end.cell - start.cell) // step - 1
    return tuple(start.cell + step * index for index in range(1, count + 1))


def copy(castle: Castle) -> Castle:
    """A castle that tiles and passages may be added to without changing this one; they change no room that stands."""
    return Castle(
        rooms=list(castle.rooms),
        joints=list(castle.joints),
        moats=list(castle.moats),
        barbican=castle.barbican,
        full=dict(castle.full),
        parts=dict(castle.parts),
        doors=list(castle.doors),
        open=dict(castle.open),
        joined=set(castle.joined),
        links=[dict(links) for links in castle.links],
        secret=[dict(links) for links in castle.secret],
        unjoined=list(castle.unjoined),
        fences=list(castle.fences),
        fence_cells=set(castle.fence_cells),
        west=castle.west,
        north=castle.north,
        east=castle.east,
        south=castle.south,
    )


def _short(castle: Castle, door: Door) -> Option | None:
    """R6A.4.2: on an aligned pair of entrances, the only normal connection of its rooms or one of two levels.

    Where the room meets an entrance of the other level, that one needs it (G.7.1, R6A.5).
    """
    met = castle.meeting(door.room, door.edge)
    if met is None:
        return None
    shared = castle.links[door.room].get(met.room, 0)
    if any(joint.passage == SHORT and joint.own == door.edge for joint in castle.joints):
        return None
    if shared > 1 or (door.edge not in castle.joined and shared):
        return None
    if door.edge in castle.joined and clashes(castle, door.room):
        return None
    return Option(SHORT, door.edge, door.edge, met.room, ())


def _long(castle: Castle, door: Door, passage: int, gap: int) -> Option | None:
    """R6A.3.1, R6A.4.1: across a gap, to a room that no normal entrance connects."""
    if door.edge not in castle.open:
        return None
    found = reach(castle, door.outward - DELTA[door.side], door.side, gap, ())
    if found is None:
        return None
    far, cells = found
    if far.room == door.room or far.room in castle.links[door.room]:
        return None
    return Option(passage, door.edge, far.edge, far.room, cells)


def _allowed(castle: Castle, number: int, option: Option, ways: Ways) -> bool:
    """R4.1.3, R6.9: an external entrance is left, and the modules' rules of placement hold."""
    far = castle.door_of(option.room, option.other)
    assert far is not None
    beyond: Sequence[Door] = [*castle.beyond(number), far]
    if any(check(castle, castle.rooms[number].tile, beyond) for check in ways.checks):
        return False
    if option.passage == SHORT:
        return True
    around = areas_with(castle, (), option.gap)
    return any(at not in (option.own, option.other) and around.leads_out(door) for at, door in castle.open.items())
