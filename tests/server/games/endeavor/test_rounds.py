"""Rounds and phases (R1, R3 to R7)."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes
from server.games.endeavor import choices as c
from server.games.endeavor.content import load
from server.games.endeavor.invariants import discs_of
from server.games.endeavor.map import presence
from server.games.endeavor.turns import kinds
from server.games.endeavor.words import choice_words, decision_words
from tests.server.games.endeavor.steps import take
from tests.server.games.endeavor.table import Table

PHASES = [
    types_pb2.PHASE_BUILD,
    types_pb2.PHASE_GROWTH,
    types_pb2.PHASE_PAYMENT,
    types_pb2.PHASE_ACTION,
    types_pb2.PHASE_DISCARD,
]


def test_presence_counts_discs_of_the_region_and_nothing_else() -> None:
    """R1.4, R1.3: track, sea, cities and fleets; links and buildings never."""
    table = Table(
        control={"goa": "P1", "indian_ocean_fleet": "P1", "madras": "P2"},
        open_sea={"india": {"P1": 1}},
        track={"india": ["P1", "P2", "P1"]},
        buildings={"P1": ["market"]},
        occupied={"P1": ["market"]},
    )
    assert presence(table.state, 0, "india") == 5
    assert presence(table.state, 0, "europe") == 0


def test_europe_is_open_from_the_start_and_has_no_sea() -> None:
    """R1.2, R1.2.1."""
    table = Table(closed_regions=["africa", "india"])
    assert table.state.board.regions["europe"].starts_open
    assert "europe" not in table.state.seas
    assert "europe" not in table.state.tracks
    assert "europe" not in table.state.governors


def test_symbols_and_draw_values() -> None:
    """R1.5, R1.6, R1.7: five types of symbols; governors have no draw value."""
    components = load()
    assert len(components.cards["europe_0"].symbols) == 5
    assert components.cards["governor_africa"].value is None
    assert {card.value for card in components.cards.values()} == {None, *range(7)}


def test_what_a_building_displays() -> None:
    """R1.10, R1.9: at its action space or its conscription space; a lowered Draw is a Draw."""
    buildings = load().buildings
    assert buildings["war_college"].displays(types_pb2.ACTION_OCCUPY)
    assert buildings["fairground"].displays(types_pb2.ACTION_DRAW)
    assert not buildings["market"].displays(types_pb2.ACTION_SHIP)


def test_a_conscript_does_not_occupy_a_building() -> None:
    """R1.9, R6.1: it is never paid."""
    table = Table(
        modules=["expansion-buildings"],
        phase="payment",
        buildings={"P1": ["naval_academy"]},
        conscripts={"P1": ["naval_academy"]},
    )
    assert table.legal() == [c.Decline()]


def test_a_short_supply_gives_what_it_has() -> None:
    """R1.11, R5.1."""
    table = Table(phase="growth", supply={"P1": 1}, buildings={"P1": ["market"]})
    take(table, {"do": "growth"})
    assert (table.state.players[0].harbor, table.state.players[0].supply) == (1, 0)


def test_seven_rounds_of_five_phases_in_order_from_the_crown() -> None:
    """R3.1, R3.2, R1.12, R1.8: the crown passes clockwise after each round."""
    table = Table(phase="build", round=1)
    crowns = []
    while table.state.decisions:
        decision = table.state.decisions[0]
        choices = table.legal(decision.seat)
        passing = [choice for choice in choices if isinstance(choice, c.Pass | c.Keep | c.Decline)]
        table.play(decision.seat, (passing or choices)[0])
    for event in table.happened:
        if isinstance(event, events_pb2.RoundBegan):
            crowns.append((event.round, event.crown))
    assert crowns == [(number, (number - 1) % 4) for number in range(2, 8)]
    phases = [event.phase for event in table.all(events_pb2.PhaseBegan)]
    assert phases == [*PHASES[1:], *PHASES * 6]
    builders = [e.seat for e in table.happened if isinstance(e, events_pb2.BuildingBuilt | events_pb2.BuildSkipped)]
    assert builders[:8] == [0, 1, 2, 3, 1, 2, 3, 0]
    assert table.all(events_pb2.GameEnded)


def test_a_building_up_to_the_build_level_must_be_taken() -> None:
    """R4.1, R4.5: a lower level may be chosen; nobody may do without."""
    table = Table(phase="build", positions={"P1": {"industry": 4}})
    levels = {load().buildings[choice.building].level for choice in table.legal() if isinstance(choice, c.Build)}
    assert attributes.build_level(table.state, 0) == 3
    assert levels == {1, 2, 3}
    assert c.Decline() not in table.legal()
    assert table.refused(0, c.Build("university")) == "R4.1"
    assert table.refused(0, c.Build("no such building")) == "R12.2"


def test_a_type_may_be_owned_twice_but_level_five_once() -> None:
    """R4.2."""
    table = Table(phase="build", positions={"P1": {"industry": 10}}, buildings={"P1": ["market", "museum"]})
    table.state.stock["stock_exchange"] = 1
    assert c.Build("market") in table.legal()
    assert table.refused(0, c.Build("stock_exchange")) == "R4.2"
    table.state.level_five_each = 8
    assert c.Build("stock_exchange") in table.legal()


def test_symbols_of_a_new_building_apply_at_once() -> None:
    """R4.3: its action space is empty and building costs nothing."""
    table = Table(phase="build", buildings={"P1": ["market"]})
    table.play(0, c.Build("workshop"))
    player = table.state.players[0]
    assert (player.buildings[1].building, player.buildings[1].disc) == ("workshop", False)
    assert attributes.position(table.state, 0, attributes.INDUSTRY) == 1
    assert discs_of(table.state, 0) == 35


def test_without_a_permitted_building_nothing_is_built() -> None:
    """R4.4."""
    table = Table(phase="build", positions={"P1": {"industry": 0}, "P2": {"industry": 2}})
    table.state.stock.update({name: 0 for name in table.state.stock if load().buildings[name].level == 1})
    table.state.stock["market"] = 1
    table.play(0, c.Build("market"))
    assert table.kind(1) == kinds.BUILD
    table.play(1, c.Build("bank"))
    assert [event.seat for event in table.all(events_pb2.BuildSkipped)] == [2, 3]


def test_a_new_conscription_space_is_filled_in_the_growth_phase_of_its_round() -> None:
    """R4.6, R5.2, R13.3."""
    table = Table(modules=["expansion-buildings"], phase="build", positions={"P1": {"industry": 4}})
    for name in ("naval_academy", "inn", "inn", "inn"):
        seat = table.state.decisions[0].seat
        table.play(seat, c.Build(name))
    assert table.state.players[0].buildings[0].conscript


def test_payments_move_discs_from_buildings_to_the_harbor_up_to_wealth() -> None:
    """R6.1, R6.2: fewer are allowed; each building once."""
    given = {"phase": "payment", "buildings": {"P1": ["market", "bank", "shipyard"]}, "harbor": {"P2": 0}}
    table = Table(given, occupied={"P1": ["market", "bank", "shipyard"]}, positions={"P1": {"wealth": 2}})
    assert table.legal() == [c.Pay(1), c.Pay(2), c.Pay(3), c.Decline()]
    table.play(0, c.Pay(2))
    assert (table.state.players[0].harbor, table.state.players[0].buildings[1].disc) == (1, False)
    assert c.Pay(2) not in table.legal()
    assert table.refused(0, c.Pay(2)) == "R6.1"
    table.play(0, c.Pay(1))
    assert table.kind(0) == kinds.TAKE_TURN


def test_a_turn_is_an_activation_a_token_or_a_pass() -> None:
    """R7.1, R7.3, R7.4, R8.5.3."""
    table = Table(buildings={"P1": ["market", "bank", "university"]}, harbor={"P1": 2}, blue={"P1": ["token_payment"]})
    assert table.legal() == [c.Activate(1), c.Pass()]
    table.activate("market", c.Draw("europe_0"))
    player = table.state.players[0]
    assert (player.harbor, player.buildings[0].disc) == (1, True)
    assert table.kind(0) == kinds.TAKE_TURN
    table.spend("token_payment", c.Pay(1))
    assert table.state.blue_discard["token_payment"] == 1
    assert table.state.players[0].harbor == 2


def test_who_passed_is_out_and_the_others_go_on() -> None:
    """R7.2, R7.2.1: one may pass although one could act; one who can't act must pass."""
    table = Table(buildings={"P1": ["market"], "P2": ["market"]}, harbor={"P1": 2, "P2": 2})
    table.play(0, c.Pass())
    table.activate("market", c.Draw("europe_0"), seat=1)
    forced = [event.seat for event in table.all(events_pb2.Passed) if event.forced]
    assert forced[:2] == [2, 3]
    assert table.state.phase != types_pb2.PHASE_ACTION


