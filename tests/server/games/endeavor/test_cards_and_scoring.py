"""Cards, the Discard phase, slavery, the end (R10, R11)."""

import pytest
from ludarium.games.endeavor.v1 import events_pb2, options_pb2, types_pb2

from server.games.endeavor import attributes, scoring
from server.games.endeavor import choices as c
from server.games.endeavor.game import ENDEAVOR
from server.games.endeavor.story import points
from server.games.endeavor.turns import kinds
from tests.server.games.endeavor.table import Table


def arranging(**given: object) -> Table:
    return Table({"phase": "discard", **given})


def scored(table: Table) -> dict[tuple[int, int], int]:
    """By seat and source, the points of the final scoring."""
    found: dict[tuple[int, int], int] = {}
    for part in scoring.parts(table.state):
        for event in part(table.state):
            assert isinstance(event, events_pb2.PointsScored)
            key = (event.seat, event.source)
            found[key] = found.get(key, 0) + event.points
    return found


def test_governor_slots_take_governors_and_permitted_cards_only() -> None:
    """R10.1: a governor may also lie in an asset slot."""
    plain = arranging(cards={"P1": ["india_3", "caribbean_3"]})
    assert attributes.card_slots(plain.state, 0) == (1, 1)
    assert plain.refused(0, c.Keep()) == "R10.2"
    governor = arranging(cards={"P1": ["india_3", "governor_caribbean"]})
    assert c.Keep() in governor.legal()
    two = arranging(cards={"P1": ["governor_india", "governor_caribbean"]})
    assert c.Keep() in two.legal()


def test_a_table_may_want_governors_in_their_own_slots_only() -> None:
    """R10.1, option governor_slots"""
    own_only = options_pb2.GOVERNOR_SLOTS_OWN_ONLY
    two = arranging(cards={"P1": ["governor_india", "governor_caribbean"]}, governor_slots=own_only)
    assert two.refused(0, c.Keep()) == "R10.2"
    one = arranging(cards={"P1": ["india_3", "governor_caribbean"]}, governor_slots=own_only)
    assert c.Keep() in one.legal()


def test_the_limit_is_that_of_the_influence_left() -> None:
    """R10.2: a discarded card may take influence along."""
    table = arranging(cards={"P1": ["governor_far_east", "india_3", "caribbean_3"]})
    assert attributes.card_slots(table.state, 0) == (2, 1)
    assert c.Keep() in table.legal()
    table.play(0, c.Discard("governor_far_east"))
    assert c.Keep() not in table.legal()
    table.play(0, c.Discard("india_3"))
    table.play(0, c.Keep())
    assert table.state.players[0].cards == ["caribbean_3"]


def test_more_may_be_discarded_than_must_and_nobody_without_cards_is_asked() -> None:
    """R10.3, R10.3.1: clockwise from the crown."""
    table = arranging(cards={"P1": ["india_1"], "P3": ["africa_1"]})
    assert c.Keep() in table.legal()
    table.play(0, c.Discard("india_1"))
    table.play(0, c.Keep())
    assert [(d.seat, d.kind) for d in table.state.decisions] == [(2, kinds.ARRANGE_CARDS)]


def test_discards_go_to_their_usual_places() -> None:
    """R10.4: pile, beside the mat, out of the game; the symbols are lost."""
    table = arranging(cards={"P1": ["india_1", "slavery_2", "governor_india"]})
    for card in ("india_1", "slavery_2", "governor_india"):
        table.play(0, c.Discard(card))
    player = table.state.players[0]
    assert (table.state.discard, player.penalty, table.state.out_of_game) == (
        ["india_1"],
        ["slavery_2"],
        ["governor_india"],
    )
    assert attributes.position(table.state, 0, attributes.INDUSTRY) == 0


def test_what_lies_on_a_discarded_card_is_discarded_too() -> None:
    """R10.5, R14.2: tokens, fortifications, discs."""
    table = arranging(
        modules=["expansion-cards"],
        cards={"P1": ["x_caribbean_5", "x_north_america_5", "x_south_america_5"]},
        on_card={"x_caribbean_5": {"tokens": ["token_draw"]}, "x_north_america_5": {"fortifications": 2}},
        conscripts={"P1": ["x_south_america_5"]},
        fortification_supply=28,
        supply={"P1": 9},
    )
    for card in ("x_caribbean_5", "x_north_america_5", "x_south_america_5"):
        table.play(0, c.Discard(card))
    state = table.state
    assert state.blue_discard["token_draw"] == 1
    assert (state.fortifications, state.declaration, state.conquistador) == (30, 0, None)
    assert state.players[0].supply == 10


def test_slavery_cards_are_ordinary_while_held() -> None:
    """R10.6: drawn with presence in Europe."""
    table = Table(blue={"P1": ["token_draw"]}, deck_top={"slavery": "slavery_1"}, control={"london": "P1"})
    table.spend("token_draw", c.Draw("slavery_1"))
    assert attributes.position(table.state, 0, attributes.WEALTH) == 2


