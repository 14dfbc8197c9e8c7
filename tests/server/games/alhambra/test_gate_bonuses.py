"""The bonuses of the gates: R11.5."""

from itertools import pairwise

import pytest
from ludarium.games.alhambra.v1 import events_pb2, gates_pb2, types_pb2

from server.games.alhambra import grid, scoring
from server.games.alhambra.choices import (
    AddWallPiece,
    Build,
    Buy,
    BuyAtGate,
    Cell,
    DeclineBonus,
    Exchange,
    GiveToDirk,
    Move,
    PayCard,
    Place,
    PlacePlaza,
    Reserve,
    ReservePlaza,
    Store,
    SwapSpaces,
    TakeCard,
    TakePoints,
    TakeSemiBuilding,
)
from server.games.alhambra.content import load
from server.games.alhambra.modules.gates.keys import GATE_BONUS
from server.games.alhambra.modules.gates.purchase import GATE_PAYMENT, PLACE_GATE_TILE
from server.games.kernel.chance import Chance
from server.games.kernel.options import build
from server.games.kernel.redact import redact
from server.games.kernel.testkit import Position
from tests.server.games.alhambra.module_tables import GATES, HANDYMEN, at_gate, colors, decline_all, keys_of, on_tiles
from tests.server.games.alhambra.table import MARKET, playing

TOWER = types_pb2.BUILDING_TYPE_TOWER


def added(position: Position, seat: int, tile: str, side: types_pb2.Side.ValueType) -> Position:
    return position.given(gates_pb2.WallPieceAdded(seat=seat, tile=tile, side=side))


def test_a_gate_redesigns_in_the_three_ways_of_the_action_or_moves_a_tile() -> None:
    """R11.5.1, R7.1, R7.3"""
    spots = {(1, 0): "pavilion_8"}
    args = {"alhambras": {0: spots}, "reserves": {0: ["seraglio_9"]}}
    kinds = [type(choice).__name__ for choice in at_gate("redesign", **args).legal(0)]  # type: ignore[arg-type]
    assert list(dict.fromkeys(kinds)) == ["Build", "Store", "Exchange", "Move", "DeclineBonus"]
    for choice, event in (
        (Build("seraglio_9", Cell(-1, 0)), events_pb2.TileBuilt),
        (Store("pavilion_8"), events_pb2.TileStored),
        (Exchange("seraglio_9", "pavilion_8"), events_pb2.TilesExchanged),
        (Move("pavilion_8", Cell(-1, 0)), gates_pb2.TileMoved),
    ):
        position = at_gate("redesign", **args).when(0, choice)  # type: ignore[arg-type]
        assert isinstance(position.happened[0], event)


def test_a_move_obeys_the_building_rules_in_the_final_arrangement() -> None:
    """R11.5.1: on a free cell, matching, reachable, without a hole; the fountain stays."""
    position = at_gate("redesign", alhambras={0: {(1, 0): "pavilion_8", (0, -1): "pavilion_2"}})
    position.when(0, Move("pavilion_8", Cell(0, -1))).then_rejected("R6.6")
    position.when(0, Move("pavilion_2", Cell(0, 1))).then_rejected("R6.2")
    position.when(0, Move("pavilion_8", Cell(5, 5))).then_rejected("R6.3")
    position.when(0, Move("fountain_blue", Cell(0, 1))).then_rejected("R6.7")
    position.when(0, Move("garden_12", Cell(0, 1))).then_rejected("R7.1")


def test_a_tile_that_joins_two_parts_may_move_to_where_it_joins_them_again() -> None:
    """R11.5.1: the moment in between need not be valid."""
    walls = dict.fromkeys("abcdf", 0)
    tiles = {Cell(0, 0): "f", Cell(1, 0): "a", Cell(1, 1): "b"}
    assert set(grid.moves_of(tiles, walls, Cell(1, 0), free=False)) == {Cell(0, 1)}
    assert grid.broken_rules_of_move(tiles, walls, Cell(1, 0), Cell(0, 1)) == []
    assert grid.broken_rules_of_move(tiles, walls, Cell(1, 0), Cell(2, 1)) == ["R6.3"]
    ring = {Cell(x, y): "a" for x in (0, 1, 2) for y in (0, 1, 2) if (x, y) != (1, 1)}
    full = {**ring, Cell(0, 0): "f", Cell(1, 1): "b"}
    assert list(grid.moves_of(full, walls, Cell(1, 1), free=True)) == []
    assert grid.broken_rules_of_move(full, walls, Cell(1, 1), Cell(3, 0)) == ["R6.5"]


