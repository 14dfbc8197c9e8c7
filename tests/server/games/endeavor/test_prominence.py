"""Prominence tiles (R16)."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes, scoring
from server.games.endeavor import choices as c
from server.games.endeavor.map import presence
from server.games.endeavor.modules.prominence.alliances import winning_box
from server.games.endeavor.turns import kinds
from tests.server.games.endeavor.table import Table

OCCUPY, ATTACK, DRAW = "token_occupy", "token_attack", "token_draw"
NAVAL, MILITARY = "naval_superiority_4_5", "military_buildup_4_5"
AGENDA, ALLIANCES = "political_agenda", "changing_alliances"
ORANGE, GREEN = "alliance_orange", "alliance_green"


def table(side: str, **given: object) -> Table:
    return Table({"modules": ["prominence"], "prominence_side": side, "harbor": {"P1": 5}, **given})


def scored(position: Table, source: int) -> dict[int, int]:
    """By seat, the points of one source."""
    found: dict[int, int] = {}
    for part in scoring.parts(position.state):
        for event in part(position.state):
            if isinstance(event, events_pb2.PointsScored) and event.source == source:
                found[event.seat] = found.get(event.seat, 0) + event.points
    return found


def places(position: Table) -> list[str]:
    return [choice.place for choice in position.legal() if isinstance(choice, c.PlaceOnTile)]


def test_a_ship_action_may_go_to_naval_superiority_instead() -> None:
    """R16.1, R16.1.1, R16.2, R16.5, R8.3.5: any empty circle, one disc each; it counts as presence in Europe."""
    position = table(NAVAL, buildings={"P1": ["shipyard"]}, tile={"ns45_u1": "P2"})
    position.play(0, c.Activate(1))
    assert len(places(position)) == 10
    assert position.refused(0, c.PlaceOnTile("ns45_u1")) == "R16.2"
    assert position.refused(0, c.PlaceOnTile("pa_culture_1")) == "R16.1"
    position.play(0, c.PlaceOnTile("ns45_u2"))
    assert presence(position.state, 0, "europe") == 1


def test_an_occupy_action_may_go_to_military_buildup_and_a_draw_to_the_others() -> None:
    """R16.6, R16.7, R16.8, R8.1.3, R8.4.5."""
    for side, token in ((MILITARY, OCCUPY), (AGENDA, DRAW), (ALLIANCES, DRAW)):
        position = table(side, blue={"P1": [OCCUPY, DRAW]})
        for one in (OCCUPY, DRAW):
            fresh = table(side, blue={"P1": [one]})
            fresh.play(0, c.SpendToken(one))
            assert bool(places(fresh)) == (one == token)
        assert position.state.side is not None


def test_a_marked_spot_gains_a_disc_each_time_it_is_taken() -> None:
    """R16.3, R1.11."""
    position = table(AGENDA, blue={"P1": [DRAW]}, harbor={"P1": 1}, supply={"P1": 0})
    position.spend(DRAW, c.PlaceOnTile("pa_wealth_2"))
    assert not position.all(events_pb2.DiscsGained)
    again = table(MILITARY, blue={"P1": [OCCUPY]}, harbor={"P1": 1}, supply={"P1": 4})
    again.spend(OCCUPY, c.PlaceOnTile("mb45_l1"))
    assert again.state.players[0].harbor == 1


def test_printed_glory_and_links_score_before_all_else() -> None:
    """R16.4, R16.7.2, R11.1."""
    position = table(NAVAL, tile={"ns45_u1": "P1", "ns45_u2": "P1", "ns45_u3": "P2", "ns45_l1": "P1"})
    assert scored(position, types_pb2.POINT_SOURCE_PROMINENCE_SPOTS) == {0: 3, 1: 1}
    assert scored(position, types_pb2.POINT_SOURCE_PROMINENCE_LINKS) == {0: 1}


def test_discs_on_the_tile_can_not_be_attacked() -> None:
    """R16.2, R8.2.1."""
    position = table(NAVAL, tile={"ns45_u1": "P2"}, blue={"P1": [ATTACK]}, control={"london": "P2"})
    position.play(0, c.SpendToken(ATTACK))
    assert position.refused(0, c.Attack("ns45_u1")) == "R8.2.1"


def test_a_disc_may_leave_for_an_open_sea_before_acting() -> None:
    """R16.5, R16.5.1, R7.7, R13.4.5: from the lower portion, once a turn; then one must act."""
    position = table(
        NAVAL,
        tile={"ns45_l1": "P1", "ns45_l2": "P1", "ns45_u1": "P1", "ns45_l3": "P2"},
        closed_regions=["india"],
        blue={"P1": [DRAW]},
    )
    moves = [choice for choice in position.legal() if isinstance(choice, c.MoveToSea)]
    assert {move.spot for move in moves} == {"ns45_l1", "ns45_l2"}
    assert len(moves) == 2 * 5
    for spot, region in (("ns45_u1", "africa"), ("ns45_l3", "africa"), ("ns45_l1", "india"), ("ns45_l1", "europe")):
        assert position.refused(0, c.MoveToSea(spot, region)) == "R16.5"
    position.play(0, c.MoveToSea("ns45_l1", "africa"))
    assert (presence(position.state, 0, "africa"), presence(position.state, 0, "europe")) == (1, 2)
    assert position.legal() == [c.SpendToken(DRAW)]
    assert position.refused(0, c.Pass()) == "R16.5.1"
    assert position.refused(0, c.MoveToSea("ns45_l2", "africa")) == "R16.5"


def test_no_move_without_an_action_after_it() -> None:
    """R16.5.1."""
    position = table(NAVAL, tile={"ns45_l1": "P1"})
    assert position.legal() == [c.Pass()]
    assert position.refused(0, c.MoveToSea("ns45_l1", "africa")) == "R16.5.1"


def test_the_move_may_be_what_makes_an_action_possible() -> None:
    """R16.5.1: presence rises before the action is chosen."""
    position = table(
        NAVAL, tile={"ns45_l1": "P1"}, blue={"P1": [ATTACK]}, control={"elmina": "P2", "goa": "P2"}, harbor={"P1": 2}
    )
    assert position.legal() == [c.MoveToSea("ns45_l1", "africa"), c.MoveToSea("ns45_l1", "india"), c.Pass()]


def test_most_and_second_most_discs_score_with_ties() -> None:
    """R16.5, R16.5.2, R2.9.1: nobody without a disc; if all tie, nobody is second."""
    position = table(NAVAL, tile={"ns45_u1": "P1", "ns45_l1": "P2", "ns45_l2": "P3", "ns45_l3": "P3"})
    majority = types_pb2.POINT_SOURCE_PROMINENCE_MAJORITY
    assert scored(position, majority) == {0: 1, 1: 1, 2: 2}
    assert scored(table(NAVAL, tile={"ns45_u1": "P1", "ns45_l1": "P2"}), majority) == {0: 2, 1: 2}
    assert scored(table(NAVAL), majority) == {}


def test_lower_discs_of_military_buildup_may_be_casualties() -> None:
    """R16.6, R20.2: each of the casualties of a fortified city; never the disc that takes it, never upper ones."""
    position = table(
        MILITARY,
        modules=["expansion-buildings", "prominence"],
        tile={"mb45_l1": "P1", "mb45_l2": "P1", "mb45_u1": "P1", "mb45_l3": "P2"},
        blue={"P1": [ATTACK]},
        control={"london": "P2"},
        fortified=["london"],
        harbor={"P1": 1},
        supply={"P1": 4},
    )
    position.play(0, c.SpendToken(ATTACK))
    assert position.legal() == [c.Attack("london", ("mb45_l1", "mb45_l2"))]
    assert position.refused(0, c.Attack("london", ("mb45_l1",))) == "R8.2.2"
    for spots in (("mb45_u1",), ("mb45_l3",), ("mb45_l2", "mb45_l1"), ("mb45_l1", "mb45_l1")):
        assert position.refused(0, c.Attack("london", spots)) == "R16.6"
    position.play(0, c.Attack("london", ("mb45_l1", "mb45_l2")))
    assert (position.state.players[0].harbor, position.state.players[0].supply) == (0, 6)
    assert position.state.spots == {"mb45_u1": 0, "mb45_l3": 1}


def test_political_agenda_scores_exact_positions() -> None:
    """R16.7, R16.7.1, R16.7.3, R20.11: more discs on the same attribute add nothing; 13 scores 13."""
    position = table(
        AGENDA, tile={"pa_culture_1": "P1", "pa_culture_2": "P1"}, positions={"P1": {"culture": 13, "wealth": 13}}
    )
    assert attributes.track_glory(position.state, 0, attributes.CULTURE) == 13
    assert attributes.track_glory(position.state, 0, attributes.WEALTH) == 10


def test_alliances_any_number_in_one_box_and_all_leave_for_the_other() -> None:
    """R16.8, R16.8.2, R16.1.1."""
    position = table(ALLIANCES, blue={"P1": [DRAW]}, boxes={ORANGE: {"P1": 2, "P2": 1}}, supply={"P1": 3})
    position.play(0, c.SpendToken(DRAW))
    assert places(position) == [ORANGE, GREEN]
    position.play(0, c.PlaceOnTile(GREEN))
    assert position.state.alliances == {ORANGE: [0, 1, 0, 0], GREEN: [1, 0, 0, 0]}
    assert position.state.players[0].supply == 5


def test_placing_in_a_box_needs_a_harbor_disc_that_is_not_one_returned() -> None:
    """R16.8, R20.1."""
    position = table(ALLIANCES, blue={"P1": [DRAW]}, boxes={ORANGE: {"P1": 2}}, harbor={"P1": 0})
    position.play(0, c.SpendToken(DRAW))
    assert places(position) == []
    assert position.refused(0, c.PlaceOnTile(GREEN)) == "R16.1"


def test_allies_may_not_attack_each_others_cities_in_europe() -> None:
    """R16.8, R16.8.1, R8.2.4, R20.3, R20.15: fleets, other regions and outsiders are free; no fortification is lost."""
    position = table(
        ALLIANCES,
        boxes={ORANGE: {"P1": 1, "P2": 1}, GREEN: {"P3": 1}},
        blue={"P1": [ATTACK]},
        control={"london": "P2", "north_sea_fleet": "P2", "goa": "P2", "lisbon": "P3", "seville": "P4"},
        open_sea={"india": {"P1": 1}},
    )
    position.play(0, c.SpendToken(ATTACK))
    assert [choice.space for choice in position.legal() if isinstance(choice, c.Attack)] == [
        "lisbon",
        "seville",
        "north_sea_fleet",
        "goa",
    ]
    assert position.refused(0, c.Attack("london")) == "R16.8"


def test_the_alliance_with_more_presence_wins() -> None:
    """R16.8, R16.8.2: a tie has no winner, an empty alliance can't win."""
    tie = table(ALLIANCES, boxes={ORANGE: {"P1": 1}, GREEN: {"P2": 1}})
    assert winning_box(tie.state) is None
    lone = table(ALLIANCES, boxes={ORANGE: {"P1": 1}})
    assert winning_box(lone.state) == ORANGE
    assert scored(lone, types_pb2.POINT_SOURCE_PROMINENCE_ALLIANCE) == {0: 4}
    assert winning_box(table(ALLIANCES).state) is None


def test_slavery_cards_taken_from_the_pile_are_as_ever() -> None:
    """R12.4.1, R20.7, R20.16: at no presence value 0 is open; a discard makes it a penalty card."""
    position = table(NAVAL, common_discard=["slavery_0", "slavery_1"], blue={"P1": [DRAW]})
    position.spend(DRAW, c.Draw("slavery_0"))
    assert position.kind(0) == kinds.ARRANGE_CARDS
    position.play(0, c.Discard("slavery_0"))
    assert position.state.players[0].penalty == ["slavery_0"]
    assert position.state.discard == ["slavery_1"]
