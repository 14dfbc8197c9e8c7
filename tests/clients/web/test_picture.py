"""Standalone pictures: well-formed, by themselves, in the seat's own eyes, for every game."""

from typing import Any
from xml.etree import ElementTree

import pytest
from ludarium.v1 import views_pb2

from clients.web.picture import picture
from server.games.kernel.redact import redact
from tests.server.games.sittings import quick
from tests.server.games.walk import Sitting, walk

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada & co", "<b>Bo</b>", "Cy", "Di", "Ed", "Flo"]


def drawn(sitting: Sitting, steps: int, seat: int | None) -> tuple[str, Any]:
    """A moment of a random game as a picture, and what its seat sees."""
    moment = next(one for one in walk(sitting) if one.step >= steps)
    view = views_pb2.GameView()
    getattr(view, sitting.game).CopyFrom(sitting.rules.view(moment.state))
    redact(view, seat)
    return picture(view, NAMES, seat, f"{sitting.game} & more"), view


@pytest.mark.parametrize("sitting", quick(), ids=str)
def test_every_game_has_a_picture_that_stands_alone(sitting: Sitting) -> None:
    text, _ = drawn(sitting, 60, 0)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= {
        *("svg", "title", "style", "rect", "g", "path", "circle", "ellipse", "line", "polygon", "polyline", "text"),
        *("tspan", "desc"),
    }
    assert "var(" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert root.find(f"{SVG}title").text == f"{sitting.game} & more"  # type: ignore[union-attr]
    assert len(list(root.iter(f"{SVG}svg"))) > 2
    assert "&lt;b&gt;Bo&lt;/b&gt;" in text


def test_a_castle_shows_doors_fences_moats_and_passages() -> None:
    sitting = Sitting("castles", 2, ("moats", "passages", "renovations"), "picture 1")
    text, view = drawn(sitting, 140, None)
    castles = [player.castle for player in view.castles.players]
    for wanted, there in (
        ('class="door through"', any(room.connected for castle in castles for room in castle.rooms)),
        ('class="fence"', any(room.fence_cells for castle in castles for room in castle.rooms)),
        ('class="water"', any(castle.moats for castle in castles)),
        ('class="passage"', any(castle.passages for castle in castles)),
    ):
        assert there, wanted
        assert wanted in text


def test_a_picture_shows_a_table_through_the_eyes_of_its_seat() -> None:
    sitting = quick()[0]
    assert "Your hand" in drawn(sitting, 60, 0)[0]
    assert "Your hand" not in drawn(sitting, 60, None)[0]
