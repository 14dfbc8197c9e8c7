"""Terms, components and set-up: R0 to R2."""

from collections import Counter

import pytest
from ludarium.games.alhambra.v1 import events_pb2, options_pb2, types_pb2

from server.games.alhambra import setup
from server.games.alhambra.content import load
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.grid import ORIGIN
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.game import Seating
from server.games.kernel.opening import give_colors
from server.games.kernel.rejection import Rejected
from server.games.kernel.testkit import Position, ScriptedChance, given
from tests.server.games.alhambra.table import table


def set_up(seats: int, seed: str = "set up") -> tuple[Position, list[object]]:
    position = given(ALHAMBRA, options_pb2.Options(), seats)
    chance = Chance(seed.encode())
    happened = run(ALHAMBRA, position.state, ALHAMBRA.set_up(position.state, chance), chance)
    return position, [event for event, _ in happened]


def test_buildings_have_a_type_in_rank_order_a_price_and_up_to_three_walls() -> None:
    """R0.1, R0.2, R0.3: 54 buildings; types rank from pavilion to tower as their prices rise."""
    buildings = load().buildings.values()
    assert len(buildings) == 54
    assert Counter(b.type for b in buildings) == {1: 7, 2: 7, 3: 9, 4: 9, 5: 11, 6: 11}
    assert all(bin(b.walls).count("1") <= 3 for b in buildings)
    assert [min(b.price for b in buildings if b.type == kind) for kind in range(1, 7)] == [2, 3, 4, 5, 6, 7]
    assert list(types_pb2.BuildingType.keys())[1:] == [
        f"BUILDING_TYPE_{name}" for name in ("PAVILION", "SERAGLIO", "ARCADES", "CHAMBERS", "GARDEN", "TOWER")
    ]


def test_currencies_and_market_spaces_share_their_numbers() -> None:
    """R0.4, R0.9: space 1 is paid in florin, 2 in dirham, 3 in denar, 4 in ducat."""
    position, _ = set_up(3)
    spaces = ALHAMBRA.view(position.state).market
    assert [(space.space, space.currency) for space in spaces] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [types_pb2.Currency.Name(n) for n in types_pb2.Currency.values()[1:]] == [
        "CURRENCY_FLORIN",
        "CURRENCY_DIRHAM",
        "CURRENCY_DENAR",
        "CURRENCY_DUCAT",
    ]


def test_components_are_complete() -> None:
    """R1.1, R18.1, R18.2: 108 money cards, three of each kind, and six fountains."""
    components = load()
    assert len(components.cards) == 36
    assert sum(card.copies for card in components.cards.values()) == 108
    assert {card.copies for card in components.cards.values()} == {3}
    assert sorted(components.fountains) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("seats", [1, 7])
def test_it_is_a_game_for_two_to_six(seats: int) -> None:
    """R1.5"""
    assert seats not in ALHAMBRA.rulebook.seats
    assert list(ALHAMBRA.rulebook.seats) == [2, 3, 4, 5, 6]


def test_wishes_for_colours_are_kept_and_the_others_get_the_first_free_ones() -> None:
    """R1.5.1, R0.10: in seat order."""
    seating = [Seating("a"), Seating("b", color="blue"), Seating("c"), Seating("d", color="red")]
    state = ALHAMBRA.new_state(options_pb2.Options(), seating)
    colors = give_colors([player.color for player in state.players], len(COLORS), int)
    assert [COLORS[color - 1] for color in colors] == ["green", "blue", "orange", "red"]


def test_everyone_begins_with_a_fountain_at_the_origin_no_points_and_an_empty_reserve() -> None:
    """R2.1, R0.5, R0.6, R6.7"""
    position, _ = set_up(4)
    for player in position.state.players:
        assert player.alhambra == {ORIGIN: load().fountains[player.color]}
        assert player.score == 0
        assert not player.reserve


def test_the_first_four_tiles_fill_the_market_in_order() -> None:
    """R2.2, R0.7"""
    _, happened = set_up(3)
    shuffled = next(event for event in happened if isinstance(event, events_pb2.DrawPileShuffled))
    turned = [(e.space, e.tile) for e in happened if isinstance(e, events_pb2.BuildingTurnedUp)]
    assert shuffled.count == 54
    assert turned == list(enumerate(shuffled.tiles[:4], start=1))


def test_with_two_players_the_third_copies_stay_in_the_box() -> None:
    """R2.3"""
    assert len(setup.money_cards(load(), 2)) == 72
    assert Counter(setup.money_cards(load(), 2)).most_common(1)[0][1] == 2
    assert len(setup.money_cards(load(), 3)) == 108


@pytest.mark.parametrize("seed", [str(number) for number in range(10)])
def test_starting_totals_lie_between_20_and_28(seed: str) -> None:
    """R2.4, R2.5"""
    _, happened = set_up(5, seed)
    cards = load().cards
    dealt = [e for e in happened if isinstance(e, events_pb2.StartingMoneyDealt)]
    assert [e.seat for e in dealt] == [0, 1, 2, 3, 4]
    assert all(20 <= sum(cards[card].value for card in e.cards) <= 28 for e in dealt)


def test_the_player_with_the_fewest_cards_begins() -> None:
    """R2.6"""
    position = table(2).given(
        events_pb2.StartingMoneyDealt(seat=0, cards=["florin_9", "dirham_9", "denar_1", "ducat_1"]),
        events_pb2.StartingMoneyDealt(seat=1, cards=["florin_9", "dirham_9", "denar_9"]),
    )
    chosen = setup.choose_start_player(position.state, ScriptedChance())
    assert chosen == events_pb2.StartPlayerChosen(seat=1, reason=events_pb2.START_REASON_FEWEST_CARDS)


def test_a_remaining_tie_is_drawn() -> None:
    """R2.6, R2.12: the draw is a chance event whose outcome is in the event."""
    position = table(2).given(
        events_pb2.StartingMoneyDealt(seat=0, cards=["florin_9", "dirham_9", "denar_2"]),
        events_pb2.StartingMoneyDealt(seat=1, cards=["ducat_9", "dirham_9", "denar_2"]),
    )
    chosen = setup.choose_start_player(position.state, ScriptedChance([1]))
    assert chosen == events_pb2.StartPlayerChosen(seat=1, reason=events_pb2.START_REASON_DRAWN)


def test_four_cards_make_the_display_and_the_rest_the_deck() -> None:
    """R2.7, R2.8"""
    position, happened = set_up(6)
    assert len([e for e in happened if isinstance(e, events_pb2.MoneyTurnedUp)]) == 4
    hands = sum(player.hand.total() for player in position.state.players)
    deck = [card for card in position.state.money_deck if not card.startswith("scoring")]
    assert hands + 4 + len(deck) == 108


@pytest.mark.parametrize("cards", range(40, 100))
def test_sections_differ_by_one_card_at_most_and_the_larger_ones_lie_on_top(cards: int) -> None:
    """R2.8"""
    sizes = setup.section_sizes(cards, 5)
    assert sum(sizes) == cards
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1


def test_unknown_modules_and_options_are_refused() -> None:
    """R19"""
    for options in (options_pb2.Options(modules=[77]), options_pb2.Options(extra_action=9)):  # type: ignore[list-item, arg-type]
        with pytest.raises(Rejected) as refusal:
            setup.check_options(options, 3)
        assert refusal.value.reason_name == "UNKNOWN_MODULE"
