"""What an answer brings about, and every legal answer: both from the same lists (turns/items.py)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import types_pb2

from server.games.belfort.choices import KeepCards, Steal
from server.games.belfort.flow import answers, proceed
from server.games.belfort.state import BelfortState, Due
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal
from server.games.kernel.state import Decision


def decide(state: BelfortState, decision: Decision, choice: Choice, chance: Chance) -> Iterator[Message]:
    """The events of an answer. Raises Rejected before the first of them, or never."""
    due = due_of(state, decision)
    item = answers(state, decision.kind).get(type(choice))
    if item is None:
        raise illegal("R42", "That is not an answer to this decision.")
    choice = canonical(choice)
    if choice not in item.options(state, due):
        closer = item.why(state, due, choice) if item.why else None
        raise illegal(*(closer or (item.rule, item.refusal)))
    return _carry_out(item.act(state, due, choice, chance), state, chance)


def legal(state: BelfortState, decision: Decision) -> Iterator[Choice]:
    """Every legal answer, lazily and in canonical order."""
    due = due_of(state, decision)
    for item in answers(state, decision.kind).values():
        yield from item.options(state, due)


def due_of(state: BelfortState, decision: Decision) -> Due:
    """What the decision is about; the first cards are the only thing asked of several seats at once (R0.16)."""
    if decision.kind == types_pb2.DECISION_KIND_KEEP_START_CARDS:
        return Due(decision.kind, 0, decision.seat)
    return state.asked


def canonical(choice: Choice) -> Choice:
    """The one form of a choice: property types and victims in order."""
    if isinstance(choice, KeepCards):
        return KeepCards(tuple(sorted(choice.properties)))
    if isinstance(choice, Steal):
        return Steal(tuple(sorted(choice.victims)))
    return choice


def _carry_out(events: Iterator[Message], state: BelfortState, chance: Chance) -> Iterator[Message]:
    yield from events
    yield from proceed(state, chance)
