"""The worked examples of set-up, market, Towers, decrees, courtyards, the base game and geometry, by their ids."""

import re
from typing import Any

import pytest
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import final, metrics, scoring
from server.games.castles.content import load
from server.games.castles.content.records import SIDES, TYPES
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.forms import form, tile_form
from server.games.castles.geometry.outside import courtyards, external_doors
from server.games.castles.geometry.relations import relation
from server.games.castles.modules.decrees.final import contiguous_sets, hidden_room_points, score_decrees
from server.games.castles.turns.turn import KEEP_BONUS
from tests.server.games.castles.examples import (
    EXAMPLES,
    HERE,
    SHAPES,
    names,
    numbers,
    of,
    placing,
)
from tests.server.games.castles.table import at, gain, happen, playing, points
from tests.server.games.walk import Sitting, walk


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_meet_as_exact_geometry_says(name: str) -> None:
    given, expect = of(name)
    a, b = given["a"], given["b"]
    found = relation(form(a["shape"], 0), form(b["shape"], 0), *b["at"])
    assert ("contact", "apart", "overlap")[(found > 0) - (found < 0)] == expect


def test_geo_rotation_pantry_90() -> None:
    """G.1.1"""
    doors = tile_form("pantry", 1).doors
    expect = of("geo_rotation_pantry_90")[1]["entrances"]
    assert [[column(door.offset), row(door.offset), SIDES[door.side]] for door in doors] == expect


@pytest.mark.parametrize("expect", EXAMPLES["ex_market_2_3_4_5"]["expect"], ids=lambda e: str(e["players"]))
def test_ex_market_2_3_4_5(expect: dict[str, Any]) -> None:
    """R1.2.8.1, R1.2.8.2, R2.2.2, R2.2.4"""
    seats = expect["players"]
    five = ("five-players", "towers") if seats == 5 else ()
    state: Any = next(walk(Sitting("castles", seats, (*five, "renovations")))).state
    assert len(state.market) == expect["rooms"]
    towers = sum(load().tiles[lying.tile].stack == 11 for lying in state.market)
    assert len(state.pool) == expect["renovations"] - towers
    prices = load().players[seats].prices
    assert not set(expect["excluded_prices"]) & set(prices)
    assert len(prices) == expect["rooms"]
    assert prices.count(15000) == expect.get("rooms_under_15000", 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["single", "double"])
def test_ex_double_decree_counts(seats: int, variant: str) -> None:
    """R10.1.1, R10.2.1, R10.2.2"""
    expect = of("ex_double_decree_counts")[1][variant][seats]
    five = ("five-players", "towers") if seats == 5 else ()
    double = ("double-decree",) if variant == "double" else ()
    offered: list[int] = []
    for moment in walk(Sitting("castles", seats, (*five, "decrees", *double))):
        state: Any = moment.state
        if any(player.decrees for player in state.players):
            break
        offered.append(len(moment.choices))
        last = moment
    assert offered[0] == expect["dealt"]
    assert offered == list(range(expect["dealt"], expect["left"], -1))
    events = [event.castles for event in last.simulation.events if event.WhichOneof("payload") == "castles"]
    returned = [event.decrees_returned for event in events if event.WhichOneof("event") == "decrees_returned"]
    assert returned[0].count == expect["left"]
    kept = [event.decree_revealed.seat for event in events if event.WhichOneof("event") == "decree_revealed"]
    assert all(kept.count(seat) >= expect.get("each", 1) for seat in range(seats))


def test_base_start_vp() -> None:
    """R1.2.10"""
    state: Any = next(walk(Sitting("castles", 4))).state
    assert [state.players[seat].score for seat in state.from_builder()] == list(of("base_start_vp")[1]["vp"].values())