def test_what_a_move_lists_is_what_the_rules_allow() -> None:
    """R11.5.1: on a grown Alhambra, cell by cell."""
    spots = {(1, 0): "pavilion_8", (2, 0): "seraglio_9", (2, 1): "arcades_9", (0, -1): "pavilion_2"}
    position = at_gate("redesign", alhambras={0: spots})
    tiles, walls = position.state.players[0].alhambra, position.state.walls
    listed = {choice for choice in position.legal(0) if isinstance(choice, Move)}
    cells = [Cell(x, y) for x in range(-3, 6) for y in range(-4, 5)]
    allowed = {
        Move(tiles[cell], target)
        for cell in tiles
        for target in cells
        if cell != grid.ORIGIN and not grid.broken_rules_of_move(tiles, walls, cell, target)
    }
    assert listed == allowed


def test_a_tile_takes_its_wall_pieces_and_its_handyman_along() -> None:
    """R7.4, R11.5.1, R11.5.2, R15.11: moved, stored and built again."""
    position = at_gate("redesign", alhambras={0: {(1, 0): "pavilion_8"}}, modules=[GATES, HANDYMEN])
    added(position, 0, "pavilion_8", types_pb2.SIDE_NORTH).given(*on_tiles(0, "pavilion_8"))
    position.when(0, Move("pavilion_8", Cell(0, 1))).then_rejected("R6.2")
    position.when(0, Move("pavilion_8", Cell(0, -1)))
    player = position.state.players[0]
    assert grid.longest_wall(player.alhambra, position.state.walls) == 1
    tile = next(placed.tile for placed in position.game.view(position.state).players[0].alhambra if placed.cell.y)
    assert (tile.id, list(tile.wall_pieces), tile.handyman) == ("pavilion_8", [types_pb2.SIDE_NORTH], True)


def test_a_plaza_may_be_redesigned_and_moved_like_a_building() -> None:
    """R7.5, R11.5.1"""
    position = playing(modules=[GATES]).given(gates_pb2.PlazaReserved(seat=0, tile="plaza_1"))
    position.when(0, Build("plaza_1", Cell(1, 0)))
    assert position.state.players[0].alhambra[Cell(1, 0)] == "plaza_1"
    position = at_gate("redesign").given(gates_pb2.PlazaPlaced(seat=0, tile="plaza_2", cell=types_pb2.Cell(x=1, y=0)))
    assert {Store("plaza_2"), Move("plaza_2", Cell(0, 1))} <= set(position.legal(0))


def test_a_wall_piece_goes_onto_an_outer_side_without_a_wall() -> None:
    """R11.5.2: fountain and plazas included, not onto reserve tiles, never twice."""
    position = at_gate("wall_piece", alhambras={0: {(0, -1): "pavilion_2"}}, reserves={0: ["garden_12"]})
    printed = load().buildings["pavilion_2"].walls
    for side in range(1, 5):
        listed = AddWallPiece("pavilion_2", side) in position.legal(0)
        assert listed is (side != types_pb2.SIDE_SOUTH and not printed >> (side - 1) & 1)
    added(position, 0, "fountain_blue", types_pb2.SIDE_WEST)
    position.when(0, AddWallPiece("fountain_blue", types_pb2.SIDE_WEST)).then_rejected("R11.5.2")
    position.when(0, AddWallPiece("garden_12", 1)).then_rejected("R11.5.2")
    position.when(0, AddWallPiece("fountain_blue", 5)).then_rejected("R11.5.2")
    position.when(0, AddWallPiece("fountain_blue", types_pb2.SIDE_EAST))
    assert position.state.gates.wall_pieces == 5
    assert position.state.gates.pieces == {"fountain_blue": 0b1010}


