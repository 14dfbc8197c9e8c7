"""Decrees of pricing, of rewards and amounts, and of final scoring (D9 to D58)."""

from typing import Any

import pytest
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import metrics
from server.games.castles.choices import (
    AddTile,
    BuyCorridor,
    BuyMoat,
    BuyRenovation,
    BuyRoom,
    ChooseReward,
    Decline,
    LeaveEmpty,
    LookInto,
    MoveCoins,
    Pass,
    PriceTile,
    RemoveTiles,
    SaveCoins,
    TakeCorridor,
    TakeTile,
)
from server.games.castles.content import load
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.modules.decrees import course, final, pricing
from server.games.castles.turns import pricing as prices
from server.games.castles.turns import rewards
from server.games.castles.turns.turn import (
    CORRIDOR_REWARD,
    MOVE_COINS,
    R_CORRIDOR,
    R_DOWNSTAIRS,
    R_SLEEPING,
    R_UTILITY,
    REMOVE_TILES,
    SAVE_COINS,
)
from server.games.kernel.chance import Chance
from tests.server.games.castles.decrees import DECREES, PANTRY, amount, earning, having
from tests.server.games.castles.table import FOYER, happen, playing, points


def market_of(*tiles: str, builder: int = 0, decrees: tuple[str, ...] = (), coins: int = 0) -> Any:
    position = having(*decrees, active=None, builder=builder)
    for tile in tiles:
        position.given(events_pb2.RoomTurnedUp(tile=tile, stack=types_pb2.Stack.ValueType(load().tiles[tile].stack)))
    if coins:
        position.given(events_pb2.CoinsAdded(tiles=tiles[:1], coins=coins))
    return position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_PRICES))


def test_d9_one_price_may_stay_empty_and_one_take_two_tiles() -> None:
    """D9.1, R12.20.4"""
    tiles = ("pantry", "larder", "buttery", "sauna", "forum")
    position = market_of(*tiles, decrees=("decree_market_gap",))
    happen(position, prices.next_price(position.state))
    assert LeaveEmpty() in position.legal(0)
    position.when(0, LeaveEmpty())
    assert LeaveEmpty() not in position.legal(0)
    position.when(0, PriceTile("pantry")).when(0, AddTile("larder"))
    assert not any(type(choice) is AddTile for choice in position.legal(0))
    position.when(0, AddTile("buttery")).then_rejected("D9.1")
    places = [lying.place for lying in position.state.market[:2]]
    assert places == [1, 1]
    plain = market_of(*tiles)
    happen(plain, prices.next_price(plain.state))
    plain.when(0, AddTile("larder")).then_rejected("D9.1")


def test_d9_2_five_players_may_put_three_under_15000() -> None:
    """D9.2"""
    names = ("pantry", "larder", "buttery", "sauna", "forum", "library", "fountains", "salon")
    modules = ("decrees", "towers", "five-players")
    position = playing(5, decrees={0: ["decree_market_gap"]}, builder=0, active=None, modules=modules)
    for tile in names:
        position.given(events_pb2.RoomTurnedUp(tile=tile, stack=types_pb2.Stack.ValueType(load().tiles[tile].stack)))
    position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_PRICES))
    happen(position, prices.next_price(position.state))
    position.when(0, LeaveEmpty())
    for tile in names[:6]:
        position.when(0, PriceTile(tile))
    while any(lying.place is None for lying in position.state.market):
        position.when(0, position.legal(0)[0])
    at_top = [lying for lying in position.state.market if lying.place in (6, 7)]
    assert len(at_top) == 3


