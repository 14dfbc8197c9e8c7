"""The buildings of Age of Expansion: Trade, Fortify, conscripts, special buildings (R13, R17)."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes
from server.games.endeavor import choices as c
from server.games.endeavor.invariants import discs_of
from server.games.endeavor.modules.expansion_buildings import fortify_symbols
from server.games.endeavor.turns import kinds
from tests.server.games.endeavor.table import Table

MODULES = ["expansion-buildings"]


def table(**given: object) -> Table:
    return Table({"modules": MODULES, "harbor": {"P1": 5}, **given})


def test_trade_swaps_any_own_token_with_any_on_the_board() -> None:
    """R13.1, R20.6: a blue one too, in a closed region too; it can be taken from its new place."""
    position = table(
        buildings={"P1": ["bridge"]},
        closed_regions=["far_east"],
        blue={"P1": ["token_draw"]},
        mat_tokens={"P1": ["token_wealth"]},
        tokens_on={"far_east_track_3": "token_industry", "link_london_lisbon": "token_wealth"},
    )
    position.play(0, c.Activate(1))
    assert position.legal() == [
        c.Trade("token_wealth", "far_east_track_3"),
        c.Trade("token_wealth", "link_london_lisbon"),
        c.Trade("token_draw", "far_east_track_3"),
        c.Trade("token_draw", "link_london_lisbon"),
    ]
    assert position.refused(0, c.Trade("token_culture", "link_london_lisbon")) == "R13.1"
    assert position.refused(0, c.Trade("token_draw", "london")) == "R13.1"
    position.play(0, c.Trade("token_draw", "far_east_track_3"))
    assert attributes.position(position.state, 0, attributes.INDUSTRY) == 1
    assert position.state.tokens["far_east_track_3"] == "token_draw"


def test_trade_needs_a_token_of_ones_own_and_one_on_the_board() -> None:
    """R13.1."""
    assert table(buildings={"P1": ["bridge"]}, tokens_on={"goa": "token_wealth"}).refused(0, c.Activate(1)) == "R7.5"
    alone = table(buildings={"P1": ["bridge"]}, mat_tokens={"P1": ["token_wealth"]}, blue_discard=["token_draw"])
    assert alone.refused(0, c.Activate(1)) == "R7.5"


def test_fortify_takes_an_own_unfortified_city_while_the_supply_lasts() -> None:
    """R13.2, R1.3.1: one a city, never a fleet; no presence beyond controlling it."""
    given = {
        "buildings": {"P1": ["garrison"]},
        "control": {"london": "P1", "lisbon": "P1", "north_sea_fleet": "P1", "boston": "P2"},
        "fortified": ["lisbon"],
    }
    position = table(**given)
    position.play(0, c.Activate(1))
    assert [choice for choice in position.legal() if isinstance(choice, c.Fortify)] == [c.Fortify("london")]
    for space in ("lisbon", "north_sea_fleet", "boston"):
        assert position.refused(0, c.Fortify(space)) == "R13.2"
    position.play(0, c.Fortify("london"))
    assert position.state.fortified == {"london", "lisbon"}
    assert position.state.fortifications == 28
    empty = table(**given, fortification_supply=0)
    assert not [choice for choice in empty.legal() if choice == c.Activate(1)]


def test_the_new_owner_of_a_fortified_city_has_it_unfortified() -> None:
    """R13.2: two casualties, and the fortification returns to the supply."""
    position = table(blue={"P1": ["token_attack"]}, control={"london": "P2"}, fortified=["london"])
    position.spend("token_attack", c.Attack("london"))
    assert position.state.players[0].harbor == 2
    assert (position.state.fortified, position.state.fortifications) == (set(), 30)


def test_mobilization_is_offered_after_a_building_or_a_token_once_a_turn() -> None:
    """R13.4, R13.4.1: never by itself and never after another; a blue token will do."""
    position = table(
        buildings={"P1": ["naval_academy", "war_college"]},
        conscripts={"P1": ["naval_academy", "war_college"]},
        blue={"P1": ["token_occupy"]},
    )
    assert position.refused(0, c.Mobilize(1)) == "R13.4.1"
    position.spend("token_occupy", c.Occupy("london"))
    assert position.legal() == [c.Mobilize(1), c.Mobilize(2), c.Decline()]
    position.play(0, c.Mobilize(1))
    assert c.Decline() not in position.legal()
    assert position.refused(0, c.Decline()) == "R13.4.2"
    position.play(0, c.ShipToSea("africa"))
    assert position.kind(0) == kinds.TAKE_TURN
    assert not position.state.turn.acted


def test_mobilizing_is_never_forced_and_may_use_the_building_just_activated() -> None:
    """R13.4.2.1: a conscript waits for any number of rounds."""
    position = table(buildings={"P1": ["naval_academy"]}, conscripts={"P1": ["naval_academy"]})
    position.activate("naval_academy", c.ShipToSea("africa"))
    assert position.legal() == [c.Mobilize(1), c.Decline()]
    position.play(0, c.Decline())
    assert position.state.players[0].buildings[0].conscript


def test_a_mobilized_action_must_be_legal() -> None:
    """R13.4.2: without a target or a casualty the conscript can't be mobilized."""
    position = table(
        buildings={"P1": ["naval_academy", "military_academy", "inn"]}, conscripts={"P1": ["military_academy"]}
    )
    position.activate("naval_academy", c.ShipToSea("africa"))
    assert position.kind(0) == kinds.TAKE_TURN