def test_an_added_wall_counts_for_matching_walking_and_scoring() -> None:
    """R0.8, R11.5.2: a fountain walled in takes no further tile."""
    position = playing(modules=[GATES], reserves={0: ["pavilion_8"]})
    for side in (types_pb2.SIDE_NORTH, types_pb2.SIDE_EAST, types_pb2.SIDE_SOUTH):
        added(position, 0, "fountain_blue", side)
    assert [choice for choice in position.legal(0) if isinstance(choice, Build)] == [Build("pavilion_8", Cell(-1, 0))]
    position.when(0, Build("pavilion_8", Cell(1, 0))).then_rejected("R6.2")
    assert grid.longest_wall(position.state.players[0].alhambra, position.state.walls) == 3
    added(position, 0, "fountain_blue", types_pb2.SIDE_WEST)
    assert not any(isinstance(choice, Build) for choice in position.legal(0))


def test_without_a_piece_or_a_side_the_wall_bonus_lapses() -> None:
    """R11.5.2, R11.5.9"""
    position = at_gate("wall_piece")
    position.state.gates.wall_pieces = 0
    position.when(0, AddWallPiece("fountain_blue", 1)).then_rejected("R11.5.9")
    assert position.legal(0) == [DeclineBonus()]


def test_a_building_is_bought_for_fourteen_in_any_currencies_card_by_card() -> None:
    """R11.5.3, R11.5.3.1, R11.5.3.2, R11.5.3.4, R17.6: the payment ends as soon as the price is reached."""
    position = at_gate("buy_building", hands={0: ["florin_9", "denar_1", "denar_4", "ducat_9"]})
    position.when(0, BuyAtGate(4)).then_exactly(
        gates_pb2.GatePurchaseBegan(seat=0, space=4, price_due=14),
        events_pb2.DecisionOpened(seat=0, kind=GATE_PAYMENT),
    )
    assert position.state.market[3] == "chambers_10"
    position.when(0, PayCard("florin_9")).when(0, PayCard("denar_4"))
    assert position.state.gates.purchase.paid == 13
    assert position.legal(0) == [PayCard("denar_1"), PayCard("ducat_9")]
    position.when(0, PayCard("florin_8")).then_rejected("R11.5.3")
    position.when(0, PayCard("ducat_9")).then_exactly(
        gates_pb2.CardPaid(seat=0, card="ducat_9", paid=22),
        gates_pb2.GateBuildingBought(seat=0, space=4, tile="chambers_10", price_due=14, paid=22),
        events_pb2.DecisionOpened(seat=0, kind=PLACE_GATE_TILE),
    )
    assert position.state.discard == {"florin_9": 1, "denar_4": 1, "ducat_9": 1}
    assert position.state.market[3] is None


def test_a_gate_purchase_is_placed_at_once_and_its_space_stays_empty_until_after_the_key() -> None:
    """R11.5.3, R11.5.3.1"""
    position = at_gate("buy_building", hands={0: ["florin_9", "ducat_9"]})
    position.when(0, BuyAtGate(3)).when(0, PayCard("florin_9")).when(0, PayCard("ducat_9"))
    tile = "garden_9"
    assert Reserve(tile) in position.legal(0)
    assert not any(isinstance(choice, GiveToDirk) for choice in position.legal(0))
    position.when(0, GiveToDirk(tile)).then_rejected("R14.5")
    cell = next(choice.cell for choice in position.legal(0) if isinstance(choice, Place))
    position.when(0, Place(tile, cell))
    kinds = [type(event) for event in position.happened + decline_all(position)]
    assert kinds[0] is events_pb2.BuildingPlaced
    assert kinds.index(gates_pb2.KeyRemoved) < kinds.index(events_pb2.BuildingTurnedUp)


