"""Towers (R5) and moats (R6)."""

from typing import Any

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import metrics, scoring
from server.games.castles.choices import BuyMoat, BuyRoom, ChooseFoyer, Decline, KeepFavor, LookInto, Pass, TakeTile
from server.games.castles.content import Metric, load
from server.games.castles.content.records import MOATS, OUTDOOR, TOWERS, UP
from server.games.castles.geometry.outside import external_doors
from server.games.castles.geometry.placements import Spot, spots, why_not
from server.games.castles.modules.moats import why_no_moat
from server.games.castles.turns import placing, rewards
from server.games.castles.turns.turn import CHOOSE_FOYER, KEEP_FAVOR, LOOK_INTO_STACK, R_MOAT, R_TOWER
from server.games.kernel.chance import Chance
from tests.server.games.castles.table import FOYER, at, happen, playing, points
from tests.server.games.walk import Sitting, walk

BARBICAN: Any = ({"tile": "barbican", "x": 7, "y": 17, "side": "four"},)
CLOSED: Any = ({"tile": "barbican", "x": 7, "y": 17, "side": "three", "rot": 180},)
FAVORS = ("favor_coins", "favor_total_rooms", "favor_towers", "favor_courtyards")
TILES = load().tiles


def with_pile(*favors: str, **given: Any) -> Any:
    position = playing(active=None, modules=["towers"], **given)
    position.given(events_pb2.FavorPileBuilt(pile=favors, count=len(favors)), events_pb2.TurnBegan(seat=0, turn=1))
    return position


def reward(position: Any, kind: int) -> Any:
    value = types_pb2.Reward.ValueType(kind)
    position.given(events_pb2.RewardEarned(seat=0, number=1, reward=value))
    return happen(position, rewards.next_reward(position.state, Chance(b"reward")))


def test_r5_1_towers_come_priced_and_are_bought_as_any_room() -> None:
    """R5.1.1, R5.1.2"""
    position = playing(market=[("clock_tower", 0, 0, 0)], modules=["towers"])
    position.when(0, BuyRoom("clock_tower"))
    position.when(0, position.legal(0)[0])
    assert points(position, reason="PRINTED") == TILES["clock_tower"].vp
    assert TILES["tower_garden"].fence
    assert TILES["sunken_tower"].level == 2
    assert TILES["music_tower"].center is not None


def test_r5_2_a_completed_tower_gives_both_rewards() -> None:
    """R5.2, R12.5.2"""
    position = playing(market=[("clock_tower", 0, 0, 0)], modules=["towers"])
    position.when(0, BuyRoom("clock_tower"))
    position.when(0, position.legal(0)[0])
    assert [event.reward for event in position.all(events_pb2.RewardEarned)] == [8, R_TOWER]


def test_r5_3_one_of_three_favors_is_kept_and_the_others_are_discarded() -> None:
    """R5.3.1, R5.4"""
    position = reward(with_pile(*FAVORS), R_TOWER)
    position.then_asked(0, KEEP_FAVOR)
    assert [choice.favor for choice in position.legal(0)] == list(FAVORS[:3])
    position.when(0, KeepFavor("favor_courtyards")).then_rejected("R5.3.1")
    position.when(0, KeepFavor("favor_total_rooms"))
    assert position.state.players[0].tower_favors == ["favor_total_rooms"]
    assert position.state.favor_discard == ["favor_coins", "favor_towers"]
    assert position.state.favor_pile == ["favor_courtyards"]


def test_r5_3_2_with_fewer_favors_one_of_those_and_with_none_no_reward() -> None:
    """R5.3.2"""
    one = reward(with_pile("favor_coins"), R_TOWER)
    assert one.state.players[0].tower_favors == ["favor_coins"]
    none = reward(with_pile(), R_TOWER)
    assert len(none.all(events_pb2.RewardLost)) == 1


