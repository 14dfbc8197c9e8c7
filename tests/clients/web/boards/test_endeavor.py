"""The board of Endeavor: map, mats, decks and the Prominence tile."""

from itertools import islice

import pytest
from ludarium.games.endeavor.v1 import view_pb2
from ludarium.v1 import views_pb2

from clients.web import boards
from clients.web.boards.endeavor_atlas import HEIGHT, LANDS, SPOTS, WIDTH
from tests.clients.web.boards.clicking import NAMES, check_others_pick_nothing, check_usable, moments, spoken
from tests.clients.web.reading import read

ALL = ("expansion-buildings", "expansion-cards", "prominence")
BY_WORDS = {"pass", "use_rosetta", "load_flota", "spend_wealth", "repel", "take_back", "keep", "decline"}


@pytest.mark.parametrize(("seats", "modules"), [(2, ()), (3, ALL), (5, ALL), (4, ("prominence",))])
def test_answers_are_clicked_on_the_board_or_given_by_their_words(seats: int, modules: tuple[str, ...]) -> None:
    words: set[str] = set()
    for moment in islice(moments("endeavor", seats, "clicks", modules), 0, None, 4):
        words |= spoken(moment)
    assert words <= BY_WORDS


def test_what_can_be_clicked_has_a_name_and_spectators_click_nothing() -> None:
    for moment in islice(moments("endeavor", 4, "names", ALL), 0, 300, 30):
        check_usable(read(moment.html(moment.decision.seat, moment.answers())))
        check_others_pick_nothing(moment)


def test_every_city_and_fleet_lies_inside_its_region_and_apart_from_the_others() -> None:
    for seats in (3, 5):
        view = _view(seats)
        for region in view.regions:
            land = LANDS[region.id]
            for space in region.spaces:
                spot = SPOTS[space.id]
                assert land.left + 15 < spot.x < land.right - 15, space.id
                assert land.top + 15 < spot.y < land.bottom - 15, space.id
    places = list(SPOTS.items())
    for number, (name, one) in enumerate(places):
        for other, two in places[:number]:
            assert (one.x - two.x) ** 2 + (one.y - two.y) ** 2 > 44**2, (name, other)


def test_a_city_that_the_atlas_does_not_know_is_drawn_in_its_region() -> None:
    view = _view(3)
    view.regions[1].spaces.add(id="newfoundland", name="Newfoundland", kind=1, token="token_wealth")
    view.links.add(id="link_new", ends=["newfoundland", "london"], circle=True)
    page = read(boards.draw(views_pb2.GameView(endeavor=view), NAMES, None))
    assert "Newfoundland" in page.text


def test_links_are_held_by_who_holds_both_their_ends() -> None:
    view = _view(3)
    link = view.links[0]
    for region in view.regions:
        for space in region.spaces:
            if space.id in link.ends:
                space.seat = 1
    link.ClearField("token")
    page = read(boards.draw(views_pb2.GameView(endeavor=view), NAMES, None))
    assert any("held by Bea" in title.text for title in page.all("title") if title.text.startswith("link of"))


def test_the_map_fits_its_drawing() -> None:
    assert all(0 < land.left < land.right < WIDTH and 0 < land.top < land.bottom < HEIGHT for land in LANDS.values())


def _view(seats: int) -> view_pb2.View:
    moment = next(moments("endeavor", seats, "map"))
    game = moment.simulation.game
    view = game.view(moment.simulation.table.running())
    assert isinstance(view, view_pb2.View)
    return view
