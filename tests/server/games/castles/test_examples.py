"""Every worked example, by its id and with its own numbers."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import final, metrics, scoring
from server.games.castles.choices import (
    AddPassage,
    BuyMoat,
    BuyRenovation,
    BuyRoom,
    Entrance,
    FinishPlacing,
    LookInto,
    TakeTile,
    TradeSwans,
)
from server.games.castles.content import load
from server.games.castles.content.records import SIDES, SWAN_COLORS, TYPES
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.forms import form, tile_form
from server.games.castles.geometry.outside import courtyards, external_doors
from server.games.castles.geometry.placements import Spot, why_not
from server.games.castles.geometry.relations import relation
from server.games.castles.modules.decrees.final import contiguous_sets, hidden_room_points, score_decrees
from server.games.castles.modules.swans import score_sets, sets
from server.games.castles.turns import market
from server.games.castles.turns.turn import DOWNSTAIRS_REWARD, KEEP_BONUS
from server.games.kernel.chance import Chance
from server.games.kernel.testkit import Position
from tests.server.games.castles.table import at, gain, happen, passage, playing, points
from tests.server.games.walk import Sitting, walk

HERE = Path(__file__).parent
EXAMPLES: dict[str, dict[str, Any]] = {
    example["id"]: example for example in yaml.safe_load((HERE / "examples.yaml").read_text())["examples"]
}
SHAPES = [name for name, example in EXAMPLES.items() if "a" in example.get("given", {}) and name.startswith("geo")]


def of(name: str) -> tuple[dict[str, Any], Any]:
    return EXAMPLES[name].get("given", {}), EXAMPLES[name]["expect"]


def placing(name: str, tile: str) -> Position:
    """The example's castle with a tile chosen to be placed."""
    given, _ = of(name)
    if "continues" in given:
        given = {**of(given["continues"])[0], **given}
    position = playing(
        castles={0: given["castle"]},
        moats={0: given.get("moats_placed", ())},
        market=[(tile, 0, 0, 0)],
        modules=given.get("modules", ()),
    )
    return position.when(0, BuyRoom(tile))


def joined(name: str) -> list[AddPassage]:
    choices = []
    for part in EXAMPLES[name]["passages"]:
        placed = passage(part["id"], *part["entrances"])
        own, other = placed.own, placed.other
        choices.append(
            AddPassage(placed.passage, Entrance(own.x, own.y, own.side), Entrance(other.x, other.y, other.side))
        )
    return choices


def with_passages(position: Position, name: str) -> Position:
    happened = list(position.happened)
    for choice in joined(name):
        position.when(0, choice)
        happened += position.happened
        assert position.rejection is None
    if not any(isinstance(event, events_pb2.RoomPlaced | events_pb2.RenovationPlaced) for event in happened):
        position.when(0, FinishPlacing())
        happened += position.happened
    position.happened = happened
    return position


def numbers(position: Position, kind: str) -> list[int]:
    """Points for a reason, one by one, in order."""
    reason = types_pb2.PointsReason.Value(f"POINTS_REASON_{kind}")
    return [event.points for event in position.all(events_pb2.PointsScored) if event.reason == reason]


def names(position: Position, rooms: list[int]) -> list[str]:
    return [position.state.players[0].castle.rooms[number].tile.id for number in rooms]


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


def moat_castle() -> Position:
    given, _ = of("ex_moat_completion")
    return playing(
        castles={0: given["castle"]},
        moats={0: given["moats_placed"]},
        coins={0: given["coins"]},
        supplies=(4, 5, given["moats_left_in_stack"]),
        stacks={10: ["ballroom", "terrace"]},
        modules=["moats"],
    )


def test_ex_moat_completion() -> None:
    """R6.4.1, R6.6.1, R6.7, R6.8.1"""
    _, expect = of("ex_moat_completion")
    position = moat_castle().when(0, BuyMoat(3))
    player = position.state.players[0]
    assert position.all(events_pb2.MoatBought)[0].price == expect["coins_paid"]
    assert player.coins == 0
    assert numbers(position, "MOAT") == [expect["vp_printed"], expect["vp_for_rooms"]]
    assert points(position) == expect["vp"]
    assert len(position.all(events_pb2.RoomCardTurnedUp)) == expect["room_cards_discarded"]
    assert len(position.all(events_pb2.MoatCompleted)) == 1
    assert position.all(events_pb2.RewardEarned)[0].reward == types_pb2.REWARD_MOAT
    leading = [[column(d.cell), row(d.cell), SIDES[d.side]] for d in external_doors(player.castle)]
    assert leading == expect["external_entrances"]


