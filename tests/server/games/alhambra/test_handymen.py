"""The module Handymen: R13, and its parts of R2, R8, R9 and R18."""

import pytest
from ludarium.games.alhambra.v1 import events_pb2, handymen_pb2, types_pb2

from server.games.alhambra.choices import (
    Buy,
    Cell,
    CompleteProjects,
    Exchange,
    Pass,
    PutOnMarket,
    PutOnTile,
    RefuseRoll,
    Reserve,
    RollDie,
    Store,
    TakeBack,
    TakeMoney,
)
from server.games.alhambra.content import load
from server.games.alhambra.modules.handymen import scoring
from server.games.alhambra.modules.handymen.dice import DICE, TAKE_MONEY, values
from server.games.alhambra.modules.handymen.left import TAKE_BACK
from server.games.alhambra.turns import ending
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT
from server.games.kernel.testkit import Position
from tests.server.games.alhambra.module_tables import HANDYMEN, drive, on_market, on_tiles, roll
from tests.server.games.alhambra.table import MARKET, playing

ON = (HANDYMEN,)


def empty_supply(position: Position, seat: int = 0) -> Position:
    """All eight handymen of a seat lie on space 4."""
    return position.given(*on_market(*[(seat, 4)] * 8))


def test_everybody_begins_with_eight_handymen_and_three_dice_are_there() -> None:
    """R1.2, R2.9, R13.1"""
    position = playing(4, modules=ON)
    assert position.state.handymen.supply == [8, 8, 8, 8]
    assert load().modules.handymen.dice == 3


def test_dice_may_be_rolled_only_before_the_first_action_and_with_a_handyman_left() -> None:
    """R13.2"""
    assert playing(modules=ON).legal(0)[0] == RollDie()
    position = empty_supply(playing(modules=ON))
    assert not any(isinstance(choice, RollDie) for choice in position.legal(0))
    position.when(0, RollDie()).then_rejected("R13.2")


def test_a_die_is_an_event_and_accepting_or_refusing_a_decision() -> None:
    """R13.3, R17.2"""
    position = playing(modules=ON).when(0, RollDie(), draws=[3])
    position.then_exactly(
        handymen_pb2.DieRolled(seat=0, number=1, result=4), events_pb2.DecisionOpened(seat=0, kind=DICE)
    )
    position.when(0, TakeMoney(("florin_9",))).then_rejected("R17")


def test_refusing_rolls_the_next_die_and_after_the_third_loses_the_results() -> None:
    """R13.3, R17.2.1: earlier values are gone; refusing is never skipped (R17.4)."""
    position = roll(playing(modules=ON, market=["tower_8", "tower_13", "garden_6", "chambers_5"]), 5)
    assert position.legal(0) == [PutOnMarket(4), RefuseRoll()]
    position.when(0, RefuseRoll(), draws=[5]).then(handymen_pb2.DieRolled(seat=0, number=2, result=6))
    assert position.legal(0) == [RefuseRoll()]
    position.when(0, PutOnMarket(4)).then_rejected("R13.3.1")
    position.when(0, RefuseRoll(), draws=[0]).then(handymen_pb2.DieRolled(seat=0, number=3, result=1))
    position.when(0, RefuseRoll()).then_exactly(
        handymen_pb2.RollLost(seat=0), events_pb2.DecisionOpened(seat=0, kind=TAKE_MONEY)
    )
    assert position.state.handymen.dice == []
    assert position.state.handymen.supply[0] == 8


def test_after_a_roll_the_turn_is_one_of_taking_money() -> None:
    """R13.2.1, R15.8, R15.17: no purchase, no redesign, no project, no second roll, no pass."""
    position = roll(playing(modules=ON, reserves={0: ["pavilion_8"]}), 1, 1, 1).when(0, RefuseRoll())
    others = [
        Buy(1, ()),
        Store("x"),
        Exchange("x", "y"),
        CompleteProjects(("project_tower_a",)),
        Pass(),
        RollDie(),
    ]
    for choice in others:
        position.when(0, choice).then_rejected("R13.2")
    assert all(isinstance(choice, TakeMoney) for choice in position.legal(0))
    position.when(0, TakeMoney(("florin_9",))).then_asked(1, CHOOSE_ACTION)


