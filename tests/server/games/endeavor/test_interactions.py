"""Where modules meet, exploits, secrets and undo, commands (R18 to R21)."""

import random
from typing import Any

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes, scoring
from server.games.endeavor import choices as c
from server.games.endeavor.content import load
from server.games.endeavor.game import ENDEAVOR
from server.games.endeavor.imagine import imagine
from server.games.endeavor.turns import kinds
from server.games.kernel.chance import Chance
from server.games.kernel.redact import hides
from server.games.kernel.simulate import play_checked
from tests.server.games.endeavor.eager import eager_choice
from tests.server.games.endeavor.table import Table, table_options

OCCUPY, ATTACK, DRAW = "token_occupy", "token_attack", "token_draw"
ALL = ["expansion-buildings", "expansion-cards", "prominence"]
NAVAL, MILITARY = "naval_superiority_4_5", "military_buildup_4_5"


def table(**given: object) -> Table:
    return Table({"modules": ALL, "prominence_side": NAVAL, "harbor": {"P1": 5}, **given})


def test_a_conscript_may_go_to_the_tile() -> None:
    """R20.1, R20.15, R13.4.4.1, R13.4.8: the conscript is the disc; the spot's bonus goes to the harbor."""
    position = table(buildings={"P1": ["inn", "naval_academy"]}, conscripts={"P1": ["naval_academy"]}, harbor={"P1": 1})
    position.activate("inn", c.Draw("x_europe_0"))
    position.play(0, c.Mobilize(2))
    position.play(0, c.PlaceOnTile("ns45_l1"))
    assert position.state.spots == {"ns45_l1": 0}
    assert position.state.players[0].harbor == 1


def test_a_mobilized_draw_puts_the_conscript_on_the_tile_instead_of_returning_it() -> None:
    """R20.1, R13.4.4.1, R16.8.2."""
    position = table(
        prominence_side="changing_alliances",
        buildings={"P1": ["inn", "naval_academy"]},
        conscripts={"P1": ["naval_academy"]},
    )
    position.activate("inn", c.Draw("x_europe_0"))
    position.play(0, c.Mobilize(2))
    position.state.turn.actions = [types_pb2.ACTION_DRAW]
    position.play(0, c.PlaceOnTile("alliance_green"))
    assert position.state.alliances["alliance_green"][0] == 1
    assert not position.all(events_pb2.ConscriptReturned)


def test_an_action_of_the_rosetta_stone_and_of_the_fairground_may_go_to_the_tile() -> None:
    """R20.1, R20.15, R20.22, R7.5.1."""
    stone = table(cards={"P1": ["x_africa_5"]}, buildings={"P1": ["inn"]})
    stone.activate("inn", c.UseRosetta(types_pb2.ACTION_DRAW))
    assert c.PlaceOnTile("ns45_u1") in stone.legal()
    fair = table(prominence_side="political_agenda", buildings={"P1": ["fairground"]})
    fair.activate("fairground", c.PlaceOnTile("pa_wealth_1"))
    assert fair.state.spots == {"pa_wealth_1": 0}
    assert not fair.all(events_pb2.CardDrawn)


def test_a_mobilized_attack_may_lose_discs_of_the_tile() -> None:
    """R20.15, R16.6, R13.4.3: then it takes no disc of the harbor at all."""
    position = table(
        prominence_side=MILITARY,
        buildings={"P1": ["inn", "military_academy"]},
        conscripts={"P1": ["military_academy"]},
        tile={"mb45_l1": "P1"},
        control={"london": "P2"},
        harbor={"P1": 1},
    )
    position.activate("inn", c.Draw("x_europe_0"))
    position.play(0, c.Mobilize(2))
    assert position.legal() == [c.Attack("london", ("mb45_l1",))]
    position.play(0, c.Attack("london", ("mb45_l1",)))
    assert position.state.control["london"] == 0


