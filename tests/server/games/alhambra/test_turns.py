"""The turn, its actions and its end: R3 to R5, R8."""

from ludarium.games.alhambra.v1 import events_pb2, types_pb2

from server.games.alhambra.choices import Build, Buy, Cell, Pass, Place, Reserve, Store, TakeMoney
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT
from tests.server.games.alhambra.table import MARKET, playing


def cell(x: int, y: int) -> types_pb2.Cell:
    return types_pb2.Cell(x=x, y=y)


def test_turns_go_clockwise() -> None:
    """R3.1, R8.9, R0.10"""
    position = playing(active=2)
    position.when(2, TakeMoney(("florin_9",))).then_asked(0, CHOOSE_ACTION)
    position.when(0, TakeMoney(("dirham_2",))).then_asked(1, CHOOSE_ACTION)
    assert position.state.turn == 3


def test_a_turn_is_one_action_and_its_end() -> None:
    """R3.2, R3.3, R3.6: Take money gives no extra action."""
    position = playing().when(0, TakeMoney(("denar_3",)))
    assert not position.state.extra_action
    assert position.state.active == 1


def test_the_extra_action_may_be_any_action() -> None:
    """R3.4: after an exact purchase taking, buying and redesigning are all open."""
    position = playing(
        hands={0: ["florin_8", "denar_9"]}, alhambras={0: {(1, 0): "pavilion_8"}}, reserves={0: ["seraglio_9"]}
    )
    position.when(0, Buy(1, ("florin_8",)))
    kinds = {type(choice).__name__ for choice in position.legal(0)}
    assert kinds == {"TakeMoney", "Buy", "Build", "Store", "Exchange"}


def test_an_overpaid_extra_purchase_ends_the_actions() -> None:
    """R3.4.1, R3.6, R5.9"""
    position = playing(hands={0: ["florin_8", "ducat_6", "ducat_5"]})
    position.when(0, Buy(1, ("florin_8",))).when(0, Buy(4, ("ducat_5", "ducat_6"))).then_asked(0, PLACE_BOUGHT)
    assert position.state.players[0].bought == ["tower_8", "chambers_10"]


def test_nothing_is_refilled_during_a_turn() -> None:
    """R3.4.2, R3.7"""
    position = playing(hands={0: ["florin_8"]}).when(0, Buy(1, ("florin_8",)))
    assert position.state.market[0] is None
    position.when(0, TakeMoney(("florin_9",)))
    assert len(position.state.display) == 3
    assert position.state.market[0] is None


def test_the_extra_action_must_be_taken() -> None:
    """R3.5: passing is no answer while an action is legal."""
    position = playing(hands={0: ["florin_8"]}).when(0, Buy(1, ("florin_8",)))
    assert Pass() not in [choice for choice in position.legal(0) if isinstance(choice, Pass)]
    position.when(0, Pass()).then_rejected("R3.5")


def test_a_table_may_let_players_pass_an_extra_action() -> None:
    """R3.5, R19: option extra_action: may; the first action can't be passed all the same."""
    position = playing(hands={0: ["florin_8"]}, extra_action="may")
    position.when(0, Pass()).then_rejected("R3.5")
    position.when(0, Buy(1, ("florin_8",)))
    assert isinstance(position.legal(0)[-1], Pass)
    position.when(0, Pass()).then(events_pb2.Passed(seat=0)).then_asked(0, PLACE_BOUGHT)


def test_a_player_without_any_legal_action_passes() -> None:
    """R3.3: only with an empty display and nothing else to do."""
    position = playing(display=[], money_deck=[])
    assert position.legal(0) == [Pass()]
    position.when(0, Pass()).then(events_pb2.Passed(seat=0))


def test_cards_taken_go_to_the_hand_without_a_limit() -> None:
    """R4.2"""
    hand = ["florin_1"] * 3 + ["denar_5"] * 3
    position = playing(hands={0: hand}).when(0, TakeMoney(("florin_9",)))
    assert position.state.players[0].hand.total() == 7


