"""Geometry (G): rotation, rasters, overlap, contact, doors, outside, courtyards, fences, paths."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from server.games.castles.content import load
from server.games.castles.content.records import SIDES
from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.cells import cell, column, edge, row, turned
from server.games.castles.geometry.fences import own_fence_touched, touches_fence
from server.games.castles.geometry.forms import distinct_turns, form, tile_form
from server.games.castles.geometry.outside import courtyards, external_doors
from server.games.castles.geometry.paths import longest, longest_path
from server.games.castles.geometry.placements import PLAIN, Spot, spots, why_not
from server.games.castles.geometry.relations import relation
from tests.server.games.castles.table import LEVELS

TILES = load().tiles
SHAPES = [name for name in load().shapes if name != "moat_1000"]


def castle(*rooms: tuple[Any, ...]) -> Castle:
    """A castle of (tile, x, y, degrees, level) after a foyer with three entrances: E, S and W."""
    built = Castle()
    built.add_foyer(1, 0, barbican=False)
    for tile, x, y, *more in rooms:
        rot = more[0] if more else 0
        level = more[1] if len(more) > 1 else None
        built.add_room(TILES[tile], x, y, rot // 90, LEVELS[level])
    return built


def rule(built: Castle, tile: str, x: int, y: int, rot: int = 0, level: str | None = None) -> str:
    return why_not(built, TILES[tile], Spot(x, y, rot // 90, LEVELS[level]))


def ring() -> Castle:
    return castle(
        ("hallway", 3, 1, 0, "up"), ("hallway", 8, 2, 90, "up"), ("hallway", 3, 8, 0, "up"), ("hallway", 3, 2, 90, "up")
    )


def test_g1_cells_rotate_clockwise_and_directions_with_them() -> None:
    """G.1.0, G.1.1, G.1.2"""
    assert [turned(0, 0, 4, 2, turns) for turns in range(4)] == [(0, 0), (1, 0), (3, 1), (0, 3)]
    sides = [SIDES[tile_form("powder_room", turns).doors[0].side] for turns in range(4)]
    start = SIDES.index(sides[0])
    assert sides == [SIDES[(start + turns) % 4] for turns in range(4)]
    for x, y in ((0, 0), (-7, 3), (900, -900)):
        assert (column(cell(x, y)), row(cell(x, y))) == (x, y)
    assert edge(cell(2, 2), 1) == edge(cell(3, 2), 3)
    assert edge(cell(2, 2), 2) == edge(cell(2, 3), 0)


def test_g1_0_a_placement_is_named_in_one_way_only() -> None:
    """G.1.0"""
    assert distinct_turns("hallway") == (0, 1, 0, 1)
    assert rule(castle(), "hallway", 3, 1, 180, "up") == "G.1.0"
    assert rule(castle(), "hallway", 3, 1, 0, None) == "G.1.0"
    assert rule(castle(), "pantry", 3, 0, 0, "up") == "G.1.0"
    assert rule(castle(), "pantry", 3000, 0) == "G.1.0"
    assert rule(castle(), "hallway", 3, 1, 0, "up") == ""


def test_g1_3_levels_share_one_plane() -> None:
    """G.1.3, G.4.1"""
    built = castle(("stairs", 3, 1, 180))
    assert rule(built, "dungeon", 1, 0, 90) == "R4.1.0"


@pytest.mark.parametrize("name", SHAPES)
def test_g2_and_g3_the_raster_is_as_large_as_the_shape_and_turns_with_it(name: str) -> None:
    """G.2, G.3.1"""
    shape = load().shapes[name]
    for turns in range(4):
        lying = form(name, turns)
        wide, high = (shape.width, shape.height) if turns % 2 == 0 else (shape.height, shape.width)
        assert (lying.width, lying.height) == (wide, high)
        solid = sum(line.count("#") + line.count("/") for line in shape.mask)
        assert lying.mask.bit_count() == solid
        assert len(lying.full) + len(lying.parts) == len(set(lying.cells))


def test_g3_2_moat_cells_are_whole_and_the_barbicans_room_is_a_square() -> None:
    """G.3.2, R6.2.1"""
    cells = load().moat_cells
    assert all(len(set(cells[slot])) == 40 for slot in range(4))
    assert len({at for slot in range(4) for at in cells[slot]}) == 22 * 22 - 18 * 18
    assert form("barbican_225", 0).full == tuple(sorted(cell(x, y) for x in range(3) for y in range(3)))


@pytest.mark.parametrize(("a", "b"), list(combinations(SHAPES, 2)))
def test_g4_and_g5_relations_are_the_same_seen_from_both_sides_and_turned(a: str, b: str) -> None:
    """G.4.1, G.4.2, G.4.3, G.5.1, G.5.2, G.5.4"""
    rng = Random(a + b)
    for _ in range(12):
        dx, dy = rng.randint(-8, 8), rng.randint(-8, 8)
        one, two = form(a, 0), form(b, 0)
        found = sign(relation(one, two, dx, dy))
        assert found == sign(relation(two, one, -dx, -dy))
        ax, ay = turned_corner(one.height, dx, dy, two.height)
        assert found == sign(relation(form(a, 1), form(b, 1), ax, ay))


def turned_corner(height: int, dx: int, dy: int, other_height: int) -> tuple[int, int]:
    """Where the second box's corner lies after the plane was turned clockwise about the first box."""
    return height - dy - other_height, dx


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def test_g4_polygons_agree_with_counting_quarter_cells() -> None:
    """G.4.1, G.5.1, G.5.3, G.5.4"""
    shapes = [name for name in SHAPES if not load().shapes[name].diameter]
    rng = Random(4)
    for _ in range(400):
        a, b = form(rng.choice(shapes), rng.randrange(4)), form(rng.choice(shapes), rng.randrange(4))
        dx, dy = rng.randint(-8, 8), rng.randint(-8, 8)
        found = sign(relation(a, b, dx, dy))
        subs = {(x, y) for x in range(28) for y in range(28) if a.covers(x, y)}
        others = {(x + 4 * dx, y + 4 * dy) for x in range(28) for y in range(28) if b.covers(x, y)}
        near = any((x + i, y + j) in others for x, y in subs for i in (-1, 0, 1) for j in (-1, 0, 1))
        assert (found <= 0) is near