def test_d10_coins_move_up_to_5000_on_a_room() -> None:
    """D10"""
    position = market_of("pantry", "larder", decrees=("decree_coin_mover",), coins=7000)
    happen(position, pricing.offer_moves(position.state, Chance(b"")))
    position.then_asked(0, MOVE_COINS)
    moves = [choice for choice in position.legal(0) if isinstance(choice, MoveCoins)]
    assert [choice.coins for choice in moves] == [1000, 2000, 3000, 4000, 5000]
    position.when(0, MoveCoins("pantry", "larder", 6000)).then_rejected("D10")
    position.when(0, MoveCoins("pantry", "larder", 3000))
    coins = [lying.coins for lying in position.state.market]
    assert coins == [4000, 3000]
    assert not any(choice == MoveCoins("larder", "pantry", 1000) for choice in pricing.moves(position.state, 0))


def test_d11_corridor_reward_is_stairs_and_hallway() -> None:
    """D11"""
    position = earning("decree_corridor_both", R_CORRIDOR)
    position.when(0, TakeCorridor(HALLWAYS)).when(0, position.legal(0)[0])
    position.then_asked(0, CORRIDOR_REWARD)
    assert position.legal(0) == [TakeCorridor(STAIRS), Decline()]
    position.when(0, TakeCorridor(HALLWAYS)).then_rejected("R4.5.3")
    position.when(0, TakeCorridor(STAIRS)).when(0, position.legal(0)[0])
    assert position.state.rewards == []


def test_d12_downstairs_gives_two_different_rewards() -> None:
    """D12"""
    position = earning("decree_downstairs_two", R_DOWNSTAIRS)
    position.when(0, ChooseReward(1))
    assert ChooseReward(1) not in position.legal(0)
    position.when(0, ChooseReward(1)).then_rejected("R4.6.3")
    position.when(0, ChooseReward(6))
    assert position.state.rewards == []
    assert not any(choice.reward > 8 for choice in [ChooseReward(6)])


@pytest.mark.parametrize(
    ("decree", "name", "base", "expected"),
    [
        ("decree_outdoor_15000", "outdoor", 10000, 15000),
        ("decree_sleeping_three", "sleeping_tiles", 2, 3),
        ("decree_moat_twice", "moat_looks", 1, 2),
        ("decree_activity_eight", "activity", 5, 8),
        ("decree_food_coins", "food_coins", 0, 5000),
        ("decree_living_three", "living", 0, 3),
        ("decree_utility_three", "utility_draw", 2, 3),
        ("decree_cheap_renovations", "renovation_price", 5000, 3000),
        ("decree_pass_income", "pass_income", 5000, 8000),
        ("decree_cheap_corridors", "corridor_price", 3000, 1000),
    ],
)
def test_decrees_that_change_an_amount(decree: str, name: str, base: int, expected: int) -> None:
    """D13, D14, D16, D28, D29, D30, D31, D32, D52, D53, R12.19"""
    assert amount(decree, name, base) == expected
    position = having(decree)
    assert position.state.points.amount(name, position.state, 1, base) == base


def test_d13_d28_d29_in_play() -> None:
    """D13, D28, D29"""
    position = having("decree_outdoor_15000", "decree_activity_eight", "decree_food_coins", coins={0: 0})
    for reward in (1, 4, 6):
        position.state.decisions.clear()
        happen(position, rewards.earn(position.state, 0, reward, 0))
    assert position.state.players[0].coins == 20000
    assert position.state.players[0].score == 8


def test_d14_three_tiles_and_d31_three_cards() -> None:
    """D14, D31"""
    tiles = ["salon", "gallery_of_mirrors", "shooting_gallery", "gallery"]
    position = earning("decree_sleeping_three", R_SLEEPING, stacks={6: tiles}).when(0, LookInto(6))
    for tile in tiles[:3]:
        position.when(0, TakeTile(tile))
    assert len([entry for entry in position.state.room_deck if entry.tile]) == 3
    cards = earning("decree_utility_three", R_UTILITY)
    assert len(cards.legal(0)) == 3
    cards.when(0, cards.legal(0)[0])
    assert len(cards.state.bonus_deck) == 3


