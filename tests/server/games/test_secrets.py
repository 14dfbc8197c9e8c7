"""Secrets: a viewer's bytes do not depend on what is hidden from that viewer."""

import pytest

from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.redact import Viewer
from server.games.kernel.rejection import Rejected
from tests.server.games.sittings import everywhere
from tests.server.games.walk import Moment, Sitting, cut, encoded, imagined, twin, view_for, walk

EVERY = 5


@pytest.mark.parametrize("sitting", everywhere(), ids=str)
def test_an_imagined_state_is_the_same_to_its_viewer(sitting: Sitting) -> None:
    for moment in walk(sitting):
        if moment.step % EVERY:
            continue
        for viewer in [*range(sitting.seats), None]:
            look_twice(moment, viewer)


@pytest.mark.parametrize("sitting", everywhere(), ids=str)
def test_a_seat_gets_the_same_answer_whatever_is_hidden_from_it(sitting: Sitting) -> None:
    game = sitting.rules
    for moment in walk(sitting):
        if moment.step % EVERY:
            continue
        seat = moment.decision.seat
        other = imagined(moment, seat, str(moment.step))
        listed = [encoded(game, choice) for choice in game.legal(other, moment.decision)]
        assert listed == [encoded(game, choice) for choice in moment.choices], "the legal list tells of hidden things"
        choice = moment.choices[moment.step % len(moment.choices)]
        assert answer(moment, twin(moment.state), choice) == answer(moment, other, choice), f"{choice} tells too much"


def look_twice(moment: Moment, viewer: Viewer) -> None:
    game = moment.simulation.game
    real = view_for(game, moment.state, viewer).SerializeToString(deterministic=True)
    other = imagined(moment, viewer, "look")
    game.check(other)
    assert view_for(game, other, viewer).SerializeToString(deterministic=True) == real


def answer(moment: Moment, state: object, choice: tuple[object, ...]) -> list[bytes]:
    """What the seat receives of its own command, up to the first event that reveals something."""
    game = moment.simulation.game
    chance = Chance(b"the same", moment.state.draws)
    try:
        happened = run(game, state, game.decide(state, moment.decision, choice, chance), chance, moment.decision)
    except Rejected as rejection:
        return [rejection.rule.encode(), rejection.message.encode()]
    received = []
    for event, _ in happened:
        if game.kinds[type(event)] in game.revealing:
            break
        received.append(cut(game, event, moment.decision.seat))
    return received
