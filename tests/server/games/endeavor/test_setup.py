"""Set-up and the choice of modules (R2, R12)."""

from typing import Any

import pytest
from ludarium.games.endeavor.v1 import events_pb2, options_pb2, types_pb2

from server.games.endeavor import choices as c
from server.games.endeavor.content import load
from server.games.endeavor.game import ENDEAVOR
from server.games.endeavor.setup import check_options, new_state
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import kinds
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.game import Seating
from server.games.kernel.rejection import Rejected

BUILDINGS = options_pb2.MODULE_EXPANSION_BUILDINGS
CARDS = options_pb2.MODULE_EXPANSION_CARDS
PROMINENCE = options_pb2.MODULE_PROMINENCE


def set_up(seats: int = 3, seed: bytes = b"set-up", **options: Any) -> tuple[EndeavorState, list[Any]]:
    """A game after set-up, and what happened."""
    chosen = options_pb2.Options(**options)
    check_options(chosen, seats)
    state = new_state(chosen, [Seating(f"player {seat}") for seat in range(seats)])
    chance = Chance(seed)
    return state, [event for event, _ in run(ENDEAVOR, state, ENDEAVOR.set_up(state, chance), chance)]


def refusal(seats: int, **options: Any) -> str:
    with pytest.raises(Rejected) as rejection:
        check_options(options_pb2.Options(**options), seats)
    return rejection.value.rule


@pytest.mark.parametrize(("seats", "side"), [(2, "A"), (3, "A"), (4, "B"), (5, "B")])
def test_the_default_side_of_the_board_follows_the_number_of_players_r2_1(seats: int, side: str) -> None:
    """R2.1, R1.1: 2 to 5 players."""
    assert set_up(seats)[0].board.side == side
    assert seats in ENDEAVOR.rulebook.seats


def test_four_players_may_choose_either_side_and_others_may_not() -> None:
    """R2.1, R2.12."""
    assert set_up(4, board_side=options_pb2.BOARD_SIDE_A)[0].board.side == "A"
    assert refusal(2, board_side=options_pb2.BOARD_SIDE_B) == "R2.1"
    assert refusal(5, board_side=options_pb2.BOARD_SIDE_A) == "R2.1"


@pytest.mark.parametrize("seats", [3, 5])
def test_every_circular_space_gets_one_of_95_tokens(seats: int) -> None:
    """R2.2: square links get none."""
    state, _ = set_up(seats)
    assert len(state.tokens) == 95
    assert set(state.tokens) == set(state.board.circles)
    squares = [link.id for link in state.board.links.values() if not link.circle]
    assert bool(squares) == (seats == 5)
    assert not set(squares) & set(state.tokens)


def test_decks_lie_with_the_lowest_value_on_top() -> None:
    """R2.3: regions 1 to 5, Europe and Slavery from 0; with the new cards Europe has seven."""
    state, _ = set_up()
    values = {deck: [state.card(card).value for card in cards] for deck, cards in state.decks.items()}
    assert values["africa"] == [1, 2, 3, 4, 5]
    assert values["europe"] == values["slavery"] == [0, 1, 2, 3, 4, 5]
    new, _ = set_up(modules=[CARDS])
    assert [new.card(card).value for card in new.decks["europe"]] == [0, 1, 2, 3, 4, 5, 6]


def test_governors_wait_and_discards_are_empty() -> None:
    """R2.4."""
    state, _ = set_up()
    assert len(state.governors) == 6
    assert not state.discard
    assert not state.blue_discard


def test_three_of_seven_buildings_of_level_five_are_in_the_game() -> None:
    """R2.5: the other four are out of it."""
    state, events = set_up()
    chosen = next(event for event in events if isinstance(event, events_pb2.LevelFiveChosen))
    assert (len(chosen.in_play), len(chosen.removed)) == (3, 4)
    assert [state.stock[name] for name in chosen.in_play] == [1, 1, 1]
    assert [state.stock[name] for name in chosen.removed] == [0, 0, 0, 0]