def test_r5_5_towers_are_rooms_of_325_neither_small_nor_large_without_an_icon() -> None:
    """R5.5.1, R5.5.2, F6, R12.7"""
    castle = (*FOYER, {"tile": "bell_tower", "x": 10, "y": 0})
    position = playing(castles={0: castle}, modules=["towers"])
    for name in ("favor_small_rooms", "favor_large_rooms", "favor_round_rooms", "favor_square_rooms"):
        assert metrics.count(position.state, 0, load().favors[name].metric) == 0
    assert metrics.count(position.state, 0, load().favors["favor_towers"].metric) == 1
    assert not any(TILES[tower].swan for tower in load().towers)
    assert all(TILES[tower].stack == TOWERS for tower in load().towers)


def test_r6_1_each_player_chooses_how_the_foyer_lies() -> None:
    """R6.1.1, R6.1.2, R6.2.2, R6.9.2"""
    moment = next(walk(Sitting("castles", 2, ("moats",))))
    assert moment.decision.kind == CHOOSE_FOYER
    assert len(moment.choices) == 5
    for choice in moment.choices:
        assert isinstance(choice, ChooseFoyer)
        position = playing(active=None, castles={0: FOYER, 1: FOYER})
        castle = type(position.state.players[0].castle)()
        castle.add_foyer(choice.side, choice.quarter_turns, barbican=True)
        assert castle.rooms[0].tile.size == 225
        assert len(castle.doors[0]) == (4 if choice.side == 2 else 3)
        closed = choice.side == 1 and choice.quarter_turns == 2
        assert (castle.drawbridge() is None) is closed


def test_r6_1_3_the_barbican_needs_all_its_entrances() -> None:
    """R6.1.3"""
    position = playing(castles={0: BARBICAN}, modules=["moats"])
    assert position.state.players[0].castle.unjoined[0] == 4
    assert playing(castles={0: CLOSED}, modules=["moats"]).state.players[0].castle.unjoined[0] == 3


def test_r6_2_1_the_ring_is_fixed_by_the_barbican() -> None:
    """R6.2.1"""
    castle = playing(castles={0: BARBICAN}, modules=["moats"]).state.players[0].castle
    assert (castle.rooms[0].x, castle.rooms[0].y) == (7, 17)
    assert len([owner for owner in castle.full.values() if owner == -1]) == 40


def test_r6_4_1_a_moat_costs_5000_and_needs_stock_money_and_a_slot() -> None:
    """R6.4.1, R3.1c, R6.5.1"""
    position = playing(castles={0: BARBICAN}, modules=["moats"], coins={0: 5000, 1: 0})
    assert [choice.slot for choice in position.legal(0) if isinstance(choice, BuyMoat)] == [1, 3]
    position.when(0, BuyMoat(2)).then_rejected("R6.5.1")
    position.when(0, BuyMoat(1))
    assert [player.coins for player in position.state.players] == [0, 5000]
    assert position.state.supplies[MOATS] == 4
    poor = playing(castles={0: BARBICAN}, modules=["moats"], coins={0: 4999})
    poor.when(0, BuyMoat(1)).then_rejected("R3.5")
    none = playing(castles={0: BARBICAN}, modules=["moats"], supplies=(1, 1, 0))
    none.when(0, BuyMoat(1)).then_rejected("R6.4.1")


def test_r6_4_2_a_card_or_tile_leaves_the_deck() -> None:
    """R6.4.2, R6.4.3, R6.4.4, R12.5.3"""
    card = playing(castles={0: BARBICAN}, modules=["moats"]).when(0, BuyMoat(1))
    assert card.all(events_pb2.RoomCardTurnedUp)[0].for_moat
    assert card.state.discard_pile == [1]
    assert card.state.market == []
    tile = playing(castles={0: BARBICAN}, modules=["moats"], stacks={6: ["salon"]})
    tile.given(
        events_pb2.StackLookedThrough(seat=0, stack=types_pb2.STACK_350, tiles=["salon"], count=1),
        events_pb2.TilePutOnDeck(seat=0, stack=types_pb2.STACK_350, tile="salon"),
    )
    tile.when(0, BuyMoat(1))
    assert tile.state.box == ["salon"]
    last = playing(castles={0: BARBICAN}, modules=["moats"], deck=(100,)).when(0, BuyMoat(1))
    assert len(last.all(events_pb2.DeckRanOut)) == 1
    assert last.state.ending
    empty = playing(castles={0: BARBICAN}, modules=["moats"], deck=()).when(0, BuyMoat(1))
    assert empty.state.players[0].castle.moats == [1]


