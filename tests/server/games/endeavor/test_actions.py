"""The five actions, attributes, tokens and links (R8, R9)."""

import pytest
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes
from server.games.endeavor import choices as c
from server.games.endeavor.map import own_links, presence
from server.games.endeavor.turns import kinds
from server.games.endeavor.turns.acting import governor_receiver
from tests.server.games.endeavor.table import Table

OCCUPY, ATTACK, DRAW = "token_occupy", "token_attack", "token_draw"


def with_token(token: str, **given: object) -> Table:
    """P1 has spent that token and chooses how to use its action."""
    table = Table({"blue": {"P1": [token]}, "harbor": {"P1": 5}, **given})
    table.play(0, c.SpendToken(token))
    return table


def test_occupy_takes_an_empty_city_and_its_token() -> None:
    """R8.1.1, R8.1.2, R9.2: outside Europe presence is needed."""
    table = with_token(OCCUPY, tokens_on={"goa": "token_culture"}, open_sea={"india": {"P1": 1}})
    assert c.Occupy("london") in table.legal()
    assert table.refused(0, c.Occupy("elmina")) == "R8.1.1"
    assert table.refused(0, c.Occupy("indian_ocean_fleet")) == "R8.1.1"
    table.play(0, c.Occupy("goa"))
    assert table.state.control["goa"] == 0
    assert table.state.players[0].tokens["token_culture"] == 1
    assert table.state.players[0].harbor == 4


def test_occupy_needs_an_open_region_and_an_empty_city() -> None:
    """R8.1.1."""
    table = with_token(
        OCCUPY, closed_regions=["africa"], track={"africa": ["P1"]}, control={"london": "P2", "lisbon": "P1"}
    )
    assert presence(table.state, 0, "africa") == 1
    assert table.refused(0, c.Occupy("elmina")) == "R8.1.1"
    assert table.refused(0, c.Occupy("london")) == "R8.1.1"
    assert table.refused(0, c.Occupy("lisbon")) == "R8.1.1"


def test_attack_takes_cities_and_fleets_of_others_only() -> None:
    """R8.2.1, R8.2.6, R1.3: never tracks, seas or empty spaces."""
    table = with_token(ATTACK, control={"london": "P2", "north_sea_fleet": "P3", "lisbon": "P1", "elmina": "P2"})
    assert table.legal() == [c.Attack("london"), c.Attack("north_sea_fleet")]
    assert table.refused(0, c.Attack("lisbon")) == "R8.2.6"
    assert table.refused(0, c.Attack("seville")) == "R8.2.1"
    assert table.refused(0, c.Attack("elmina")) == "R8.2.1"
    assert table.refused(0, c.Attack("africa_track_1")) == "R8.2.1"


def test_attack_costs_a_casualty_besides_the_disc_that_takes_the_space() -> None:
    """R8.2.2, R8.2.3, R8.2.6: the casualty goes to the attacker's own supply, the defender's disc to his."""
    table = with_token(ATTACK, control={"london": "P2"}, supply={"P1": 10, "P2": 10}, harbor={"P1": 2})
    table.play(0, c.Attack("london"))
    first, second = table.state.players[:2]
    assert (first.harbor, first.supply, second.supply) == (0, 11, 11)
    poor = Table(blue={"P1": [ATTACK]}, harbor={"P1": 1}, control={"london": "P2"})
    assert poor.refused(0, c.SpendToken(ATTACK)) == "R7.5.1"


def test_attack_claims_links_but_no_token_of_the_space() -> None:
    """R8.2.3, R9.4, R9.2.1."""
    table = with_token(
        ATTACK, control={"london": "P2", "amsterdam": "P1"}, tokens_on={"link_london_amsterdam": "token_wealth"}
    )
    table.play(0, c.Attack("london"))
    assert [event.place for event in table.all(events_pb2.TokenTaken)] == ["link_london_amsterdam"]


def test_a_refused_attack_asks_nobody() -> None:
    """R8.2.5, R8.2.4, R14.9.2: an attack that can't be paid never reaches the defender."""
    table = Table(
        modules=["expansion-cards"],
        cards={"P2": ["x_north_america_5"]},
        on_card={"x_north_america_5": {"fortifications": 3}},
        control={"boston": "P2", "london": "P2"},
        blue={"P1": [ATTACK]},
        harbor={"P1": 2},
    )
    table.play(0, c.SpendToken(ATTACK))
    assert table.refused(0, c.Attack("boston")) == "R8.2.1"
    table.play(0, c.Attack("london"))
    assert not table.all(events_pb2.AttackDeclared)