def test_players_begin_with_35_discs_in_supply_and_nothing_else() -> None:
    """R2.6, R1.1."""
    state, _ = set_up()
    for player in state.players:
        assert (player.supply, player.harbor, player.buildings, player.cards) == (35, 0, [], [])


def test_a_random_player_has_the_crown_and_chooses_first() -> None:
    """R2.7, R2.8: turn order from the crown."""
    crowns = {set_up(seed=str(number).encode())[0].crown for number in range(20)}
    assert crowns == {0, 1, 2}
    state, _ = set_up()
    assert [(d.seat, d.kind) for d in state.decisions] == [(state.crown, kinds.CHOOSE_STARTING_SIDE)]


def test_the_starting_building_begins_occupied() -> None:
    """R2.8, R1.9: its disc comes from supply; after all have chosen, round 1 begins."""
    state, _ = set_up()
    for building in ("merchant_dock", "colonial_house", "merchant_dock"):
        decision = state.decisions[0]
        assert list(ENDEAVOR.legal(state, decision)) == [
            c.ChooseStartingSide("colonial_house"),
            c.ChooseStartingSide("merchant_dock"),
        ]
        chance = Chance(b"")
        run(ENDEAVOR, state, ENDEAVOR.decide(state, decision, c.ChooseStartingSide(building), chance), chance, decision)
        player = state.players[decision.seat]
        assert (player.supply, player.buildings[0].disc) == (34, True)
    assert (state.round, state.phase) == (1, types_pb2.PHASE_BUILD)


def test_set_up_follows_its_order_and_hides_nothing() -> None:
    """R2.11, R18.2: random parts first; a Prominence side before the first player."""
    _, events = set_up(modules=[PROMINENCE])
    assert [type(event).__name__ for event in events] == [
        "ColorsGiven",
        "TokensLaid",
        "LevelFiveChosen",
        "ProminenceChosen",
        "FirstPlayerChosen",
        "DecisionOpened",
    ]


def test_two_players_play_unchanged_on_side_a() -> None:
    """R2.9, R2.9.1: no further rules for two."""
    state, _ = set_up(2)
    assert state.board.side == "A"
    assert sum(map(len, state.decks.values())) == sum(map(len, set_up(3)[0].decks.values()))


def test_exploits_are_off_unless_the_table_wants_them() -> None:
    """R2.10, R19.1, R19.2: only one is documented."""
    assert set_up()[0].exploits == ()
    assert set_up(spice_trade=True)[0].exploits == ("spice_trade",)


def test_set_up_refuses_what_the_rules_forbid() -> None:
    """R2.12."""
    assert refusal(3, modules=[99]) == "R2.12"
    assert refusal(3, modules=[BUILDINGS, BUILDINGS]) == "R2.12"
    assert refusal(3, prominence_side=options_pb2.PROMINENCE_SIDE_POLITICAL_AGENDA) == "R12.4"
    assert 1 not in ENDEAVOR.rulebook.seats
    assert 6 not in ENDEAVOR.rulebook.seats


def test_rulings_that_a_table_may_choose() -> None:
    """R4.2, R11.6: the component data says what holds without a choice."""
    plain, _ = set_up()
    numbers = load().numbers
    assert (plain.level_five_each, plain.leftover_scores) == (numbers.level_five_each, numbers.leftover_scores)
    free, _ = set_up(
        level_five_buildings=options_pb2.LEVEL_FIVE_BUILDINGS_ANY_NUMBER,
        leftover_population=options_pb2.LEFTOVER_POPULATION_IS_WORTHLESS,
    )
    assert (free.level_five_each, free.leftover_scores) == (8, False)
    strict, _ = set_up(level_five_buildings=options_pb2.LEVEL_FIVE_BUILDINGS_ONE_EACH)
    assert strict.level_five_each == 1