def test_with_an_empty_display_the_action_after_a_roll_is_lost() -> None:
    """R13.2.2: the roll is over before money is chosen."""
    position = roll(playing(modules=ON, display=[], money_deck=[]), 1, 1, 2)
    position.when(0, RefuseRoll()).then(handymen_pb2.RollLost(seat=0), events_pb2.Passed(seat=0))
    position.then_asked(1, CHOOSE_ACTION)


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((2, 5), {3, 7}),
        ((6, 6), {12}),
        ((6, 3, 3), {12, 6}),
        ((1, 2, 3), {2, 4, 6}),
        ((6, 6, 5), {17, 7, 5}),
        ((4, 1, 6), {11, 9, 1, 3}),
    ],
)
def test_values_use_every_die_once_and_forget_signs_and_zero(dice: tuple[int, ...], expected: set[int]) -> None:
    """R13.3.1, R13.3.2, R13.3.2.1"""
    assert values(dice) == expected


def test_two_equal_dice_are_no_triple_and_three_may_be_declined() -> None:
    """R13.3.3"""
    position = roll(playing(modules=ON), 4, 4)
    assert position.legal(0) == [PutOnMarket(1), RefuseRoll()]
    position.when(0, RefuseRoll(), draws=[3])
    assert len(position.legal(0)) == 6
    position.when(0, RefuseRoll()).then(handymen_pb2.RollLost(seat=0))


def test_a_triple_reaches_no_tile_that_has_a_handyman() -> None:
    """R13.3.3, R13.4"""
    position = playing(modules=ON, alhambras={0: {(1, 0): "pavilion_8"}}).given(*on_tiles(0, "fountain_blue"))
    roll(position, 2, 2, 2)
    position.when(0, PutOnTile("fountain_blue")).then_rejected("R13.4")
    position.when(0, PutOnTile("pavilion_8")).then(handymen_pb2.HandymanPutOnTile(seat=0, tile="pavilion_8"))


def test_one_handyman_goes_to_one_target_of_the_players_choice() -> None:
    """R13.4, R13.4.2: a space, a tile of the Alhambra or one of the reserve; then the roll is over."""
    spots = {(1, 0): "pavilion_8"}
    position = playing(modules=ON, alhambras={0: spots}, reserves={0: ["seraglio_8"]})
    roll(position, 4, 4)
    assert position.legal(0) == [PutOnMarket(1), PutOnTile("pavilion_8"), PutOnTile("seraglio_8"), RefuseRoll()]
    position.when(0, PutOnTile("seraglio_8")).then_exactly(
        handymen_pb2.HandymanPutOnTile(seat=0, tile="seraglio_8", value=8),
        events_pb2.DecisionOpened(seat=0, kind=TAKE_MONEY),
    )
    assert position.state.handymen.supply[0] == 7
    assert position.state.handymen.on_tiles == {"seraglio_8"}


def test_dice_are_compared_with_the_printed_price() -> None:
    """R13.4.1: handymen on the space don't change it; any number of any players may lie there."""
    position = playing(modules=ON).given(*on_market((0, 1), (1, 1)))
    roll(position, 4, 4).when(0, PutOnMarket(1)).then(handymen_pb2.HandymanPutOnMarket(seat=0, space=1, value=8))
    assert position.state.handymen.on_market[0] == [2, 1, 0]


def test_tiles_of_others_and_empty_spaces_are_no_targets() -> None:
    """R13.4.3"""
    position = playing(modules=ON, market=[None, *MARKET[1:]], alhambras={1: {(1, 0): "pavilion_8"}})
    roll(position, 4, 4)
    position.when(0, PutOnTile("pavilion_8")).then_rejected("R13.4.3")
    position.when(0, PutOnMarket(1)).then_rejected("R13.4.3")
    position.when(0, PutOnMarket(0)).then_rejected("R13.4.3")


