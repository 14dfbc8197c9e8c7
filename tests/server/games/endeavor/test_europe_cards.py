"""The Europe cards of Age of Expansion (R15)."""

from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor import attributes
from server.games.endeavor import choices as c
from server.games.endeavor.turns import kinds
from tests.server.games.endeavor.table import Table

ATTACK, DRAW = "token_attack", "token_draw"
CITIES = ("london", "amsterdam", "lisbon", "seville", "genoa", "venice")


def drawing(value: int, **given: object) -> Table:
    """P1 draws that Europe card with a token; he has the cities that it takes unless `control` says otherwise."""
    card = f"x_europe_{value}"
    basis = {"control": dict.fromkeys(CITIES[:value], "P1"), "blue": {"P1": [DRAW]}, "deck_top": {"europe": card}}
    position = Table({"modules": ["expansion-cards"], **basis, **given})
    position.spend(DRAW, c.Draw(card))
    return position


def test_crown_charters_carry_cards_permitted_in_a_governor_slot_only() -> None:
    """R15.1, R20.12, R20.19: so never Port of Dejima."""
    position = drawing(0, cards={"P1": ["governor_india", "x_africa_3", "x_far_east_5", "x_europe_1", "x_india_5"]})
    assert position.legal() == [
        c.Stack("x_europe_0", "governor_india"),
        c.Stack("x_europe_0", "x_europe_1"),
        c.Stack("x_europe_0", "x_india_5"),
        c.Decline(),
    ]
    assert position.refused(0, c.Stack("x_europe_0", "x_far_east_5")) == "R15.1"


def test_succession_gains_a_disc_and_may_lie_in_a_governor_slot() -> None:
    """R15.2, R1.11: nothing from an empty supply."""
    position = drawing(1, supply={"P1": 3})
    assert (position.state.players[0].harbor, position.state.players[0].supply) == (1, 2)
    assert position.state.card("x_europe_1").governor_slot
    assert drawing(1, supply={"P1": 0}).state.players[0].harbor == 0


def test_the_plague_takes_harbor_discs_first_and_lets_the_others_choose() -> None:
    """R15.3, R15.3.1, R20.9, R20.14: conscripts of buildings count as discs on buildings, Conquistadors do not."""
    position = drawing(
        2,
        modules=["expansion-buildings", "expansion-cards"],
        harbor={"P1": 1},
        buildings={"P2": ["naval_academy"], "P3": ["market"], "P4": ["market"]},
        conscripts={"P2": ["naval_academy"], "P3": ["x_south_america_5"]},
        cards={"P3": ["x_south_america_5"]},
        occupied={"P2": ["naval_academy"], "P4": ["market"]},
    )
    struck = position.all(events_pb2.PlagueStruck)[0]
    assert (list(struck.harbors), list(struck.choosers)) == ([0], [1, 3])
    assert position.legal(1) == [c.LoseDisc(1, False), c.LoseDisc(1, True)]
    assert position.refused(1, c.LoseDisc(2, False)) == "R15.3"
    position.play(1, c.LoseDisc(1, True))
    assert position.state.players[1].buildings[0].disc
    position.play(3, c.LoseDisc(1, False))
    assert position.kind(3) != kinds.LOSE_DISC


def test_the_disc_that_activated_the_building_may_be_the_one_lost() -> None:
    """R15.3.1."""
    position = Table(
        modules=["expansion-cards"],
        control=dict.fromkeys(CITIES[:2], "P1"),
        deck_top={"europe": "x_europe_2"},
        buildings={"P1": ["market"]},
        harbor={"P1": 1},
    )
    position.activate("market", c.Draw("x_europe_2"))
    assert position.legal() == [c.LoseDisc(1, False)]


