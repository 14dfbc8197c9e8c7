"""The worked examples of the base game, by their ids, with the rulebook's numbers."""

from collections import Counter

import pytest
from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra import scoring, setup
from server.games.alhambra.choices import Buy, Store, TakeMoney
from server.games.alhambra.content import load
from server.games.alhambra.game import ALHAMBRA, result
from server.games.alhambra.turns import end_of_turn, ending
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.testkit import Position, ScriptedChance
from tests.server.games.alhambra.table import lay_out, owns, playing, table


def drive(position: Position, events: object) -> list[object]:
    """Run a step of the flow on a position and give back its events."""
    return [event for event, _ in run(ALHAMBRA, position.state, events, Chance(b"drive"))]  # type: ignore[arg-type]


def test_ex_setup_start_money() -> None:
    """R2.5: cards one by one until 20 or more, then the next player."""
    deck = ["florin_9", "dirham_8", "denar_2", "ducat_4", "florin_5", "dirham_6", "denar_9"]
    position = table(2).given(events_pb2.MoneyShuffled(cards=deck, count=len(deck)))
    dealt = drive(position, setup.deal_starting_money(position.state))
    assert dealt == [
        events_pb2.StartingMoneyDealt(seat=0, cards=deck[:4]),
        events_pb2.StartingMoneyDealt(seat=1, cards=deck[4:]),
    ]
    cards = load().cards
    assert [sum(cards[c].value for c in player.hand.elements()) for player in position.state.players] == [23, 20]


def test_ex_setup_start_player_fewest_cards() -> None:
    """R2.6: three cards like p3, but a lower total (20 < 26)."""
    position = table(3).given(
        events_pb2.StartingMoneyDealt(seat=0, cards=["florin_9", "dirham_8", "denar_2", "ducat_4"]),
        events_pb2.StartingMoneyDealt(seat=1, cards=["florin_5", "dirham_6", "denar_9"]),
        events_pb2.StartingMoneyDealt(seat=2, cards=["florin_9", "dirham_9", "denar_8"]),
    )
    chosen = setup.choose_start_player(position.state, ScriptedChance())
    assert chosen == events_pb2.StartPlayerChosen(seat=1, reason=events_pb2.START_REASON_LOWEST_TOTAL)


def test_ex_setup_money_deck_sections() -> None:
    """R2.8: 88 cards make sections of 18, 18, 18, 17, 17; scoring cards in the second and the fourth."""
    assert setup.section_sizes(88, 5) == [18, 18, 18, 17, 17]
    position = table(3)
    position.given(events_pb2.MoneyDeckBuilt(cards=["florin_1"] * 88, count=88))
    deck = setup.build_money_deck(position.state, ScriptedChance([0, 17]))
    assert isinstance(deck, events_pb2.MoneyDeckBuilt)
    assert deck.count == 90
    assert list(deck.cards).index("scoring_card_1") == 18
    assert list(deck.cards).index("scoring_card_2") == 18 + 19 + 18 + 17


def test_ex_setup_two_players() -> None:
    """R2.3, R14.2: 72 money cards, six buildings for Dirk, four on the market, 44 left."""
    position = table(2)
    drive(position, ALHAMBRA.set_up(position.state, Chance(b"two")))
    state = position.state
    money = Counter(state.display) + sum((player.hand for player in state.players), Counter())
    assert money.total() + len(state.money_deck) - 2 == 72
    assert len(state.dirk) == 6
    assert len([tile for tile in state.market if tile]) == 4
    assert len(state.draw_pile) == 44


def test_ex_money_single_high_card() -> None:
    """R4.1: one card of any value; then the turn ends."""
    position = playing().when(0, TakeMoney(("florin_9",)))
    position.then(events_pb2.MoneyTaken(seat=0, cards=["florin_9"])).then_asked(1, CHOOSE_ACTION)


def test_ex_money_several_cards_up_to_five() -> None:
    """R4.1"""
    playing().when(0, TakeMoney(("dirham_2", "denar_3"))).then(
        events_pb2.MoneyTaken(seat=0, cards=["dirham_2", "denar_3"])
    )


def test_ex_money_several_cards_over_five() -> None:
    """R4.1"""
    playing().when(0, TakeMoney(("dirham_2", "ducat_4"))).then_rejected("R4.1")


def test_ex_buy_overpaid_garden() -> None:
    """R5.2, R5.6: a garden for 10 on the blue space, paid with 11: no change, no extra action."""
    position = playing(market=["tower_8", "tower_13", "garden_10_a", "chambers_10"], hands={0: ["denar_7", "denar_4"]})
    position.when(0, Buy(3, ("denar_7", "denar_4"))).then(
        events_pb2.BuildingBought(
            seat=0, space=3, tile="garden_10_a", cards=["denar_4", "denar_7"], price_due=10, paid=11, exact=False
        )
    )
    position.then_asked(0, PLACE_BOUGHT)


