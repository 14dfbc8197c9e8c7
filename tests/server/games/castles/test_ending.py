"""The end (R11), pairs of modules (R12), undo and conservation (R13)."""

from collections import Counter
from typing import Any

import pytest
from ludarium.games.castles.v1 import events_pb2, types_pb2
from ludarium.v1 import views_pb2

from server.games.castles import final, metrics
from server.games.castles.choices import Pass
from server.games.castles.content import load
from server.games.castles.content.records import HALLWAYS, MOATS, STAIRS
from server.games.castles.game import CASTLES
from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.passages import options
from server.games.castles.geometry.placements import Ways
from server.games.castles.modules.moats import garden_rule
from server.games.castles.turns.flow import is_stuck
from server.games.kernel.chance import Chance
from server.games.kernel.commands import Actor, Open
from server.games.kernel.decider import open_new
from server.games.kernel.options import build
from server.games.kernel.rejection import Rejected
from server.games.kernel.undo import points as undo_points
from tests.server.games.castles.table import FOYER, gain, happen, playing, points
from tests.server.games.walk import Sitting, walk

TILES = load().tiles


def test_r11_1_the_round_is_played_to_its_end() -> None:
    """R11.1.1, R11.1.5, R11.1.6, R2.5.2, F24"""
    position = playing(builder=1, active=0)
    position.given(events_pb2.DeckRanOut(round=1))
    position.when(0, Pass())
    assert position.all(events_pb2.EndTriggered)
    position.state.room_deck.append(position.state.room_deck[0])
    assert position.state.winners == ()
    position.when(1, Pass())
    assert position.state.winners
    assert position.all(events_pb2.FinalScoringBegan)[0].master_builder == 1
    assert not position.all(events_pb2.MasterBuilderPassed)
    assert position.state.last_master_builder == 1


def test_r11_1_7_a_market_that_nobody_can_ever_place_ends_the_game() -> None:
    """R11.1.7"""
    below = [name for name in load().rooms if TILES[name].level == 2][:5]
    market = [(tile, place, 0, 0) for place, tile in enumerate(below)]
    position = playing(market=market, supplies=(0, 0, 0))
    assert is_stuck(position.state)
    position.when(0, Pass()).when(1, Pass())
    assert position.state.winners
    assert not is_stuck(playing(market=market, supplies=(1, 0, 0)).state)
    assert not is_stuck(playing(market=market[:4], supplies=(0, 0, 0)).state)


def test_r11_2_final_scoring_goes_in_the_stated_order() -> None:
    """R11.2.0.1, R11.2.1.1, R11.2.2, R11.2.3, R11.2.4, R11.2.5, R11.2.6, R11.2.7"""
    castle: Any = (*FOYER, {"tile": "pantry", "x": 10, "y": 0})
    position = playing(
        castles={0: castle},
        stacks={1: []},
        swans={0: [1, 2]},
        decrees={0: ["decree_savings", "decree_type_food", "decree_leftover_coins"]},
        modules=["towers", "swans", "decrees"],
        active=None,
    )
    position.given(
        events_pb2.FavorTurnedUp(favor="favor_total_rooms", kept=True),
        events_pb2.FavorTurnedUp(favor="favor_coins", kept=True),
        events_pb2.BonusCardsDrawn(seat=0, cards=["bonus_type_food"], count=1),
        events_pb2.FavorPileBuilt(pile=["favor_count_food"], count=1),
        events_pb2.FavorsLookedAt(seat=0, favors=["favor_count_food"], count=1),
        events_pb2.FavorKept(seat=0, favor="favor_count_food"),
        events_pb2.CoinsSaved(seat=0, coins=1000),
    )
    happen(position, final.score(position.state, Chance(b"")))
    own = [event for event in position.all(events_pb2.PointsScored) if event.seat == 0]
    assert [types_pb2.PointsReason.Name(event.reason).removeprefix("POINTS_REASON_") for event in own] == [
        "DECREE",
        "DEPLETED_STACKS",
        "SWAN_SETS",
        "DECREE",
        "FAVOR",
        "FAVOR",
        "BONUS_CARD",
        "TOWER_FAVOR",
        "COINS",
        "DECREE",
    ]
    assert [event.favor for event in position.all(events_pb2.FavorRanked)][:2] == ["favor_total_rooms", "favor_coins"]


