"""What the state of every game has: its open decisions, its version and its place among the draws."""

from dataclasses import dataclass, field
from typing import NamedTuple


class DecisionId(NamedTuple):
    """Names a decision for ever: the version of the event that opened it, and a number from 0."""

    version: int
    number: int


class Decision(NamedTuple):
    """Something a seat may choose now. `kind` is a value of the game's DecisionKind; see architecture, Words."""

    id: DecisionId
    seat: int
    kind: int
    standing: bool


@dataclass(slots=True, kw_only=True)
class GameState:
    """The base of every game's state. Only `evolve` and the fold write to it.

    `version` is the version of the last event folded, `draws` the index of the next draw.
    """

    seats: int
    version: int = 0
    draws: int = 0
    decisions: list[Decision] = field(default_factory=list)

    def open_decision(self, seat: int, kind: int, standing: bool = False) -> None:
        """Open a decision; its id is the version being folded and the next free number."""
        number = sum(decision.id.version == self.version for decision in self.decisions) if self.decisions else 0
        self.decisions.append(Decision(DecisionId(self.version, number), seat, kind, standing))

    def close_decision(self, decision_id: DecisionId) -> None:
        """Close a decision; one that is not open is none of its business."""
        self.decisions = [decision for decision in self.decisions if decision.id != decision_id]

    def rename_decisions(self) -> None:
        """Give every open decision a new id at the present version: what was undone can't be answered any more."""
        self.decisions = [
            decision._replace(id=DecisionId(self.version, number)) for number, decision in enumerate(self.decisions)
        ]

    def find_decision(self, decision_id: DecisionId) -> Decision | None:
        """The open decision of that id."""
        return next((decision for decision in self.decisions if decision.id == decision_id), None)