def test_an_empty_harbor_with_a_token_is_not_forced_to_pass() -> None:
    """R7.2.1."""
    table = Table(blue={"P1": ["token_draw"]})
    assert table.legal() == [c.SpendToken("token_draw"), c.Pass()]


def test_a_passed_player_still_answers_and_undergoes() -> None:
    """R7.2.2, R8.3.6: here the Great Plague."""
    table = Table(
        modules=["expansion-cards"],
        deck_top={"europe": "x_europe_2"},
        control={"london": "P1", "lisbon": "P1"},
        blue={"P1": ["token_draw"]},
        buildings={"P2": ["market"]},
        occupied={"P2": ["market"]},
    )
    table.state.players[1].passed = True
    table.spend("token_draw", c.Draw("x_europe_2"))
    assert table.kind(1) == kinds.LOSE_DISC


def test_actions_of_a_building_single_choice_and_both() -> None:
    """R7.5, R7.6: in any order, one at least; of a choice just one."""
    table = Table(buildings={"P1": ["dock", "guild_hall"]}, harbor={"P1": 5}, open_sea={"africa": {"P1": 1}})
    table.play(0, c.Activate(1))
    assert c.Decline() not in table.legal()
    table.play(0, c.Occupy("elmina"))
    assert c.Decline() in table.legal()
    assert not any(isinstance(choice, c.Occupy) for choice in table.legal())
    table.play(0, c.ShipToSea("africa"))
    assert table.kind(0) == kinds.TAKE_TURN
    table.activate("guild_hall", c.Occupy("london"))
    assert table.state.turn.slot == 0