def test_ex_tower_favor() -> None:
    """R5.3.1, R9.3.2, R11.2.6"""
    given, expect = of("ex_tower_favor")
    order = given["turn_order"]
    castles = {
        order.index(color): [
            {"tile": "foyer", "x": 0, "y": 0, "side": "three"},
            *({"tile": tile, "x": 10 * (number + 1), "y": 0} for number, tile in enumerate(tiles)),
        ]
        for color, tiles in given["activity_rooms"].items()
    }
    position = playing(3, castles=castles, modules=["towers"], active=None, builder=0)
    red = order.index("red")
    favor = given["face_down_favors"]["red"][0]
    position.given(events_pb2.FavorPileBuilt(pile=[favor], count=1))
    position.given(events_pb2.FavorsLookedAt(seat=red, favors=[favor], count=1))
    position.given(events_pb2.FavorKept(seat=red, favor=favor))
    happen(
        position,
        (e for seat in range(3) for step in position.state.points.tower_favors for e in step(position.state, seat)),
    )
    ranked = position.all(events_pb2.FavorRanked)[0]
    assert {color: ranked.counts[order.index(color)] for color in order} == expect["ranked_counts"]
    assert {color: points(position, order.index(color)) for color in order} == expect["vp"]


def test_ex_moat_activity_penalty_game_room() -> None:
    """R4.3.0, R6.3"""
    _, expect = of("ex_moat_activity_penalty_game_room")
    position = placing("ex_moat_activity_penalty_game_room", "game_room").when(0, at("game_room", 2, 9))
    castle = position.state.players[0].castle
    assert names(position, castle.connected(2)) == expect["connected"]
    assert names(position, castle.touching(2)) == expect["adjacent"]
    assert numbers(position, "ADJACENCY") == [expect["adjacency_penalty"]]


def test_ex_moat_activity_penalty_train_room() -> None:
    """R4.3.0, R6.3"""
    _, expect = of("ex_moat_activity_penalty_train_room")
    position = placing("ex_moat_activity_penalty_train_room", "train_room").when(0, at("train_room", 7, 15, 180))
    castle = position.state.players[0].castle
    assert names(position, castle.connected(3)) == expect["connected"]
    assert set(names(position, castle.touching(3))) == set(expect["penalty_per_room"])
    own = [e.points for e in position.all(events_pb2.PointsScored) if e.room == 3 and e.reason == 4]
    assert own == [expect["total_penalty"]]


def test_ex_decree_contiguous() -> None:
    """D27.1"""
    given, expect = of("ex_decree_contiguous")
    position = playing(
        castles={0: given["castle"]}, decrees={0: ["decree_contiguous_pairs"]}, active=None, modules=["decrees"]
    )
    found = contiguous_sets(position.state.players[0].castle, 2)
    assert {TYPES[kind - 1]: number for kind, number in found.items() if number} == expect["sets"]
    happen(position, score_decrees(position.state, 0))
    assert points(position) == expect["total_vp"]


def test_ex_decree_hidden_room() -> None:
    """D5.2, D5.3"""
    given, expect = of("ex_decree_hidden_room")
    rooms = [{"tile": tile, "x": 10 * n, "y": 0, "side": "three"} for n, tile in enumerate(given["castle_rooms"])]
    position = playing(castles={0: rooms}, decrees={0: ["decree_hidden_room"]}, modules=["decrees"])
    position.given(
        events_pb2.StackBuilt(stack=types_pb2.STACK_300, tiles=[given["hidden"]], count=1),
        events_pb2.RoomHidden(seat=0, stack=types_pb2.STACK_300, tile=given["hidden"]),
    )
    decree = load().decrees["decree_hidden_room"]
    assert hidden_room_points(position.state, 0, decree) == expect["vp"]


def test_ex_decree_leftover_coins() -> None:
    """D24, R11.2.7"""
    given, expect = of("ex_decree_leftover_coins")
    position = playing(
        coins={0: given["coins"], 1: 0}, decrees={0: [given["decree"]]}, active=None, modules=["decrees"]
    )
    happen(position, final.leftover_coins(position.state))
    assert points(position, reason="COINS") == expect["base_vp"]
    assert points(position, reason="DECREE") == expect["decree_vp"]


