"""The board of Castles: whatever asks to be clicked is there, and tiles turn as the rules turn them."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from ludarium.v1 import views_pb2

from clients.web import boards
from clients.web.boards.castles_tiles import CELL, Shape, label_of, shape_of
from server.games import GAMES
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation
from server.games.kernel.state import Decision
from server.games.kernel.table_view import view_message
from tests.clients.web.reading import read

GAME = GAMES["castles"]
MODULES = ("towers", "moats", "passages", "swans", "renovations")
NAMES = ["Ada", "Bea", "Cleo"]


def moments(seed: str) -> Iterator[tuple[Simulation, Decision]]:
    """Every decision of a random game with most modules."""
    simulation = Simulation(GAME, build(GAME, MODULES), 3, seed)
    rng = random.Random(seed)
    while not simulation.table.closed:
        decision = next(one for one in simulation.table.running().decisions if not one.standing)
        yield simulation, decision
        simulation.play(decision, rng.choice(list(GAME.legal(simulation.table.running(), decision))))


def test_whatever_an_answer_asks_to_be_clicked_is_on_the_board() -> None:
    clicked = 0
    for simulation, decision in islice(moments("clicks"), 0, 240, 6):
        state = simulation.table.running()
        offered = []
        for choice in GAME.legal(state, decision):
            command = views_pb2.GameCommand(castles=GAME.codec.encode(choice))
            offered.append(boards.answer((1, 0), command, GAME.words.choice(state, decision, choice)))
        view = view_message(simulation.table, decision.seat)
        assert view is not None
        html = boards.draw(view, NAMES, decision.seat, offered)
        things = Counter(re.findall(r'data-pick="([^"]*)"', html))
        for answer in offered:
            assert not Counter(answer.keys) - things, answer.words
            clicked += bool(answer.keys)
    assert clicked > 100


def test_a_tile_turned_by_us_lies_as_the_server_lays_it() -> None:
    checked = 0
    simulation, _ = list(islice(moments("turns"), 150))[-1]
    view = view_message(simulation.table, 0)
    assert view is not None
    for player in view.castles.players:
        for room in player.castle.rooms[1:]:
            turned = shape_of(room.tile.outline).turned(room.quarter_turns)
            lies = shape_of(room.outline, room.x, room.y)
            assert (turned.width, turned.height, turned.cells) == (lies.width, lies.height, lies.cells), room.tile.name
            assert sorted(turned.halves) == sorted(lies.halves), room.tile.name
            checked += 1
    assert checked > 5


def test_a_label_stands_in_the_wide_part_of_a_bent_room() -> None:
    bent = Shape(4, 4, frozenset((x, y) for x in range(4) for y in range(4) if y < 2 or x >= 2), (), 0)
    assert label_of(bent) == (2 * CELL, CELL, 4 * CELL)
    assert label_of(bent, upright=True) == (3 * CELL, 2 * CELL, 4 * CELL)


def test_spectators_see_castles_and_nothing_to_click() -> None:
    simulation, _ = list(islice(moments("look"), 60))[-1]
    view = view_message(simulation.table, None)
    assert view is not None
    page = read(boards.draw(view, NAMES, None))
    assert "Bea" in page.text
    assert not page.with_attribute("data-pick")
    assert not page.with_attribute("style")
