"""Swan tokens (R7) and renovations (R8)."""

from typing import Any

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import metrics, scoring
from server.games.castles.choices import BuyRenovation, BuyRoom, EndTurn, Pass, TradeSwans
from server.games.castles.content import load
from server.games.castles.geometry.placements import Spot, why_not
from server.games.castles.modules.moats import thin_deck
from server.games.castles.modules.renovations import refill_pool, shuffle_cards, stacks_depleted
from server.games.castles.modules.swans import lay_token
from server.games.castles.turns import rewards
from server.games.castles.turns.flow import is_over
from server.games.castles.turns.market import draw
from server.games.castles.turns.turn import END_TURN, R_UTILITY, REWARD
from server.games.kernel.chance import Chance
from tests.server.games.castles.table import FOYER, happen, playing, points

TILES = load().tiles
PANTRY: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0})
FOOD = "ren_100_downstairs_food"


def test_r7_1_1_a_token_of_the_lake_lies_on_every_icon_while_there_are_any() -> None:
    """R7.1.1"""
    position = playing(market=[("porch", 0, 0, 0)], active=None, modules=["swans"])
    state = position.state
    happen(position, lay_token(state, "porch", True, Chance(b"")))
    assert position.happened == []
    position.given(events_pb2.LakeFilled(tokens=[types_pb2.SWAN_COLOR_RED], count=1))
    happen(position, lay_token(state, "porch", False, Chance(b"")))
    assert position.happened == []
    happen(position, lay_token(state, "porch", True, Chance(b"")))
    assert state.market[0].swan == types_pb2.SWAN_COLOR_RED
    assert state.lake == []
    icons = {tile.size for tile in TILES.values() if tile.swan}
    assert icons == {250, 300, 350, 400}


def test_r7_1_2_tiles_that_skip_the_market_bring_no_token() -> None:
    """R7.1.2"""
    position = playing(active=None, modules=["swans", "moats"])
    position.given(events_pb2.LakeFilled(tokens=[types_pb2.SWAN_COLOR_RED], count=1))
    position.given(events_pb2.RoomPlaced(seat=0, room=1, tile="porch", x=10, y=0))
    assert position.state.lake == [types_pb2.SWAN_COLOR_RED]
    assert not position.state.players[0].swans


def test_r7_2_the_buyer_takes_the_token() -> None:
    """R7.2, R12.17"""
    position = playing(market=[("porch", 0, 0, 2)], modules=["swans"]).when(0, BuyRoom("porch"))
    position.when(0, position.legal(0)[0])
    assert position.state.players[0].swans == {2: 1}


def test_r7_3_trades_are_valued_alone_and_limited_to_five_a_turn() -> None:
    """R7.3.1, R7.3.2, R7.3.3, R7.3.4, R12.18"""
    position = playing(swans={0: [1, 1, 1, 2, 2, 3]}, coins={0: 0}, modules=["swans"])
    position.when(0, TradeSwans((1, 1))).when(0, TradeSwans((1, 2)))
    assert position.state.players[0].coins == 6000
    position.when(0, TradeSwans((2, 3))).then_rejected("R7.3.2")
    position.when(0, TradeSwans((4,))).then_rejected("R7.3.1")
    position.when(0, TradeSwans((3,)))
    assert position.state.players[0].coins == 7000
    assert position.state.players[0].swans == {2: 1}
    assert position.state.lake == []
    assert not [choice for choice in position.legal(0) if isinstance(choice, TradeSwans)]


def test_r7_3_5_trades_are_offered_before_the_action_between_rewards_and_before_the_end() -> None:
    """R7.3.5"""
    position = playing(swans={0: [1], 1: [2]}, modules=["swans"])
    assert TradeSwans((1,)) in position.legal(0)
    value = types_pb2.Reward.ValueType(R_UTILITY)
    position.given(events_pb2.RewardEarned(seat=0, number=1, reward=value, room=0))
    position.when(0, Pass()).then_asked(0, REWARD)
    assert TradeSwans((1,)) in position.legal(0)
    position.when(0, position.legal(0)[0])
    position.when(0, position.legal(0)[0]).then_asked(0, END_TURN)
    assert position.legal(0) == [EndTurn(), TradeSwans((1,))]
    position.when(0, EndTurn())
    assert position.state.active == 1


def renovating(castle: Any = PANTRY, cover: str = FOOD, room: int = 1, **given: Any) -> Any:
    position = playing(castles={0: castle}, pool=[cover], modules=["renovations"], **given)
    return position.when(0, BuyRenovation(cover, room))


def test_r8_1_a_renovation_of_the_pool_costs_5000() -> None:
    """R8.1.1, R8.1.2, R3.1d, R3.2.1"""
    position = renovating(coins={0: 5000, 1: 0})
    assert [player.coins for player in position.state.players] == [0, 5000]
    assert position.state.pool == []
    playing(castles={0: PANTRY}, pool=[FOOD], coins={0: 4999}, modules=["renovations"]).when(
        0, BuyRenovation(FOOD, 1)
    ).then_rejected("R3.5")
    nothing = playing(pool=[FOOD], modules=["renovations"])
    assert not [choice for choice in nothing.legal(0) if isinstance(choice, BuyRenovation)]
    nothing.when(0, BuyRenovation("ren_100_living_outdoor", 0)).then_rejected("R8.1.1")


