"""Rounds and phases (R2, R3, R10, R11): what comes after what in the normal game."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import cards, scoring
from server.games.belfort.state import BelfortState, Due
from server.games.belfort.turns.agenda import add, settle, step
from server.games.kernel.chance import Chance

K = types_pb2


def calendar(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R3: the month, then what modules do in the order of R3.2, then the Placement phase."""
    yield settle()
    yield events_pb2.PhaseBegan(phase=K.PHASE_CALENDAR, month=state.month + 1)
    for part in state.points.calendar:
        yield from part(state, chance)
    asked = [due for part in state.points.calendar_asks for due in part(state)]
    yield from add([*asked, step(K.STEP_PLACEMENT)])


def round_end(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R21.4 and the next round; after the last month the game ends (R11.1)."""
    if state.month >= len(state.components.months):
        yield settle()
        yield from scoring.end_game(state)
        return
    for part in state.points.round_end:
        yield from part(state, chance)
        if state.agenda[-1] != due:
            return
    yield settle()
    yield events_pb2.RoundEnded()
    yield from add([step(K.STEP_CALENDAR)])


def score(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R10: the Scoring phase."""
    yield settle()
    yield events_pb2.PhaseBegan(phase=K.PHASE_SCORING, month=state.month)
    yield from scoring.score(state, state.month, range(state.seats))


def fill_pool(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R6.7: the Draw Pool is filled."""
    yield settle()
    yield from cards.fill_pool(state, chance)


def fill_row(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.1.4: the Property Row is filled."""
    yield settle()
    yield from cards.fill_row(state, chance)


def begin(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R1.5: everyone has kept cards: the others are shown, the Draw Pool is filled, and what modules set up follows."""
    yield settle()
    if any(player.drawn for player in state.players):
        yield events_pb2.StartDiscardsShown(cards=[card for player in state.players for card in player.drawn])
    yield from cards.fill_market(state, chance)
    for part in [*state.points.set_up, *state.points.lay_out_assistants]:
        yield from part(state, chance)
    yield events_pb2.PlayBegan()
    dues = [due for part in state.points.begin for due in part(state)]
    yield from add(dues or [step(K.STEP_CALENDAR)])
