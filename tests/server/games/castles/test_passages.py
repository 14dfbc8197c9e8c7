"""Secret passages (R6A)."""

from typing import Any

import pytest

from server.games.castles import metrics, scoring
from server.games.castles.choices import (
    AddPassage,
    BuyCorridor,
    BuyMoat,
    BuyRenovation,
    BuyRoom,
    Entrance,
    FinishPlacing,
)
from server.games.castles.content import load
from server.games.castles.content.records import HALLWAYS
from server.games.castles.geometry.cells import cell
from server.games.castles.geometry.fences import cells_touch_fence
from server.games.castles.geometry.outside import courtyards
from server.games.castles.geometry.passages import options
from server.games.castles.geometry.paths import longest_path
from server.games.castles.geometry.placements import Spot, Ways, why_not
from server.games.castles.turns import placing
from tests.server.games.castles.table import FOYER, at, passage, playing, points

EAST: Any = (*FOYER, {"tile": "hallway", "x": 3, "y": 1, "level": "up"})
TILES = load().tiles
ALL = Ways({1: 0, 2: 2, 3: 4}, ())


def buying(tile: str, castle: Any = FOYER, modules: tuple[str, ...] = ("passages",)) -> Any:
    position = playing(castles={0: castle}, market=[(tile, 0, 0, 0)], modules=modules)
    return position.when(0, BuyRoom(tile))


def offered(position: Any) -> list[AddPassage]:
    return [choice for choice in position.legal(0) if isinstance(choice, AddPassage)]


def test_r6a_1_each_player_has_one_of_each_and_keeps_it_where_it_lies() -> None:
    """R6A.1"""
    position = buying("pantry").when(0, at("pantry", 1, 5, 90))
    assert position.state.players[0].passages == [1, 2, 3]
    first = offered(position)[0]
    position.when(0, first)
    if position.state.pending is not None:
        position.when(0, FinishPlacing())
    assert first.passage not in position.state.players[0].passages
    assert [joint.passage for joint in position.state.players[0].castle.joints] == [first.passage]


def test_r6a_2_1_a_room_brings_passages_of_its_own_entrances() -> None:
    """R6A.2.1, R6A.3.1, R6A.5"""
    position = buying("pantry").when(0, at("pantry", 1, 5, 90))
    choice = offered(position)[0]
    assert position.state.pending is not None
    assert choice.passage == 2
    own = {(c.own.x, c.own.y) for c in offered(position)}
    assert all(1 <= x <= 2 and 5 <= y <= 6 for x, y in own)
    assert FinishPlacing() not in position.legal(0)
    position.when(0, FinishPlacing()).then_rejected("R4.1.2")
    wrong = choice._replace(other=Entrance(0, 0, 1))
    position.when(0, wrong).then_rejected("R6A.3.1")
    position.when(0, choice)
    assert position.state.players[0].castle.connected(1) == [0]


def test_r6a_2_3_moats_bring_none() -> None:
    """R6A.2.3, R12.10.3"""
    barbican = ({"tile": "barbican", "x": 7, "y": 17, "side": "four"},)
    position = playing(castles={0: barbican}, modules=["moats", "passages"]).when(0, BuyMoat(1))
    assert position.state.pending is None
    assert position.state.players[0].castle.joints == []


def test_r6a_3_1_the_gap_must_be_exact_and_empty() -> None:
    """R6A.3.1, R6A.3.2"""
    for y, expected in ((5, ""), (6, "R4.1.2"), (7, ""), (8, "R4.1.2")):
        assert why_not(playing().state.players[0].castle, TILES["pantry"], Spot(1, y, 1, 0), ALL) == expected
    castle = playing(castles={0: (*FOYER, {"tile": "key_room", "x": 2, "y": 3})}).state.players[0].castle
    assert cell(2, 3) in castle.full