def test_the_conscript_is_the_disc_placed_on_a_track_or_fleet() -> None:
    """R13.4.3: no disc of the harbor is needed for it."""
    position = table(
        buildings={"P1": ["inn", "naval_academy"]},
        conscripts={"P1": ["naval_academy"]},
        harbor={"P1": 1},
        closed_regions=["africa"],
    )
    position.activate("inn", c.Draw("europe_0"))
    position.play(0, c.Mobilize(2))
    position.play(0, c.ShipToTrack("africa"))
    assert position.state.tracks["africa"] == [0]
    assert discs_of(position.state, 0) == 35


def test_a_mobilized_action_that_places_no_disc_returns_the_conscript() -> None:
    """R13.4.4: told of a Draw, which no published space mobilizes."""
    position = table(buildings={"P1": ["inn", "naval_academy"]}, conscripts={"P1": ["naval_academy"]})
    position.activate("inn", c.Draw("europe_0"))
    position.play(0, c.Mobilize(2))
    position.state.turn.actions = [types_pb2.ACTION_DRAW]
    supply = position.state.players[0].supply
    position.play(0, c.Draw("slavery_0"))
    assert position.state.players[0].supply == supply + 1
    assert not position.state.players[0].buildings[1].conscript
    assert position.all(events_pb2.ConscriptReturned)


def test_no_mobilization_on_a_passing_turn() -> None:
    """R13.4.5."""
    position = table(buildings={"P1": ["naval_academy"]}, conscripts={"P1": ["naval_academy"]})
    position.play(0, c.Pass())
    assert not position.all(events_pb2.ConscriptMobilized)
    assert position.all(events_pb2.Passed)[0].seat == 0


def test_conscripts_come_after_the_normal_growth_and_the_player_chooses_when_they_are_few() -> None:
    """R13.3, R5.3, R21.2."""
    position = table(phase="build", round=2, buildings={"P1": ["war_college", "military_academy"]}, supply={"P1": 3})
    for _ in range(4):
        position.play(position.state.decisions[0].seat, c.Build("inn"))
    assert position.legal() == [c.PlaceConscript(1), c.PlaceConscript(2)]
    assert position.refused(0, c.PlaceConscript(3)) == "R13.3"
    position.play(0, c.PlaceConscript(2))
    assert [slot.conscript for slot in position.state.players[0].buildings] == [False, True, False]


def test_the_fairground_counts_values_one_lower() -> None:
    """R17.1: never below 0, for the pile and slavery too; only the check changes."""
    position = table(
        buildings={"P1": ["fairground"]},
        common_discard=["india_1"],
        deck_top={"slavery": "slavery_1", "europe": "europe_2"},
        open_sea={"africa": {"P1": 1}},
    )
    position.play(0, c.Activate(1))
    assert {c.Draw("africa_1"), c.Draw("slavery_1"), c.Draw("india_1")} <= set(position.legal())
    assert position.refused(0, c.Draw("europe_2")) == "R8.4.1"
    position.play(0, c.Draw("slavery_1"))
    assert position.state.card("slavery_1").value == 1


def test_the_citadel_counts_fortify_symbols_not_fortifications() -> None:
    """R17.2, R20.14: on own buildings, occupied or not."""
    position = table(buildings={"P1": ["citadel", "garrison"]}, occupied={"P1": ["garrison"]})
    assert fortify_symbols(position.state, position.state.players[0]) == 3


def test_the_two_actions_of_the_citadel_fortify_two_cities() -> None:
    """R7.5: the same action twice."""
    position = table(buildings={"P1": ["citadel"]}, control={"london": "P1", "lisbon": "P1"})
    position.activate("citadel", c.Fortify("lisbon"))
    assert position.legal() == [c.Fortify("london"), c.Decline()]
    position.play(0, c.Fortify("london"))
    assert position.state.fortified == {"london", "lisbon"}
