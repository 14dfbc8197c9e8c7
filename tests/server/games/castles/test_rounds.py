"""Rounds and turns (R2, R3)."""

from typing import Any

import pytest
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import BuyCorridor, BuyRoom, LeaveEmpty, Pass, PriceTile
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.turns import market, pricing
from server.games.castles.turns.turn import ACTION, PLACE
from server.games.kernel.chance import Chance
from tests.server.games.castles.table import at, happen, playing
from tests.server.games.walk import Sitting, walk


def drawing(**given: Any) -> Any:
    position = playing(active=None, **given)
    return happen(position, market.draw(position.state, Chance(b"draw")))


def test_r2_1_the_market_is_filled_from_the_deck_and_cards_go_to_the_discard_pile() -> None:
    """R2.1.3"""
    position = drawing(deck=(100, 150, 200, 250, 300, 350))
    assert [lying.tile for lying in position.state.market]
    assert len(position.state.market) == 5
    assert position.state.discard_pile == [1, 2, 3, 4, 5]


def test_r2_1_1_a_card_of_an_empty_stack_is_discarded_and_the_next_one_revealed() -> None:
    """R2.1.1"""
    position = drawing(deck=(100, 150, 200, 250, 300, 350), stacks={1: []})
    assert len(position.state.market) == 5
    assert position.state.discard_pile == [1, 2, 3, 4, 5, 6]


def test_r2_1_2_without_cards_the_market_stays_short() -> None:
    """R2.1.2, R11.1.1"""
    position = drawing(deck=(100, 150))
    assert len(position.state.market) == 2
    assert len(position.all(events_pb2.DeckRanOut)) == 1


def test_r2_1_3_a_tile_on_the_deck_is_that_tile() -> None:
    """R2.1.3"""
    position = playing(active=None, stacks={6: ["salon"]})
    position.given(events_pb2.StackLookedThrough(seat=0, stack=types_pb2.STACK_350, tiles=["salon"], count=1))
    position.given(events_pb2.TilePutOnDeck(seat=0, stack=types_pb2.STACK_350, tile="salon"))
    happen(position, market.draw(position.state, Chance(b"draw")))
    assert position.state.market[0].tile == "salon"
    assert position.all(events_pb2.RoomTurnedUp)[0].from_deck


def test_round_one_draws_nothing() -> None:
    """R2.1.2, R1.2.8.1"""
    for moment in walk(Sitting("castles", 3)):
        state: Any = moment.state
        if moment.decision.kind == 9:
            assert state.round == 1
            assert len(state.market) == 6
            return


def unpriced(tiles: tuple[str, ...], seats: int = 2) -> Any:
    position = playing(seats, market=[(tile, 0, 0, 0) for tile in tiles], active=None)
    return position.given(
        events_pb2.RoundBegan(round=2, master_builder=1), events_pb2.StageBegan(stage=types_pb2.STAGE_PRICES)
    )


def test_r2_2_the_master_builder_decides_price_by_price_and_the_last_goes_by_itself() -> None:
    """R2.2.4, R13.2, R2.2.3"""
    tiles = ("pantry", "larder", "buttery", "sauna", "forum")
    position = unpriced(tiles)
    position.given(events_pb2.CoinsAdded(tiles=["forum"], coins=1000))
    happen(position, pricing.next_price(position.state))
    assert position.state.decisions[0].seat == 1
    for number, tile in enumerate(tiles[:-1]):
        assert [choice.tile for choice in position.legal(1)] == list(tiles[number:])
        position.when(1, PriceTile(tile))
    assert [lying.place for lying in position.state.market] == [0, 1, 2, 3, 4]
    assert position.state.market_tile("forum").coins == 1000
    assert position.state.stage == types_pb2.STAGE_TURNS


def test_r2_2_1_with_fewer_tiles_prices_may_stay_empty_and_none_otherwise() -> None:
    """R2.2.1"""
    position = unpriced(("pantry", "larder"))
    happen(position, pricing.next_price(position.state))
    assert LeaveEmpty() in position.legal(1)
    position.when(1, LeaveEmpty()).when(1, LeaveEmpty()).when(1, LeaveEmpty())
    assert LeaveEmpty() not in position.legal(1)
    position.when(1, LeaveEmpty()).then_rejected("R2.2.1")
    full = unpriced(("pantry", "larder", "buttery", "sauna", "forum"))
    happen(full, pricing.next_price(full.state))
    full.when(1, LeaveEmpty()).then_rejected("R2.2.1")
    full.when(1, PriceTile("cellar")).then_rejected("R2.2")


def test_r2_2_2_five_players_have_two_places_under_15000() -> None:
    """R2.2.2"""
    assert playing(5, modules=["towers", "five-players"]).state.row.prices.count(15000) == 2


def test_r2_3_turns_go_from_the_left_of_the_master_builder_to_the_master_builder() -> None:
    """R2.3"""
    position = playing(3, builder=0, active=1)
    order = [1]
    for _ in range(2):
        position.when(position.state.active, Pass())
        order.append(position.state.active)
    assert order == [1, 2, 0]


def test_r2_4_coins_go_on_rooms_left_and_r2_5_the_token_passes() -> None:
    """R2.4, R2.5.1, R8.10.1"""
    modules = ["renovations"]
    position = playing(market=[("pantry", 0, 0, 0)], pool=["ren_100_living_outdoor"], modules=modules)
    position.when(0, Pass()).when(1, Pass())
    added = position.all(events_pb2.CoinsAdded)[0]
    assert list(added.tiles) == ["pantry"]
    assert added.coins == 1000
    assert position.all(events_pb2.MasterBuilderPassed)[0].seat == 0
    assert position.all(events_pb2.RoundBegan)[0].round == 2
    assert position.state.market_tile("pantry").coins == 1000


