"""Two players and Dirk: R14."""

from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra import scoring
from server.games.alhambra.choices import Buy, GiveToDirk, Reserve, TakeMoney
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.turns.turn import CHOOSE_ACTION
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from tests.server.games.alhambra.table import owns, playing, table


def test_dirk_has_a_collection_and_points_and_nothing_else() -> None:
    """R14.1, R14.7"""
    view = ALHAMBRA.view(table(2).given(events_pb2.DirkDealt(tiles=["tower_8"])).state)
    assert [tile.id for tile in view.dirk.buildings] == ["tower_8"]
    assert [field.name for field in view.dirk.DESCRIPTOR.fields] == ["buildings", "score"]
    assert not ALHAMBRA.view(table(3).state).HasField("dirk")


def test_dirk_takes_part_in_majorities_but_has_no_wall() -> None:
    """R14.3"""
    position = table(2).given(events_pb2.DirkDealt(tiles=["seraglio_3", "seraglio_4", "seraglio_5"]))
    position.given(*owns(0, "seraglio_6", (1, 0)), *owns(0, "seraglio_7", (2, 0)), *owns(1, "seraglio_9", (1, 0)))
    happened = [e for e, _ in run(ALHAMBRA, position.state, scoring.score(position.state, 2), Chance(b""))]
    scored = [event for event in happened if isinstance(event, events_pb2.PointsScored)]
    majorities = [(e.seat if e.HasField("seat") else "dirk", e.points) for e in scored if e.HasField("majority")]
    assert majorities == [("dirk", 9), (0, 2)]
    assert all(event.HasField("seat") for event in scored if event.HasField("wall"))
    assert position.state.dirk_score == 9


def test_dirk_cannot_win() -> None:
    """R14.3, R10.4: nor does he get left-over buildings."""
    position = playing(2, market=[None, "tower_13", None, None], draw_pile=[])
    position.given(events_pb2.DirkDealt(tiles=["garden_12"]))
    position.when(0, TakeMoney(("florin_9",)))
    ended = position.all(events_pb2.GameEnded)[0]
    assert ended.dirk_score == 20
    assert list(ended.winners) == [0, 1]


def test_dirk_gets_his_tiles_right_after_a_scoring() -> None:
    """R14.4, R8.6: after both displays are full and the points are given."""
    position = playing(2, money_deck=["scoring_card_1", "florin_1"])
    top = list(position.state.draw_pile)[:6]
    position.when(0, TakeMoney(("florin_9",)))
    kinds = [type(event).__name__ for event in position.happened]
    assert position.all(events_pb2.DirkDealt) == [events_pb2.DirkDealt(tiles=top)]
    assert kinds.index("DirkDealt") > kinds.index("ScoringBegan")


def test_fewer_than_six_tiles_all_go_to_dirk_and_the_game_goes_on() -> None:
    """R14.4, R14.8"""
    position = playing(2, money_deck=["scoring_card_1", "florin_1"], draw_pile=["garden_12", "garden_11"])
    position.when(0, TakeMoney(("florin_9",))).then_asked(1, CHOOSE_ACTION)
    assert position.state.dirk == ["garden_12", "garden_11"]
    assert not position.state.draw_pile


def test_a_bought_building_may_be_given_to_dirk() -> None:
    """R14.5, R14.5.2, R5.9: the extra action of an exact purchase stays."""
    position = playing(2, hands={0: ["florin_8"]}).when(0, Buy(1, ("florin_8",))).then_asked(0, CHOOSE_ACTION)
    position.when(0, TakeMoney(("florin_9",))).when(0, GiveToDirk("tower_8"))
    position.then(events_pb2.BuildingGivenToDirk(seat=0, tile="tower_8"))
    assert position.state.dirk == ["tower_8"]


def test_only_what_was_bought_can_be_given_to_dirk() -> None:
    """R14.5.1: no reserve tiles, no left-over buildings."""
    position = playing(2, hands={0: ["florin_9"]}, reserves={0: ["garden_12"]}).when(0, Buy(1, ("florin_9",)))
    position.when(0, GiveToDirk("garden_12")).then_rejected("R14.5.1")
    leftover = playing(2, market=[None, "tower_13", None, None], draw_pile=[], hands={1: ["dirham_1"]})
    leftover.when(0, TakeMoney(("florin_9",)))
    assert not [choice for choice in leftover.legal(1) if isinstance(choice, GiveToDirk)]
    leftover.when(1, GiveToDirk("tower_13")).then_rejected("R17")


def test_with_three_players_there_is_no_dirk() -> None:
    """R14.5"""
    position = playing(3, hands={0: ["florin_9"]}).when(0, Buy(1, ("florin_9",)))
    assert Reserve("tower_8") in position.legal(0)
    position.when(0, GiveToDirk("tower_8")).then_rejected("R14.5")
