"""Every legal answer to a decision, lazily and in canonical order."""

from collections.abc import Iterator

from server.games.belfort.state import BelfortState
from server.games.belfort.turns.agenda import due_of
from server.games.belfort.turns.flow import answers
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision


def legal(state: BelfortState, decision: Decision) -> Iterator[Choice]:
    """The legal answers to a decision."""
    due = due_of(state, decision)
    for item in answers(state, decision.kind).values():
        yield from item.options(state, due)