def test_any_subset_of_the_modules_is_legal() -> None:
    """R12.1, R12.6, R20.13: new cards with old buildings and the reverse too."""
    for mask in range(8):
        modules = [module for bit, module in enumerate((BUILDINGS, CARDS, PROMINENCE)) if mask >> bit & 1]
        state, _ = set_up(4, modules=modules)
        components = state.components
        assert set(state.stock) == set(components.sets["age_of_expansion" if BUILDINGS in modules else "age_of_sail"])
        assert set(state.decks["europe"]) <= set(components.new_cards if CARDS in modules else components.old_cards)
        assert bool(state.discard) == (PROMINENCE in modules)


def test_buildings_of_the_sets_are_never_mixed() -> None:
    """R12.2: the starting buildings stay."""
    components = load()
    old, new = set_up()[0], set_up(modules=[BUILDINGS])[0]
    assert set(old.stock) == set(components.sets["age_of_sail"])
    assert set(new.stock) == set(components.sets["age_of_expansion"])
    assert not set(old.stock) & set(new.stock)
    assert components.starting == ("colonial_house", "merchant_dock")


def test_single_decks_may_stay_as_they_were() -> None:
    """R12.3: one card a value, and one Abolition in Europe."""
    kept = [options_pb2.KeptCards(deck=options_pb2.DECK_AFRICA)]
    state, _ = set_up(modules=[CARDS], kept_cards=kept)
    assert state.decks["africa"] == [f"africa_{value}" for value in range(1, 6)]
    assert state.decks["india"] == [f"x_india_{value}" for value in range(1, 6)]
    europe = [options_pb2.KeptCards(deck=options_pb2.DECK_EUROPE, values=[5, 6])]
    assert set_up(modules=[CARDS], kept_cards=europe)[0].decks["europe"][-1] == "europe_5"
    for values in ([5], [6]):
        lone = [options_pb2.KeptCards(deck=options_pb2.DECK_EUROPE, values=values)]
        assert refusal(3, modules=[CARDS], kept_cards=lone) == "R12.3"
    assert refusal(3, kept_cards=kept) == "R12.3"


def test_prominence_spreads_the_slavery_cards_face_up() -> None:
    """R12.4, R20.7: there is no Slavery deck then; without Prominence there is one (R12.5)."""
    state, _ = set_up(modules=[PROMINENCE])
    assert "slavery" not in state.decks
    assert state.discard == [f"slavery_{value}" for value in range(6)]
    assert "slavery" in set_up()[0].decks


def test_a_prominence_side_must_suit_the_number_of_players() -> None:
    """R12.4, R12.4.2, R2.9.1: the table names it, or a random one of those that suit."""
    assert refusal(2, modules=[PROMINENCE], prominence_side=options_pb2.PROMINENCE_SIDE_CHANGING_ALLIANCES) == "R12.4"
    named, _ = set_up(2, modules=[PROMINENCE], prominence_side=options_pb2.PROMINENCE_SIDE_POLITICAL_AGENDA)
    assert named.side is not None
    assert named.side.id == "political_agenda"
    drawn = [set_up(2, str(n).encode(), modules=[PROMINENCE])[0].side for n in range(30)]
    assert all(side is not None and 2 in side.seats for side in drawn)
    assert len({side.id for side in drawn if side}) == 3


def test_fortifications_come_with_buildings_or_cards() -> None:
    """R12.5."""
    assert [set_up(modules=m)[0].fortifications for m in ([], [BUILDINGS], [CARDS], [PROMINENCE])] == [0, 30, 30, 0]


def test_what_each_module_brings_alone() -> None:
    """R12.7: without the buildings no Trade and no Fortify action; without the cards none of R14 and R15."""
    base, cards, buildings = (set_up(modules=m)[0].points for m in ([], [CARDS], [BUILDINGS]))
    assert not base.actions
    assert not base.effects
    assert not base.instead
    assert not cards.actions
    assert set(buildings.actions) == {types_pb2.ACTION_TRADE, types_pb2.ACTION_FORTIFY}
    assert not buildings.effects
    assert kinds.MOBILIZE in cards.answers