def test_each_handyman_used_changes_the_price_by_one() -> None:
    """R13.5, R17.1: up, down or both; unused ones stay."""
    position = playing(modules=ON, hands={0: ["florin_9", "florin_7"]}).given(*on_market((0, 1), (0, 1)))
    prices = {
        (choice.handymen_up, choice.handymen_down): choice.cards
        for choice in position.legal(0)
        if isinstance(choice, Buy) and len(choice.cards) == 1 and choice.cards != ("florin_9",)
    }
    assert prices == {(0, 1): ("florin_7",), (0, 2): ("florin_7",)}
    assert Buy(1, ("florin_9",), 1, 1) in position.legal(0)
    position.when(0, Buy(1, ("florin_9",), 1, 0)).then_asked(0, CHOOSE_ACTION)
    assert position.state.extra_action
    assert position.state.handymen.used[0] == 1


def test_a_price_does_not_fall_below_zero_and_zero_is_paid_with_no_card() -> None:
    """R13.5, R13.5.2, R15.15: with a price of 0 any card is overpaying."""
    position = playing(modules=ON, market=["pavilion_2", *MARKET[1:]], hands={0: ["florin_1"]})
    position.given(*on_market((0, 1), (0, 1), (0, 1)))
    assert {Buy(1, (), 0, 2), Buy(1, (), 0, 3), Buy(1, ("florin_1",), 0, 2)} <= set(position.legal(0))
    position.when(0, Buy(1, (), 0, 3)).then(
        events_pb2.BuildingBought(seat=0, space=1, tile="pavilion_2", price_due=0, paid=0, exact=True)
    )
    assert position.state.handymen.used[0] == 3
    position.then_asked(0, CHOOSE_ACTION)


def test_only_the_buyers_own_handymen_on_that_space_count() -> None:
    """R13.5.1, R13.5.2: not those of others, on other spaces or in the supply; using them is optional."""
    position = playing(modules=ON, hands={0: ["florin_7", "florin_8"]}).given(*on_market((1, 1), (0, 2)))
    position.when(0, Buy(1, ("florin_7",), 0, 1)).then_rejected("R13.5.1")
    position.given(*on_market((0, 1)))
    position.when(0, Buy(1, ("florin_8",))).then(
        events_pb2.BuildingBought(seat=0, space=1, tile="tower_8", cards=["florin_8"], price_due=8, paid=8, exact=True),
        handymen_pb2.HandymenLeft(space=1, seats=[0, 1]),
    )


def test_it_does_not_matter_which_building_lay_there_before() -> None:
    """R13.5.3"""
    position = playing(modules=ON, hands={0: ["florin_7"]}).given(*on_market((0, 1)))
    position.given(events_pb2.BuildingTurnedUp(space=1, tile="seraglio_8"))
    position.when(0, Buy(1, ("florin_7",), 0, 1))
    assert position.all(handymen_pb2.HandymenUsed) == [handymen_pb2.HandymenUsed(seat=0, space=1, up=0, down=1)]


def buying_twice() -> Position:
    """Seat 1 has bought from spaces 3 and 1, with handymen of several seats on both, and places."""
    hand = ["denar_9", "florin_8", "florin_1"]
    position = playing(active=1, modules=ON, hands={1: hand})
    position.given(*on_market((0, 1), (2, 1), (1, 3), (0, 3), (0, 4)))
    position.when(1, Buy(3, ("denar_9",))).when(1, Buy(1, ("florin_1", "florin_8"))).then_asked(1, PLACE_BOUGHT)
    return position.when(1, Reserve("garden_9")).when(1, Reserve("tower_8"))


def test_left_handymen_are_decided_about_space_by_space_before_the_refill() -> None:
    """R8.2, R13.6, R13.6.1, R13.6.2, R13.6.5, R13.6.6: after the placing; space 4 was not emptied."""
    position = buying_twice()
    order = []
    while position.state.decisions[0].kind == TAKE_BACK:
        seat = position.state.decisions[0].seat
        space = min(position.state.handymen.left)
        order.append((space, seat))
        assert not position.all(events_pb2.MoneyTurnedUp)
        position.when(seat, TakeBack(space, 1))
    assert order == [(1, 2), (1, 0), (3, 1), (3, 0)]
    assert [event.space for event in position.all(events_pb2.BuildingTurnedUp)] == [1, 3]
    assert position.state.handymen.supply == [7, 8, 8]
    assert position.state.handymen.on_market[3] == [1, 0, 0]


