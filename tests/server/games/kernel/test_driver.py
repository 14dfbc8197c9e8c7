"""The driver: each event is folded before the rules go on, and a late rejection is a fault of the game."""

from collections.abc import Iterator

import pytest
from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.state import AlhambraState
from server.games.kernel.chance import Chance, NoChance
from server.games.kernel.driver import preview, run
from server.games.kernel.game import Seating
from server.games.kernel.options import build
from server.games.kernel.rejection import Rejected, illegal
from server.games.kernel.state import Decision, DecisionId

ASKED = Decision(DecisionId(0, 0), 0, 1, standing=False)


def state() -> AlhambraState:
    fresh: AlhambraState = ALHAMBRA.new_state(build(ALHAMBRA), [Seating("a"), Seating("b")])
    return fresh


def test_the_state_is_current_after_each_yield() -> None:
    seen = []

    def rules(current: AlhambraState) -> Iterator[Message]:
        yield events_pb2.MoneyTurnedUp(card="florin_1")
        seen.append(list(current.display))
        yield events_pb2.MoneyTurnedUp(card="florin_2")
        seen.append(list(current.display))

    current = state()
    assert len(run(ALHAMBRA, current, rules(current), Chance(b""))) == 2
    assert seen == [["florin_1"], ["florin_1", "florin_2"]]
    assert current.version == 2


def test_a_rejection_before_the_first_event_changes_nothing() -> None:
    def rules() -> Iterator[Message]:
        raise illegal("R1", "no")
        yield

    current = state()
    with pytest.raises(Rejected):
        run(ALHAMBRA, current, rules(), Chance(b""), ASKED)
    assert current == state()


def test_a_rejection_after_the_first_event_is_a_fault() -> None:
    def rules() -> Iterator[Message]:
        yield events_pb2.MoneyTurnedUp(card="florin_1")
        raise illegal("R1", "too late")

    with pytest.raises(RuntimeError, match="after its first event"):
        run(ALHAMBRA, state(), rules(), Chance(b""))


def test_a_preview_stops_before_it_draws_or_reveals() -> None:
    def reveals() -> Iterator[Message]:
        yield events_pb2.Passed(seat=0)
        yield events_pb2.MoneyTurnedUp(card="florin_1")

    def draws(chance: NoChance) -> Iterator[Message]:
        yield events_pb2.Passed(seat=chance.die())

    chance = NoChance()
    assert preview(ALHAMBRA, state(), reveals(), chance, ASKED) == ([events_pb2.Passed(seat=0)], True)
    assert preview(ALHAMBRA, state(), draws(chance), chance, ASKED) == ([], True)
