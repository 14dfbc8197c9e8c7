"""Choices that a card gives to every seat in turn, from the drawer clockwise (R15.5, R15.6)."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.choices import Decline
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow
from server.games.endeavor.turns.kinds import ask, declined
from server.games.kernel.chance import Chance


class InTurn(NamedTuple):
    """A choice by its kind, and which seats it is open to; that depends on public facts alone."""

    kind: types_pb2.DecisionKind.ValueType
    open_to: Callable[[EndeavorState, int], object]

    def begin(self, state: EndeavorState, seat: int, card: str) -> Iterator[Message]:
        """Ask the first, the drawer before all others."""
        return self._ask_first(state, state.from_seat(seat), card)

    def go_on(self, state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
        """After a seat's answer: ask the next one, or go on with the turn."""
        yield from self._ask_first(state, state.after(seat, state.active), card)
        if not state.decisions:
            yield from flow.go_on(state, chance)

    def decline(self, state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
        """R15.5, R15.6: "may"."""
        card = state.subject
        yield declined(seat, self.kind)
        yield from self.go_on(state, seat, card, chance)

    def _ask_first(self, state: EndeavorState, seats: Sequence[int], card: str) -> Iterator[Message]:
        for seat in seats:
            if self.open_to(state, seat):
                yield ask(seat, self.kind, card)
                return