def test_shipping_goes_to_the_first_free_space_of_a_closed_region() -> None:
    """R8.3.1: no presence is needed."""
    table = Table(
        buildings={"P1": ["shipyard"]},
        harbor={"P1": 2},
        closed_regions=["caribbean"],
        track={"caribbean": ["P2"]},
        tokens_on={"caribbean_track_2": "token_industry"},
    )
    table.play(0, c.Activate(1))
    assert table.refused(0, c.ShipToTrack("africa")) == "R8.3.1"
    assert table.refused(0, c.ShipToSea("caribbean")) == "R8.3.3"
    table.play(0, c.ShipToTrack("caribbean"))
    assert table.state.tracks["caribbean"] == [1, 0]
    assert table.state.players[0].tokens["token_industry"] == 1


@pytest.mark.parametrize(("track", "receiver"), [([0, 1, 1], 1), ([0, 1, 1, 0], 0), ([2, 1, 0], 0), ([1, 1, 0], 1)])
def test_the_governor_goes_to_the_most_discs_then_the_nearest_to_the_deck(track: list[int], receiver: int) -> None:
    """R8.3.2."""
    assert governor_receiver(track) == receiver


def test_a_full_track_opens_its_region_and_gives_the_governor_to_whoever_has_the_most() -> None:
    """R8.3.2, R8.3.6: also to one who passed; his attributes move at once."""
    table = Table(
        buildings={"P1": ["shipyard"]},
        harbor={"P1": 2},
        closed_regions=["africa"],
        track={"africa": ["P2", "P2", "P2", "P1", "P3"]},
    )
    table.state.players[1].passed = True
    table.activate("shipyard", c.ShipToTrack("africa"))
    assert table.state.open["africa"]
    assert table.state.players[1].cards == ["governor_africa"]
    assert attributes.position(table.state, 1, attributes.CULTURE) == 2


def test_an_open_sea_gives_presence_and_nothing_else() -> None:
    """R8.3.3: not in Europe, no limit."""
    table = Table(buildings={"P1": ["shipyard"]}, harbor={"P1": 2}, open_sea={"africa": {"P1": 9}})
    table.play(0, c.Activate(1))
    assert table.refused(0, c.ShipToSea("europe")) == "R8.3.3"
    table.play(0, c.ShipToSea("africa"))
    assert table.state.seas["africa"][0] == 10
    assert not table.state.players[0].tokens


def test_fleets_are_taken_by_ship_where_one_is_present() -> None:
    """R8.3.4."""
    table = Table(
        buildings={"P1": ["shipyard"]},
        harbor={"P1": 2},
        tokens_on={"north_sea_fleet": "token_wealth", "link_london_north_sea_fleet": "token_culture"},
        control={"london": "P1"},
    )
    table.play(0, c.Activate(1))
    assert table.refused(0, c.ShipToFleet("caribbean_fleet")) == "R8.3.4"
    assert table.refused(0, c.ShipToFleet("lisbon")) == "R8.3.4"
    table.play(0, c.ShipToFleet("north_sea_fleet"))
    assert dict(table.state.players[0].tokens) == {"token_wealth": 1, "token_culture": 1}


def test_only_the_top_card_within_presence_may_be_drawn() -> None:
    """R8.4.1, R8.4.6: a top card too high blocks its deck."""
    table = with_token(DRAW, open_sea={"africa": {"P1": 1}}, deck_top={"india": "india_2"})
    assert table.legal() == [c.Draw("africa_1"), c.Draw("europe_0"), c.Draw("slavery_0")]
    assert table.refused(0, c.Draw("africa_2")) == "R8.4.1"
    assert table.refused(0, c.Draw("india_2")) == "R8.4.1"
    table.state.decks["africa"] = []
    assert c.Draw("africa_1") not in table.legal()


def test_a_deck_of_a_closed_region_can_not_be_drawn_from() -> None:
    """R8.4.1."""
    table = with_token(DRAW, closed_regions=["africa"], track={"africa": ["P1", "P1"]})
    assert table.refused(0, c.Draw("africa_1")) == "R8.4.1"


def test_the_discard_pile_is_open_to_presence_in_europe() -> None:
    """R8.4.2, R8.4.3: whatever deck a card came from; value 0 needs none."""
    table = with_token(
        DRAW,
        common_discard=["africa_1", "india_2", "europe_0"],
        control={"london": "P1"},
        open_sea={"india": {"P1": 4}},
    )
    assert {c.Draw("africa_1"), c.Draw("europe_0")} <= set(table.legal())
    assert table.refused(0, c.Draw("india_2")) == "R8.4.2"
    table.play(0, c.Draw("africa_1"))
    assert table.state.discard == ["india_2", "europe_0"]


