"""The chart of a score over time."""

from ludarium.v1 import queries_pb2

from clients.web.chart import chart
from tests.clients.web.reading import read

NAMES = ["Ada", "Bea with a name that is far too long"]
BOARD = queries_pb2.Scoreboard(
    seats=[queries_pb2.SeatScore(seat=0, total=7), queries_pb2.SeatScore(seat=1, total=12)],
    history=[
        queries_pb2.ScoreEntry(version=10, seat=0, points=7, total=7),
        queries_pb2.ScoreEntry(version=20, seat=1, points=12, total=12),
    ],
)


def test_a_seats_line_has_its_pieces_colour_and_shape_and_its_name_at_its_end() -> None:
    page = read(chart(BOARD, NAMES, ["red", "black"], 30))
    series = [one for one in page.all("g") if one.attributes["class"].startswith("series")]
    assert {one.attributes["class"] for one in series} == {"series seat-0 hue-red", "series seat-1 hue-black"}
    shapes = {one.attributes["class"]: one.all("path")[-1].attributes["d"] for one in series}
    assert len(set(shapes.values())) == 2
    assert "Ada 7" in page.text
    assert page.all("svg")[0].attributes["aria-label"].startswith("Score over time: Ada 7, Bea")


def test_before_anybody_scores_there_is_no_chart() -> None:
    assert not chart(queries_pb2.Scoreboard(), NAMES, [], 30)


def test_colours_that_nobody_knows_leave_the_line_its_dashes() -> None:
    assert 'class="series seat-1"' in chart(BOARD, NAMES, [], 30)


def test_where_all_is_scored_at_the_end_the_chart_shows_the_end() -> None:
    late = queries_pb2.Scoreboard()
    late.CopyFrom(BOARD)
    for entry in late.history:
        entry.version += 270
    page = read(chart(late, NAMES, [], 300))
    assert "points from moment 279 on" in page.text
    assert page.all("svg")[0].attributes["data-first"] == "279"
    assert "points over the moments of the game" in read(chart(BOARD, NAMES, [], 30)).text