def test_with_two_players_a_gate_purchase_may_go_to_dirk() -> None:
    """R11.5.3, R14.5.1, R5.9"""
    position = at_gate("buy_building", seats=2, hands={0: ["florin_9", "ducat_9"]})
    position.when(0, BuyAtGate(3)).when(0, PayCard("florin_9")).when(0, PayCard("ducat_9"))
    position.when(0, GiveToDirk("garden_9"))
    assert position.state.dirk == ["garden_9"]


def test_an_empty_space_or_too_small_a_hand_buys_nothing_but_is_asked() -> None:
    """R11.5.3.3, R17.4: skipping the question would show the hand."""
    position = at_gate("buy_building", market=[None, *MARKET[1:]], hands={0: ["florin_9"]})
    position.when(0, BuyAtGate(1)).then_rejected("R5.1")
    position.when(0, BuyAtGate(2)).then_rejected("R11.5.3.3")
    assert position.legal(0) == [DeclineBonus()]


def test_one_card_of_the_display_may_be_taken() -> None:
    """R11.5.4: of any value."""
    position = at_gate("money_card", display=["florin_9", "florin_9", "denar_3"])
    assert position.legal(0) == [TakeCard("florin_9"), TakeCard("denar_3"), DeclineBonus()]
    position.when(0, TakeCard("florin_9")).then(events_pb2.MoneyTaken(seat=0, cards=["florin_9"]))


def test_a_semi_building_of_choice_is_taken_while_it_is_there() -> None:
    """R11.5.5, R11.4.5: one of each type exists; a player may own several."""
    position = at_gate("semi_building").given(gates_pb2.SemiBuildingTaken(seat=1, type=TOWER))
    choices = [choice for choice in position.legal(0) if isinstance(choice, TakeSemiBuilding)]
    assert choices == [TakeSemiBuilding(number) for number in range(1, 6)]
    position.when(0, TakeSemiBuilding(TOWER)).then_rejected("R11.5.5")
    position.when(0, TakeSemiBuilding(2)).then(
        gates_pb2.SemiBuildingTaken(seat=0, type=types_pb2.BUILDING_TYPE_SERAGLIO)
    )
    assert position.state.gates.semi_supply == [1, 3, 4, 5]


def test_a_semi_building_counts_half_in_majorities_beside_a_building() -> None:
    """R11.5.5, R9.2: tested anew in each scoring; no wall, no place in the grid."""
    position = playing(modules=[GATES], alhambras={0: {(1, 0): "tower_9_a"}, 1: {(1, 0): "tower_9_b"}})
    position.given(gates_pb2.SemiBuildingTaken(seat=1, type=TOWER))
    assert scoring.half_units(position.state, TOWER) == [2, 3, 0, 0]
    scored = [event for event in scoring.score(position.state, 1) if isinstance(event, events_pb2.PointsScored)]
    majority = next(event for event in scored if event.majority.type == TOWER)
    assert (majority.seat, majority.points, majority.majority.half_units) == (1, 6, 3)
    position.given(events_pb2.TileStored(seat=1, tile="tower_9_b"))
    assert scoring.half_units(position.state, TOWER) == [2, 0, 0, 0]


def test_two_different_spaces_are_swapped_unless_both_are_empty() -> None:
    """R11.5.6: no purchase, no key; a building is paid in the currency of its new space."""
    position = at_gate("swap_buildings", market=[None, None, "arcades_7", "chambers_10"])
    swaps = [choice for choice in position.legal(0) if isinstance(choice, SwapSpaces)]
    assert swaps == [SwapSpaces(1, 3), SwapSpaces(1, 4), SwapSpaces(2, 3), SwapSpaces(2, 4), SwapSpaces(3, 4)]
    position.when(0, SwapSpaces(1, 2)).then_rejected("R11.5.6")
    position.when(0, SwapSpaces(3, 3)).then_rejected("R11.5.6")
    position.when(0, SwapSpaces(3, 5)).then_rejected("R11.5.6")
    position.when(0, SwapSpaces(3, 1)).then(gates_pb2.SpacesSwapped(seat=0, space=1, other_space=3))
    assert not position.all(gates_pb2.KeyTaken)
    assert position.state.market[0] == "arcades_7"
    position = playing(modules=[GATES], hands={0: ["florin_7"]}, market=[None, None, "arcades_7", None])
    position.given(gates_pb2.SpacesSwapped(seat=2, space=1, other_space=3))
    assert Buy(1, ("florin_7",)) in position.legal(0)