@pytest.mark.parametrize(("option", "scored"), [("score", 4), ("worthless", 0)])
def test_r11_2_1_stairs_and_hallways_are_stacks_too(option: str, scored: int) -> None:
    """R11.2.1.2, R11.2.1.3"""
    castle: Any = (
        *FOYER,
        {"tile": "hallway", "x": 30, "y": 0, "level": "up"},
        {"tile": "stairs", "x": 40, "y": 0},
    )
    rulings = {"depleted-corridors": option}
    position = playing(castles={0: castle}, supplies=(0, 0, 0), active=None, rulings=rulings)
    assert metrics.depleted_stacks(position.state) == [STAIRS, HALLWAYS]
    assert MOATS not in position.state.supplies
    happen(position, final.depleted_stacks(position.state))
    assert points(position) == scored


@pytest.mark.parametrize(
    ("extra", "coins", "winners"),
    [("pantry", (0, 0), [0]), ("", (5000, 0), [0]), ("", (0, 0), [0, 1])],
)
def test_r11_3_ties_go_to_square_feet_then_coins_then_are_shared(
    extra: str, coins: tuple[int, int], winners: list[int]
) -> None:
    """R11.3.1, R11.3.2"""
    rooms: Any = (*FOYER, {"tile": extra, "x": 10, "y": 0}) if extra else FOYER
    position = playing(castles={0: rooms}, coins={0: 0, 1: 0}, active=None)
    position.given(*(gain(seat, number) for seat, number in enumerate(coins) if number))
    ended: Any = final.game_ended(position.state)
    assert list(ended.winners) == winners
    happen(position, iter([ended]))
    results = CASTLES.result(position.state)
    assert results is not None
    assert [result.seat for result in results if result.place == 1] == winners


def test_r11_3_1_most_points_win() -> None:
    """R11.3.1"""
    position = playing(active=None)
    position.given(events_pb2.PointsScored(seat=1, points=1, reason=types_pb2.POINTS_REASON_PRINTED))
    ended: Any = final.game_ended(position.state)
    assert list(ended.winners) == [1]


def test_r11_4_two_players_have_five_rooms_and_the_first_two_ranks() -> None:
    """R11.4, R9.3.1"""
    state = playing().state
    assert state.row.prices == (4000, 6000, 8000, 10000, 15000)
    assert [share[0] if share else 0 for share in final.favor_points([2, 1], load().amounts.favor_rank_vp)] == [8, 4]


def test_r11_5_nobody_plays_alone() -> None:
    """R11.5"""
    wrapped = views_pb2.GameOptions(castles=build(CASTLES))
    with pytest.raises(Rejected) as refused:
        open_new(Open("T", wrapped, 1, bytes(32), fair=False), Actor("host"), {"castles": CASTLES})
    assert refused.value.reason_name == "WRONG_SEAT_COUNT"


def test_r12_2_and_r12_4_five_players_fill_a_pool_of_eight_and_have_ten_moats() -> None:
    """R12.2, R12.4"""
    modules = ("five-players", "towers", "moats", "renovations")
    state: Any = next(walk(Sitting("castles", 5, modules))).state
    assert state.row.market_rooms == 8
    assert len(state.pool) <= 8
    assert state.supplies[MOATS] == 10


def test_r12_6_passages_join_towers() -> None:
    """R12.6"""
    castle = Castle()
    castle.add_foyer(1, 0, barbican=False)
    castle.add_room(TILES["bell_tower"], 0, 5, 0, 0)
    found = list(options(castle, 1, Ways({2: 2, 3: 4}, ())))
    assert [(option.passage, option.room) for option in found] == [(2, 0)]


