"""Undo: taking back and choosing the same again gives the same state; what reveals is declared to reveal."""

import random

import pytest

from server.games.kernel.chance import Chance
from server.games.kernel.commands import Actor, Undo
from server.games.kernel.driver import Happened, run
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import GameState
from server.games.kernel.table import fold
from server.games.kernel.undo import points
from tests.server.games.sittings import everywhere, quick
from tests.server.games.walk import Sitting, cut, imagined, twin, walk

MOST = 25
"""Take backs tried in a walk."""


@pytest.mark.parametrize("sitting", quick(), ids=str)
def test_undo_and_the_same_choice_give_the_same_state(sitting: Sitting) -> None:
    simulation = sitting.begin()
    rng = random.Random(str(sitting))
    taken_back = 0
    while not simulation.table.closed and taken_back < MOST:
        before = twin(simulation.table.running())
        decision = rng.choice(before.decisions)
        choice = rng.choice(list(sitting.rules.legal(before, decision)))
        simulation.play(decision, choice)
        open_points = [] if simulation.table.closed else points(simulation.table, decision.seat)
        if not open_points:
            continue
        after = twin(simulation.table.running())
        simulation.command(Actor(f"player {decision.seat}"), Undo(open_points[0]))
        undone = simulation.table.running()
        assert without_ids(undone) == without_ids(before)
        same = undone.decisions[before.decisions.index(decision)]
        simulation.play(same, choice)
        assert without_ids(simulation.table.running()) == without_ids(after)
        assert fold(simulation.events, {sitting.game: sitting.rules}).state == simulation.table.state
        taken_back += 1
    assert taken_back, "the walk never came to a point where something could be taken back"


@pytest.mark.parametrize("sitting", quick(), ids=str)
def test_a_choice_from_before_an_undo_is_refused(sitting: Sitting) -> None:
    simulation = sitting.begin()
    rng = random.Random(str(sitting))
    for _ in range(200):
        decision = rng.choice(simulation.table.running().decisions)
        choice = rng.choice(list(sitting.rules.legal(simulation.table.running(), decision)))
        simulation.play(decision, choice)
        open_points = points(simulation.table, decision.seat)
        if not open_points:
            continue
        simulation.command(Actor(f"player {decision.seat}"), Undo(open_points[0]))
        with pytest.raises(Rejected) as refusal:
            simulation.play(decision, choice)
        assert refusal.value.reason_name == "DECISION_NOT_OPEN"
        return
    raise AssertionError("nothing could be taken back")


@pytest.mark.parametrize("sitting", everywhere(), ids=str)
def test_an_event_that_tells_its_seat_something_new_is_declared_to_reveal(sitting: Sitting) -> None:
    game = sitting.rules
    for moment in walk(sitting):
        if moment.step % 6:
            continue
        seat = moment.decision.seat
        choice = moment.choices[-1 - moment.step % len(moment.choices)]
        real, other = twin(moment.state), imagined(moment, seat, f"deal anew {moment.step}")
        received: list[list[Happened]] = []
        for state in (real, other):
            chance = Chance(f"anew {len(received)}".encode(), moment.state.draws)
            received.append(
                run(game, state, game.decide(state, moment.decision, choice, chance), chance, moment.decision)
            )
        for (event, _), (same, _) in zip(*received, strict=False):
            if game.kinds[type(event)] in game.revealing:
                break
            assert cut(game, event, seat) == cut(game, same, seat), (
                f"{type(event).__name__} reveals and is not declared to"
            )


def without_ids(state: GameState) -> GameState:
    """A state without what undo changes on purpose: versions and the ids of decisions."""
    copy = twin(state)
    copy.version = 0
    copy.rename_decisions()
    return copy
