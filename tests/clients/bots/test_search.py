"""The search bot: it knows what its seat knows, keeps to its time, and finds what the greedy bot overlooks."""

import os
import pickle
import random
import time
from statistics import fmean

import pytest

from clients.bots import search as searching
from clients.bots.greedy import VALUES
from clients.bots.kinds import chooser
from clients.bots.situation import Situation, situation_in
from clients.bots.strength import SECONDS, Pairing, measure
from clients.bots.thinking import Thinkers
from clients.cli.simulation import run_games
from server.games import GAMES
from tests.plugins.sheet import Line
from tests.server.games.walk import Sitting, walk

GAMES_ASKED = 40


def situations(sitting: Sitting, every: int) -> list[Situation]:
    """Situations of a random game that leave something to choose."""
    found = []
    for moment in walk(sitting):
        if moment.step % every == every - 1 and len(moment.choices) > 1 and not moment.decision.standing:
            options = moment.simulation.table.options
            found.append(situation_in(sitting.rules, options, moment.state, moment.decision, moment.choices))
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_it_chooses_in_every_game_whatever_waits(game: str) -> None:
    for situation in situations(Sitting(game, 3, seed="search"), every=60)[:4]:
        found = searching.search(situation, random.Random(1), seconds=0.3)
        assert 0 <= found < len(situation.choices)


def test_it_keeps_to_its_time() -> None:
    situation = situations(Sitting("alhambra", 2), every=20)[0]
    began = time.thread_time()
    searching.search(situation, random.Random(1), seconds=0.5)
    assert time.thread_time() - began < 1.5


def test_without_time_it_is_greedy() -> None:
    for situation in situations(Sitting("belfort", 2), every=40)[:4]:
        greedy = chooser("greedy")(situation, random.Random(1))
        values = VALUES["belfort"](situation.view, situation.choices, situation.seat)
        found = searching.search(situation, random.Random(1), seconds=0.0)
        assert values[found] == values[greedy]


def test_its_choice_ends_better_than_the_greedy_one_where_there_is_no_luck() -> None:
    """Endeavor draws nothing once it has begun: an imagined game tells exactly what greedy players make of a choice."""
    better = []
    for situation in situations(Sitting("endeavor", 2, seed="late"), every=25)[-3:]:
        found = searching.search(situation, random.Random(1), seconds=2.0)
        racing = searching._candidates(situation, random.Random(1))
        searching._play_world(situation, racing, random.Random(1))
        margins = {candidate.index: fmean(candidate.margins) for candidate in racing}
        better.append(margins[found] - racing[0].margins[0])
    assert min(better) >= 0


def test_a_situation_goes_to_another_process_whole() -> None:
    situation = situations(Sitting("castles", 2, ("swans",)), every=30)[0]
    assert pickle.loads(pickle.dumps(situation)) == situation


async def test_thinkers_think_beside_and_survive_their_processes() -> None:
    situation = situations(Sitting("endeavor", 2), every=30)[0]
    thinkers = Thinkers(seconds=0.05)
    try:
        assert await thinkers.choose("search", situation, random.Random(1)) in range(len(situation.choices))
        assert thinkers._pool is not None
        for process in thinkers._pool._processes.values():
            process.kill()
        for _ in range(2):
            assert await thinkers.choose("search", situation, random.Random(1)) in range(len(situation.choices))
    finally:
        thinkers.close()


def test_greedy_castles_do_not_wait_for_ever() -> None:
    """Both seats of this game once were rich and only waited for coins."""
    game = GAMES["castles"]
    tally = run_games(game, game.options_message(), 2, ["greedy"], 3, "1", checked=False)
    assert tally.finished == 3
    assert tally.decisions < 3_000


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_search_beats_the_greedy_bot(game: str, line: Line) -> None:
    """Forty games of two, seats rotated, at the stated time a decision: 60 %, and more than chance explains."""
    strength = measure(Pairing(game, (), 2, ("search", "greedy"), SECONDS), GAMES_ASKED, processes=os.cpu_count() or 1)
    line.asked, line.done = GAMES_ASKED, strength.games
    low, high = strength.interval
    line.found = f"{strength.share:.0%} won (95 %: {low:.0%} to {high:.0%}) at {SECONDS:g} s a decision"
    assert strength.share >= 0.6
    assert low > 0.5