def test_r12_10_no_passage_between_garden_and_inside_but_between_gardens() -> None:
    """R12.10.1, R12.10.2, R12.10.3"""
    castle = Castle()
    castle.add_foyer(2, 0, barbican=True)
    outdoor = next(name for name in load().rooms if TILES[name].shape == "rect_250" and TILES[name].fence)
    castle.add_room(TILES[outdoor], 30, 30, 0, 0, garden=True)
    bridge = castle.drawbridge()
    assert bridge is not None
    garden = castle.doors[1][0]
    inside = castle.doors[0][0]
    assert garden_rule(castle, TILES[outdoor], [bridge, garden]) == ""
    assert garden_rule(castle, TILES[outdoor], [inside, garden]) == "R6.9.4"
    assert garden_rule(castle, TILES[outdoor], [inside]) == ""
    assert all(owner == -1 for owner in (castle.full[cell] for cell in [bridge.cell]))


def test_r12_12_2_a_renovated_garden_room_stays_one() -> None:
    """R12.12.2, R8.2.1"""
    castle = Castle()
    castle.add_foyer(2, 0, barbican=True)
    outdoor = next(name for name in load().rooms if TILES[name].shape == "rect_250" and TILES[name].fence)
    castle.add_room(TILES[outdoor], 30, 30, 0, 0, garden=True)
    castle.renovate(1, TILES["ren_250_food_living"])
    assert castle.rooms[1].garden
    assert garden_rule(castle, TILES[outdoor], castle.doors[1][:1]) == ""
    assert garden_rule(castle, TILES["pantry"], castle.doors[1][:1]) == "R6.9.0"


def test_r12_14_passages_and_swans_do_not_touch() -> None:
    """R12.14"""
    position = playing(modules=["passages", "swans"], swans={0: [1]})
    assert position.state.players[0].passages == [1, 2, 3]
    assert position.state.players[0].swans == {1: 1}


def test_r12_20_3_saved_coins_count_for_leftover_coins() -> None:
    """R12.20.3, D18.2, D24"""
    decrees = ["decree_savings", "decree_leftover_coins"]
    position = playing(coins={0: 5000, 1: 0}, decrees={0: decrees}, modules=["decrees"], active=None)
    position.given(*(events_pb2.CoinsSaved(seat=0, coins=1000) for _ in range(5)))
    position.given(gain(0, 5000))
    happen(position, final.leftover_coins(position.state))
    assert points(position, reason="COINS") == 1
    assert points(position, reason="DECREE") == 4


def test_r13_3_undo_ends_at_new_knowledge() -> None:
    """R13.3"""
    reveals = CASTLES.revealing
    assert {
        "room_card_turned_up",
        "room_turned_up",
        "renovation_turned_up",
        "swan_token_placed",
        "stack_looked_through",
        "favors_looked_at",
        "bonus_cards_drawn",
        "decrees_offered",
        "stack_shuffled",
        "room_cards_shuffled",
    } <= reveals
    moments = walk(Sitting("castles", 2))
    closed = open_ = 0
    previous: Any = None
    for moment in moments:
        if previous is not None and not moment.simulation.table.closed:
            seat = previous.seat
            if undo_points(moment.simulation.table, seat):
                open_ += 1
            else:
                closed += 1
        previous = moment.decision
    assert open_
    assert closed


@pytest.mark.parametrize("modules", [(), ("towers", "moats", "passages", "swans", "renovations", "decrees")])
def test_r13_4_everything_is_somewhere_all_the_time(modules: tuple[str, ...]) -> None:
    """R13.4"""
    for moment in walk(Sitting("castles", 3, modules, "conserved")):
        state: Any = moment.state
        CASTLES.check(state)
        passages = Counter(
            passage
            for player in state.players
            for passage in [*player.passages, *(joint.passage for joint in player.castle.joints)]
        )
        assert set(passages.values()) <= {3}
