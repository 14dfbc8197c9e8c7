"""Placing, scoring and completing rooms, and their rewards (R4)."""

from typing import Any

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import scoring
from server.games.castles.choices import (
    BuyRoom,
    ChooseReward,
    Decline,
    KeepBonus,
    LookInto,
    Pass,
    TakeCorridor,
    TakeReward,
    TakeTile,
)
from server.games.castles.content import load
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.forms import doors_facing
from server.games.castles.geometry.placements import Spot, spots, why_not
from server.games.castles.turns import rewards
from server.games.castles.turns.turn import (
    ACTION,
    CORRIDOR_REWARD,
    KEEP_BONUS,
    LOOK_INTO_STACK,
    PLACE,
    R_CORRIDOR,
    R_DOWNSTAIRS,
    R_LIVING,
    R_SLEEPING,
    R_UTILITY,
    REWARD,
    TAKE_TILE,
)
from server.games.kernel.chance import Chance
from tests.server.games.castles.table import FOYER, at, happen, playing, points

FORUM = (*FOYER, {"tile": "forum", "x": -1, "y": 3})


def buying(tile: str, castle: Any = FOYER, **given: Any) -> Any:
    position = playing(castles={0: castle}, market=[(tile, 0, 0, 0)], **given)
    return position.when(0, BuyRoom(tile))


def earning(reward: int, room: int | None = 0, **given: Any) -> Any:
    """A position in which a reward was just earned, before it is resolved."""
    position = playing(active=None, **given)
    position.given(events_pb2.TurnBegan(seat=0, turn=1))
    position.given(events_pb2.RewardEarned(seat=0, number=1, reward=types_pb2.Reward.ValueType(reward), room=room))
    return happen(position, rewards.next_reward(position.state, Chance(b"reward")))


def test_r4_1_0_overlap_is_illegal() -> None:
    """R4.1.0"""
    buying("pantry", FORUM).when(0, at("pantry", 0, 0)).then_rejected("R4.1.0")


def test_r4_1_2_an_entrance_must_connect() -> None:
    """R4.1.2"""
    buying("pantry").when(0, at("pantry", 10, 10)).then_rejected("R4.1.2")


def test_r4_1_3_an_external_entrance_must_be_left() -> None:
    """R4.1.3"""
    built = playing().state.players[0].castle
    for name in ("powder_room", "broom_closet"):
        spot = next(spots(built, load().tiles[name]))
        built.add_room(load().tiles[name], *spot)
    (door,) = built.open.values()
    lying, own = doors_facing("linen_closet")[(door.side + 2) % 4][0]
    base = door.outward - own.offset
    spot = Spot(column(base), row(base), lying.form.turns, 0)
    assert why_not(built, load().tiles["linen_closet"], spot) == "R4.1.3"
    assert list(spots(built, load().tiles["linen_closet"])) == []


def test_r4_2_the_order_of_scoring_is_printed_own_others_rewards() -> None:
    """R4.2.1, R4.2.2, R4.2.3, R4.2.4, R4.3.0"""
    position = buying("observatory", FORUM)
    position.when(0, next(c for c in position.legal(0)))
    reasons = [event.reason for event in position.all(events_pb2.PointsScored)]
    order = [types_pb2.POINTS_REASON_PRINTED, types_pb2.POINTS_REASON_CONNECTION, types_pb2.POINTS_REASON_ADJACENCY]
    assert [reason for reason in order if reason in reasons] == list(dict.fromkeys(r for r in reasons if r in order))


def test_r4_3_a_room_counts_once_per_type_however_many_entrances_it_shares() -> None:
    """R4.3.1"""
    castle = (*FOYER, {"tile": "hallway", "x": 3, "y": 1, "level": "up"})
    position = playing(castles={0: castle})
    built = position.state.players[0].castle
    built.add_room(load().tiles["hallway"], 3, 2, 0, 1)
    assert built.links[1][2] == 6
    assert built.connected(1) == [0, 2]


def test_r4_3_3_points_may_fall_below_zero() -> None:
    """R4.3.3"""
    position = playing()
    scored = events_pb2.PointsScored(seat=0, points=-3, reason=types_pb2.POINTS_REASON_ADJACENCY)
    position.given(scored)
    assert position.state.players[0].score == -3


