"""The board of Alhambra: whatever is legal can be clicked, and walls, ways and types are drawn as they are."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from ludarium.games.alhambra.v1 import types_pb2, view_pb2
from ludarium.v1 import views_pb2

from clients.web import boards
from clients.web.boards.alhambra_tiles import TYPES, tile_shape, tile_words
from clients.web.boards.picks import Answer
from server.games import GAMES
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation
from server.games.kernel.state import Decision
from server.games.kernel.table_view import view_message
from tests.clients.web.reading import read

GAME = GAMES["alhambra"]
NAMES = ["Ada", "Bea", "Cleo", "Dora"]


def moments(seats: int, seed: str, modules: Sequence[str] = ()) -> Iterator[tuple[Simulation, Decision]]:
    """Every decision of a random game."""
    simulation = Simulation(GAME, build(GAME, modules), seats, seed)
    rng = random.Random(seed)
    while not simulation.table.closed:
        decision = simulation.table.running().decisions[0]
        yield simulation, decision
        simulation.play(decision, rng.choice(list(GAME.legal(simulation.table.running(), decision))))


def answers(simulation: Simulation, decision: Decision) -> list[Answer]:
    """The legal answers as the page has them."""
    state = simulation.table.running()
    found = []
    for choice in GAME.legal(state, decision):
        command = views_pb2.GameCommand(alhambra=GAME.codec.encode(choice))
        found.append(boards.answer((1, 0), command, GAME.words.choice(state, decision, choice)))
    return found


def on_board(html: str) -> Counter[str]:
    """What can be clicked, by key."""
    return Counter(re.findall(r'data-pick="([^"]*)"', html))


def check_clicks(simulation: Simulation, decision: Decision) -> list[Answer]:
    """Whatever an answer asks to be clicked is on the board, as often as it asks."""
    offered = answers(simulation, decision)
    view = view_message(simulation.table, decision.seat)
    assert view is not None
    things = on_board(boards.draw(view, NAMES, decision.seat, offered))
    for answer in offered:
        missing = Counter(answer.keys) - things
        assert not missing, f"{answer.words}: {missing}"
    return offered


@pytest.mark.parametrize("seats", [2, 3])
def test_every_legal_answer_can_be_given_by_clicking_and_no_two_by_the_same_clicks(seats: int) -> None:
    for simulation, decision in islice(moments(seats, "clicks"), 0, None, 4):
        offered = check_clicks(simulation, decision)
        clicks = [tuple(sorted(answer.keys)) for answer in offered if answer.keys]
        assert len(set(clicks)) == len(clicks)
        assert all(answer.keys or answer.words == "pass" for answer in offered)


def test_answers_of_the_modules_are_clicked_or_given_by_their_words() -> None:
    spoken: set[str] = set()
    modules = ("handymen", "gates-without-end", "fresh-colors")
    for simulation, decision in islice(moments(3, "modules", modules), 0, None, 3):
        for answer in check_clicks(simulation, decision):
            if not answer.keys:
                spoken.add(answer.command.alhambra.WhichOneof("command") or "")
    assert spoken <= {
        *("pass", "roll_die", "refuse_roll", "take_back", "place_key"),
        *("take_semi_building", "take_points", "decline_bonus", "decline_reward"),
    }


def test_whoever_has_no_choice_sees_nothing_to_click() -> None:
    simulation, decision = next(moments(3, "look"))
    for seat in (None, *(one for one in range(3) if one != decision.seat)):
        view = view_message(simulation.table, seat)
        assert view is not None
        page = read(boards.draw(view, NAMES, seat))
        assert not page.with_attribute("data-pick")
        assert not page.all("button")


def test_what_can_be_clicked_has_a_name_a_role_and_a_place_in_the_order_of_focus() -> None:
    for simulation, decision in islice(moments(2, "names"), 0, None, 8):
        view = view_message(simulation.table, decision.seat)
        assert view is not None
        page = read(boards.draw(view, NAMES, decision.seat, answers(simulation, decision)))
        for thing in page.with_attribute("data-pick"):
            assert thing.attributes["aria-label"]
            assert thing.attributes["aria-pressed"] == "false"
            assert thing.name == "button" or (thing.attributes["role"], thing.attributes["tabindex"]) == ("button", "0")


def test_walls_are_drawn_on_their_sides_and_ways_only_to_neighbours_r0_6() -> None:
    walls = [types_pb2.SIDE_NORTH, types_pb2.SIDE_WEST]
    tile = view_pb2.TileView(id="tower_1", type=types_pb2.BUILDING_TYPE_TOWER, price=9, walls=walls)
    page = read(tile_shape(tile, lambda x, y: (x, y) == (1, 0)))
    drawn = [one.attributes["class"] for one in page.all("path")]
    assert drawn.count("wall") == 2
    assert drawn.count("way") == 1
    assert tile_words(tile) == "tower 9, walls north and west"


def test_a_type_shows_by_letter_and_ornament_as_well_as_by_colour() -> None:
    assert len({kind.letter for kind in TYPES.values()}) == len(TYPES)
    assert len({kind.ornament for kind in TYPES.values()}) == len(TYPES)


def test_the_whole_board_is_styled_by_classes_alone() -> None:
    for simulation, decision in moments(4, "style"):
        view = view_message(simulation.table, decision.seat)
        assert view is not None
        page = read(boards.draw(view, NAMES, decision.seat, answers(simulation, decision)))
        assert not page.with_attribute("style")
        assert not page.with_attribute("fill")
        break