def test_d15_coins_for_each_completed_room_once() -> None:
    """D15, R12.13"""
    position = having("decree_completion_coins", castles={0: PANTRY})
    room = position.state.players[0].castle.rooms[1]
    happen(position, course.completion_coins(position.state, 0, room))
    assert [event.coins for event in position.all(events_pb2.CoinsGained)] == [1000]
    assert list(course.completion_coins(position.state, 1, room)) == []


@pytest.mark.parametrize(("score", "gain"), [(3, 1), (4, 0), (-3, 1), (0, 0)])
def test_d17_odd_points_gain_one(score: int, gain: int) -> None:
    """D17, R3.6.2"""
    position = having("decree_odd_vp")
    position.given(events_pb2.PointsScored(seat=0, points=score, reason=types_pb2.POINTS_REASON_PRINTED))
    happen(position, course.odd_points(position.state, Chance(b"")))
    assert points(position) == gain


def test_d18_savings_are_asked_for_each_turn_and_score_at_the_end() -> None:
    """D18.1, D18.2, R12.20.6, R3.6.2"""
    position = having("decree_savings", coins={0: 2000}).when(0, Pass())
    position.then_asked(0, SAVE_COINS)
    position.when(0, SaveCoins())
    player = position.state.players[0]
    assert (player.coins, player.saved) == (6000, 1000)
    assert position.state.active == 1
    position.state.decisions.clear()
    happen(position, final.score_at_start(position.state, 0))
    assert points(position) == 1
    poor = having("decree_savings", coins={0: 0}, active=None)
    poor.given(events_pb2.TurnBegan(seat=0, turn=1))
    happen(poor, course.save_or_not(poor.state, Chance(b"")))
    assert poor.legal(0) == [Decline()]
    poor.when(0, SaveCoins()).then_rejected("D18.1")


CASTLE: Any = (
    *FOYER,
    {"tile": "pantry", "x": 10, "y": 0},
    {"tile": "larder", "x": 20, "y": 0},
    {"tile": "hallway", "x": 30, "y": 0, "level": "up"},
    {"tile": "salon", "x": 40, "y": 0},
)


@pytest.mark.parametrize(
    ("decree", "castle", "expected"),
    [
        ("decree_different_sizes", CASTLE, 4),
        ("decree_different_types", CASTLE, 6),
        ("decree_longest_path", CASTLE, 1),
        ("decree_no_stairs_or_hallways", CASTLE, 0),
        ("decree_no_stairs_or_hallways", PANTRY, 12),
        ("decree_type_food", CASTLE, 6),
        ("decree_type_corridor", CASTLE, 2),
        ("decree_type_living", CASTLE, 2),
        ("decree_size_100", CASTLE, 4),
        ("decree_size_350", CASTLE, 3),
        ("decree_complete_rooms", CASTLE, 0),
        ("decree_external_entrances", FOYER, 1),
    ],
)
def test_decrees_of_final_scoring(decree: str, castle: Any, expected: int) -> None:
    """D19, D20, D21, D23, D35, D37, D38, D42, D47, D55, D56, R11.2.3"""
    position = having(decree, castles={0: castle}, active=None)
    happen(position, final.score_decrees(position.state, 0))
    assert points(position) == expected