def test_g5_3_corners_touch() -> None:
    """G.5.3"""
    assert relation(form("sq_100", 0), form("sq_100", 0), 2, 2) == 0
    assert load().amounts.corner_touch_is_adjacent


def test_g6_entrances_on_one_edge_connect_and_several_are_one_connection() -> None:
    """G.6.1, G.6.2"""
    built = castle(("hallway", 3, 1, 0, "up"))
    assert built.connected(0) == [1]
    several = castle(("hallway", 3, 1, 0, "up"), ("hallway", 3, 2, 0, "up"))
    assert several.links[1][2] == 6
    assert several.connected(2) == [1]
    assert longest_path(several) == 3


def test_g7_levels_must_match() -> None:
    """G.7.1, G.7.2, R4.1.1"""
    below = castle(("stairs", 3, 1, 180))
    assert rule(below, "dungeon", 6, -1, 90) == ""
    assert rule(below, "hallway", 6, 1, 0, "down") == ""
    assert rule(below, "hallway", 6, 1, 0, "up") == "G.7.1"
    assert rule(castle(), "hallway", 3, 1, 0, "down") == "G.7.1"


def test_g7_stairs_may_be_placed_from_either_end() -> None:
    """R4.1.1, R1.1.4.3"""
    assert rule(castle(), "stairs", 3, 1, 180) == ""
    assert rule(castle(), "stairs", 3, 1, 0) == "G.7.1"
    deep = castle(("stairs", 3, 1, 180), ("hallway", 6, 1, 0, "down"))
    assert rule(deep, "stairs", 12, 1, 0) == ""


def test_g8_an_entrance_is_blocked_by_what_covers_its_middle() -> None:
    """G.8.1, G.8.2, G.9.1"""
    built = castle(("hallway", 3, 1, 0, "up"), ("pantry", 4, -1))
    blocked = [d for d in built.doors[1] if d.edge not in built.open and d.edge not in built.joined]
    assert [column(d.cell) for d in blocked] or built.unjoined[1]
    assert not built.is_joined(1)
    assert all(d.outward in built.full for d in blocked)


def test_g9_external_means_open_and_leading_outside() -> None:
    """G.9.1, G.9.2, G.9.3, G.10.1"""
    built = ring()
    inside = [door for door in built.open.values() if door not in external_doors(built)]
    assert inside
    assert len(courtyards(built)) == 1
    assert all(3 < column(door.outward) < 8 and 2 <= row(door.outward) < 8 for door in inside)


def test_g10_a_gap_encloses_nothing_and_a_closed_area_without_an_entrance_is_no_courtyard() -> None:
    """G.10.1, G.10.2, G.10.3"""
    open_ring = castle(("hallway", 3, 1, 0, "up"), ("hallway", 8, 2, 90, "up"), ("hallway", 3, 2, 90, "up"))
    assert courtyards(open_ring) == []
    blind = ring()
    for door in list(blind.open.values()):
        if door not in external_doors(blind):
            del blind.open[door.edge]
    assert courtyards(blind) == []


def test_g10_corner_contact_encloses() -> None:
    """G.10.2, G.10.3"""
    corner = castle(
        ("hallway", 3, 1, 0, "up"), ("hallway", 9, 2, 90, "up"), ("hallway", 3, 8, 0, "up"), ("hallway", 2, 2, 90, "up")
    )
    assert len(courtyards(corner)) == 1


def outdoor(kind: str) -> str:
    return next(name for name in load().rooms if TILES[name].fence and TILES[name].shape == kind)