def test_r4_3_4_pairs_of_older_rooms_do_not_score_again() -> None:
    """R4.3.4"""
    castle = (*FOYER, {"tile": "anteroom", "x": 0, "y": 3}, {"tile": "guest_bedroom", "x": 0, "y": 5, "rot": 180})
    position = playing(castles={0: castle}, market=[("pantry", 0, 0, 0)])
    position.when(0, BuyRoom("pantry")).when(0, at("pantry", 3, 0))
    if position.rejection:
        position.when(0, position.legal(0)[0])
    assert all(event.room in (3,) for event in position.all(events_pb2.PointsScored) if event.reason == 2)
    assert not [e for e in position.all(events_pb2.PointsScored) if e.room in (1, 2) and e.reason == 3]


def test_r4_4_rooms_complete_when_every_entrance_is_connected_and_once() -> None:
    """R4.4.1, R4.4.2, R4.4.3"""
    castle = (*FOYER, {"tile": "powder_room", "x": 3, "y": 0, "rot": 90}, {"tile": "broom_closet", "x": 0, "y": 3})
    position = playing(castles={0: castle})
    built = position.state.players[0].castle
    assert built.unjoined[0] == 3 - len(built.links[0])
    assert built.is_joined(1)
    assert len(load().tiles["hallway"].doors) == 14
    position.given(events_pb2.RoomCompleted(seat=0, room=1))
    happen(position, scoring.complete_rooms(position.state, 0))
    assert 1 not in [event.room for event in position.all(events_pb2.RoomCompleted)]


def test_r4_4_3_a_completed_foyer_gives_the_corridor_reward() -> None:
    """R4.4.3, R4.5.3"""
    castle = (
        *FOYER,
        {"tile": "hallway", "x": 3, "y": 1, "level": "up"},
        {"tile": "hallway", "x": -6, "y": 1, "level": "up"},
        {"tile": "hallway", "x": 1, "y": 3, "rot": 90, "level": "up"},
    )
    position = playing(castles={0: castle})
    happen(position, scoring.complete_rooms(position.state, 0))
    assert [event.room for event in position.all(events_pb2.RoomCompleted)] == [0]
    assert [event.reward for event in position.all(events_pb2.RewardEarned)] == [R_CORRIDOR]


def test_r4_5_1_the_player_chooses_the_next_reward_and_nested_ones_join() -> None:
    """R4.5.1"""
    position = playing(active=None)
    position.given(events_pb2.TurnBegan(seat=0, turn=1))
    for number, reward in ((1, R_UTILITY), (2, R_SLEEPING)):
        value = types_pb2.Reward.ValueType(reward)
        position.given(events_pb2.RewardEarned(seat=0, number=number, reward=value, room=0))
    happen(position, rewards.next_reward(position.state, Chance(b"reward")))
    position.then_asked(0, REWARD)
    assert position.legal(0) == [TakeReward(1), TakeReward(2)]
    position.when(0, TakeReward(3)).then_rejected("R4.5.1")
    position.when(0, TakeReward(2)).then_asked(0, LOOK_INTO_STACK)
    position.when(0, Decline()).then_asked(0, KEEP_BONUS)


def test_r4_5_2_activity_5_r4_5_5_food_turn_r4_5_7_outdoor_10000() -> None:
    """R4.5.2, R4.5.5, R4.5.7, R4.5.10"""
    position = playing(active=None)
    position.given(events_pb2.TurnBegan(seat=0, turn=1))
    coins = position.state.players[0].coins
    for reward in (1, 4, 6):
        happen(position, rewards.earn(position.state, 0, reward, 0))
    assert position.state.players[0].parts[types_pb2.POINTS_REASON_REWARD] == 5
    assert position.state.extra_turns == 1
    assert position.state.players[0].coins == coins + 10000


def test_r4_5_3_corridor_reward_places_free_and_may_be_declined() -> None:
    """R4.5.3, R4.5.10"""
    position = earning(R_CORRIDOR)
    position.then_asked(0, CORRIDOR_REWARD)
    assert position.legal(0) == [TakeCorridor(STAIRS), TakeCorridor(HALLWAYS), Decline()]
    coins = position.state.players[0].coins
    position.when(0, TakeCorridor(HALLWAYS)).then_asked(0, PLACE)
    position.when(0, position.legal(0)[0])
    assert position.state.players[0].coins == coins
    assert position.state.supplies[HALLWAYS] == 4
    declined = earning(R_CORRIDOR).when(0, Decline())
    assert declined.state.rewards == []


def test_r4_5_3_nothing_left_to_take_is_no_reward() -> None:
    """R4.5.3, R13.2"""
    position = earning(R_CORRIDOR, supplies=(0, 0, 0))
    assert len(position.all(events_pb2.RewardLost)) == 1
    one = earning(R_CORRIDOR, supplies=(0, 1, 0))
    assert one.legal(0) == [TakeCorridor(HALLWAYS), Decline()]
    one.when(0, TakeCorridor(STAIRS)).then_rejected("R4.5.3")