def test_value_zero_needs_no_presence() -> None:
    """R8.4.3, also from the discard pile."""
    table = with_token(DRAW, common_discard=["slavery_0"])
    assert table.legal()[-1] == c.Draw("slavery_0")


def test_symbols_of_a_drawn_card_apply_at_once_and_slots_wait() -> None:
    """R8.4.4, R8.4.5, R8.4.7: no disc is needed."""
    table = with_token(DRAW, harbor={"P1": 0}, cards={"P1": ["india_1", "india_2", "india_3"]})
    table.play(0, c.Draw("slavery_0"))
    assert table.state.players[0].cards[-1] == "slavery_0"
    assert attributes.position(table.state, 0, attributes.WEALTH) == 2
    assert table.kind(0) == kinds.ARRANGE_CARDS


def test_payment_takes_back_a_disc_but_not_the_one_just_placed() -> None:
    """R8.5.1, R8.5.2, R8.5.3: the building paid can be activated again."""
    table = Table(buildings={"P1": ["bank", "market"]}, occupied={"P1": ["market"]}, harbor={"P1": 1})
    table.play(0, c.Activate(1))
    assert table.legal() == [c.Pay(2)]
    assert table.refused(0, c.Pay(1)) == "R8.5.2"
    assert table.refused(0, c.Pay(7)) == "R8.5.3"
    table.play(0, c.Pay(2))
    assert c.Activate(2) in table.legal()
    alone = Table(buildings={"P1": ["bank"]}, harbor={"P1": 1}, blue={"P1": [OCCUPY]})
    assert alone.refused(0, c.Activate(1)) == "R7.5"


def test_actions_of_another_kind_are_refused() -> None:
    """R7.5, R21.1."""
    table = with_token(OCCUPY)
    assert table.refused(0, c.Draw("europe_0")) == "R7.5"
    assert table.refused(0, c.Keep()) == "R21.1"
    assert table.refused(0, c.UseRosetta(types_pb2.ACTION_OCCUPY)) == "R14.5"


def test_a_position_is_the_sum_of_its_sources() -> None:
    """R9.1: tokens, buildings, cards; not the reserved card, not penalty cards; never below 0, no upper end."""
    table = Table(
        modules=["expansion-cards"],
        buildings={"P1": ["merchant_dock", "bank"]},
        cards={"P1": ["caribbean_2", "x_far_east_5"]},
        mat_tokens={"P1": ["token_wealth"] * 40},
        reserved={"P1": "x_caribbean_4"},
        penalty={"P1": ["slavery_5"]},
    )
    assert attributes.position(table.state, 0, attributes.WEALTH) == 40 + 2 + 2 + 1
    assert attributes.position(table.state, 0, attributes.INDUSTRY) == 0


def test_levels_follow_their_thresholds() -> None:
    """R9.3: at the moment the player acts."""
    for position, build, growth, payments, assets in (
        (0, 1, 2, 1, 1),
        (2, 2, 3, 2, 2),
        (9, 4, 5, 4, 4),
        (10, 5, 6, 5, 5),
    ):
        table = Table(
            positions={"P1": dict.fromkeys(("industry", "culture", "wealth", "influence"), position)}, harbor={}
        )
        assert attributes.build_level(table.state, 0) == build
        assert attributes.growth(table.state, 0) == growth
        assert attributes.payments(table.state, 0) == payments
        assert attributes.card_slots(table.state, 0)[0] == assets


def test_a_token_stays_when_its_space_is_lost_and_is_not_there_again() -> None:
    """R9.2, R9.2.1."""
    table = with_token(OCCUPY, mat_tokens={"P2": ["token_culture"]})
    table.play(0, c.Occupy("london"))
    assert not table.all(events_pb2.TokenTaken)
    assert table.state.players[1].tokens["token_culture"] == 1


def test_several_links_pay_once_each_and_square_ones_never() -> None:
    """R9.4."""
    table = with_token(
        OCCUPY,
        control={"london": "P1", "seville": "P1", "rio_de_janeiro": "P1", "atlantic_fleet": "P1"},
        tokens_on={"link_london_lisbon": "token_wealth", "link_lisbon_rio_de_janeiro": DRAW},
    )
    table.play(0, c.Occupy("lisbon"))
    assert [event.place for event in table.all(events_pb2.TokenTaken)] == [
        "link_london_lisbon",
        "link_lisbon_rio_de_janeiro",
    ]
    assert "link_atlantic_fleet_lisbon" in {link.id for link in own_links(table.state, 0)}
    assert not table.state.tokens