def test_r8_2_only_on_a_room_of_the_same_stack_without_one() -> None:
    """R8.2.1, R8.2.2"""
    hallway: Any = (*FOYER, {"tile": "hallway", "x": 3, "y": 1, "level": "up"})
    position = playing(castles={0: hallway}, pool=["ren_150_corridor_food"], modules=["renovations"])
    position.when(0, BuyRenovation("ren_150_corridor_food", 1)).then_rejected("R8.2.1")
    position.when(0, BuyRenovation("ren_150_corridor_food", 9)).then_rejected("R8.2.1")
    done: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0, "renovation": "ren_100_living_outdoor"})
    twice = playing(castles={0: done}, pool=[FOOD], modules=["renovations"])
    twice.when(0, BuyRenovation(FOOD, 1)).then_rejected("R8.2.1")
    assert not any(TILES[tower].stack == TILES[cover].stack for tower in load().towers for cover in load().renovations)


def test_r8_3_types_centre_and_points_change_edges_and_level_stay() -> None:
    """R8.3.1, R8.3.2, R8.5.1"""
    position = renovating()
    room = position.state.players[0].castle.rooms[1]
    assert room.types == TILES[FOOD].types
    assert room.center == TILES[FOOD].center
    assert room.lying.doors == playing(castles={0: PANTRY}).state.players[0].castle.rooms[1].lying.doors
    assert room.tile.size == 100
    assert all(door.level == 1 for door in position.state.players[0].castle.doors[1])
    assert all(event.points > 0 for event in position.all(events_pb2.PointsScored))
    fenced = next(n for n in load().rooms if TILES[n].shape == "rect_250" and TILES[n].fence)
    garden: Any = (*FOYER, {"tile": fenced, "x": 10, "y": 5, "renovation": "ren_250_food_living"})
    assert playing(castles={0: garden}).state.players[0].castle.fences == [1]
    plain: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0, "renovation": "ren_100_living_outdoor"})
    assert playing(castles={0: plain}).state.players[0].castle.fences == []


def test_r8_4_2_a_centre_that_matches_both_types_scores_twice() -> None:
    """R8.4.1, R8.4.2, R4.3.1"""
    castle: Any = (*FOYER, {"tile": "observatory", "x": 10, "y": 0}, {"tile": "east_tapestry_chamber", "x": 30, "y": 0})
    position = playing(castles={0: castle}, pool=["ren_400_activity_living"], modules=["renovations"])
    built = position.state.players[0].castle
    built.links[1][2] = built.links[2][1] = 1
    position.when(0, BuyRenovation("ren_400_activity_living", 2))
    center = TILES["observatory"].center
    assert center is not None
    twice = [event.points for event in position.all(events_pb2.PointsScored) if event.room == 1]
    assert twice == [2 * center.vp]


def test_r8_4_3_a_complete_room_gives_both_rewards_at_once() -> None:
    """R8.4.3, R8.4.4, R12.19"""
    castle: Any = (*FOYER, {"tile": "powder_room", "x": 3, "y": 0, "rot": 90})
    position = playing(castles={0: castle}, pool=["ren_100_sleeping_utility"], modules=["renovations"])
    position.given(events_pb2.RoomCompleted(seat=0, room=1))
    position.when(0, BuyRenovation("ren_100_sleeping_utility", 1))
    assert len(position.all(events_pb2.RoomCompleted)) == 1
    assert [event.reward for event in position.all(events_pb2.RewardEarned)] == [7, 8]
    later: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0, "renovation": "ren_100_sleeping_utility"})
    joined = playing(castles={0: later}, modules=["renovations"])
    built = joined.state.players[0].castle
    built.unjoined[1] = 0
    happen(joined, scoring.complete_rooms(joined.state, 0))
    assert [event.reward for event in joined.all(events_pb2.RewardEarned)] == [7, 8]


def test_r8_5_2_a_renovated_downstairs_room_counts_no_longer() -> None:
    """R8.5.2, R4.6.1"""
    castle: Any = (*FOYER, {"tile": "cistern", "x": 10, "y": 0})
    for before, expected in ((1, [0]), (0, [])):
        position = playing(castles={0: castle}, pool=["ren_150_corridor_food"], modules=["renovations"])
        position.given(events_pb2.RoomCompleted(seat=0, room=1), events_pb2.DownstairsCounted(seat=0, count=before))
        position.when(0, BuyRenovation("ren_150_corridor_food", 1))
        assert [event.count for event in position.all(events_pb2.DownstairsCounted)] == expected


def test_r8_5_3_connections_go_by_level_never_by_type() -> None:
    """R8.5.1, R8.5.3"""
    castle = (
        playing(castles={0: (*FOYER, {"tile": "pantry", "x": 3, "y": 0, "renovation": FOOD})}).state.players[0].castle
    )
    spots = [Spot(x, y, t, 0) for x in range(1, 9) for y in range(-6, 6) for t in range(4)]
    reasons = {why_not(castle, TILES["dungeon"], spot) for spot in spots}
    assert "" not in reasons
    assert "G.7.1" in reasons


