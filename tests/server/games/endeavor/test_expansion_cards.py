"""The region cards of Age of Expansion (R14)."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes, scoring
from server.games.endeavor import choices as c
from server.games.endeavor.content import load
from server.games.endeavor.turns import kinds
from tests.server.games.endeavor.table import Table

OCCUPY, ATTACK, DRAW = "token_occupy", "token_attack", "token_draw"
FLOTA, ROSETTA, DEJIMA, RAJ = "x_caribbean_5", "x_africa_5", "x_far_east_5", "x_india_5"
DECLARATION, CONQUISTADORS = "x_north_america_5", "x_south_america_5"


def table(**given: object) -> Table:
    return Table({"modules": ["expansion-cards"], "harbor": {"P1": 5}, **given})


def test_effects_come_with_the_data_and_values_three_and_four_have_none() -> None:
    """R14.1, R14.11."""
    components = load()
    plain = [card for name in components.new_cards if (card := components.cards[name]).value in (3, 4)]
    assert all(card.effect is None for card in plain if card.deck != "europe")


def test_the_rosetta_stone_replaces_one_action_of_an_activation() -> None:
    """R14.5, R14.5.1: any printed action by any of the four, once a turn."""
    position = table(cards={"P1": [ROSETTA]}, buildings={"P1": ["bank", "market"]}, occupied={"P1": ["market"]})
    position.play(0, c.Activate(1))
    assert position.legal() == [c.Pay(2), c.UseRosetta(types_pb2.ACTION_PAYMENT)]
    position.play(0, c.UseRosetta(types_pb2.ACTION_PAYMENT))
    kinds_offered = {type(choice) for choice in position.legal()}
    assert c.Pay not in kinds_offered
    assert kinds_offered == {c.Occupy, c.ShipToSea, c.ShipToFleet, c.Draw}
    assert position.refused(0, c.Decline()) == "R7.5"
    position.play(0, c.Occupy("london"))
    assert position.state.control["london"] == 0


def test_the_rosetta_stone_makes_an_impossible_activation_possible() -> None:
    """R14.5.3; a building without action space stays useless (R14.5)."""
    position = table(cards={"P1": [ROSETTA]}, buildings={"P1": ["bank", "theater"]})
    assert c.Activate(1) in position.legal()
    assert position.refused(0, c.Activate(2)) == "R7.3"
    position.play(0, c.Activate(1))
    assert position.legal() == [c.UseRosetta(types_pb2.ACTION_PAYMENT)]


def test_of_a_choice_the_replacement_is_taken_instead() -> None:
    """R14.5."""
    position = table(cards={"P1": [ROSETTA]}, buildings={"P1": ["guild_hall"]})
    position.play(0, c.Activate(1))
    stones = [choice for choice in position.legal() if isinstance(choice, c.UseRosetta)]
    assert stones == [c.UseRosetta(types_pb2.ACTION_DRAW)]
    assert position.refused(0, c.UseRosetta(types_pb2.ACTION_OCCUPY)) == "R14.5"


def test_a_rosetta_stone_drawn_during_an_activation_serves_later() -> None:
    """R14.5.2."""
    position = table(buildings={"P1": ["cartographer"]}, deck_top={"africa": ROSETTA}, open_sea={"africa": {"P1": 5}})
    position.activate("cartographer", c.Draw(ROSETTA))
    assert not any(isinstance(choice, c.UseRosetta) for choice in position.legal())


def test_the_flota_takes_random_tokens_and_the_drawer_names_the_number() -> None:
    """R14.6, R14.6.1, R18.2: the token just spent belongs to the lot."""
    position = table(
        blue={"P1": [DRAW]}, blue_discard=[ATTACK], deck_top={"caribbean": FLOTA}, open_sea={"caribbean": {"P1": 5}}
    )
    position.spend(DRAW, c.Draw(FLOTA))
    assert position.legal() == [c.LoadFlota(0), c.LoadFlota(1), c.LoadFlota(2)]
    assert position.refused(0, c.LoadFlota(3)) == "R14.6"
    position.play(0, c.LoadFlota(1), draws=[1])
    assert dict(position.state.flota) == {DRAW: 1}
    assert dict(position.state.blue_discard) == {ATTACK: 1}


def test_others_take_from_the_flota_by_an_attack_of_building_or_token() -> None:
    """R14.6, R14.6.2, R20.10, R20.17: one a time, without a target elsewhere; never the owner."""
    position = table(
        cards={"P2": [FLOTA]},
        on_card={FLOTA: {"tokens": [DRAW, OCCUPY]}},
        blue={"P1": [ATTACK], "P2": [ATTACK]},
        harbor={"P1": 0},
    )
    position.play(0, c.SpendToken(ATTACK))
    assert position.legal() == [c.TakeFromFlota(DRAW), c.TakeFromFlota(OCCUPY)]
    assert position.refused(0, c.TakeFromFlota("token_payment")) == "R14.6"
    position.play(0, c.TakeFromFlota(OCCUPY))
    assert dict(position.state.players[0].tokens) == {OCCUPY: 1}
    assert dict(position.state.flota) == {DRAW: 1}
    owner = table(cards={"P1": [FLOTA]}, on_card={FLOTA: {"tokens": [DRAW]}}, blue={"P1": [ATTACK]})
    assert owner.refused(0, c.SpendToken(ATTACK)) == "R7.5.1"
    owner.state.control["london"] = 1
    owner.play(0, c.SpendToken(ATTACK))
    assert owner.refused(0, c.TakeFromFlota(DRAW)) == "R14.6.2"


def test_an_attack_gained_by_the_rosetta_stone_may_rob_the_flota() -> None:
    """R14.6, R20.22: the active player chooses one use for each action."""
    position = table(
        cards={"P1": [ROSETTA], "P2": [FLOTA]}, on_card={FLOTA: {"tokens": [DRAW]}}, buildings={"P1": ["market"]}
    )
    position.activate("market", c.UseRosetta(types_pb2.ACTION_DRAW))
    assert c.TakeFromFlota(DRAW) in position.legal()


def test_a_card_may_be_reserved_instead_of_discarded() -> None:
    """R14.7, R14.7.1: one, without a slot; not a stack, not Port of Dejima itself; also one that had a slot."""
    position = table(
        phase="discard",
        cards={"P1": [DEJIMA, "x_india_1", "x_africa_3", "governor_india", "x_india_3"]},
        stacks={"P1": {"x_india_1": "x_africa_3"}},
    )
    reserves = [choice for choice in position.legal() if isinstance(choice, c.Reserve)]
    assert reserves == [c.Reserve("governor_india"), c.Reserve("x_india_3")]
    assert position.refused(0, c.Reserve("x_india_1")) == "R14.7"
    assert position.refused(0, c.Reserve(DEJIMA)) == "R14.7"
    position.play(0, c.Reserve("x_india_3"))
    assert position.refused(0, c.Reserve("governor_india")) == "R14.7.1"
    assert position.refused(0, c.TakeBack()) == "R14.7"
    assert attributes.position(position.state, 0, attributes.CULTURE) == 4


def test_the_reserved_card_may_come_back_and_another_take_its_place() -> None:
    """R14.7, R14.7.1, R20.18: no effect happens when it comes back."""
    position = table(
        phase="discard", cards={"P1": [DEJIMA, "x_india_3"]}, reserved={"P1": CONQUISTADORS}, supply={"P1": 9}
    )
    assert position.refused(0, c.Reserve("x_india_3")) == "R14.7.1"
    position.play(0, c.TakeBack())
    assert position.state.conquistador is None
    position.play(0, c.Reserve("x_india_3"))
    assert position.state.players[0].cards == [DEJIMA, CONQUISTADORS]
    assert position.refused(0, c.TakeBack()) == "R14.7"


def test_a_card_with_things_on_it_loses_them_when_reserved() -> None:
    """R14.7, R20.18, R15.4.1: a marriage ends so too."""
    position = table(
        phase="discard",
        cards={"P1": [DEJIMA, "x_europe_3"]},
        on_card={"x_europe_3": {"discs": {"P1": 1, "P2": 1}}},
        supply={"P1": 3, "P2": 4},
    )
    position.play(0, c.Reserve("x_europe_3"))
    assert position.state.marriage == ()
    assert [player.supply for player in position.state.players[:2]] == [4, 5]


def test_each_type_of_symbol_on_the_reserved_card_scores_once() -> None:
    """R14.7.2, R14.7: five types, glory among them; governors may be reserved."""
    for card, types in (("x_far_east_3", 1), ("x_caribbean_4", 3), ("governor_india", 3), ("x_india_5", 4)):
        position = table(cards={"P1": [DEJIMA]}, reserved={"P1": card})
        events = [e for part in scoring.parts(position.state) for e in part(position.state)]
        scored = [e for e in events if isinstance(e, events_pb2.PointsScored)]
        found = [e.points for e in scored if e.source == types_pb2.POINT_SOURCE_PORT_OF_DEJIMA]
        assert found == [types]
        assert types_pb2.POINT_SOURCE_CARDS not in [e.source for e in scored]


def test_abolition_takes_a_reserved_slavery_card() -> None:
    """R14.7, R10.7.1: until then it is no penalty card."""
    cities = dict.fromkeys(("london", "amsterdam", "lisbon", "seville", "genoa", "venice"), "P1")
    position = table(
        cards={"P2": [DEJIMA]},
        reserved={"P2": "slavery_1"},
        control=cities,
        blue={"P1": [DRAW]},
        deck_top={"europe": "x_europe_6"},
    )
    position.spend(DRAW, c.Draw("x_europe_6"))
    assert position.state.players[1].reserved is None
    assert position.state.players[1].penalty == ["slavery_1"]


def test_company_raj_takes_any_spent_token_or_nothing() -> None:
    """R14.8, R14.6.1, R20.17."""
    given = {"deck_top": {"india": RAJ}, "open_sea": {"india": {"P1": 5}}}
    position = table(blue={"P1": [DRAW]}, blue_discard=[ATTACK], **given)
    position.spend(DRAW, c.Draw(RAJ))
    assert position.legal() == [c.ClaimToken(ATTACK), c.ClaimToken(DRAW)]
    assert position.refused(0, c.ClaimToken(OCCUPY)) == "R14.8"
    nothing = table(buildings={"P1": ["market"]}, **given)
    nothing.activate("market", c.Draw(RAJ))
    assert nothing.kind(0) != kinds.CLAIM_TOKEN


def test_the_declaration_gives_up_european_cities_first() -> None:
    """R14.9, R14.9.1, R14.9.3, R20.4: their fortifications return, then three come; tokens stay."""
    position = table(
        control={"london": "P1", "north_sea_fleet": "P1", "boston": "P1"},
        fortified=["london"],
        fortification_supply=1,
        blue={"P1": [DRAW]},
        mat_tokens={"P1": ["token_culture"]},
        deck_top={"north_america": DECLARATION},
        open_sea={"north_america": {"P1": 4}},
    )
    position.spend(DRAW, c.Draw(DECLARATION))
    state = position.state
    assert state.control == {"north_sea_fleet": 0, "boston": 0}
    assert (state.declaration, state.fortifications) == (2, 0)
    assert state.players[0].tokens["token_culture"] == 1


def test_repelling_undoes_the_attack_and_may_be_declined() -> None:
    """R14.9, R14.9.2, R20.5, R13.2: the city's own fortification stays; only cities, only North America."""
    given = {
        "modules": ["expansion-buildings", "expansion-cards"],
        "cards": {"P2": [DECLARATION]},
        "on_card": {DECLARATION: {"fortifications": 1}},
        "control": {"boston": "P2"},
        "fortified": ["boston"],
        "open_sea": {"north_america": {"P1": 1}},
        "buildings": {"P1": ["royal_navy", "naval_academy"]},
        "conscripts": {"P1": ["naval_academy"]},
    }
    position = table(**given)
    position.activate("royal_navy", c.Attack("boston"))
    assert position.legal(1) == [c.Repel(), c.Decline()]
    position.play(1, c.Repel())
    assert position.state.players[0].harbor == 4
    assert position.state.fortified == {"boston"}
    assert position.kind(0) == kinds.CHOOSE_ACTION
    position.play(0, c.ShipToSea("india"))
    assert position.kind(0) == kinds.MOBILIZE
    declined = table(**given)
    declined.activate("royal_navy", c.Attack("boston"))
    declined.play(1, c.Decline())
    assert declined.state.control["boston"] == 0
    assert declined.state.declaration == 1


