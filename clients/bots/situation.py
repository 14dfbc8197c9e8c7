"""A situation: all that a bot knows when it chooses, and no more than its seat may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message
from ludarium.v1 import decisions_pb2, tables_pb2

from server.games import GAMES
from server.games.kernel.codec import Choice
from server.games.kernel.game import AnyGame
from server.games.kernel.redact import redact
from server.games.kernel.state import Decision, DecisionId, GameState
from server.games.kernel.table_view import decision_kinds


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision with its legal answers, and the game around it as the seat sees it. Goes from process to process."""

    name: str
    """The game's."""
    options: Message
    """The game's own options message."""
    view: Any
    """The game's own view message."""
    version: int
    decision: Decision
    decisions: tuple[Decision, ...]
    """Every open decision, of all seats."""
    choices: Sequence[Any]
    """The legal answers, as the game's own command messages."""
    own: bool = True
    """Whether the view is the seat's own; else it is what spectators see."""

    @property
    def game(self) -> AnyGame:
        """The game."""
        return GAMES[self.name]

    @property
    def seat(self) -> int:
        """The seat that chooses."""
        return self.decision.seat


def situation_in(
    game: AnyGame, options: Message, state: GameState, decision: Decision, choices: Sequence[Choice]
) -> Situation:
    """What the seat of a decision knows in a state."""
    view = game.view(state)
    redact(view, decision.seat)
    commands = [game.codec.encode(choice) for choice in choices]
    return Situation(game.name, options, view, state.version, decision, tuple(state.decisions), commands)


def situation_at(
    shown: tables_pb2.GetTableResponse, decision_id: decisions_pb2.DecisionId, choices: Sequence[Any]
) -> Situation | None:
    """What a table shows to the seat of a decision; None when the decision is not open."""
    game = GAMES[shown.table.game]
    kinds = {name: number for number, name in decision_kinds(game).items()}
    decisions = tuple(
        Decision(DecisionId(part.id.version, part.id.number), part.seat, kinds[part.kind], part.standing)
        for part in shown.decisions
    )
    decision = next((d for d in decisions if d.id == (decision_id.version, decision_id.number)), None)
    if decision is None:
        return None
    options, view = getattr(shown.table.options, game.name), getattr(shown.view, game.name)
    own = shown.HasField("seat") and shown.seat == decision.seat
    return Situation(game.name, options, view, shown.token.version, decision, decisions, choices, own)