def test_r6_5_2_and_r6_5_4_moats_overlap_nothing_and_touch_no_fence() -> None:
    """R6.5.2, R6.5.4, R12.10.1"""
    position = playing(castles={0: (*BARBICAN, {"tile": "pantry", "x": 0, "y": 0})}, modules=["moats"])
    assert why_no_moat(position.state.players[0].castle, 1, position.state) == "R6.5.2"
    fenced = next(n for n in load().rooms if TILES[n].shape == "rect_250" and TILES[n].fence)
    near = playing(castles={0: (*BARBICAN, {"tile": fenced, "x": 4, "y": 2})}, modules=["moats"])
    assert why_no_moat(near.state.players[0].castle, 1, near.state) == "R6.5.4"


def test_r6_5_5_an_external_entrance_must_be_left_and_r6_7_the_third_needs_the_drawbridge() -> None:
    """R6.5.5, R6.7, R6.9.1"""
    shut = playing(castles={0: CLOSED}, moats={0: ["nw", "ne"]}, modules=["moats"])
    assert why_no_moat(shut.state.players[0].castle, 3, shut.state) == "R6.7"
    shut.when(0, BuyMoat(3)).then_rejected("R6.7")
    open_ = playing(castles={0: BARBICAN}, moats={0: ["nw", "ne"]}, modules=["moats"])
    assert why_no_moat(open_.state.players[0].castle, 3, open_.state) == ""
    assert why_no_moat(open_.state.players[0].castle, 1, open_.state) == "R6.5.1"
    blocked = playing(castles={0: BARBICAN}, moats={0: ["nw", "ne"]}, modules=["moats"])
    castle = blocked.state.players[0].castle
    drawbridge = castle.drawbridge()
    assert drawbridge is not None
    del castle.open[drawbridge.edge]
    assert why_no_moat(castle, 3, blocked.state) == "R6.5.5"


def test_r6_6_moats_score_3_and_1_for_each_room_that_is_neither_corridor_nor_outdoor() -> None:
    """R6.6.1, R6.6.2, R6.6.3, R12.12.1, R6.3"""
    castle = (
        *BARBICAN,
        {"tile": "hallway", "x": 8, "y": 11, "rot": 90, "level": "up"},
        {"tile": "powder_room", "x": 9, "y": 15, "rot": 90},
        {"tile": "key_room", "x": 5, "y": 17, "rot": 90, "renovation": "ren_100_downstairs_food"},
    )
    position = playing(castles={0: castle}, modules=["moats", "renovations"]).when(0, BuyMoat(1))
    assert points(position, reason="MOAT") == 3 + 1 + 2
    room = position.state.players[0].castle.rooms[2]
    for step in position.state.points.scored:
        happen(position, step(position.state, 0, room))
    assert points(position, reason="MOAT") == 1


def test_r6_8_the_moat_reward_places_a_tile_of_a_stack_free() -> None:
    """R6.8.1, R6.8.2, R12.5.1"""
    position = playing(castles={0: BARBICAN}, active=None, stacks={1: ["pantry", "larder"]}, modules=["moats"])
    position.given(events_pb2.TurnBegan(seat=0, turn=1))
    reward(position, R_MOAT).then_asked(0, LOOK_INTO_STACK)
    coins = position.state.players[0].coins
    assert LookInto(TOWERS) not in position.legal(0)
    position.when(0, LookInto(1)).when(0, TakeTile("pantry"))
    position.when(0, position.legal(0)[0])
    assert position.state.players[0].castle.rooms[-1].tile.id == "pantry"
    assert position.state.players[0].coins == coins
    assert position.state.stacks[1] == ["larder"]
    assert position.all(events_pb2.StackShuffled)
    declined = playing(castles={0: BARBICAN}, active=None, modules=["moats"])
    declined.given(events_pb2.TurnBegan(seat=0, turn=1))
    reward(declined, R_MOAT).when(0, LookInto(1)).when(0, Decline())
    assert declined.state.rewards == []