def test_a_repelled_mobilization_leaves_the_conscript_but_is_used_up() -> None:
    """R14.9, R20.5, R13.4.7."""
    position = table(
        modules=["expansion-buildings", "expansion-cards"],
        cards={"P2": [DECLARATION]},
        on_card={DECLARATION: {"fortifications": 1}},
        control={"boston": "P2"},
        open_sea={"north_america": {"P1": 1}},
        buildings={"P1": ["naval_academy", "military_academy"]},
        conscripts={"P1": ["military_academy"]},
    )
    position.activate("naval_academy", c.ShipToSea("india"))
    position.play(0, c.Mobilize(2))
    position.play(0, c.Attack("boston"))
    position.play(1, c.Repel())
    assert position.state.players[0].buildings[1].conscript
    assert position.kind(0) == kinds.TAKE_TURN


def test_a_turn_whose_only_attack_was_repelled_may_still_mobilize() -> None:
    """R13.4.8."""
    position = table(
        modules=["expansion-buildings", "expansion-cards"],
        cards={"P2": [DECLARATION]},
        on_card={DECLARATION: {"fortifications": 1}},
        control={"boston": "P2"},
        open_sea={"north_america": {"P1": 1}},
        buildings={"P1": ["naval_academy"]},
        conscripts={"P1": ["naval_academy"]},
        blue={"P1": [ATTACK]},
    )
    position.spend(ATTACK, c.Attack("boston"))
    position.play(1, c.Repel())
    assert position.kind(0) == kinds.MOBILIZE