def test_only_cards_of_the_display_can_be_taken_and_at_least_one() -> None:
    """R4.1"""
    playing().when(0, TakeMoney(())).then_rejected("R4.1")
    playing().when(0, TakeMoney(("florin_8",))).then_rejected("R4.1")
    playing().when(0, TakeMoney(("dirham_2", "dirham_2"))).then_rejected("R4.1")


def test_more_cards_than_needed_may_be_paid() -> None:
    """R5.2: no change is given; the cards go to the open discard pile (R5.4)."""
    position = playing(hands={0: ["florin_9", "florin_1"]}).when(0, Buy(1, ("florin_1", "florin_9")))
    position.then(
        events_pb2.BuildingBought(
            seat=0, space=1, tile="tower_8", cards=["florin_1", "florin_9"], price_due=8, paid=10, exact=False
        )
    )
    assert position.state.discard == {"florin_1": 1, "florin_9": 1}
    assert not position.state.players[0].hand


def test_a_price_that_is_not_reached_is_refused() -> None:
    """R5.2, R5.3, R0.11"""
    playing(hands={0: ["florin_7"]}).when(0, Buy(1, ("florin_7",))).then_rejected("R5.2")


def test_only_held_cards_and_full_spaces_count() -> None:
    """R5.1"""
    playing().when(0, Buy(1, ("florin_9",))).then_rejected("R5.1")
    playing(market=[None, *MARKET[1:]]).when(0, Buy(1, ())).then_rejected("R5.1")
    playing().when(0, Buy(5, ())).then_rejected("R5.1")


def test_payments_are_listed_once_for_each_multiset() -> None:
    """R5.2.1"""
    position = playing(hands={0: ["florin_4", "florin_4", "florin_4", "florin_9"]})
    payments = [choice.cards for choice in position.legal(0) if isinstance(choice, Buy)]
    assert sorted(payments) == sorted(
        [
            ("florin_4", "florin_4"),
            ("florin_4", "florin_4", "florin_4"),
            ("florin_9",),
            ("florin_4", "florin_9"),
            ("florin_4", "florin_4", "florin_9"),
            ("florin_4", "florin_4", "florin_4", "florin_9"),
        ]
    )


def test_a_bought_tile_is_out_of_reach_until_the_end_of_the_turn() -> None:
    """R5.5, R5.8, R8.1.1"""
    position = playing(hands={0: ["florin_8"]}).when(0, Buy(1, ("florin_8",)))
    position.when(0, Build("tower_8", Cell(1, 0))).then_rejected("R7.1")
    assert position.state.players[0].bought == ["tower_8"]


def test_bought_tiles_are_placed_in_any_order_and_later_ones_see_the_earlier() -> None:
    """R8.1, R8.1.1: where garden_9 can lie depends on whether tower_8 lies there already."""
    market = ["pavilion_8", "tower_13", "seraglio_9", "chambers_10"]
    position = playing(market=market, hands={0: ["florin_8", "denar_9"]})
    position.when(0, Buy(1, ("florin_8",))).when(0, Buy(3, ("denar_9",))).when(0, TakeMoney(("florin_9",)))
    assert Place("seraglio_9", Cell(2, 0)) not in position.legal(0)
    position.when(0, Place("pavilion_8", Cell(1, 0)))
    position.then(events_pb2.BuildingPlaced(seat=0, tile="pavilion_8", cell=cell(1, 0)))
    assert Place("seraglio_9", Cell(2, 0)) in position.legal(0)
    position.when(0, Place("seraglio_9", Cell(2, 0))).then_asked(1, CHOOSE_ACTION)


def test_the_reserve_is_always_open_to_a_bought_tile() -> None:
    """R8.1.1, R0.6"""
    position = playing(hands={0: ["florin_9"]}).when(0, Buy(1, ("florin_9",)))
    position.when(0, Reserve("tower_8")).then(events_pb2.BuildingReserved(seat=0, tile="tower_8"))
    assert position.state.players[0].reserve == ["tower_8"]