def test_a_repelled_attack_loses_no_disc_of_the_tile() -> None:
    """R20.5."""
    position = table(
        prominence_side=MILITARY,
        cards={"P2": ["x_north_america_5"]},
        on_card={"x_north_america_5": {"fortifications": 1}},
        tile={"mb45_l1": "P1"},
        control={"boston": "P2"},
        open_sea={"north_america": {"P1": 1}},
        blue={"P1": [ATTACK]},
    )
    position.spend(ATTACK, c.Attack("boston", ("mb45_l1",)))
    position.play(1, c.Repel())
    assert position.state.spots == {"mb45_l1": 0}


def test_bans_cover_attacks_of_every_kind_but_not_the_flota() -> None:
    """R20.3, R20.16: mobilized, by the Rosetta Stone, by token; both bans may hold together."""
    position = table(
        prominence_side="changing_alliances",
        cards={"P3": ["x_europe_3"], "P2": ["x_caribbean_5"], "P1": ["x_africa_5"]},
        on_card={"x_europe_3": {"discs": {"P1": 1, "P2": 1}}, "x_caribbean_5": {"tokens": [DRAW]}},
        boxes={"alliance_orange": {"P1": 1, "P2": 1}},
        control={"london": "P2"},
        buildings={"P1": ["inn", "military_academy"]},
        conscripts={"P1": ["military_academy"]},
    )
    position.activate("inn", c.UseRosetta(types_pb2.ACTION_DRAW))
    assert position.refused(0, c.Attack("london")) == "R15.4"
    assert not [choice for choice in position.legal() if isinstance(choice, c.Attack)]
    position.play(0, c.TakeFromFlota(DRAW))
    assert position.refused(0, c.Mobilize(2), kinds.MOBILIZE).startswith("R13.4")


def test_a_mobilized_conscript_can_not_rob_the_flota() -> None:
    """R13.4.6, R14.6."""
    position = table(
        cards={"P2": ["x_caribbean_5"]},
        on_card={"x_caribbean_5": {"tokens": [DRAW]}},
        control={"london": "P2"},
        buildings={"P1": ["inn", "military_academy"]},
        conscripts={"P1": ["military_academy"]},
    )
    position.activate("inn", c.Draw("x_europe_0"))
    position.play(0, c.Mobilize(2))
    assert position.legal() == [c.Attack("london")]
    assert position.refused(0, c.TakeFromFlota(DRAW)) == "R13.4.6"


def test_a_traded_token_goes_to_whoever_takes_its_place() -> None:
    """R20.6: a blue one may lie there."""
    position = table(blue={"P1": [OCCUPY]}, tokens_on={"london": ATTACK})
    position.spend(OCCUPY, c.Occupy("london"))
    assert position.state.players[0].tokens[ATTACK] == 1


def test_a_subsidy_in_a_building_of_two_actions_frees_a_disc_for_the_second() -> None:
    """R20.8."""
    position = table(
        buildings={"P1": ["colonial_office"]},
        deck_top={"africa": "x_africa_2"},
        open_sea={"africa": {"P1": 2}},
        harbor={"P1": 1},
    )
    position.activate("colonial_office", c.Draw("x_africa_2"))
    position.play(0, c.Pay(1))
    assert c.Occupy("elmina") in position.legal()


def test_conscripts_of_buildings_and_of_conquistadors_share_one_mobilization() -> None:
    """R20.14."""
    position = table(
        cards={"P1": ["x_south_america_5"]},
        conscripts={"P1": ["x_south_america_5", "naval_academy"]},
        buildings={"P1": ["naval_academy"]},
        open_sea={"south_america": {"P1": 1}},
        control={"lima": "P2"},
    )
    position.activate("naval_academy", c.ShipToSea("africa"))
    assert position.legal() == [c.Mobilize(1), c.Mobilize(0), c.Decline()]
    position.play(0, c.Mobilize(0))
    position.play(0, c.Attack("lima"))
    assert position.kind(0) != kinds.MOBILIZE