def test_conquistadors_bring_a_conscript_at_once_and_again_by_growth() -> None:
    """R14.10, R14.10.1, R13.4.7: usable in the turn it came; with an empty supply the space stays empty."""
    given = {
        "blue": {"P1": [DRAW]},
        "deck_top": {"south_america": CONQUISTADORS},
        "open_sea": {"south_america": {"P1": 5}},
        "control": {"lima": "P2", "havana": "P2"},
    }
    position = table(**given)
    position.spend(DRAW, c.Draw(CONQUISTADORS))
    assert position.state.conquistador == 0
    position.play(0, c.Mobilize(0))
    assert position.legal() == [c.Attack("lima")]
    assert position.refused(0, c.Attack("havana")) == "R14.10"
    position.play(0, c.Attack("lima"))
    assert position.state.conquistador is None
    empty = table(**given, supply={"P1": 0})
    empty.spend(DRAW, c.Draw(CONQUISTADORS))
    assert empty.state.conquistador is None


def test_effects_happen_again_when_a_card_is_drawn_again() -> None:
    """R14.1, R14.2: here the Declaration from the discard pile, without things on it."""
    position = table(
        blue={"P1": [DRAW]},
        common_discard=[DECLARATION],
        control=dict.fromkeys(("london", "amsterdam", "lisbon", "seville", "genoa"), "P1"),
    )
    position.spend(DRAW, c.Draw(DECLARATION))
    assert position.state.declaration == 3
    assert not position.state.control