def test_a_plaza_goes_into_the_alhambra_or_the_reserve() -> None:
    """R11.5.7: no walls, no type, no price; never to Dirk; usable as long as there are plazas."""
    position = at_gate("plaza", seats=2, alhambras={0: {(0, -1): "pavilion_2"}})
    placings = [choice.cell for choice in position.legal(0) if isinstance(choice, PlacePlaza)]
    assert placings == [Cell(-1, 0), Cell(1, 0), Cell(0, 1)]
    assert not any(isinstance(choice, GiveToDirk) for choice in position.legal(0))
    position.when(0, PlacePlaza(Cell(0, -2))).then_rejected("R6.2")
    position.when(0, PlacePlaza(Cell(1, 0))).then(
        gates_pb2.PlazaPlaced(seat=0, tile="plaza_1", cell=types_pb2.Cell(x=1, y=0))
    )
    assert all(count == 0 for count in scoring.half_units(position.state, TOWER))
    tile = position.game.view(position.state).players[0].alhambra[-1].tile
    assert (tile.type, tile.price, list(tile.walls)) == (0, 0, [])
    position = at_gate("plaza").when(0, ReservePlaza())
    assert position.state.players[0].reserve == ["plaza_1"]
    assert len(position.state.gates.plazas) == 5


def test_an_empty_supply_of_plazas_gives_nothing() -> None:
    """R11.5.9, R18.8"""
    position = at_gate("plaza")
    position.state.gates.plazas.clear()
    position.when(0, ReservePlaza()).then_rejected("R11.5.9")
    position.when(0, PlacePlaza(Cell(1, 0))).then_rejected("R11.5.9")
    assert position.legal(0) == [DeclineBonus()]


@pytest.mark.parametrize("bonus", ["points_1", "points_2"])
def test_points_are_taken_or_not(bonus: str) -> None:
    """R11.5.8"""
    assert at_gate(bonus).legal(0) == [TakePoints(), DeclineBonus()]


def test_a_chain_of_one_key_asks_the_gates_in_order() -> None:
    """R11.4.5: each bonus is used completely, its purchase paid and placed, before the next player is asked."""
    position = at_gate("buy_building", facts=[colors("yellow", "red", "green")], hands={0: ["florin_9", "ducat_9"]})
    position.when(0, BuyAtGate(1)).when(0, PayCard("florin_9"))
    assert [decision.seat for decision in position.state.decisions] == [0]
    position.when(0, PayCard("ducat_9")).when(0, Reserve("tower_8"))
    happened = position.happened + decline_all(position)
    seats = [event.seat for event in happened if isinstance(event, gates_pb2.BonusOffered)]
    assert seats == [1, 2]
    assert all(later > earlier for earlier, later in pairwise(seats))
    assert position.state.decisions[0].kind != GATE_BONUS
    assert keys_of(0, "key_1")[1] == gates_pb2.KeyTaken(seat=0, key="key_1")


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_whoever_pays_at_a_gate_is_imagined_with_enough(viewer: int | None) -> None:
    """R11.5.3.3, R16: that the hand reaches the price is public once the purchase has begun."""
    position = at_gate("buy_building", hands={0: ["florin_9", "ducat_9"], 2: ["denar_1"]})
    position.when(0, BuyAtGate(1))
    view = position.game.view(position.state)
    redact(view, viewer)
    cards = load().cards
    for number in range(30):
        imagined = position.game.imagine(build(position.game, [GATES]), view, viewer, Chance(b"%d" % number))
        hand = imagined.players[0].hand
        assert hand.total() == 2
        assert sum(cards[card].value * count for card, count in hand.items()) >= 14
        assert min(hand.values()) > 0
