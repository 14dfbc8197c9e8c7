"""The end of the game: R8.7, R10."""

from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra.choices import Cell, Place, Reserve, TakeMoney
from server.games.alhambra.game import result
from server.games.alhambra.turns.turn import PLACE_LEFTOVER
from server.games.kernel.testkit import Position
from tests.server.games.alhambra.table import playing

GAP = [None, "tower_13", "garden_9", "chambers_10"]


def last_turn(**more: object) -> Position:
    """A market with a gap that the empty draw pile can't fill: whatever seat 0 does now ends the game."""
    return playing(market=GAP, draw_pile=[], **more)  # type: ignore[arg-type]


def test_the_game_ends_when_the_market_cannot_be_filled() -> None:
    """R8.7, R10.1, R10.5, R10.8: left-over buildings, the third scoring, the winners, and nothing else."""
    position = last_turn().when(0, TakeMoney(("florin_9",)))
    kinds = [type(event).__name__ for event in position.happened]
    assert kinds[:3] == ["MoneyTaken", "MoneyTurnedUp", "EndReached"]
    assert kinds[3:6] == ["LeftoverAwarded"] * 3
    assert position.all(events_pb2.ScoringBegan) == [events_pb2.ScoringBegan(scoring=3)]
    assert kinds[-1] == "GameEnded"
    assert result(position.state) is not None


def test_a_scoring_that_is_due_comes_before_the_end() -> None:
    """R8.7, R10.5: the card of scoring 1 was drawn; that of scoring 2 never was, so it does not take place."""
    position = last_turn(money_deck=["scoring_card_1", "florin_1"]).when(0, TakeMoney(("florin_9",)))
    assert [event.scoring for event in position.all(events_pb2.ScoringBegan)] == [1, 3]


def test_the_receiver_places_and_then_the_third_scoring_counts_it() -> None:
    """R9.8, R10.2, R10.3"""
    position = last_turn(hands={1: ["denar_4"]}).when(0, TakeMoney(("florin_9",)))
    position.then_asked(1, PLACE_LEFTOVER)
    assert Place("garden_9", Cell(0, -1)) in position.legal(1) or Place("garden_9", Cell(1, 0)) in position.legal(1)
    choice = next(choice for choice in position.legal(1) if isinstance(choice, Place))
    position.when(1, choice)
    majorities = [event for event in position.all(events_pb2.PointsScored) if event.HasField("majority")]
    assert [(event.seat, event.points) for event in majorities] == [(1, 20)]


def test_a_left_over_building_may_go_into_the_reserve_and_then_scores_nothing() -> None:
    """R10.3, R9.1"""
    position = last_turn(hands={1: ["denar_4"]}).when(0, TakeMoney(("florin_9",))).when(1, Reserve("garden_9"))
    assert not [event for event in position.all(events_pb2.PointsScored) if event.HasField("majority")]


def test_no_card_is_spent_and_one_player_may_get_several() -> None:
    """R10.2.1, R10.2.3: each space is judged alone; the price has no influence."""
    hands = {1: ["dirham_1", "denar_1", "ducat_1"]}
    position = last_turn(hands=hands).when(0, TakeMoney(("florin_9",)))
    for tile in ("tower_13", "garden_9", "chambers_10"):
        position.then_asked(1, PLACE_LEFTOVER)
        position.when(1, Reserve(tile))
    assert position.state.players[1].hand.total() == 3
    assert position.state.players[1].reserve == ["tower_13", "garden_9", "chambers_10"]
    assert result(position.state) is not None


def test_left_overs_are_awarded_and_placed_in_space_order() -> None:
    """R10.3"""
    hands = {1: ["ducat_4"], 2: ["dirham_4"]}
    position = last_turn(hands=hands).when(0, TakeMoney(("florin_9",)))
    position.then_asked(2, PLACE_LEFTOVER).when(2, Reserve("tower_13")).then_asked(1, PLACE_LEFTOVER)


def test_a_table_may_let_the_receiver_choose_the_order() -> None:
    """R10.3, R19: option leftover_order: receiver_chooses."""
    hands = {1: ["dirham_1", "denar_1"]}
    position = last_turn(hands=hands, leftover_order="receiver_chooses").when(0, TakeMoney(("florin_9",)))
    assert [choice for choice in position.legal(1) if isinstance(choice, Reserve)] == [
        Reserve("tower_13"),
        Reserve("garden_9"),
    ]
    position.when(1, Reserve("garden_9")).when(1, Reserve("tower_13"))
    assert result(position.state) is not None


def test_shared_totals_and_empty_spaces_award_nothing() -> None:
    """R10.2, R10.2.2: the building leaves the game; the empty space 1 is skipped."""
    position = last_turn(hands={1: ["denar_4"], 2: ["denar_4"]}).when(0, TakeMoney(("florin_9",)))
    awards = position.all(events_pb2.LeftoverAwarded)
    assert [award.space for award in awards] == [2, 3, 4]
    assert not any(award.HasField("seat") for award in awards)
    assert position.state.out_of_game == ["tower_13", "garden_9", "chambers_10"]


def test_totals_become_public_at_the_award() -> None:
    """R16.2: totals, not cards."""
    position = last_turn(hands={0: ["denar_2", "denar_2"], 1: ["denar_3"]}).when(0, TakeMoney(("florin_9",)))
    award = next(event for event in position.all(events_pb2.LeftoverAwarded) if event.space == 3)
    assert list(award.totals) == [4, 3, 0]


def test_the_most_points_win() -> None:
    """R10.6"""
    position = last_turn(alhambras={2: {(0, -1): "pavilion_2"}}).when(0, TakeMoney(("florin_9",)))
    ended = position.all(events_pb2.GameEnded)[0]
    assert list(ended.winners) == [2]
    assert list(ended.scores) == [0, 0, 19]
