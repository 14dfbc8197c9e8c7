"""Checks for every board: whatever asks to be clicked is there, has a name, and looks by classes alone."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludarium.v1 import views_pb2

from clients.web import boards
from clients.web.boards.picks import Answer
from server.games import GAMES
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation
from server.games.kernel.state import Decision
from server.games.kernel.table_view import view_message
from tests.clients.web.reading import Element, read

NAMES = ["Ada", "Bea", "Cleo", "Dora", "Emil", "Fritz"]


@dataclass
class Moment:
    """A moment of a random game, at which a seat is asked."""

    simulation: Simulation
    decision: Decision

    @property
    def game(self) -> str:
        """The game's name."""
        return self.simulation.game.name

    def answers(self) -> list[Answer]:
        """The legal answers as the page has them."""
        game, state = self.simulation.game, self.simulation.table.running()
        found = []
        for choice in game.legal(state, self.decision):
            command = views_pb2.GameCommand()
            getattr(command, game.name).CopyFrom(game.codec.encode(choice))
            found.append(boards.answer((1, 0), command, game.words.choice(state, self.decision, choice)))
        return found

    def html(self, seat: int | None, answers: Sequence[Answer] = ()) -> str:
        """The board that a seat sees."""
        view = view_message(self.simulation.table, seat)
        assert view is not None
        return boards.draw(view, NAMES, seat, answers)


def moments(game_name: str, seats: int, seed: str, modules: Sequence[str] = ()) -> Iterator[Moment]:
    """Every awaited decision of a random game."""
    game = GAMES[game_name]
    simulation = Simulation(game, build(game, modules), seats, seed)
    rng = random.Random(seed)
    while not simulation.table.closed:
        decision = next(one for one in simulation.table.running().decisions if not one.standing)
        yield Moment(simulation, decision)
        simulation.play(decision, rng.choice(list(game.legal(simulation.table.running(), decision))))


def spoken(moment: Moment) -> set[str]:
    """Checks a board; gives back the commands that are given by words alone."""
    answers = moment.answers()
    things = Counter(re.findall(r'data-pick="([^"]*)"', moment.html(moment.decision.seat, answers)))
    words = set()
    for answer in answers:
        missing = Counter(answer.keys) - things
        assert not missing, f"{answer.words}: {dict(missing)}"
        if not answer.keys:
            words.add(getattr(answer.command, moment.game).WhichOneof("command") or "")
    return words


def check_usable(page: Element) -> None:
    """What can be clicked can be reached and heard, and no looks are given but by classes."""
    for thing in page.with_attribute("data-pick"):
        assert thing.attributes["aria-label"]
        assert thing.attributes["aria-pressed"] == "false"
        assert thing.name == "button" or (thing.attributes["role"], thing.attributes["tabindex"]) == ("button", "0")
    for attribute in ("style", "fill", "stroke"):
        assert not page.with_attribute(attribute)


def check_others_pick_nothing(moment: Moment) -> None:
    """Spectators and other seats see a board with nothing to click."""
    seats = len(moment.simulation.table.seats)
    for seat in (None, *(one for one in range(seats) if one != moment.decision.seat)):
        page = read(moment.html(seat))
        assert not page.with_attribute("data-pick")
        assert not page.all("button")
