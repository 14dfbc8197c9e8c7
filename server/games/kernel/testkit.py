"""The test kit: `given(…).when(…).then(…)`.

A test sets a position up by facts (events), lets a seat answer, and states the events that follow, or the rule that
forbids it. Positions need no legal past: what evolve writes down is all there is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.driver import run, step
from server.games.kernel.game import AnyGame, Seating
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import Decision


class ScriptedChance(Chance):
    """Chance whose draws are written in the test; a draw beyond the script is an AssertionError."""

    def __init__(self, outcomes: Sequence[int] = ()) -> None:
        """`outcomes`: what each draw gives, from 0."""
        super().__init__(b"scripted")
        self._outcomes = list(outcomes)

    def draw(self, bound: int) -> int:
        """The next outcome of the script."""
        assert self._outcomes, f"an unscripted draw of {bound} outcomes"
        outcome = self._outcomes.pop(0)
        assert 0 <= outcome < bound, f"the script says {outcome} of {bound} outcomes"
        self.index += 1
        return outcome


@dataclass
class Position:
    """A state made of facts, and what happened since `when`."""

    game: AnyGame
    state: Any
    happened: list[Message] = field(default_factory=list)
    rejection: Rejected | None = None

    def given(self, *events: Message) -> "Position":
        """Add facts."""
        for event in events:
            step(self.game, self.state, event, Chance(b""), None)
        return self

    def when(self, seat: int, choice: Choice, *, draws: Sequence[int] | None = None, seed: str = "") -> "Position":
        """Let a seat answer its open decision; `draws` scripts chance, otherwise it comes from `seed`."""
        chance = Chance(seed.encode()) if draws is None else ScriptedChance(draws)
        decision = self.decision_of(seat)
        self.happened, self.rejection = [], None
        before = self.state.version
        try:
            events = self.game.decide(self.state, decision, choice, chance)
            self.happened = [event for event, _ in run(self.game, self.state, events, chance, decision)]
        except Rejected as rejection:
            assert self.state.version == before, "a rejection changed the state"
            self.rejection = rejection
        return self

    def then(self, *events: Message) -> "Position":
        """The answer was accepted and these are the first events that followed, in this order."""
        assert self.rejection is None, f"rejected: {self.rejection} ({self.rejection and self.rejection.rule})"
        assert self.happened[: len(events)] == list(events), f"happened: {self.happened}"
        return self

    def then_exactly(self, *events: Message) -> "Position":
        """The answer was accepted and nothing but these events followed."""
        assert self.rejection is None, f"rejected: {self.rejection} ({self.rejection and self.rejection.rule})"
        assert self.happened == list(events), f"happened: {self.happened}"
        return self

    def then_rejected(self, rule: str) -> "Position":
        """The answer was refused by this rule and nothing happened."""
        assert self.rejection is not None, f"accepted: {self.happened}"
        assert self.rejection.rule == rule, f"rejected by {self.rejection.rule}: {self.rejection}"
        return self

    def then_asked(self, seat: int, kind: int) -> "Position":
        """The game now waits for this answer of this seat."""
        open_decisions = [(d.seat, d.kind) for d in self.state.decisions]
        assert (seat, kind) in open_decisions, f"open: {open_decisions}"
        return self

    def all(self, kind: type[Message]) -> list[Any]:
        """The events of one type among what happened."""
        return [event for event in self.happened if isinstance(event, kind)]

    def legal(self, seat: int) -> list[Choice]:
        """The legal answers to the seat's open decision."""
        return list(self.game.legal(self.state, self.decision_of(seat)))

    def decision_of(self, seat: int) -> Decision:
        """The seat's open decision; there must be just one that is not standing, or one at all."""
        own: list[Decision] = [decision for decision in self.state.decisions if decision.seat == seat]
        awaited = [decision for decision in own if not decision.standing] or own
        assert len(awaited) == 1, f"seat {seat} has decisions {own}"
        return awaited[0]


def given(game: AnyGame, options: Any, seats: int, *events: Message, colors: Sequence[str] = ()) -> Position:
    """A position of a game with these options and seats, made of these facts."""
    wishes = [*colors, *[""] * (seats - len(colors))]
    state = game.new_state(options, [Seating(f"player {seat}", "", wishes[seat]) for seat in range(seats)])
    return Position(game, state).given(*events)