@pytest.mark.parametrize("prominence", [False, True])
def test_abolition_takes_all_slavery_cards_from_everyone(prominence: bool) -> None:
    """R10.7, R10.7.1: stacks and the reserve too; those not drawn leave the game; earlier penalties stay."""
    given = {
        "blue": {"P1": ["token_draw"]},
        "deck_top": {"europe": "europe_5"},
        "control": dict.fromkeys(("london", "amsterdam", "lisbon", "seville", "genoa"), "P1"),
        "cards": {"P1": ["slavery_0"], "P2": ["slavery_1", "slavery_2"]},
        "penalty": {"P2": ["slavery_3"]},
    }
    if prominence:
        given |= {"modules": ["prominence"], "prominence_side": "political_agenda", "common_discard": ["slavery_4"]}
    table = Table(given)
    table.spend("token_draw", c.Draw("europe_5"))
    state = table.state
    assert state.players[0].penalty == ["slavery_0"]
    assert state.players[1].penalty == ["slavery_3", "slavery_1", "slavery_2"]
    assert state.abolished
    assert not any(card.startswith("slavery") for cards in (*state.decks.values(), state.discard) for card in cards)
    assert attributes.position(state, 1, attributes.INDUSTRY) == 0


def test_the_second_abolition_does_nothing() -> None:
    """R10.7, R15.7."""
    table = Table(blue={"P1": ["token_draw"] * 2}, common_discard=["europe_5"], cards={"P2": ["slavery_1"]})
    table.state.abolished = True
    for city in ("london", "amsterdam", "lisbon", "seville", "genoa"):
        table.state.control[city] = 0
    table.spend("token_draw", c.Draw("europe_5"))
    assert table.state.players[1].cards == ["slavery_1"]


def test_the_final_scoring_adds_up_its_parts_in_order() -> None:
    """R11.1, R11.3, R11.4, R11.5, R11.6, R10.8."""
    table = Table(
        control={"london": "P1", "amsterdam": "P1", "north_sea_fleet": "P1", "quebec": "P1", "boston": "P2"},
        buildings={"P1": ["museum", "theater"]},
        cards={"P1": ["far_east_5", "india_1"]},
        penalty={"P1": ["slavery_1", "slavery_2"]},
        harbor={"P1": 8},
        positions={"P1": {"wealth": 3}},
    )
    found = scored(table)
    assert {source: points for (seat, source), points in found.items() if seat == 0} == {
        types_pb2.POINT_SOURCE_ATTRIBUTE: 2 + 4 + 2,
        types_pb2.POINT_SOURCE_CITIES: 3,
        types_pb2.POINT_SOURCE_FLEETS: 1,
        types_pb2.POINT_SOURCE_LINKS: 3,
        types_pb2.POINT_SOURCE_BUILDINGS: 4,
        types_pb2.POINT_SOURCE_CARDS: 3,
        types_pb2.POINT_SOURCE_SLAVERY: -2,
        types_pb2.POINT_SOURCE_LEFTOVERS: 2,
    }
    assert list(dict.fromkeys(source for _, source in found)) == sorted({source for _, source in found})


def test_every_point_says_why() -> None:
    """R11.1: source and words of each event."""
    table = Table(control={"london": "P1", "amsterdam": "P1"}, penalty={"P1": ["slavery_1"]})
    told = []
    for part in scoring.parts(table.state):
        for event in part(table.state):
            assert isinstance(event, events_pb2.PointsScored)
            whole = events_pb2.Event(points_scored=event)
            told.append(points(whole))
    assert [(p.points, p.source, p.words) for p in told if p] == [
        (2, "cities", "cities: London, Amsterdam"),
        (1, "links", "links: London–Amsterdam"),
        (-1, "slavery", "slavery cards: Slavery 1"),
    ]


def test_leftovers_are_an_option() -> None:
    """R11.6: a full three discs each; the table may leave them out."""
    table = Table(harbor={"P1": 8, "P2": 2})
    assert scored(table) == {(0, types_pb2.POINT_SOURCE_LEFTOVERS): 2}
    table.state.leftover_scores = False
    assert scored(table) == {}


def test_what_has_no_value_at_the_end() -> None:
    """R11.1.2: tokens, conscripts, discs on buildings, in seas and on tracks."""
    table = Table(
        modules=["expansion-buildings"],
        blue={"P1": ["token_draw"]},
        buildings={"P1": ["naval_academy"]},
        conscripts={"P1": ["naval_academy"]},
        open_sea={"africa": {"P1": 3}},
        control={"london": "P2"},
        fortified=["london"],
    )
    assert scored(table) == {(1, types_pb2.POINT_SOURCE_CITIES): 1}


def test_after_the_discard_phase_of_round_seven_the_game_ends() -> None:
    """R11.1, R11.1.1, R11.7: only what is kept scores."""
    table = arranging(round=7, cards={"P1": ["far_east_5", "slavery_0"]})
    table.play(0, c.Discard("far_east_5"))
    table.play(0, c.Keep())
    ended = table.all(events_pb2.GameEnded)[0]
    assert list(ended.scores) == [0, 0, 0, 0]
    assert list(ended.winners) == [0, 1, 2, 3]
    assert not table.state.decisions
    result = ENDEAVOR.result(table.state)
    assert result is not None
    assert [seat.place for seat in result] == [1, 1, 1, 1]


def test_tracks_slide_down_to_a_mark() -> None:
    """R11.2."""
    table = Table(positions={"P1": {"industry": 13, "culture": 14, "wealth": 1, "influence": 10}})
    assert [attributes.track_glory(table.state, 0, number) for number in range(1, 5)] == [10, 14, 0, 10]