def test_effects_of_cards_never_touch_the_tile_and_a_draw_used_for_it_triggers_none() -> None:
    """R20.16, R20.4, R20.18: the pair of a marriage stays bound."""
    position = table(
        prominence_side="political_agenda",
        tile={"pa_wealth_1": "P1"},
        control={"london": "P1", "boston": "P1"},
        cards={"P3": ["x_europe_3"]},
        on_card={"x_europe_3": {"discs": {"P1": 1, "P2": 1}}},
        deck_top={"north_america": "x_north_america_5"},
        open_sea={"north_america": {"P1": 4}},
        blue={"P1": [DRAW]},
    )
    position.spend(DRAW, c.Draw("x_north_america_5"))
    assert position.state.spots == {"pa_wealth_1": 0}
    assert position.state.marriage == (0, 1)
    assert position.state.control == {"boston": 0}


def test_a_spent_wealth_token_lowers_what_political_agenda_scores() -> None:
    """R20.20, R16.7.3."""
    position = table(
        prominence_side="political_agenda",
        tile={"pa_wealth_1": "P1"},
        positions={"P1": {"wealth": 9}},
        deck_top={"europe": "x_europe_5"},
        control=dict.fromkeys(("london", "amsterdam", "lisbon", "seville"), "P1"),
        blue={"P1": [DRAW]},
    )
    position.spend(DRAW, c.Draw("x_europe_5"))
    position.play(0, c.SpendWealth())
    assert attributes.track_glory(position.state, 0, attributes.WEALTH) == 8


def spice(**given: object) -> Table:
    return Table({"spice_trade": True, "harbor": {"P1": 5}, "buildings": {"P1": ["shipyard"]}, **given})


def test_the_spice_trade_is_locked_until_its_regions_are_open() -> None:
    """R19.1."""
    position = spice(closed_regions=["india"], open_sea={"africa": {"P1": 1}})
    position.play(0, c.Activate(1))
    assert not [choice for choice in position.legal() if isinstance(choice, c.SpiceShip | c.MoveToTrack)]
    assert position.refused(0, c.SpiceShip("africa")) == "R19.1"
    assert position.refused(0, c.MoveToTrack("africa", attributes.WEALTH)) == "R19.1"


def test_the_spice_trade_ships_and_draws_in_the_same_region() -> None:
    """R19.1, R20.21: a Ship action used so is not used for the tile."""
    position = spice(open_sea={"africa": {"P1": 1}}, deck_top={"africa": "africa_2"})
    position.play(0, c.Activate(1))
    assert "SpiceShip" in {type(choice).__name__ for choice in position.legal()}
    assert position.refused(0, c.SpiceShip("caribbean")) == "R19.1"
    position.play(0, c.SpiceShip("africa"))
    assert position.state.players[0].cards == ["africa_2"]
    assert position.state.seas["africa"][0] == 2


def test_the_spice_trade_moves_discs_to_tracks_where_they_count_as_tokens() -> None:
    """R19.1, R19.2: no trade token, and never returned."""
    position = spice(open_sea={"africa": {"P1": 2}, "india": {"P1": 1}})
    position.play(0, c.Activate(1))
    assert position.refused(0, c.MoveToTrack("africa", attributes.CULTURE)) == "R19.2"
    position.play(0, c.MoveToTrack("africa", attributes.WEALTH))
    position.play(0, c.MoveToTrack("india", attributes.INFLUENCE))
    assert position.legal()[-1] == c.Decline()
    position.play(0, c.Decline())
    assert position.state.players[0].track_discs == [0, 0, 1, 1]
    assert attributes.position(position.state, 0, attributes.WEALTH) == 1
    assert not position.state.players[0].tokens