def test_ex_buy_exact_gives_extra_action() -> None:
    """R3.4, R5.6"""
    position = playing(market=["tower_8", "tower_13", "garden_10_a", "chambers_10"], hands={0: ["denar_7", "denar_3"]})
    position.when(0, Buy(3, ("denar_3", "denar_7"))).then_asked(0, CHOOSE_ACTION)
    assert position.state.market[2] is None
    assert position.state.extra_action


def test_ex_buy_wrong_currency() -> None:
    """R5.1"""
    position = playing(market=["tower_8", "tower_13", "garden_10_a", "chambers_10"], hands={0: ["florin_9", "denar_3"]})
    position.when(0, Buy(3, ("florin_9", "denar_3"))).then_rejected("R5.1")


def test_ex_buy_five_actions_maximum() -> None:
    """R3.4: four exact purchases empty the market; one more action follows."""
    hand = ["florin_2", "dirham_3", "denar_4", "ducat_5"]
    position = playing(market=["pavilion_2", "seraglio_3", "arcades_4", "chambers_5"], hands={0: hand})
    for space, card in enumerate(hand, start=1):
        position.when(0, Buy(space, (card,)))
        assert position.rejection is None
    assert all(isinstance(choice, TakeMoney) for choice in position.legal(0))
    position.when(0, TakeMoney(("florin_9",))).then_asked(0, PLACE_BOUGHT)
    assert len(position.state.players[0].bought) == 4


def test_ex_redesign_fountain_stays() -> None:
    """R6.7, R7.2"""
    position = playing(alhambras={0: {(1, 0): "pavilion_8"}})
    fountain = position.state.players[0].alhambra[(0, 0)]
    position.when(0, Store(fountain)).then_rejected("R6.7")


def test_ex_majority_first_scoring_total() -> None:
    """R9.2: 5, 8 and 5 points."""
    owned = {
        0: ["pavilion_8", "chambers_10", "chambers_11"],
        1: ["tower_8", "seraglio_9"],
        2: ["garden_12", "chambers_9_a"],
    }
    position = table(3)
    for seat, tiles in owned.items():
        for number, tile in enumerate(tiles):
            position.given(*owns(seat, tile, (50 + 2 * number, 50)))
    drive(position, scoring.score(position.state, 1))
    assert [sum(player.majorities) for player in position.state.players] == [5, 8, 5]


def test_ex_end_market_cannot_be_filled() -> None:
    """R8.4, R8.7, R10.1"""
    position = lay_out(table(3), [None, "tower_9_a", "garden_9", "pavilion_8"], [], [], [])
    drive(position, end_of_turn.refill_displays(position.state, Chance(b"")))
    assert end_of_turn.is_over(position.state)
    assert [space for space, tile in enumerate(position.state.market, start=1) if tile] == [2, 3, 4]


def test_ex_end_pile_just_enough() -> None:
    """R8.7: the pile runs out while the last space is filled; the game goes on."""
    position = lay_out(table(3), [None, "tower_9_a", "garden_9", "pavilion_8"], [], ["seraglio_9"], [])
    drive(position, end_of_turn.refill_displays(position.state, Chance(b"")))
    assert not end_of_turn.is_over(position.state)
    assert position.state.market == ["seraglio_9", "tower_9_a", "garden_9", "pavilion_8"]
    assert not position.state.draw_pile


def test_ex_end_left_over_awards() -> None:
    """R10.2: to the highest total in the currency of the space; shared or zero: to nobody; no card is spent."""
    hands = {0: ["florin_3", "dirham_7", "denar_5"], 1: ["florin_2", "dirham_7", "denar_6"], 2: ["dirham_1"]}
    market = ["seraglio_9", "tower_9_a", "garden_9", "pavilion_8"]
    position = playing(hands=hands, market=market, draw_pile=[])
    before = [Counter(player.hand) for player in position.state.players]
    awards = [ending.award(position.state, space, tile) for space, tile in enumerate(market, start=1)]
    receivers = [award.seat if award.HasField("seat") else None for award in awards]  # type: ignore[attr-defined]
    assert receivers == [0, None, 1, None]
    assert [player.hand for player in position.state.players] == before


def test_ex_end_shared_victory() -> None:
    """R10.6"""
    position = table(3)
    for seat, points in enumerate((120, 120, 99)):
        wall = events_pb2.WallPoints(segments=points)
        position.given(events_pb2.PointsScored(seat=seat, points=points, scoring=3, wall=wall))
    ended = ending.game_ended(position.state)
    position.given(ended)
    assert list(ended.winners) == [0, 1]  # type: ignore[attr-defined]
    assert [r.place for r in result(position.state) or ()] == [1, 1, 3]


@pytest.mark.parametrize(("after", "pile", "gets"), [(1, 30, 6), (2, 14, 4), (2, 2, 0), (3, 0, 0)])
def test_ex_dirk_after_scorings(after: int, pile: int, gets: int) -> None:
    """R14.4"""
    position = table(2).given(events_pb2.DrawPileShuffled(tiles=[f"tile {n}" for n in range(pile)], count=pile))
    assert len(scoring.tiles_for_dirk(position.state, after)) == gets