def test_r4_5_4_every_second_downstairs_room_gives_any_other_reward_once_a_turn() -> None:
    """R4.5.4, R4.6.1, R4.6.2, R4.6.3"""
    position = playing(active=None)
    position.given(events_pb2.TurnBegan(seat=0, turn=1))
    for expected in (1, 0, 1, 0):
        happen(position, rewards.earn(position.state, 0, R_DOWNSTAIRS, 0))
        assert position.state.players[0].downstairs == expected
    assert [reward.reward for reward in position.state.rewards] == [R_DOWNSTAIRS]
    happen(position, rewards.next_reward(position.state, Chance(b"reward")))
    offered = [choice.reward for choice in position.legal(0)]  # type: ignore[attr-defined]
    assert offered == [1, 2, 4, 5, 6, 7, 8]
    position.when(0, ChooseReward(3)).then_rejected("R4.6.3")
    position.when(0, ChooseReward(1))
    assert points(position, reason="REWARD") == 5
    assert position.state.rewards == []


def test_r4_6_3_living_scores_the_downstairs_room_again() -> None:
    """R4.6.3, R4.5.6"""
    castle = (*FOYER, {"tile": "pantry", "x": 10, "y": 0})
    position = earning(R_DOWNSTAIRS, room=1, castles={0: castle})
    position.when(0, ChooseReward(R_LIVING))
    assert points(position, reason="SCORED_AGAIN") == load().tiles["pantry"].vp


def test_r4_5_8_sleeping_puts_up_to_two_tiles_of_a_stack_on_the_deck() -> None:
    """R4.5.8, R1.3.2.3"""
    position = earning(R_SLEEPING, stacks={6: ["salon", "gallery_of_mirrors", "shooting_gallery"], 1: []})
    assert LookInto(1) not in position.legal(0)
    position.when(0, LookInto(1)).then_rejected("R4.5.8")
    position.when(0, LookInto(6)).then_asked(0, TAKE_TILE)
    position.when(0, TakeTile("salon")).when(0, TakeTile("pantry")).then_rejected("R4.5.8")
    position.when(0, TakeTile("shooting_gallery"))
    assert [entry.tile for entry in position.state.room_deck[:2]] == ["shooting_gallery", "salon"]
    assert position.state.stacks[6] == ["gallery_of_mirrors"]
    assert len(position.all(events_pb2.StackShuffled)) == 1
    assert position.state.rewards == []


def test_r4_5_8_and_r4_5_10_nobody_must_take_a_tile() -> None:
    """R4.5.8, R4.5.10"""
    position = earning(R_SLEEPING).when(0, LookInto(1)).when(0, Decline())
    assert position.state.rewards == []
    assert all(entry.tile == "" for entry in position.state.room_deck)


def test_r4_5_9_utility_draws_two_and_keeps_one() -> None:
    """R4.5.9, R4.5.10, R9.4"""
    position = earning(R_UTILITY)
    cards = ["bonus_hallways", "bonus_stairs"]
    assert position.legal(0) == [KeepBonus(card) for card in cards]
    position.when(0, KeepBonus("bonus_moats")).then_rejected("R4.5.9")
    position.when(0, KeepBonus("bonus_stairs"))
    assert position.state.players[0].bonus == ["bonus_stairs"]
    assert position.state.bonus_deck == ["bonus_coins", "bonus_moats", "bonus_hallways"]


def test_r4_5_9_one_card_left_is_kept() -> None:
    """R4.5.9, R13.2"""
    position = earning(R_UTILITY, bonus_deck=("bonus_coins",))
    assert position.state.players[0].bonus == ["bonus_coins"]
    assert position.state.rewards == []
    none = earning(R_UTILITY, bonus_deck=())
    assert len(none.all(events_pb2.RewardLost)) == 1


def test_r4_7_extra_turns_are_complete_turns_with_their_own_limits() -> None:
    """R4.7.1, R4.7.2"""
    position = playing(builder=0, active=0)
    position.given(events_pb2.SwanTokensTraded(seat=0, colors=[], coins=0))
    position.state.swans_traded, position.state.downstairs_used = 4, 1
    position.given(events_pb2.ExtraTurnEarned(seat=0), events_pb2.DeckRanOut(round=1))
    position.when(0, Pass())
    assert position.state.ending
    position.then_asked(0, ACTION)
    assert position.state.extra_turn
    assert (position.state.swans_traded, position.state.downstairs_used) == (0, 0)