def test_a_marriage_binds_two_players_in_european_cities() -> None:
    """R15.4, R15.4.1: both ways; also where a player had no disc to give."""
    position = drawing(
        3,
        control={**dict.fromkeys(CITIES[:3], "P1"), "venice": "P2", "mediterranean_fleet": "P2", "seville": "P3"},
        blue={"P1": [DRAW, ATTACK], "P2": [ATTACK]},
        harbor={"P1": 3, "P2": 3},
        supply={"P2": 0},
    )
    assert len(position.legal()) == 6
    assert position.refused(0, c.ChoosePair(1, 0)) == "R15.4"
    assert position.refused(0, c.ChoosePair(1, 4)) == "R15.4"
    position.play(0, c.ChoosePair(0, 1))
    made = position.all(events_pb2.MarriageMade)[0]
    assert [row.seat for row in made.discs] == [0]
    position.play(1, c.SpendToken(ATTACK))
    assert position.refused(1, c.Attack("london")) == "R15.4"
    position.play(1, c.Attack("seville"))
    position.play(0, c.SpendToken(ATTACK))
    assert position.legal() == [c.Attack("mediterranean_fleet")]


def test_two_players_are_the_pair_without_a_choice() -> None:
    """R15.4.1, R2.9.1."""
    position = drawing(3, players=2, side="A")
    assert position.state.marriage == (0, 1)
    assert position.kind(0) != kinds.CHOOSE_PAIR


def test_a_marriage_ends_when_its_card_is_discarded() -> None:
    """R15.4: the discs go back."""
    position = Table(
        modules=["expansion-cards"],
        phase="discard",
        cards={"P1": ["x_europe_3"]},
        on_card={"x_europe_3": {"discs": {"P2": 1, "P3": 1}}},
        supply={"P2": 1, "P3": 2},
    )
    position.play(0, c.Discard("x_europe_3"))
    assert position.state.marriage == ()
    assert [player.supply for player in position.state.players[1:3]] == [2, 3]


def test_the_peace_fortifies_a_city_in_europe_for_everyone_while_the_supply_lasts() -> None:
    """R15.5, R20.14: from the drawer clockwise; who comes too late gets nothing; one may decline."""
    position = drawing(
        4,
        control={**dict.fromkeys(CITIES[:4], "P1"), "genoa": "P2", "boston": "P3", "venice": "P4"},
        fortification_supply=1,
    )
    assert position.legal() == [*(c.Fortify(city) for city in CITIES[:4]), c.Decline()]
    assert position.refused(0, c.Fortify("boston")) == "R15.5"
    position.play(0, c.Decline())
    assert position.legal(1) == [c.Fortify("genoa"), c.Decline()]
    position.play(1, c.Fortify("genoa"))
    asked = [e.seat for e in position.all(events_pb2.DecisionOpened) if e.kind == kinds.FORTIFY_IN_PEACE]
    assert asked == [0, 1]


def test_the_vaccine_asks_whoever_has_a_wealth_token() -> None:
    """R15.6, R15.6.1, R20.9: the drawer first, after his own disc; the token leaves the game."""
    position = drawing(
        5,
        mat_tokens={"P1": ["token_wealth"] * 2, "P3": ["token_wealth"]},
        buildings={"P2": ["merchant_dock"]},
        supply={"P1": 9, "P3": 1},
    )
    assert position.state.players[0].harbor == 1
    position.play(0, c.SpendWealth())
    assert position.state.players[0].harbor == 3
    assert position.kind(2) == kinds.SPEND_WEALTH
    position.play(2, c.SpendWealth())
    assert position.state.players[2].harbor == 1
    assert position.state.removed_tokens["token_wealth"] == 2
    assert attributes.position(position.state, 0, attributes.WEALTH) == 1
    assert position.refused(1, c.SpendWealth(), kinds.SPEND_WEALTH) == "R15.6"


def test_a_wealth_token_may_be_spent_with_an_empty_supply() -> None:
    """R15.6, R1.11."""
    position = drawing(5, mat_tokens={"P1": ["token_wealth"]}, supply={"P1": 0})
    position.play(0, c.SpendWealth())
    assert position.state.players[0].harbor == 0


def test_abolition_of_the_new_deck() -> None:
    """R15.7, R10.7."""
    position = drawing(6, cards={"P2": ["slavery_1"]})
    assert position.state.players[1].penalty == ["slavery_1"]
    assert position.state.abolished