def test_r6a_3_1_the_gap_may_not_touch_a_fence() -> None:
    """R6A.3.1, G.11.0"""
    fenced = next(n for n in load().rooms if TILES[n].shape == "rect_250" and TILES[n].fence)
    castle = playing(castles={0: (*FOYER, {"tile": fenced, "x": 10, "y": 10})}).state.players[0].castle
    assert cells_touch_fence(castle, (cell(11, 9),))
    assert not cells_touch_fence(castle, (cell(11, 8),))


def test_r6a_3_3_no_entrance_holds_two_passages() -> None:
    """R6A.3.3"""
    position = buying("pantry").when(0, at("pantry", 1, 5, 90))
    position.when(0, offered(position)[0])
    castle = position.state.players[0].castle
    used = {joint.own for joint in castle.joints} | {joint.other for joint in castle.joints}
    assert not used & castle.open.keys()
    assert all(option.own not in used and option.other not in used for option in options(castle, 1, ALL))


def test_r6a_4_1_rooms_with_a_normal_connection_take_no_other_passage() -> None:
    """R6A.4.1, R6A.4.2"""
    position = buying("pantry", EAST)
    position.when(0, next(choice for choice in position.legal(0) if choice.y == 2))
    assert position.state.pending is not None
    built = placing.trial(position.state, position.state.pending)
    normal = set(built.links[2])
    assert normal == {1}
    assert all(option.passage == 1 for option in options(built, 2, ALL) if option.room in normal)


def test_r6a_4_2_a_short_passage_replaces_the_only_normal_connection() -> None:
    """R6A.4.2, R6A.6, R6A.7"""
    position = buying("pantry", FOYER)
    spot = next(choice for choice in position.legal(0) if choice.x == 3)
    position.when(0, spot)
    short = [choice for choice in offered(position) if choice.passage == 1]
    assert len(short) == 1
    position.when(0, short[0])
    if position.state.pending is not None:
        position.when(0, FinishPlacing())
    castle = position.state.players[0].castle
    assert castle.links[1] == {}
    assert castle.secret[1] == {0: 1}
    assert castle.connected(1) == [0]


def test_r6a_4_2_two_shared_entrances_take_no_short_passage() -> None:
    """R6A.4.2"""
    castle = playing(castles={0: EAST}, modules=["passages"]).state.players[0].castle
    castle.add_room(TILES["hallway"], 3, 2, 0, 1)
    assert [option for option in options(castle, 2, ALL) if option.passage == 1] == []


def test_r6a_4_3_two_passages_between_two_rooms_double_once() -> None:
    """R6A.4.3, R6A.6"""
    castle = playing(castles={0: (*FOYER, {"tile": "pantry", "x": 1, "y": 5})}).state.players[0].castle
    castle.secret[0][1] = castle.secret[1][0] = 2
    assert castle.passes(0, 1)
    assert castle.connected(0) == [1]


def test_r6a_5_a_passage_joins_up_and_down() -> None:
    """R6A.5, G.7.2, G.7.1"""
    assert why_not(playing().state.players[0].castle, TILES["dungeon"], Spot(3, 0, 1, 0)) in ("G.7.1", "R4.1.2")
    castle = playing().state.players[0].castle
    aligned = [
        Spot(x, y, turns, 0)
        for x in range(-6, 9)
        for y in range(-6, 9)
        for turns in range(4)
        if why_not(castle, TILES["dungeon"], Spot(x, y, turns, 0)) == "G.7.1"
    ]
    assert aligned
    assert all(why_not(castle, TILES["dungeon"], spot, ALL) == "" for spot in aligned)
    spot = aligned[0]
    position = buying("dungeon").when(0, at("dungeon", spot.x, spot.y, 90 * spot.turns))
    position.when(0, FinishPlacing()).then_rejected("R4.1.2")
    short = next(choice for choice in offered(position) if choice.passage == 1)
    position.when(0, short)
    if position.state.pending is not None:
        position.when(0, FinishPlacing())
    assert position.state.players[0].castle.connected(1) == [0]


