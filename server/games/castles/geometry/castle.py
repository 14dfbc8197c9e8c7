"""A castle: its rooms and what follows from how they lie, kept up to date step by step."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from server.games.castles.content import Center, load
from server.games.castles.content.records import SHORT, SIDES, Tile
from server.games.castles.geometry.cells import DELTA, cell, column, edge, row
from server.games.castles.geometry.forms import SUBCELLS, Form, TileForm, foyer_form, tile_form
from server.games.castles.geometry.moats import moat_form
from server.games.castles.geometry.relations import touch, touch_elsewhere

MOAT, GAP = -1, -2
"""Owners of cells that are no room's: water and walls of the moat, gap cells of a secret passage."""
SEEN = "seen"
"""Under which a castle's memo keeps its view."""


class Memo(dict[object, object]):
    """Answers that hold until what they are about changes. They never change themselves, so copies share them."""

    def __deepcopy__(self, memo: object) -> "Memo":
        return Memo(self)


class Door(NamedTuple):
    """An entrance of a room in the castle. `garden`: it is the outer end of the drawbridge (R6.9.0)."""

    edge: int
    cell: int
    side: int
    level: int
    room: int
    outward: int
    garden: bool

    def __deepcopy__(self, memo: object) -> "Door":
        return self


class Share(NamedTuple):
    """A partly covered cell's owner: the room, the corner kept or CIRCLE, and where the room's form lies."""

    room: int
    kept: int
    form: Form
    base: int

    def __deepcopy__(self, memo: object) -> "Share":
        return self


class Joint(NamedTuple):
    """A secret passage in the castle: the edges it joins, the rooms, and its gap cells."""

    passage: int
    own: int
    other: int
    rooms: tuple[int, int]
    gap: tuple[int, ...]


@dataclass(slots=True)
class Room:
    """A room: the tile placed, where, and what became of it. `shows` is the tile that counts (R8.3.1)."""

    number: int
    tile: Tile
    shows: Tile
    x: int
    y: int
    turns: int
    level: int
    """The level chosen for a hallway; 0 for every other tile."""
    side: int = 0
    """The side of a foyer; 0 for every other tile."""
    garden: bool = False
    complete: bool = False

    @property
    def types(self) -> tuple[int, ...]:
        """Its types: one, or the two of a renovation."""
        return self.shows.types

    @property
    def center(self) -> Center | None:
        """What it counts."""
        return self.shows.center

    @property
    def lying(self) -> TileForm:
        """The placed tile's form."""
        if self.side:
            return foyer_form(self.tile.id, self.side, self.turns)
        return tile_form(self.tile.id, self.turns)

    @property
    def base(self) -> int:
        """The top-left cell of its bounding box."""
        return cell(self.x, self.y)


_CONTAINERS = ("joints", "moats", "full", "parts", "open", "joined", "unjoined", "fences", "fence_cells", "clear")
"""Fields of a castle that hold only what never changes."""