def test_ex_courtyard_flute_room() -> None:
    """G.5.2, G.10.2"""
    given, expect = of("ex_courtyard_flute_room")
    position = playing(castles={0: given["castle"]})
    castle = position.state.players[0].castle
    assert names(position, castle.touching(4)) == expect["flute_room_touches"]
    assert len(courtyards(castle)) == expect["courtyards"]


def test_courtyard_four_hallways() -> None:
    """G.10.1, G.9.3, D22"""
    given, expect = of("courtyard_four_hallways")
    position = playing(castles={0: given["castle"]}, decrees={0: ["decree_courtyards"]}, modules=["decrees"])
    castle = position.state.players[0].castle
    found = courtyards(castle)
    assert len(found) == expect["courtyards"]
    assert found[0].bit_count() == 16 * expect["courtyard_cells"]
    assert len(external_doors(castle)) < len(castle.open)
    happen(position, score_decrees(position.state, 0))
    assert points(position) == expect["decree_courtyards_vp"]


@pytest.mark.parametrize("name", ["base_favor_ties", "base_favor_zero"])
def test_favor_points(name: str) -> None:
    """R9.3.2, R9.3.3"""
    given, expect = of(name)
    shares = final.favor_points(list(given["counts"].values()), load().amounts.favor_rank_vp)
    assert [share[0] if share else 0 for share in shares] == list(expect["vp"].values())


def test_base_powder_room_completes() -> None:
    """R4.4.2, R4.5.9"""
    _, expect = of("base_powder_room_completes")
    position = placing("base_powder_room_completes", "powder_room").when(0, at("powder_room", 3, 0, 90))
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert position.state.players[0].castle.rooms[1].complete is expect["completed"]
    assert position.all(events_pb2.BonusCardsDrawn)[0].count == 2
    position.then_asked(0, KEEP_BONUS)


def test_base_dungeon_counts_itself() -> None:
    """R4.3.2"""
    _, expect = of("base_dungeon_counts_itself")
    position = placing("base_dungeon_counts_itself", "dungeon").when(0, at("dungeon", 6, -1, 90))
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CASTLE") == [expect["castle_bonus"]]
    assert points(position) == expect["total_vp"]


def test_base_living_rescore() -> None:
    """R4.5.6"""
    given, expect = of("base_living_rescore")
    position = playing()
    position.given(
        events_pb2.RoomPlaced(seat=0, room=1, tile=given["room"], x=10, y=10),
    )
    castle = position.state.players[0].castle
    for number, tile in enumerate(given["connected_activity_rooms"], start=2):
        position.given(events_pb2.RoomPlaced(seat=0, room=number, tile=tile, x=40 * number, y=0))
        castle.links[1][number] = castle.links[number][1] = 1
    room = castle.rooms[1]
    assert room.shows.vp + scoring.own_center(castle, room) == expect["rescore_vp"]


def test_base_depleted() -> None:
    """R11.2.1.1"""
    given, expect = of("base_depleted")
    rooms = [{"tile": "foyer", "x": 0, "y": 0, "side": "three"}]
    rooms += [{"tile": tile, "x": 10 * n + 10, "y": 0} for n, tile in enumerate(given["own_250_rooms"])]
    position = playing(castles={0: rooms}, stacks={4: []}, active=None)
    assert metrics.depleted_stacks(position.state) == [4]
    happen(position, final.depleted_stacks(position.state))
    assert points(position) == expect["vp"]


def test_base_coins() -> None:
    """R11.2.7"""
    given, expect = of("base_coins")
    position = playing(coins={0: 0, 1: 0}, active=None).given(gain(0, given["coins"]))
    happen(position, final.leftover_coins(position.state))
    assert points(position) == expect["vp"]


def test_every_example_is_a_test() -> None:
    written = " ".join(path.read_text() for path in HERE.glob("test_*.py"))
    functions = set(re.findall(r"def test_(\w+)", written))
    by_name = {*SHAPES, "base_favor_ties", "base_favor_zero"}
    assert [name for name in EXAMPLES if name not in functions | by_name] == []