def test_r2_3_1_an_extra_turn_comes_right_after() -> None:
    """R2.3.1, R4.7.1, R4.5.5"""
    position = playing(3, builder=0, active=1)
    position.given(events_pb2.ExtraTurnEarned(seat=1))
    position.when(1, Pass())
    assert position.state.active == 1
    assert position.state.extra_turn
    position.when(1, Pass())
    assert position.state.active == 2


def test_r3_1_all_actions_of_the_base_game() -> None:
    """R3.1a, R3.1b, R3.1e"""
    position = playing(market=[("pantry", 0, 0, 0)])
    assert position.legal(0) == [BuyRoom("pantry"), BuyCorridor(STAIRS), BuyCorridor(HALLWAYS), Pass()]
    before = position.state.players[0].coins
    position.when(0, Pass())
    assert position.state.players[0].coins == before + 5000


def test_r3_1b_stairs_and_hallways_cost_3000_while_there_are_any() -> None:
    """R3.1b, R3.2.1, R3.5"""
    position = playing(supplies=(0, 1, 0), coins={0: 3000, 1: 0})
    assert position.legal(0) == [BuyCorridor(HALLWAYS), Pass()]
    position.when(0, BuyCorridor(STAIRS)).then_rejected("R3.1b")
    position.when(0, BuyCorridor(HALLWAYS)).when(0, position.legal(0)[0])
    assert [player.coins for player in position.state.players] == [0, 3000]
    poor = playing(coins={0: 2999})
    poor.when(0, BuyCorridor(STAIRS)).then_rejected("R3.5")


def test_r3_2_the_price_goes_to_the_master_builder_who_pays_the_supply() -> None:
    """R3.2.1, R3.2.2"""
    position = playing(market=[("pantry", 1, 0, 0)], coins={0: 6000, 1: 0})
    position.when(0, BuyRoom("pantry")).then_asked(0, PLACE)
    position.when(0, position.legal(0)[0])
    assert [player.coins for player in position.state.players] == [0, 6000]
    own = playing(market=[("pantry", 1, 0, 0)], coins={0: 6000, 1: 0}, builder=0)
    own.when(0, BuyRoom("pantry"))
    own.when(0, own.legal(0)[0])
    assert [player.coins for player in own.state.players] == [0, 0]


def test_r3_3_a_tile_that_cannot_be_placed_cannot_be_bought() -> None:
    """R3.3, R4.1.1"""
    position = playing(market=[("dungeon", 0, 0, 0)])
    position.when(0, BuyRoom("dungeon")).then_rejected("R3.3")
    position.when(0, BuyRoom("pantry")).then_rejected("R3.1a")


def test_r3_4_coins_on_the_tile_help_to_pay_and_the_token_comes_after() -> None:
    """R3.4.1, R3.4.2, R3.6.1"""
    position = playing(market=[("porch", 1, 4000, 3)], coins={0: 2000, 1: 0}, modules=["swans"])
    position.when(0, BuyRoom("porch"))
    position.when(0, position.legal(0)[0])
    kinds = [type(event).__name__ for event in position.happened]
    assert kinds.index("RoomBought") < kinds.index("SwanTokenTaken") < kinds.index("RoomPlaced")
    assert [player.coins for player in position.state.players] == [0, 6000]
    assert position.state.players[0].swans == {3: 1}


def test_r3_5_there_is_no_debt() -> None:
    """R3.5, R3.4.1"""
    position = playing(market=[("pantry", 1, 1000, 0)], coins={0: 4999})
    assert BuyRoom("pantry") not in position.legal(0)
    position.when(0, BuyRoom("pantry")).then_rejected("R3.4.1")


def test_r3_4_1_a_table_may_want_the_coins_only_after_the_price_is_paid() -> None:
    """R3.4.1, option coins_on_tile"""
    late = {"coins-on-tile": "come-after"}
    position = playing(market=[("porch", 1, 4000, 0)], coins={0: 4999}, rulings=late)
    assert BuyRoom("porch") not in position.legal(0)
    position.when(0, BuyRoom("porch")).then_rejected("R3.4.1")
    position = playing(market=[("porch", 1, 4000, 0)], coins={0: 6000, 1: 0}, rulings=late)
    position.when(0, BuyRoom("porch"))
    position.when(0, position.legal(0)[0])
    assert [player.coins for player in position.state.players] == [4000, 6000]


def test_r3_6_a_purchase_pays_places_scores_and_then_rewards() -> None:
    """R3.6.1, R3.6.2, R4.2.1, R4.2.4"""
    position = playing(market=[("powder_room", 0, 0, 0)])
    position.when(0, BuyRoom("powder_room")).when(0, at("powder_room", 3, 0, 90))
    kinds = [type(event).__name__ for event in position.happened]
    order = ["RoomAimed", "RoomBought", "RoomPlaced", "PointsScored", "RoomCompleted", "RewardEarned"]
    places = [kinds.index(kind) for kind in order]
    assert places == sorted(places)


def test_r3_1_a_turn_has_exactly_one_action() -> None:
    """R3.1"""
    position = playing(market=[("pantry", 0, 0, 0)])
    position.when(0, Pass())
    position.then_asked(1, ACTION)
    with pytest.raises(AssertionError):
        position.decision_of(0)