def test_the_spice_trade_scores_tracks_where_a_disc_lies_in_the_sea() -> None:
    """R19.1, R20.21: after Prominence, before all else."""
    position = spice(
        open_sea={"africa": {"P1": 1}}, track={"africa": ["P1", "P1", "P2"], "india": ["P1"]}, buildings={}
    )
    found = [e for part in scoring.parts(position.state) for e in part(position.state)]
    points = [(e.seat, e.points) for e in found if isinstance(e, events_pb2.PointsScored)]
    assert points[0] == (0, 2)


def test_nothing_is_hidden() -> None:
    """R18.1: no field of a view or event is hidden, so an imagined state is the state."""
    for message in (ENDEAVOR.view_message, ENDEAVOR.event_message):
        descriptor: Any = message.DESCRIPTOR
        assert not hides(descriptor)
    position = table(cards={"P1": ["x_far_east_5"]}, reserved={"P1": "slavery_3"}, penalty={"P2": ["slavery_1"]})
    position.play(0, c.Pass())
    view = ENDEAVOR.view(position.state)
    other = imagine(table_options(position.given), view, 2, Chance(b""))
    assert ENDEAVOR.view(other) == view
    assert other.players[0].reserved == "slavery_3"


def test_only_random_outcomes_reveal() -> None:
    """R18.2, R18.3: from the Flota's lot no seat may take back further."""
    assert ENDEAVOR.revealing == {
        "tokens_laid",
        "level_five_chosen",
        "prominence_chosen",
        "first_player_chosen",
        "flota_loaded",
    }


def test_interrupting_decisions_belong_to_their_own_seats() -> None:
    """R21.2, R21.1."""
    position = table(
        prominence_side="political_agenda",
        deck_top={"europe": "x_europe_4"},
        control={"london": "P1", "amsterdam": "P1", "lisbon": "P1", "seville": "P1", "genoa": "P3"},
        blue={"P1": [DRAW]},
    )
    position.spend(DRAW, c.Draw("x_europe_4"))
    assert [d.seat for d in position.state.decisions] == [0]
    position.play(0, c.Decline())
    assert [d.seat for d in position.state.decisions] == [2]


def test_a_refused_command_changes_nothing_and_actions_come_one_by_one() -> None:
    """R21.3."""
    position = table(buildings={"P1": ["royal_navy"]}, control={"london": "P2"})
    position.play(0, c.Activate(1))
    before = ENDEAVOR.view(position.state)
    assert position.refused(0, c.Attack("lisbon")) == "R8.2.1"
    assert ENDEAVOR.view(position.state) == before
    position.play(0, c.Attack("london"))
    assert position.kind(0) == kinds.CHOOSE_ACTION


def test_invariants_hold_in_whole_games_with_everything_on() -> None:
    """R21.4, R1.1: discs, tokens, fortifications and cards, after every command."""
    for seats in (2, 3, 4, 5):
        options = table_options({"modules": ALL, "side": "A" if seats < 4 else "B", "spice_trade": True})
        played, _ = play_checked(ENDEAVOR, options, [eager_choice] * seats, f"invariants {seats}")
        assert len(played.scores) == seats


def test_games_with_mixed_decks_end_legally() -> None:
    """R12.3, R12.6: single cards of the old decks among the new ones."""
    rng = random.Random("mixed decks")
    for number in range(4):
        values = {"regions": rng.sample(range(1, 6), 3), "europe": rng.choice(([0, 1, 2], [0, 3, 5, 6], [2, 4]))}
        options = table_options({"modules": ["expansion-cards"], "card_values_from_expansion": values})
        played, _ = play_checked(ENDEAVOR, options, [eager_choice] * 4, f"mixed {number}")
        assert len(played.scores) == 4


def test_tokens_add_up_to_95_of_eight_types() -> None:
    """R21.4, R2.2."""
    tokens = load().tokens.values()
    assert len(tokens) == 8
    assert sum(token.count for token in tokens) == 95
