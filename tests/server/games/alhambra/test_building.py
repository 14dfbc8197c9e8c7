"""Building rules and redesign: R6, R7."""

import random

import pytest
from ludarium.games.alhambra.v1 import events_pb2, types_pb2

from server.games.alhambra import grid
from server.games.alhambra.choices import Build, Cell, Exchange, Place, Store
from server.games.alhambra.content import load
from server.games.alhambra.turns.turn import CHOOSE_ACTION
from tests.server.games.alhambra.table import owns, playing

WALLS = {tile.id: tile.walls for tile in load().buildings.values()} | {"fountain": 0}


def test_tiles_have_no_orientation_to_choose() -> None:
    """R6.1: a placement is a tile and a cell."""
    assert Place._fields == ("tile", "cell")
    assert Build._fields == ("tile", "cell")


@pytest.mark.parametrize("side", range(4))
def test_a_wall_on_one_side_counts_for_matching_on_both_tiles(side: int) -> None:
    """R6.2, R0.8"""
    beyond = grid.neighbours(Cell(0, 0))[side][1]
    facing = 1 << (side ^ 2)
    walls = {"a": 0, "b": facing, "c": 15 ^ facing}
    tiles = {Cell(0, 0): "a"}
    assert not grid.sides_match(tiles, walls, "b", beyond)
    assert grid.sides_match(tiles, walls, "c", beyond)


def test_a_cell_holds_one_tile() -> None:
    """R6.6"""
    tiles = {Cell(0, 0): "fountain", Cell(1, 0): "pavilion_8"}
    assert grid.broken_rules_of_new(tiles, WALLS, "seraglio_9", Cell(1, 0)) == ["R6.6"]


def test_local_checks_agree_with_the_rules_to_the_letter() -> None:
    """R6.2, R6.3, R6.4, R6.5, R6.8: on random Alhambras, for every cell around."""
    rng = random.Random(6)
    for _ in range(60):
        tiles = grow(rng, 14)
        rest = [tile for tile in load().buildings if tile not in tiles.values()]
        for cell in grid.rim(tiles):
            tile = rng.choice(rest)
            after = {**tiles, cell: tile}
            valid = (
                grid.sides_match(tiles, WALLS, tile, cell)
                and grid.all_reachable(after, WALLS)
                and grid.has_no_hole(after)
            )
            assert grid.may_lie(tiles, WALLS, tile, cell) is valid
            assert (not grid.broken_rules_of_new(tiles, WALLS, tile, cell)) is valid
        removable = grid.removable(tiles, WALLS)
        for cell in tiles:
            if cell == grid.ORIGIN:
                continue
            without = {place: tile for place, tile in tiles.items() if place != cell}
            valid = grid.all_reachable(without, WALLS) and grid.has_no_hole(without)
            assert (cell in removable) is valid
            assert (not grid.broken_rules_of_removal(tiles, WALLS, cell)) is valid
            for tile in rng.sample(rest, 5):
                swapped = {**without, cell: tile}
                valid = grid.sides_match(without, WALLS, tile, cell) and grid.all_reachable(swapped, WALLS)
                assert (not grid.broken_rules_of_exchange(tiles, WALLS, tile, cell)) is valid


def grow(rng: random.Random, size: int) -> grid.Tiles:
    """A random valid Alhambra."""
    tiles: grid.Tiles = {grid.ORIGIN: "fountain"}
    pool = list(load().buildings)
    rng.shuffle(pool)
    for tile in pool:
        cells = [cell for cell in grid.rim(tiles) if grid.may_lie(tiles, WALLS, tile, cell)]
        if cells and len(tiles) < size:
            tiles[rng.choice(cells)] = tile
    return tiles


def test_build_moves_a_tile_from_the_reserve() -> None:
    """R7.1, R3.6: and gives no extra action."""
    position = playing(reserves={0: ["pavilion_8"]}).when(0, Build("pavilion_8", Cell(0, 1)))
    position.then(events_pb2.TileBuilt(seat=0, tile="pavilion_8", cell=types_pb2.Cell(x=0, y=1)))
    position.then_asked(1, CHOOSE_ACTION)


def test_store_moves_a_tile_to_the_reserve() -> None:
    """R7.1"""
    position = playing(alhambras={0: {(1, 0): "pavilion_8"}}).when(0, Store("pavilion_8"))
    position.then(events_pb2.TileStored(seat=0, tile="pavilion_8"))
    assert position.state.players[0].reserve == ["pavilion_8"]


def test_exchange_keeps_the_cell() -> None:
    """R7.1"""
    position = playing(alhambras={0: {(1, 0): "pavilion_8"}}, reserves={0: ["seraglio_9"]})
    position.when(0, Exchange("seraglio_9", "pavilion_8"))
    position.then(events_pb2.TilesExchanged(seat=0, tile="seraglio_9", other_tile="pavilion_8"))
    assert position.state.players[0].alhambra[Cell(1, 0)] == "seraglio_9"


def test_redesigns_need_their_tiles() -> None:
    """R7.1"""
    position = playing(alhambras={0: {(1, 0): "pavilion_8"}, 1: {(1, 0): "garden_12"}})
    position.when(0, Build("seraglio_9", Cell(0, 1))).then_rejected("R7.1")
    position.when(0, Store("garden_12")).then_rejected("R7.1")
    position.when(0, Exchange("seraglio_9", "pavilion_8")).then_rejected("R7.1")


def test_the_result_of_a_redesign_must_be_valid() -> None:
    """R7.2, R6.8"""
    position = playing(reserves={0: ["pavilion_2"]})
    position.when(0, Build("pavilion_2", Cell(1, 0))).then_rejected("R6.2")
    position.when(0, Build("pavilion_2", Cell(2, 2))).then_rejected("R6.3")


def test_the_fountain_is_neither_stored_nor_exchanged() -> None:
    """R6.7, R7.2"""
    position = playing(reserves={0: ["pavilion_8"]})
    fountain = position.state.players[0].alhambra[Cell(0, 0)]
    position.when(0, Exchange("pavilion_8", fountain)).then_rejected("R6.7")


def test_moving_a_tile_inside_the_alhambra_is_no_redesign() -> None:
    """R7.3: a built tile can't be built again."""
    position = playing(alhambras={0: {(1, 0): "pavilion_8"}})
    position.when(0, Build("pavilion_8", Cell(0, 1))).then_rejected("R7.1")


def test_the_outline_is_one_line_that_never_touches_itself() -> None:
    """R6.9: at most two outer sides meet at any corner point of a valid Alhambra."""
    rng = random.Random(9)
    for _ in range(40):
        tiles = grow(rng, 16)
        ends: dict[Cell, int] = {}
        for cell in tiles:
            for side, beyond in grid.neighbours(cell):
                if beyond not in tiles:
                    for end in grid._ends(cell, side):
                        ends[end] = ends.get(end, 0) + 1
        assert set(ends.values()) == {2}


def test_positions_of_the_tests_are_built_from_facts() -> None:
    """R0.5: x grows to the east, y to the south."""
    position = playing().given(*owns(0, "pavilion_8", (1, 0)))
    assert position.state.players[0].alhambra[Cell(1, 0)] == "pavilion_8"
    assert grid.neighbours(Cell(0, 0))[1][1] == Cell(1, 0)
    assert grid.neighbours(Cell(0, 0))[2][1] == Cell(0, 1)
