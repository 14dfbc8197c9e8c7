"""What the models across tables make of results."""

from typing import Any

from ludarium.v1 import table_events_pb2

from projections.across.fold import fold_all
from projections.across.players import PLAYERS
from projections.across.ratings import RATINGS
from projections.across.records import KEPT, RECORDS
from tests.projections.across.results import ANN_WINS, BEN_WINS, result


def ratings(*results: Any) -> dict[str, Any]:
    return dict(fold_all(RATINGS, results))


def test_whoever_wins_rises_and_whoever_loses_falls() -> None:
    rows = ratings(result(1, ANN_WINS))
    assert rows["alhambra:ann"].estimate > 25 > rows["alhambra:cleo"].estimate
    assert rows["alhambra:ann"].deviation < 25 / 3
    assert rows["alhambra:ann"].tables == 1


def test_the_order_of_results_is_the_order_of_ratings() -> None:
    one, other = result(1, ANN_WINS), result(2, BEN_WINS)
    assert ratings(one, other) == ratings(one, other)
    assert ratings(one, other)["alhambra:ann"].estimate != ratings(other, one)["alhambra:ann"].estimate


def test_equal_places_are_a_draw() -> None:
    rows = ratings(result(1, [("ann", 90, 1), ("ben", 90, 1)]))
    assert rows["alhambra:ann"].estimate == rows["alhambra:ben"].estimate


def test_games_are_rated_apart() -> None:
    rows = ratings(result(1, ANN_WINS), result(2, BEN_WINS, game="castles"))
    assert {key.partition(":")[0] for key in rows} == {"alhambra", "castles"}


def test_a_table_with_a_given_seed_counts_for_no_rating_and_no_record() -> None:
    unfair = result(1, ANN_WINS, fair=False)
    assert ratings(unfair) == {}
    assert fold_all(RECORDS, [unfair]) == {}


def test_bots_of_a_kind_share_a_rating() -> None:
    rows = ratings(result(1, [("ann", 120, 1), ("bot:greedy", 110, 2), ("bot:greedy", 100, 3)]))
    assert set(rows) == {"alhambra:ann", "alhambra:bot:greedy"}
    assert rows["alhambra:bot:greedy"].tables == 1
    assert rows["alhambra:bot:greedy"].player_id == "bot:greedy"


def test_a_table_of_bots_of_one_kind_rates_nobody() -> None:
    assert ratings(result(1, [("bot:random", 1, 1), ("bot:random", 0, 2)])) == {}


def test_statistics_count_tables_wins_places_and_the_best_score() -> None:
    rows: dict[str, Any] = dict(fold_all(PLAYERS, [result(1, ANN_WINS), result(2, BEN_WINS)]))
    (ann,) = rows["ann"].games
    assert (ann.tables, ann.wins, ann.points, ann.best_score) == (2, 1, 220, 120)
    assert ann.best_table_id == result(1, ()).table_id
    assert list(ann.places) == [1, 1]
    assert list(ann.tables_by_seats) == [0, 0, 2]


def test_statistics_list_games_by_name() -> None:
    played = [result(n, ANN_WINS, game=game) for n, game in enumerate(("castles", "alhambra", "belfort"))]
    rows: dict[str, Any] = dict(fold_all(PLAYERS, played))
    assert [game.game for game in rows["ann"].games] == ["alhambra", "belfort", "castles"]


def test_records_are_by_game_seats_and_modules_and_the_earlier_of_equals_stands_first() -> None:
    results = [result(1, ANN_WINS), result(2, [("dora", 120, 1), ("ben", 1, 2), ("cleo", 0, 3)])]
    results.append(result(3, ANN_WINS, modules=("gates-without-end",)))
    rows: dict[str, Any] = dict(fold_all(RECORDS, results))
    assert set(rows) == {"alhambra:3:", "alhambra:3:gates-without-end"}
    assert [score.player_id for score in rows["alhambra:3:"].scores[:2]] == ["ann", "dora"]


def test_whoever_left_has_a_last_place_and_no_points() -> None:
    left = result(1, (("ann", 150, 3), ("ben", 90, 1), ("cleo", 80, 2)))
    left.seats[0].left = table_events_pb2.LEAVE_REASON_TIME_OUT
    ann = fold_all(PLAYERS, [left])["ann"].games[0]  # type: ignore[attr-defined]
    assert (ann.tables, ann.left, ann.points, ann.best_table_id, list(ann.places)) == (1, 1, 0, "", [0, 0, 1])
    (records,) = fold_all(RECORDS, [left]).values()
    assert [score.player_id for score in records.scores] == ["ben", "cleo"]  # type: ignore[attr-defined]


def test_a_game_of_two_that_ended_early_is_won_and_lost_without_points() -> None:
    early = result(1, (("ann", 0, 2), ("ben", 0, 1)))
    early.early, early.seats[0].left = True, table_events_pb2.LEAVE_REASON_RESIGNED
    ben = fold_all(PLAYERS, [early])["ben"].games[0]  # type: ignore[attr-defined]
    assert (ben.tables, ben.wins, ben.left, ben.best_table_id) == (1, 1, 0, "")
    assert fold_all(RECORDS, [early]) == {}
    assert len(fold_all(RATINGS, [early])) == 2


def test_records_keep_the_highest_only() -> None:
    rows: dict[str, Any] = dict(fold_all(RECORDS, [result(number, ANN_WINS) for number in range(9)]))
    assert len(rows["alhambra:3:"].scores) == KEPT
    assert rows["alhambra:3:"].tables == 9