def test_the_second_action_may_be_left_out() -> None:
    """R7.5."""
    table = Table(buildings={"P1": ["dock"]}, harbor={"P1": 5}, open_sea={"africa": {"P1": 1}})
    table.activate("dock", c.ShipToSea("india"))
    table.play(0, c.Decline())
    assert [event.kind for event in table.all(events_pb2.Declined)] == [kinds.CHOOSE_ACTION]


def test_an_activation_or_token_without_an_executable_action_is_illegal() -> None:
    """R7.5, R7.5.1, R7.6: judged with the activation disc spent."""
    table = Table(buildings={"P1": ["workshop"]}, harbor={"P1": 1}, blue={"P1": ["token_occupy", "token_attack"]})
    assert table.refused(0, c.Activate(1)) == "R7.5"
    assert table.refused(0, c.SpendToken("token_attack")) == "R7.5.1"
    assert table.legal() == [c.SpendToken("token_occupy"), c.Pass()]
    assert table.refused(0, c.SpendToken("token_draw")) == "R7.4"
    assert table.refused(0, c.Activate(9)) == "R7.3"


def test_a_building_without_action_space_and_an_occupied_one_can_not_be_activated() -> None:
    """R7.3."""
    table = Table(buildings={"P1": ["theater", "market"]}, occupied={"P1": ["market"]}, harbor={"P1": 2})
    assert table.refused(0, c.Activate(1)) == "R7.3"
    assert table.refused(0, c.Activate(2)) == "R7.3"


def test_results_of_the_first_action_count_for_the_second() -> None:
    """R7.6, R7.6.1: the disc just shipped gives the presence to occupy."""
    table = Table(buildings={"P1": ["dock"]}, harbor={"P1": 3})
    table.activate("dock", c.ShipToSea("africa"))
    assert c.Occupy("elmina") in table.legal()


def test_a_turn_ends_by_itself_without_a_conscript_that_can_act() -> None:
    """R7.8, R7.7."""
    table = Table(
        modules=["expansion-buildings"],
        buildings={"P1": ["naval_academy"], "P2": ["inn"]},
        conscripts={"P1": ["naval_academy"]},
        harbor={"P1": 2, "P2": 1},
    )
    table.activate("naval_academy", c.ShipToSea("africa"))
    assert table.legal() == [c.Mobilize(1), c.Decline()]
    table.play(0, c.Decline())
    assert table.kind(1) == kinds.TAKE_TURN


def test_every_decision_and_choice_has_words() -> None:
    """R21.1: what is asked and answered can be said."""
    table = Table(buildings={"P1": ["dock"]}, harbor={"P1": 3}, blue={"P1": ["token_draw"]})
    decision = table.decision(0)
    assert decision_words(table.state, decision)
    assert [choice_words(table.state, decision, choice) for choice in table.legal()] == [
        "activate Dock (slot 1): Ship and Occupy",
        "spend the draw token",
        "pass",
    ]
