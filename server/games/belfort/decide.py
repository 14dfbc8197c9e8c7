"""What an answer brings about: what is carried out is an item of the list that `legal` lists (turns/items.py)."""

from collections.abc import Iterator

from google.protobuf.message import Message

from server.games.belfort.choices import canonical
from server.games.belfort.state import BelfortState
from server.games.belfort.turns.agenda import due_of
from server.games.belfort.turns.flow import answers, proceed
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


def _carry_out(events: Iterator[Message], state: BelfortState, chance: Chance) -> Iterator[Message]:
    yield from events
    yield from proceed(state, chance)