def test_r6a_5_a_room_between_both_levels_needs_its_short_passage_where_they_meet() -> None:
    """R6A.5, G.7.1: it may not double the hallway's bonuses with the foyer and leave its end against the dungeon."""
    castle: Any = (*FOYER, {"tile": "dungeon", "x": -8, "y": -2})
    position = playing(castles={0: castle}, modules=["passages"])
    position.when(0, BuyCorridor(HALLWAYS)).when(0, at("hallway", -6, 1, level=1))
    with_dungeon = AddPassage(1, Entrance(-6, 1, 1), Entrance(-6, 0, 3))
    with_foyer = AddPassage(1, Entrance(-1, 1, 2), Entrance(0, 1, 4))
    assert position.legal(0) == [with_dungeon]
    position.when(0, with_foyer).then_rejected("R6A.3.1")
    position.when(0, with_dungeon)
    assert position.state.players[0].castle.connected(2) == [0, 1]


def test_r6a_7_a_passage_of_its_own_makes_nothing_adjacent() -> None:
    """R6A.7, R6A.8.2"""
    position = buying("pantry").when(0, at("pantry", 1, 5, 90))
    position.when(0, offered(position)[0])
    castle = position.state.players[0].castle
    assert castle.touching(1) == []
    assert [owner for owner in castle.full.values() if owner == -2]


def test_r6a_8_a_passage_is_no_room_and_has_no_size() -> None:
    """R6A.8.1, F22"""
    position = buying("pantry").when(0, at("pantry", 1, 5, 90))
    position.when(0, offered(position)[0])
    state = position.state
    assert len(state.players[0].castle.rooms) == 2
    assert metrics.square_feet(state, state.players[0]) == 225


def test_r6a_2_2_and_r12_15_a_renovation_brings_passages_too() -> None:
    """R6A.2.2, R6A.8.3, R12.15"""
    castle: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0})
    position = playing(castles={0: castle}, pool=["ren_100_downstairs_food"], modules=["passages", "renovations"])
    built = position.state.players[0].castle
    position.when(0, BuyRenovation("ren_100_downstairs_food", 1))
    if built.links[1]:
        assert any(choice.passage == 1 for choice in offered(position))
        position.when(0, next(choice for choice in offered(position) if choice.passage == 1))
        if position.state.pending is not None:
            position.when(0, FinishPlacing())
        assert position.state.players[0].castle.secret[1] == {0: 1}
    assert position.state.players[0].castle.rooms[1].shows.id == "ren_100_downstairs_food"


def test_r12_16_passages_count_for_paths_and_courtyards() -> None:
    """R12.16, G.10.2, G.12"""
    position = buying("pantry").when(0, at("pantry", 1, 5, 90))
    position.when(0, offered(position)[0])
    assert longest_path(position.state.players[0].castle) == 2
    assert courtyards(position.state.players[0].castle) == []


@pytest.mark.parametrize("doubled", [False, True])
def test_r6a_6_living_rooms_score_doubled_bonuses_again(doubled: bool) -> None:
    """R6A.6, R4.5.6"""
    castle = playing(
        castles={0: (*FOYER, {"tile": "parlor", "x": 10, "y": 0}, {"tile": "piano_room", "x": 30, "y": 0})}
    )
    built = castle.state.players[0].castle
    target = built.secret if doubled else built.links
    target[1][2] = target[2][1] = 1
    parlor = TILES["parlor"]
    assert parlor.center is not None
    assert scoring.own_center(built, built.rooms[1]) == parlor.center.vp * (2 if doubled else 1)


def test_points_of_a_passage_are_the_connections() -> None:
    """R6A.5, R6A.6"""
    position = buying("pantry").when(0, at("pantry", 1, 5, 90))
    position.when(0, offered(position)[0])
    assert points(position, reason="PRINTED") == TILES["pantry"].vp
    assert passage("passage_short", (0, 0, "N"), (0, -1, "S")).passage == 1