@pytest.mark.parametrize("kind", ["rect_250", "sq_400", "rect_450", "round_500", "oct_600"])
def test_g11_a_new_tile_may_not_touch_an_old_fence_and_a_new_fence_not_an_old_tile(kind: str) -> None:
    """G.11.0, G.11.1, G.11.2, G.11.3, R5.1.2"""
    name = outdoor(kind)
    lying = tile_form(name, 0)
    middle = lying.form.width // 2
    square = tile_form("pantry", 0)
    with_fence = Castle()
    with_fence.add_room(TILES[name], 0, 0, 0, 0)
    for x, touches in ((middle - 1, True), (middle - 1 - 20, False)):
        base = cell(x, -2)
        cells = [base + offset for offset in square.form.cells]
        assert touches_fence(with_fence, square.form, base, cells) is touches
        other = Castle()
        other.add_room(TILES["pantry"], x, -2, 0, 0)
        assert own_fence_touched(other, lying, cell(0, 0)) is touches
    above = cell(middle - 1, -3)
    assert not touches_fence(with_fence, square.form, above, [above + offset for offset in square.form.cells])


def test_g11_1_the_ends_of_a_straight_fence_do_not_count() -> None:
    """G.11.1"""
    built = Castle()
    built.add_room(TILES[outdoor("rect_250")], 0, 0, 0, 0)
    square = tile_form("pantry", 0).form
    corner = cell(-2, -2)
    assert not touches_fence(built, square, corner, [corner + offset for offset in square.cells])


def test_g11_2_another_500_circle_may_not_touch_the_arc() -> None:
    """G.11.2"""
    name = outdoor("round_500")
    built = Castle()
    built.add_room(TILES[name], 0, 0, 0, 0)
    disc = form("round_500", 0)
    for (dx, dy), touches in (((3, -4), True), ((-4, -3), True), ((3, 4), False), ((0, -5), True)):
        base = cell(dx, dy)
        cells = [base + offset for offset in disc.cells]
        assert touches_fence(built, disc, base, cells) is touches
        other = Castle()
        other.add_room(TILES[name], dx, dy, 2, 0)
        assert own_fence_touched(other, tile_form(name, 0), cell(0, 0)) is touches


def test_g11_3_no_chamfer_may_lie_flush_at_an_end_of_an_octagons_fence() -> None:
    """G.11.3"""
    built = Castle()
    built.add_room(TILES[outdoor("oct_600")], 0, 0, 0, 0)
    foyer = form("foyer_125", 0)
    flush_north, flush_south = cell(-2, -2), cell(-2, 3)
    assert touches_fence(built, foyer, flush_north, [flush_north + offset for offset in foyer.cells])
    assert not touches_fence(built, foyer, flush_south, [flush_south + offset for offset in foyer.cells])


def test_g12_the_longest_path_enters_no_room_twice() -> None:
    """G.12"""
    assert longest([set()]) == 1
    assert longest([{1}, {0, 2, 3}, {1}, {1}]) == 3
    assert longest([{1, 4}, {0, 2}, {1, 3}, {2, 4}, {3, 0}]) == 5
    assert longest_path(ring()) == 5


def test_g12_agrees_with_trying_every_path_on_small_graphs() -> None:
    """G.12"""
    rng = Random(12)
    for _ in range(60):
        size = rng.randint(2, 8)
        graph: list[set[int]] = [set() for _ in range(size)]
        for a, b in combinations(range(size), 2):
            if rng.random() < 0.35:
                graph[a].add(b)
                graph[b].add(a)
        assert longest(graph) == max(walk(graph, start, {start}) for start in range(size))


def walk(graph: list[set[int]], at: int, seen: set[int]) -> int:
    return 1 + max((walk(graph, other, seen | {other}) for other in graph[at] if other not in seen), default=0)


def test_every_listed_spot_is_legal_and_no_other_nearby_is() -> None:
    """R4.1.0, R4.1.2, R4.1.3"""
    rng = Random(1)
    built = castle()
    names = [*load().rooms, "hallway", "hallway", "stairs"]
    while len(built.rooms) < 14:
        tile = TILES[rng.choice(names)]
        found = list(spots(built, tile, PLAIN))
        if found:
            spot = rng.choice(found)
            built.add_room(tile, spot.x, spot.y, spot.turns, spot.level)
    for name in ("pantry", "hallway", "stairs", "sauna", "forum", outdoor("oct_600"), "dungeon"):
        tile = TILES[name]
        levels = (1, 2) if name == "hallway" else (0,)
        everywhere = {
            Spot(x, y, turns, level)
            for x in range(built.west - 8, built.east + 2)
            for y in range(built.north - 8, built.south + 2)
            for turns in range(4)
            for level in levels
            if not why_not(built, tile, Spot(x, y, turns, level))
        }
        assert set(spots(built, tile, PLAIN)) == everywhere