def why(castle: Any, tile: str, x: int, y: int, rot: int = 0, level: int = 0, moats: Any = ()) -> str:
    position = playing(castles={0: castle}, moats={0: moats}, modules=["moats"])
    ways = placing.ways(position.state, 0)
    return why_not(position.state.players[0].castle, TILES[tile], Spot(x, y, rot // 90, level), ways)


def garden_spots(castle: Any) -> list[tuple[str, Spot]]:
    position = playing(castles={0: castle}, modules=["moats"])
    ways = placing.ways(position.state, 0)
    found = []
    for name in [*load().rooms, "hallway", "stairs"]:
        for spot in spots(position.state.players[0].castle, TILES[name], ways):
            if spot.y >= 22:
                found.append((name, spot))
    return found


def test_r6_9_0_only_outdoor_rooms_join_the_drawbridge() -> None:
    """R6.9.0, R6.9.3, R6.9.5"""
    found = garden_spots(BARBICAN)
    assert found
    assert all(TILES[name].types == (OUTDOOR,) for name, _ in found)
    assert why(BARBICAN, "hallway", 8, 22, 90, UP) == "R6.9.0"
    assert why(BARBICAN, "pantry", 8, 22, 0) in ("R6.9.0", "R4.1.2")


def test_r6_9_2_with_the_drawbridge_closed_there_are_no_gardens() -> None:
    """R6.9.2"""
    assert garden_spots(CLOSED) == []


def test_r6_9_garden_rooms_are_marked_and_join_nothing_inside() -> None:
    """R6.9.0, R6.9.4, R6.9.1"""
    name, spot = garden_spots(BARBICAN)[0]
    position = playing(castles={0: BARBICAN}, market=[(name, 0, 0, 0)], modules=["moats"])
    position.when(0, BuyRoom(name)).when(0, at(name, spot.x, spot.y, 90 * spot.turns))
    castle = position.state.players[0].castle
    assert castle.rooms[1].garden
    inside = [door for door in castle.open.values() if door.room == 0]
    outside = [door for door in castle.open.values() if door.room == 1]
    for check in position.state.points.checks:
        assert check(castle, TILES[name], outside[:1]) == "" if outside else True
        if outside:
            assert check(castle, TILES[name], [outside[0], inside[0]]) == "R6.9.4"
            assert check(castle, TILES["pantry"], outside[:1]) == "R6.9.0"
    assert external_doors(castle)


def test_r6_10_moats_are_no_rooms_but_square_feet_and_depleted_tiles() -> None:
    """R6.10.1, R6.10.2, R6.10.3, F7, F12.2, F16, F22, R12.11"""
    position = playing(castles={0: BARBICAN}, moats={0: ["nw", "ne"]}, supplies=(1, 1, 0), modules=["moats"])
    state = position.state
    assert metrics.count(state, 0, Metric(name="room_count", type=0, stacks=(), required=0)) == 1
    assert metrics.count(state, 0, load().favors["favor_moats"].metric) == 2
    assert metrics.count(state, 0, load().favors["favor_no_swan_icons"].metric) == 3
    assert metrics.count(state, 0, load().favors["favor_unique_types"].metric) == 2
    assert metrics.square_feet(state, state.players[0]) == 225 + 2000
    assert MOATS in metrics.depleted_stacks(state)
    assert metrics.depleted_tiles(state, 0, MOATS) == 2


def test_r6_3_water_is_no_room_for_penalties() -> None:
    """R6.3"""
    castle = playing(castles={0: BARBICAN}, moats={0: ["nw"]}, modules=["moats"]).state.players[0].castle
    castle.add_room(TILES["pantry"], 2, 2, 0, 0)
    assert castle.touching(1) == []
    assert scoring.own_center(castle, castle.rooms[1]) == 0


def test_a_pass_is_always_allowed() -> None:
    """R3.1e"""
    assert Pass() in playing(castles={0: BARBICAN}, modules=["moats"], coins={0: 0}).legal(0)