def test_ex_moat_reward_ballroom() -> None:
    """R4.2.1, R4.2.2, R4.4.1, R6.5.3, R6.6.3, R6.8.2, G.8.2"""
    _, expect = of("ex_moat_reward_ballroom")
    position = moat_castle().when(0, BuyMoat(3)).when(0, LookInto(10)).when(0, TakeTile("ballroom"))
    position.when(0, at("ballroom", 4, 2, 90))
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "ADJACENCY") == [expect["adjacency"]]
    assert numbers(position, "MOAT") == [expect["moat_bonus"]]
    assert points(position) == expect["total_vp"]
    castle = position.state.players[0].castle
    room = castle.rooms[-1]
    assert names(position, castle.touching(room.number)) == expect["adjacent"]
    blocked = [d for d in castle.doors[room.number] if d.edge not in castle.open and d.edge not in castle.joined]
    assert [[column(d.cell), row(d.cell), SIDES[d.side]] for d in blocked] == [expect["blocked_entrance"]]
    assert room.complete is expect["completed"]


def test_ex_passage_1_fencing_room() -> None:
    """R6A.4.2, R6A.6, R6A.7, R4.3.0"""
    name = "ex_passage_1_fencing_room"
    _, expect = of(name)
    position = with_passages(placing(name, "fencing_room").when(0, at("fencing_room", 5, 3)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["painting_room_connection"]]
    assert numbers(position, "ADJACENCY") == [expect["adjacency"]]
    assert points(position) == expect["total_vp"]


def test_ex_passage_2_library() -> None:
    """R6A.2.1, R6A.3.1, R6A.6"""
    name = "ex_passage_2_library"
    _, expect = of(name)
    position = with_passages(placing(name, "library").when(0, at("library", 9, 4, 90)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["library_connection"], expect["tasso_room_connection"]]
    assert points(position) == expect["total_vp"]
    gap = position.state.players[0].castle.joints[-1].gap
    assert [[column(c), row(c)] for c in gap] == EXAMPLES[name]["passages"][1]["gap_cells"]


def test_ex_passage_3_food_prep_forum() -> None:
    """R6A.4.2, R6A.6, R6A.7"""
    name = "ex_passage_3_food_prep_forum"
    _, expect = of(name)
    position = with_passages(placing(name, "food_prep_room").when(0, at("food_prep_room", -2, 8)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["food_prep_room_connection"]]
    assert sum(numbers(position, "ADJACENCY")) == expect["forum_adjacency"]
    assert (1 in position.state.players[0].castle.touching(2)) is expect["adjacent_to_forum"]
    assert points(position) == expect["total_vp"]
    without = placing(name, "food_prep_room").when(0, at("food_prep_room", -2, 8)).when(0, FinishPlacing())
    other = EXAMPLES[name]["expect"].get("without_passage") or EXAMPLES[name]["without_passage"]
    assert numbers(without, "CONNECTION") == [other["food_prep_room_connection"]]
    assert numbers(without, "ADJACENCY") == [other["forum_adjacency"]]
    assert points(without) == other["total_vp"]


def test_ex_swan_trade() -> None:
    """R7.3.1, R7.3.4"""
    given, expect = of("ex_swan_trade")
    tokens = [SWAN_COLORS.index(color) + 1 for color, count in given["tokens"].items() for _ in range(count)]
    position = playing(swans={0: tokens}, coins={0: 0}, modules=["swans"])
    position.when(0, TradeSwans(tuple(sorted(tokens))))
    assert position.state.players[0].coins == expect["coins"]
    assert dict(position.state.players[0].swans) == expect["tokens_left"]
    assert not position.state.lake
    assert position.state.traded.total() == 3


def test_ex_swan_trade_table() -> None:
    """R7.3.1, R7.3.2"""
    assert load().trade_coins == of("ex_swan_trade_table")[1]


def test_ex_swan_set_table() -> None:
    """R7.4"""
    assert list(load().set_vp[1:]) == list(of("ex_swan_set_table")[1].values())


def test_ex_swan_sets() -> None:
    """R7.4, R11.2.2"""
    given, expect = of("ex_swan_sets")
    tokens = [SWAN_COLORS.index(color) + 1 for color, count in given["tokens"].items() for _ in range(count)]
    position = playing(swans={0: tokens}, modules=["swans"])
    assert sets(position.state.players[0].swans) == expect["sets"]
    happen(position, score_sets(position.state, 0))
    assert numbers(position, "SWAN_SETS") == expect["vp_per_set"]
    assert points(position) == expect["vp"]


def test_ex_renovation_still_downstairs() -> None:
    """R8.5.1, R8.5.3, G.7.1"""
    given, expect = of("ex_renovation_still_downstairs")
    position = playing(castles={0: given["castle"]}, modules=["renovations"])
    castle = position.state.players[0].castle
    assert why_not(castle, load().tiles["pantry"], Spot(8, 2, 1, 0)) == expect["because"]
    assert not why_not(castle, load().tiles["dungeon"], Spot(5, 2, 2, 0))


def renovating(name: str, room: int, complete: tuple[int, ...] = (), downstairs: int = 0) -> Position:
    given, _ = of(name)
    cover = given["renovation_pool"][0]
    position = playing(castles={0: given["castle"]}, pool=[cover], coins={0: given["coins"]}, modules=["renovations"])
    position.given(*(events_pb2.RoomCompleted(seat=0, room=number) for number in complete))
    position.given(events_pb2.DownstairsCounted(seat=0, count=downstairs))
    return position.when(0, BuyRenovation(cover, room))


def test_ex_renovation_midnight_snackery() -> None:
    """R8.3.2, R8.4.1"""
    _, expect = of("ex_renovation_midnight_snackery")
    position = renovating("ex_renovation_midnight_snackery", 2)
    assert position.all(events_pb2.RenovationBought)[0].price == expect["coins_paid"]
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["own_connection"], expect["anteroom_connection"]]
    assert points(position) == expect["total_vp"]


def test_ex_renovation_undercroft() -> None:
    """R8.4.3, R4.5.2, R4.6.1"""
    _, expect = of("ex_renovation_undercroft")
    position = renovating("ex_renovation_undercroft", 1, (1, 3, 4, 5, 6), downstairs=1)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert not numbers(position, "ADJACENCY")
    assert numbers(position, "REWARD") == [expect["then_activity_reward_vp"]]
    assert position.state.players[0].downstairs == expect["downstairs_counter"]
    position.then_asked(0, DOWNSTAIRS_REWARD)
    offered = {choice.reward for choice in position.legal(0)}  # type: ignore[attr-defined]
    assert types_pb2.REWARD_DOWNSTAIRS not in offered
    assert types_pb2.REWARD_LIVING in offered


def test_ex_renovation_refill() -> None:
    """R8.8.1, R8.8.4, R2.1"""
    given, expect = of("ex_renovation_refill")
    rooms = ["pantry", "larder", "buttery", "sauna", "forum", "library", "fountains"][: given["rooms_in_market"]]
    pool = [cover for cover in load().renovations if load().tiles[cover].stack < 6][: given["renovations_in_pool"]]
    position = playing(
        5,
        market=[(tile, place, 0, 0) for place, tile in enumerate(rooms)],
        pool=pool,
        deck=[given["room_deck_top_card"], 100],
        active=None,
        modules=["five-players", "towers", "renovations"],
    )
    covers = [cover for cover in load().renovations if load().tiles[cover].stack == 6]
    position.given(events_pb2.RenovationStackBuilt(stack=types_pb2.STACK_350, renovations=covers, count=len(covers)))
    happen(position, market.draw(position.state, Chance(b"draw")))
    assert len(position.all(events_pb2.RoomCardTurnedUp)) == expect["cards_drawn"]
    assert len(position.state.market) == expect["rooms_in_market"]
    assert len(position.state.pool) == expect["renovations_in_pool"]
    assert load().tiles[position.state.market[-1].tile].size == expect["new_room_size"]
    assert load().tiles[position.state.pool[-1].renovation].size == expect["new_renovation_size"]


def test_ex_renovation_observatory() -> None:
    """R4.3.1, R6A.6, R6A.7"""
    name = "ex_renovation_observatory"
    _, expect = of(name)
    position = with_passages(placing(name, "observatory").when(0, at("observatory", 5, 6)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["connection_living"] + expect["connection_activity"]]
    assert sum(numbers(position, "ADJACENCY")) == expect["adjacency"]
    assert points(position) == expect["total_vp"]


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