@pytest.mark.parametrize("name", [name for name in DECREES if DECREES[name].effect == "vp_per_metric"])
def test_every_decree_with_a_metric_scores_it(name: str) -> None:
    """D33, D34, D35, D36, D37, D38, D39, D40, D41, D42, D43, D44, D45, D46, D47, D48, D49, D50, D51, D55, D56"""
    decree = DECREES[name]
    assert decree.metric is not None
    rooms: list[Any] = [*FOYER]
    for tile in load().rooms:
        record = load().tiles[tile]
        if decree.metric.type in record.types or record.stack in decree.metric.stacks:
            rooms.append({"tile": tile, "x": 12 * len(rooms), "y": 40})
        if len(rooms) == 4:
            break
    position = having(name, castles={0: rooms}, active=None, modules=("decrees", "renovations"))
    number = metrics.count(position.state, 0, decree.metric)
    happen(position, final.score_decrees(position.state, 0))
    assert points(position) == decree.numbers["vp"] * (number // decree.numbers["per"])


def test_d25_swan_sets_use_the_cards_values() -> None:
    """D25, R12.18"""
    position = having("decree_swan_sets", swans={0: [1, 2, 3]}, active=None, modules=("decrees", "swans"))
    for step in position.state.points.swan_sets:
        happen(position, step(position.state, 0))
    assert points(position) == DECREES["decree_swan_sets"].set_vp[3]
    assert load().trade_coins[3] == 6000


def test_d26_tiles_are_removed_from_two_stacks_before_depleted_ones_score() -> None:
    """D26, R11.2.0.2"""
    position = having("decree_empty_the_stacks", active=None, stacks={6: ["salon"]})
    happen(position, final.offer_removal(position.state, Chance(b"")))
    position.then_asked(0, REMOVE_TILES)
    assert RemoveTiles(6, 2) not in position.legal(0)
    position.when(0, RemoveTiles(6, 2)).then_rejected("D26")
    position.when(0, RemoveTiles(14, 1)).then_rejected("D26")
    for choice in (RemoveTiles(6, 1), RemoveTiles(STAIRS, 2)):
        events = final.remove(position.state, 0, choice, Chance(b""))
        position.state.decisions.clear()
        happen(position, events)
    assert position.state.box == ["salon"]
    assert position.state.supplies[STAIRS] == 2
    assert list(final.removals(position.state, 0)) == [Decline()]


def test_d27_renovated_rooms_count_in_both_types() -> None:
    """D27.1, D27.2"""
    castle: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0, "renovation": "ren_100_activity_corridor"})
    position = having("decree_contiguous_pairs", castles={0: castle}, active=None, modules=("decrees", "renovations"))
    built = position.state.players[0].castle
    built.links[0][1] = built.links[1][0] = 1
    assert final.contiguous_sets(built, 2) == {1: 0, 2: 1}


def test_d54_d57_d58_for_the_master_builder_and_bargains() -> None:
    """D54, D57, D58"""
    position = having("decree_builder_discount", market=[("pantry", 1, 0, 0)], builder=0, coins={0: 3000})
    assert BuyRoom("pantry") in position.legal(0)
    other = having("decree_builder_discount", market=[("pantry", 1, 0, 0)], builder=1, coins={0: 3000})
    assert BuyRoom("pantry") not in other.legal(0)
    proud = having("decree_builder_pride", builder=0, active=None)
    happen(proud, course.builder_pride(proud.state, Chance(b"")))
    assert points(proud) == 1
    hunter = having("decree_bargain_hunter", market=[("pantry", 0, 1000, 0)])
    hunter.when(0, BuyRoom("pantry"))
    hunter.when(0, hunter.legal(0)[0])
    assert points(hunter, reason="DECREE") == 1


def test_d32_and_d53_prices_in_play() -> None:
    """D32, D53"""
    position = having(
        "decree_cheap_renovations",
        castles={0: PANTRY},
        pool=["ren_100_downstairs_food"],
        coins={0: 3000},
        modules=("decrees", "renovations"),
    )
    assert BuyRenovation("ren_100_downstairs_food", 1) in position.legal(0)
    cheap = having("decree_cheap_corridors", coins={0: 1000})
    assert BuyCorridor(STAIRS) in cheap.legal(0)


def test_d16_the_moat_reward_comes_twice() -> None:
    """D16, R12.13"""
    barbican: Any = ({"tile": "barbican", "x": 7, "y": 17, "side": "four"},)
    position = having("decree_moat_twice", castles={0: barbican}, moats={0: ["nw", "ne"]}, modules=("decrees", "moats"))
    position.when(0, BuyMoat(3))
    assert [event.reward for event in position.all(events_pb2.RewardEarned)] == [10, 10]