@dataclass(slots=True)
class Castle:
    """A castle. Only evolve changes it; everything below `moats` follows from what is above."""

    rooms: list[Room] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    moats: list[int] = field(default_factory=list)
    barbican: bool = False
    full: dict[int, int] = field(default_factory=dict, compare=False)
    """Wholly covered cells and their owners."""
    parts: dict[int, tuple[Share, ...]] = field(default_factory=dict, compare=False)
    """Partly covered cells."""
    doors: list[list[Door]] = field(default_factory=list, compare=False)
    """By room, its entrances."""
    open: dict[int, Door] = field(default_factory=dict, compare=False)
    """By edge, entrances neither connected nor blocked (G.9.1)."""
    joined: set[int] = field(default_factory=set, compare=False)
    """Edges whose entrances are connected."""
    links: list[dict[int, int]] = field(default_factory=list, compare=False)
    """By room, the rooms connected by shared entrances, and how many they share (G.6.2)."""
    secret: list[dict[int, int]] = field(default_factory=list, compare=False)
    """By room, the rooms joined by secret passages, and by how many."""
    unjoined: list[int] = field(default_factory=list, compare=False)
    """By room, entrances that are not connected."""
    fences: list[int] = field(default_factory=list, compare=False)
    """Rooms with a fence."""
    fence_cells: set[int] = field(default_factory=set, compare=False)
    """Cells in which a tile could offend a fence."""
    clear: dict[int, bool] = field(default_factory=dict, compare=False)
    """By edge, whether the way straight out of an open entrance is free (a quick test for G.9.3)."""
    west: int = field(default=0, compare=False)
    north: int = field(default=0, compare=False)
    east: int = field(default=0, compare=False)
    south: int = field(default=0, compare=False)
    memo: Memo = field(default_factory=Memo, compare=False)
    """Answers that hold until the castle changes."""

    def __deepcopy__(self, memo: object) -> "Castle":
        """A copy that can change on its own: only rooms and containers change, what they hold never does."""
        rooms = [replace(room) for room in self.rooms]
        doors, links, secret = list(map(list, self.doors)), list(map(dict, self.links)), list(map(dict, self.secret))
        alike = {name: copy(getattr(self, name)) for name in _CONTAINERS}
        return replace(self, rooms=rooms, doors=doors, links=links, secret=secret, memo=Memo(self.memo), **alike)

    def add_room(
        self, tile: Tile, x: int, y: int, turns: int, level: int, *, side: int = 0, garden: bool = False
    ) -> None:
        """Place a room; entrances that meet on one level are connected."""
        number = len(self.rooms)
        room = Room(number, tile, tile, x, y, turns, level, side, garden)
        self.rooms.append(room)
        lying, base = room.lying, room.base
        self._cover(lying.form, base, number)
        if lying.fence is not None:
            self.fences.append(number)
            self.fence_cells.update(base + offset for offset in lying.fence.cells)
        doors = [
            Door(2 * base + door.edge, base + door.offset, door.side, level or door.level, number,
                 base + door.outward, garden=False)
            for door in lying.doors
        ]  # fmt: skip
        self._add_doors(number, doors)
        self._settle_doors(base + offset for offset in lying.form.cells)

    def add_foyer(self, side: int, turns: int, *, barbican: bool) -> None:
        """Begin the castle with its foyer, in a barbican or alone (R1.2.9.1, R6.1)."""
        components = load()
        if not barbican:
            self.add_room(components.tiles["foyer"], 0, 0, turns, 0, side=side)
            return
        self.barbican = True
        place = components.barbican
        self._cover(moat_form(0), 0, MOAT)
        self.add_room(components.tiles["barbican"], place.room_x, place.room_y, turns, 0, side=side)
        self._lead_out()

    def add_moat(self, slot: int) -> None:
        """Place a moat (R6.5)."""
        self.moats.append(slot)
        form = moat_form(slot)
        self._cover(form, 0, MOAT)
        self._settle_doors(form.cells)

    def renovate(self, number: int, cover: Tile) -> None:
        """Put a renovation on a room (R8.3)."""
        room = self.rooms[number]
        room.shows = cover
        room.complete = False
        self.memo.clear()

    def complete(self, number: int) -> None:
        """Note that a room is complete; how the castle lies stays the same, how it is seen does not."""
        self.rooms[number].complete = True
        self.memo.pop(SEEN, None)

    def add_passage(self, passage: int, own: int, other: int, gap: tuple[int, ...]) -> None:
        """Join two entrances, named by their edges, with a secret passage (R6A)."""
        first, second = self._ends(passage, own, other)
        self.joints.append(Joint(passage, own, other, (first, second), gap))
        if passage == SHORT and own in self.joined:
            self.links[first].pop(second)
            self.links[second].pop(first)
        elif passage == SHORT:
            self._join(own, (first, second))
        else:
            self._join(own, (first,))
            self._join(other, (second,))
        for a, b in ((first, second), (second, first)):
            self.secret[a][b] = self.secret[a].get(b, 0) + 1
        for gap_cell in gap:
            self.full[gap_cell] = GAP
            self._widen(column(gap_cell), row(gap_cell), 1, 1)
        self._settle_doors(gap)

    def connected(self, number: int) -> list[int]:
        """The rooms connected to a room, in order of number."""
        return sorted(self.links[number].keys() | self.secret[number].keys())

    def passes(self, number: int, other: int) -> bool:
        """Whether a secret passage joins two rooms."""
        return other in self.secret[number]

    def touching(self, number: int) -> list[int]:
        """The rooms adjacent to a room (G.5), in order of number; passages may part them (R6A.7)."""
        room = self.rooms[number]
        return [other.number for other in self.rooms if other is not room and self._touch(room, other)]

    def is_joined(self, number: int) -> bool:
        """R4.4.1: whether every entrance of a room is connected."""
        return self.unjoined[number] == 0

    def door_of(self, number: int, at: int) -> Door | None:
        """A room's entrance on an edge."""
        return next((door for door in self.doors[number] if door.edge == at), None)

    def blocked_by_cell(self, door: Door) -> bool:
        """G.8.1: whether one of the two middle sub-cells outside an entrance is covered."""
        outward = door.outward
        return outward in self.full or (outward in self.parts and self._middles_covered(door))

    def beyond(self, number: int) -> list[Door]:
        """The entrances at the other ends of a room's connections."""
        own = {door.edge for door in self.doors[number]}
        shared = own & self.joined
        found = [door for doors in self.doors for door in doors if door.edge in shared and door.room != number]
        for joint in self.joints:
            if number in joint.rooms and joint.passage != SHORT:
                far = joint.other if joint.own in own else joint.own
                found += [door for doors in self.doors for door in doors if door.edge == far and door.room != number]
        return found

    def meeting(self, number: int, at: int) -> Door | None:
        """Another room's entrance on the same edge, connected or not."""
        return next((door for doors in self.doors for door in doors if door.edge == at and door.room != number), None)

    def closed_moat(self) -> bool:
        """R6.7: whether the moat is complete."""
        return len(self.moats) == 3

    def drawbridge(self) -> Door | None:
        """The outer end of the drawbridge; None where the foyer has no entrance to it (R6.2.2)."""
        return next((door for door in self.doors[0] if door.garden), None) if self.barbican else None

    def _touch(self, room: Room, other: Room) -> bool:
        a, b = room.lying.form, other.lying.form
        dx, dy = other.x - room.x, other.y - room.y
        if not touch(a, b, dx, dy):
            return False
        pair = {room.number, other.number}
        short = next((joint for joint in self.joints if joint.passage == SHORT and set(joint.rooms) == pair), None)
        if short is None:
            return True
        corner, upright = short.own >> 1, bool(short.own & 1)
        return touch_elsewhere(a, b, dx, dy, column(corner) - room.x, row(corner) - room.y, upright)

    def _ends(self, passage: int, own: int, other: int) -> tuple[int, int]:
        """The rooms at the ends. On one edge the newer room is `own`."""
        if passage == SHORT:
            rooms = sorted((door.room for doors in self.doors for door in doors if door.edge == own), reverse=True)
            return rooms[0], rooms[1]
        by_edge = {door.edge: door.room for doors in self.doors for door in doors if door.edge in (own, other)}
        return by_edge[own], by_edge[other]

    def _lead_out(self) -> None:
        """R6.2.2: the barbican's entrance to the south opens at the outer end of the drawbridge."""
        place = load().barbican
        x, y, side = place.drawbridge_inner_entrance
        inner = edge(cell(x, y), SIDES.index(side))
        door = self.door_of(0, inner)
        if door is None:
            return
        x, y, side = place.drawbridge_outer_entrance
        outer_cell = cell(x, y)
        outer = door._replace(
            edge=edge(outer_cell, SIDES.index(side)),
            cell=outer_cell,
            outward=outer_cell + DELTA[SIDES.index(side)],
            garden=True,
        )
        self.doors[0][self.doors[0].index(door)] = outer
        self.open.pop(inner, None)
        self.open[outer.edge] = outer

    def _cover(self, form: Form, base: int, owner: int) -> None:
        for offset in form.full:
            self.full[base + offset] = owner
        for part in form.parts:
            shares = self.parts.get(base + part.offset, ())
            self.parts[base + part.offset] = (*shares, Share(owner, part.kept, form, base))
        self._widen(column(base), row(base), form.width, form.height)
        self.memo.clear()

    def _widen(self, x: int, y: int, width: int, height: int) -> None:
        self.west, self.north = min(self.west, x), min(self.north, y)
        self.east, self.south = max(self.east, x + width), max(self.south, y + height)

    def _add_doors(self, number: int, doors: list[Door]) -> None:
        self.doors.append(doors)
        self.links.append({})
        self.secret.append({})
        self.unjoined.append(len(doors))
        for door in doors:
            met = self.open.pop(door.edge, None)
            if met is None:
                if not self.blocked_by_cell(door):
                    self.open[door.edge] = door
            elif met.level == door.level:
                self._join(door.edge, (number, met.room))
                self.links[number][met.room] = self.links[number].get(met.room, 0) + 1
                self.links[met.room][number] = self.links[met.room].get(number, 0) + 1

    def _join(self, at: int, rooms: Iterable[int]) -> None:
        self.joined.add(at)
        self.open.pop(at, None)
        for number in rooms:
            self.unjoined[number] -= 1

    def _settle_doors(self, covered: Iterable[int]) -> None:
        """After cells were covered: entrances that they block are open no more; ways out are looked at anew."""
        new = set(covered)
        self.clear.clear()
        self.memo.clear()
        for at, door in list(self.open.items()):
            if door.outward in new and self.blocked_by_cell(door):
                del self.open[at]

    def _middles_covered(self, door: Door) -> bool:
        return any(
            share.form.covers(x - SUBCELLS * column(share.base), y - SUBCELLS * row(share.base))
            for share in self.parts[door.outward]
            for x, y in middles(door)
        )


def middles(door: Door) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two middle sub-cells just outside an entrance (G.8.1)."""
    x, y = SUBCELLS * column(door.outward), SUBCELLS * row(door.outward)
    match door.side:
        case 0:
            return (x + 1, y + 3), (x + 2, y + 3)
        case 1:
            return (x, y + 1), (x, y + 2)
        case 2:
            return (x + 1, y), (x + 2, y)
        case _:
            return (x + 3, y + 1), (x + 3, y + 2)
