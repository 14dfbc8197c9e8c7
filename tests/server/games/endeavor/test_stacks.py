"""Merchant Fleets, Crown Charters and Subsidies (R14.3, R14.4)."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes, scoring
from server.games.endeavor import choices as c
from server.games.endeavor.turns import kinds
from tests.server.games.endeavor.table import Table

DRAW = "token_draw"
DEJIMA, RAJ = "x_far_east_5", "x_india_5"


def table(**given: object) -> Table:
    return Table({"modules": ["expansion-cards"], "harbor": {"P1": 5}, **given})


def test_a_card_gained_on_ones_own_turn_may_be_stacked_at_once() -> None:
    """R14.3.1: a free choice, before the effect (R8.4.7)."""
    position = table(
        cards={"P1": ["x_india_1"]}, blue={"P1": [DRAW]}, deck_top={"europe": "x_europe_1"}, control={"london": "P1"}
    )
    position.spend(DRAW, c.Draw("x_europe_1"))
    assert position.legal() == [c.Stack("x_india_1", "x_europe_1"), c.Decline()]
    assert not position.all(events_pb2.DiscsGained)
    position.play(0, c.Stack("x_india_1", "x_europe_1"))
    assert position.all(events_pb2.DiscsGained)
    assert position.state.players[0].stacks == {"x_india_1": "x_europe_1"}


def test_a_drawn_merchant_fleet_may_take_a_card_held_already() -> None:
    """R14.3.1, R14.3: not another fleet, and no card of a stack."""
    position = table(
        cards={"P1": ["x_africa_3", "x_africa_1", "x_india_3"]},
        stacks={"P1": {"x_africa_1": "x_india_3"}},
        blue={"P1": [DRAW]},
        open_sea={"india": {"P1": 1}},
    )
    position.spend(DRAW, c.Draw("x_india_1"))
    assert position.legal() == [c.Stack("x_india_1", "x_africa_3"), c.Decline()]
    assert position.refused(0, c.Stack("x_india_1", "x_india_3")) == "R14.3.1"
    assert position.refused(0, c.Stack("x_india_1", "x_africa_1")) == "R14.3"
    position.play(0, c.Decline())
    assert position.state.players[0].stacks == {"x_africa_1": "x_india_3"}


def test_a_governor_gained_on_anothers_turn_waits_for_the_discard_phase() -> None:
    """R14.3.1, R14.3.2, R8.3.6: a governor may lie on a Merchant Fleet, the Crown Charters may not."""
    position = table(
        buildings={"P1": ["shipyard"]},
        cards={"P2": ["x_india_1", "x_europe_0"]},
        closed_regions=["africa"],
        track={"africa": ["P2"] * 5},
    )
    position.activate("shipyard", c.ShipToTrack("africa"))
    assert position.kind(1) == kinds.ARRANGE_CARDS
    stackings = [choice for choice in position.legal(1) if isinstance(choice, c.Stack)]
    assert stackings == [c.Stack("x_india_1", "governor_africa"), c.Stack("x_europe_0", "governor_africa")]
    assert position.refused(1, c.Stack("x_india_1", "x_europe_0")) == "R14.3"


def test_a_stack_needs_an_asset_slot_even_with_a_governor_on_it() -> None:
    """R14.3.2, R20.12: cards permitted in a governor slot may lie on the Crown Charters."""
    position = table(
        phase="discard",
        cards={"P1": ["x_europe_0", RAJ, "x_india_1", "x_europe_1"]},
        stacks={"P1": {"x_europe_0": RAJ, "x_india_1": "x_europe_1"}},
        supply={"P1": 0},
    )
    assert attributes.card_slots(position.state, 0) == (2, 1)
    assert attributes.cards_fit(position.state, 0)
    position.state.players[0].cards.append("x_far_east_3")
    assert not attributes.cards_fit(position.state, 0)


def test_one_card_of_a_stack_can_not_be_discarded_alone() -> None:
    """R14.3.5, R14.3.3: and a slavery card lost at abolition takes its fleet along."""
    position = table(
        phase="discard", cards={"P1": ["x_india_1", "slavery_3"]}, stacks={"P1": {"x_india_1": "slavery_3"}}
    )
    assert position.refused(0, c.Discard("slavery_3")) == "R14.3.5"
    position.play(0, c.Discard("x_india_1"))
    assert position.state.discard == ["x_india_1"]
    assert position.state.players[0].penalty == ["slavery_3"]


def test_a_stacked_card_goes_on_working() -> None:
    """R14.3.4, R20.19: conscripts, scoring, and the reserve of a stacked Port of Dejima, discarded with it."""
    position = table(
        phase="discard",
        cards={"P1": ["x_india_1", DEJIMA]},
        stacks={"P1": {"x_india_1": DEJIMA}},
        reserved={"P1": "x_caribbean_4"},
    )
    parts = [e for part in scoring.parts(position.state) for e in part(position.state)]
    assert types_pb2.POINT_SOURCE_PORT_OF_DEJIMA in [e.source for e in parts if isinstance(e, events_pb2.PointsScored)]
    position.play(0, c.Discard("x_india_1"))
    assert position.state.discard == ["x_india_1", DEJIMA, "x_caribbean_4"]
    assert position.state.players[0].reserved is None


def test_a_subsidy_pays_one_matching_building_or_none() -> None:
    """R14.4, R14.4.1, R14.4.4, R7.5.2, R20.8: offered at once, before the second action of the building."""
    position = table(
        buildings={"P1": ["cartographer", "market", "shipyard"]},
        occupied={"P1": ["market", "shipyard"]},
        open_sea={"africa": {"P1": 2}},
        deck_top={"africa": "x_africa_2"},
    )
    position.activate("cartographer", c.Draw("x_africa_2"))
    assert position.legal() == [c.Pay(1), c.Pay(2), c.Decline()]
    assert position.refused(0, c.Pay(3)) == "R14.4"
    position.play(0, c.Decline())
    assert position.kind(0) == kinds.CHOOSE_ACTION


def test_a_subsidy_may_pay_the_building_just_activated() -> None:
    """R14.4.3, R8.5.2; without a match the effect is lost (R14.4.2)."""
    given = {"open_sea": {"africa": {"P1": 2}}, "deck_top": {"africa": "x_africa_2"}}
    position = table(buildings={"P1": ["market"]}, **given)
    position.activate("market", c.Draw("x_africa_2"))
    position.play(0, c.Pay(1))
    assert not position.state.players[0].buildings[0].disc
    lost = table(blue={"P1": [DRAW]}, **given)
    lost.spend(DRAW, c.Draw("x_africa_2"))
    assert lost.kind(0) != kinds.SUBSIDY