def test_r8_6_living_scores_the_renovation_again() -> None:
    """R8.6, R4.5.6"""
    castle: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0, "renovation": "ren_100_living_outdoor"})
    position = playing(castles={0: castle}, active=None, modules=["renovations"])
    position.given(events_pb2.TurnBegan(seat=0, turn=1))
    position.given(events_pb2.RewardEarned(seat=0, number=1, reward=types_pb2.REWARD_LIVING, room=1))
    happen(position, rewards.next_reward(position.state, Chance(b"")))
    assert points(position, reason="SCORED_AGAIN") == TILES["ren_100_living_outdoor"].vp


def test_r8_7_one_room_of_one_size_but_two_types() -> None:
    """R8.7.1, R8.7.2, F1.1, F1.2, F9"""
    castle: Any = (*FOYER, {"tile": "pantry", "x": 3, "y": 0, "renovation": FOOD})
    position = playing(castles={0: castle}, modules=["renovations"])
    state = position.state

    def count(card: str) -> int:
        return metrics.count(state, 0, load().favors[card].metric)

    assert count("favor_total_rooms") == 2
    assert (count("favor_count_downstairs"), count("favor_count_food")) == (1, 1)
    assert (count("favor_sqft_downstairs"), count("favor_sqft_food")) == (100, 100)
    assert count("favor_renovations") == 1
    assert metrics.square_feet(state, state.players[0]) == 225


def refilling(stack: int, pool: int, covers: tuple[str, ...]) -> Any:
    names = list(load().renovations)[:pool]
    position = playing(pool=names, active=None, modules=["renovations"])
    position.given(
        events_pb2.RenovationStackBuilt(stack=types_pb2.Stack.ValueType(stack), renovations=covers, count=len(covers))
    )
    return happen(position, refill_pool(position.state, stack, Chance(b"")))


def test_r8_8_the_pool_is_refilled_by_the_size_of_the_card() -> None:
    """R8.8.1, R8.8.2, R8.8.3, R8.8.4, R8.9, R12.8"""
    cover = "ren_350_corridor_food"
    assert [e.renovation for e in refilling(6, 4, (cover,)).happened] == [cover]
    assert refilling(6, 5, (cover,)).happened == []
    assert refilling(6, 2, ()).happened == []
    assert refilling(11, 2, ()).happened == []


def test_r8_10_stacks_of_renovations_are_no_room_stacks() -> None:
    """R8.10.2, R8.10.3, R11.1.3"""
    position = playing(active=None, modules=["renovations"])
    position.given(events_pb2.RenovationStackBuilt(stack=types_pb2.STACK_100, renovations=[], count=0))
    assert metrics.depleted_stacks(position.state) == []
    assert rewards.stacks_to_look_into(position.state) == list(range(1, 11))


def test_r11_1_2_with_renovations_deck_and_two_stacks_must_be_empty() -> None:
    """R11.1.2, R11.1.3, R12.12.3"""
    position = playing(active=None, stacks={1: []}, modules=["renovations"])
    position.given(events_pb2.DeckRanOut(round=1))
    assert not stacks_depleted(position.state)
    assert not is_over(position.state)
    position.given(events_pb2.StackBuilt(stack=types_pb2.STACK_150, tiles=[], count=0))
    assert is_over(position.state)
    alone = playing(active=None, stacks={1: []})
    alone.given(events_pb2.DeckRanOut(round=1))
    assert is_over(alone.state)


def test_r11_1_4_the_discard_pile_becomes_the_deck_if_it_names_a_stack_with_tiles() -> None:
    """R11.1.4"""
    position = playing(active=None, deck=(), modules=["renovations"])
    position.given(events_pb2.RoomCardTurnedUp(stack=types_pb2.STACK_100))
    happen(position, shuffle_cards(position.state, Chance(b"")))
    assert [entry.stack for entry in position.state.room_deck] == [1]
    assert position.state.discard_pile == []
    empty = playing(active=None, deck=(), stacks={1: []}, modules=["renovations"])
    empty.given(events_pb2.RoomCardTurnedUp(stack=types_pb2.STACK_100))
    happen(empty, shuffle_cards(empty.state, Chance(b"")))
    assert empty.happened == []


def test_r11_1_4_a_deck_that_runs_out_after_two_stacks_is_not_shuffled_anew() -> None:
    """R11.1.4, R11.1.2, R6.4.4: the end is certain; the last market stays short, and a moat takes no card."""
    position = playing(active=None, deck=(150,), stacks={1: [], 3: []}, modules=["moats", "renovations"])
    state = position.state
    happen(position, draw(state, Chance(b"")))
    assert len(state.market) == 1
    assert is_over(state)
    assert position.all(events_pb2.RoomCardsShuffled) == []
    happen(position, thin_deck(state, Chance(b"")))
    assert position.happened == []
    assert state.discard_pile == [types_pb2.STACK_150]