def test_only_bought_tiles_are_placed_at_the_end_of_the_turn() -> None:
    """R8.1, R7.3, R17: a redesign is no answer here."""
    position = playing(hands={0: ["florin_9"]}, alhambras={0: {(1, 0): "pavilion_8"}}, reserves={0: ["seraglio_9"]})
    position.when(0, Buy(1, ("florin_9",)))
    position.when(0, Reserve("seraglio_9")).then_rejected("R8.1")
    position.when(0, Store("pavilion_8")).then_rejected("R17")


def test_money_is_refilled_first_then_the_market_space_by_space() -> None:
    """R8.3, R8.4"""
    position = playing(
        hands={0: ["florin_9"]}, draw_pile=["garden_12", "tower_9_a"], money_deck=["florin_1", "florin_2"]
    )
    position.when(0, Buy(1, ("florin_9",))).when(0, Reserve("tower_8"))
    turned = [type(event).__name__ for event in position.happened]
    assert turned == ["BuildingReserved", "BuildingTurnedUp", "TurnBegan", "DecisionOpened"]
    position.when(1, TakeMoney(("dirham_2", "denar_3"))).then(
        events_pb2.MoneyTaken(seat=1, cards=["dirham_2", "denar_3"]),
        events_pb2.MoneyTurnedUp(card="florin_1"),
        events_pb2.MoneyTurnedUp(card="florin_2"),
    )


def test_a_scoring_card_leaves_the_game_and_drawing_goes_on() -> None:
    """R8.3, R8.6, R8.6.1: both displays are refilled before the scoring counts what lies in the Alhambras."""
    position = playing(
        alhambras={0: {(1, 0): "tower_10"}}, money_deck=["scoring_card_1", "florin_1"], market=MARKET, seats=3
    )
    position.when(0, TakeMoney(("florin_9",))).then(
        events_pb2.MoneyTaken(seat=0, cards=["florin_9"]),
        events_pb2.ScoringCardDrawn(scoring=1),
        events_pb2.MoneyTurnedUp(card="florin_1"),
        events_pb2.ScoringBegan(scoring=1),
    )
    assert position.state.players[0].majorities == [0, 0, 0, 0, 0, 6]
    assert position.state.scorings_done == 1


def test_two_scoring_cards_in_one_refill_are_carried_out_in_order() -> None:
    """R8.6.2"""
    deck = ["scoring_card_1", "scoring_card_2", "florin_1"]
    position = playing(money_deck=deck).when(0, TakeMoney(("florin_9",)))
    assert [event.scoring for event in position.all(events_pb2.ScoringBegan)] == [1, 2]


def test_an_empty_money_deck_is_made_anew_from_the_discard_pile() -> None:
    """R8.3: without scoring cards, shuffled."""
    position = playing(hands={0: ["florin_9"]}, money_deck=[])
    position.when(0, Buy(1, ("florin_9",))).when(0, Reserve("tower_8"))
    position.when(1, TakeMoney(("denar_3",)))
    shuffled = position.all(events_pb2.DiscardShuffled)
    assert [list(event.cards) for event in shuffled] == [["florin_9"]]
    assert len(position.state.display) == 4
    assert not position.state.discard


def test_with_no_money_left_anywhere_the_display_stays_short() -> None:
    """R8.3"""
    position = playing(money_deck=[]).when(0, TakeMoney(("florin_9",)))
    assert len(position.state.display) == 3
    position.then_asked(1, CHOOSE_ACTION)


def test_a_full_turn_without_purchase_has_no_placing() -> None:
    """R8.8, R15.23: without modules there are no keys to resolve and no further steps."""
    position = playing().when(0, TakeMoney(("florin_9",)))
    kinds = [type(event).__name__ for event in position.happened]
    assert kinds == ["MoneyTaken", "MoneyTurnedUp", "TurnBegan", "DecisionOpened"]