def test_a_decision_about_left_handymen_is_about_one_space_and_what_lies_there() -> None:
    """R13.6, R13.6.2"""
    position = buying_twice()
    position.when(2, TakeBack(3, 1)).then_rejected("R13.6.2")
    position.when(2, TakeBack(1, 2)).then_rejected("R13.6")
    position.when(2, TakeBack(1, 0)).then(handymen_pb2.HandymenTakenBack(seat=2, space=1, number=0))
    assert position.state.handymen.on_market[0] == [1, 0, 1]


def test_nobody_is_asked_where_nothing_is_left() -> None:
    """R13.6.6: the only handyman was used."""
    position = playing(modules=ON, hands={0: ["florin_9"]}).given(*on_market((0, 1)))
    position.when(0, Buy(1, ("florin_9",), 1, 0)).when(0, TakeMoney(("florin_9",)))
    position.when(0, Reserve("tower_8")).then_asked(1, CHOOSE_ACTION)


def test_a_table_may_play_with_all_or_none() -> None:
    """R13.6, R19: option handymen_take_back."""
    position = playing(modules=ON, hands={0: ["florin_9"]}, handymen_take_back="all-or-none")
    position.given(*on_market((0, 1), (0, 1), (0, 1)))
    position.when(0, Buy(1, ("florin_9",))).when(0, Reserve("tower_8"))
    assert position.legal(0) == [TakeBack(1, 0), TakeBack(1, 3)]
    position.when(0, TakeBack(1, 2)).then_rejected("R19")


def test_the_fountain_belongs_to_a_group_and_the_reserve_does_not_count() -> None:
    """R13.7, R9.6: of two groups the larger one counts, of two equal ones one."""
    spots = {(1, 0): "pavilion_8", (2, 0): "seraglio_9", (0, 1): "arcades_9"}
    position = playing(modules=ON, alhambras={0: spots}, reserves={0: ["garden_12"]})
    position.given(*on_tiles(0, "fountain_blue", "arcades_9", "seraglio_9", "garden_12"))
    scored = drive(position, scoring.score(position.state, 1))
    reason = handymen_pb2.HandymenPoints(group=2)
    assert scored == [events_pb2.PointsScored(seat=0, points=2, scoring=1, handymen=reason)]
    assert position.state.players[0].handymen == position.state.players[0].score == 2
    assert scoring.largest_group({Cell(0, 0), Cell(1, 0), Cell(5, 5), Cell(5, 6)}) == 2


def test_a_handyman_stays_on_its_tile() -> None:
    """R13.8, R7.4: when it is stored, and when it is built again."""
    position = playing(modules=ON, alhambras={0: {(1, 0): "pavilion_8"}}, reserves={0: ["seraglio_9"]})
    position.given(*on_tiles(0, "pavilion_8"))
    position.when(0, Exchange("seraglio_9", "pavilion_8"))
    assert "pavilion_8" in position.state.players[0].reserve
    assert position.state.handymen.on_tiles == {"pavilion_8"}
    tiles = {tile.id: tile.handyman for tile in position.game.view(position.state).players[0].reserve}
    assert tiles == {"pavilion_8": True}


def test_handymen_on_the_market_mean_nothing_at_the_end() -> None:
    """R13.9, R10.2.1: no decision and no point."""
    position = playing(asked=False, modules=ON, draw_pile=[], hands={0: ["florin_3"]})
    position.given(*on_market((1, 1), (2, 1)), events_pb2.EndReached())
    happened = drive(position, ending.end_game(position.state))
    assert happened[0] == events_pb2.LeftoverAwarded(space=1, tile="tower_8", seat=0, totals=[3, 0, 0])
    position.when(0, Reserve("tower_8"))
    assert not position.all(handymen_pb2.HandymenTakenBack)
    assert position.state.winners


def test_the_view_shows_where_handymen_are() -> None:
    """R16: dice, handymen and decisions about them are public."""
    position = roll(playing(modules=ON).given(*on_market((1, 3))), 2, 6)
    seen = position.game.view(position.state).handymen
    assert list(seen.dice) == [2, 6]
    assert list(seen.on_market) == [handymen_pb2.HandymenOnSpaceView(space=3, seat=1, number=1)]
    assert [part.supply for part in seen.players] == [8, 7, 8]
    assert position.state.decisions[0].kind == types_pb2.DECISION_KIND_DICE
