"""The board of Belfort: city, Guilds, planks, cards and players."""

from itertools import islice

import pytest

from tests.clients.web.boards.clicking import check_others_pick_nothing, check_usable, moments, spoken
from tests.clients.web.reading import read

ALL = (
    *("expansion-expansion", "expansion-guilds", "heritage-properties", "queen-of-belfort", "parks-and-rex"),
    *("key-to-belfort", "hmcs-guilds"),
)
BY_WORDS = {"pass", "use_djinn", "buy_metal", "pick_goods", "count_workers", "gather", "collect", "end_turn", "decline"}
BY_WORDS |= {"expand", "send_workers"}  # under Less Red Tape one may send nobody


@pytest.mark.parametrize(
    ("seats", "modules"), [(2, ()), (3, ()), (4, ALL), (3, (*ALL, "less-red-tape")), (2, (*ALL, "less-red-tape"))]
)
def test_answers_are_clicked_on_the_board_or_given_by_their_words(seats: int, modules: tuple[str, ...]) -> None:
    words: set[str] = set()
    for moment in islice(moments("belfort", seats, "clicks", modules), 0, None, 5):
        words |= spoken(moment)
    assert words <= BY_WORDS


def test_what_can_be_clicked_has_a_name_and_spectators_click_nothing() -> None:
    for moment in islice(moments("belfort", 4, "names", ALL), 0, 400, 40):
        check_usable(read(moment.html(moment.decision.seat, moment.answers())))
        check_others_pick_nothing(moment)


def test_a_marker_shows_whose_it_is_by_shape_and_letter_as_well_as_by_colour() -> None:
    moment = list(islice(moments("belfort", 3, "markers"), 160))[-1]
    page = read(moment.html(None))
    city = next(one for one in page.all("svg") if "city" in one.attributes["class"])
    tokens = [one for one in city.all("g") if one.attributes.get("class") == "token"]
    looks = {
        (one.all("path")[0].attributes["d"], one.all("text")[0].text, one.all("path")[0].attributes["class"])
        for one in tokens
    }
    assert len(looks) == 3
    assert {letter for _, letter, _ in looks} == {"A", "B", "C"}
    assert len({shape for shape, _, _ in looks}) == 3


def test_every_space_of_every_district_is_told_in_words() -> None:
    moment = next(moments("belfort", 3, "words"))
    city = next(one for one in read(moment.html(None)).all("svg") if "city" in one.attributes["class"])
    titles = [one.text for one in city.all("title")]
    assert sum("free" in title for title in titles) == 5 * 15
    assert "Gatehouse in d3, free" in titles
