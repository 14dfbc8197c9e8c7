"""The flow: works off what is due until somebody is asked or the game is over."""

from collections.abc import Callable, Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import types_pb2

from server.games.belfort.asks import cards, guilds, people
from server.games.belfort.choices import Decline
from server.games.belfort.modules import (
    assistants,
    less_red_tape,
    parks_and_rex,
    permits,
    queen_of_belfort,
    specialties,
    two_players,
)
from server.games.belfort.state import BelfortState, Due
from server.games.belfort.turns import actions, collection, placement, rounds
from server.games.belfort.turns.agenda import ask, settle
from server.games.belfort.turns.items import Ask
from server.games.kernel.chance import Chance

K = types_pb2
Step = Callable[[BelfortState, Due, Chance], Iterator[Message]]

STEPS: dict[int, Step] = {
    K.STEP_BEGIN: rounds.begin,
    K.STEP_CALENDAR: rounds.calendar,
    K.STEP_LEFTOVER_COIN: assistants.leftover_coin,
    K.STEP_PLACEMENT: placement.placement,
    K.STEP_RESOURCES: collection.resources,
    K.STEP_RECRUITS: collection.recruits,
    K.STEP_KINGS_CAMP: collection.kings_camp,
    K.STEP_INCOME: collection.income,
    K.STEP_TAXES: collection.taxes,
    K.STEP_ACTIONS: actions.actions,
    K.STEP_TURN: actions.turn,
    K.STEP_FILL_POOL: rounds.fill_pool,
    K.STEP_SCORING: rounds.score,
    K.STEP_ROUND_END: rounds.round_end,
    K.STEP_NEXT_TAPELESS_TURN: less_red_tape.next_turn,
    K.STEP_TAPELESS_TURN: less_red_tape.turn,
    K.STEP_FILL_ROW: rounds.fill_row,
    K.STEP_GATHER: less_red_tape.gather_sent,
    K.STEP_ADVANCE: less_red_tape.advance,
    K.STEP_SCORE_SEAT: less_red_tape.score_seat,
    K.STEP_SEAT_INCOME: less_red_tape.seat_income,
    K.STEP_RETURN_TILES: less_red_tape.return_tiles,
    K.STEP_FINISH: less_red_tape.finish,
}

ASKS: dict[int, Ask] = {
    K.DECISION_KIND_PLACE: placement.PLACE,
    K.DECISION_KIND_SEND_ELVES: placement.SEND,
    K.DECISION_KIND_SEND_DWARVES: placement.SEND,
    K.DECISION_KIND_TAKE_ACTION: actions.TAKE_ACTION,
    K.DECISION_KIND_TAKE_TAPELESS_ACTION: less_red_tape.TAKE_ACTION,
    **people.ASKS,
    **cards.ASKS,
    **guilds.ASKS,
    **assistants.ASKS,
    **specialties.ASKS,
    **permits.ASKS,
    **queen_of_belfort.ASKS,
    **parks_and_rex.ASKS,
    **two_players.ASKS,
}

BEFORE: dict[int, Step] = {K.DECISION_KIND_BUILD_FOR_NON_PLAYER: two_players.prepare_build}
"""What happens before a decision is asked."""


def answers(state: BelfortState, kind: int) -> Ask:
    """The answers to a decision, those that modules add last."""
    more = state.points.answers.get(kind)
    return {**ASKS[kind], **more} if more else ASKS[kind]


def proceed(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """Take steps and ask until a seat is to answer. What offers nothing but to decline is not asked (R0.13)."""
    while not state.decisions and not state.winners:
        due = state.agenda[-1]
        if not due.decision:
            yield from STEPS[due.step](state, due, chance)
            continue
        if due.decision in BEFORE:
            yield from BEFORE[due.decision](state, due, chance)
        yield ask(due) if offers_anything(state, due) else settle()


def offers_anything(state: BelfortState, due: Due) -> bool:
    """Whether there is an answer besides declining."""
    for kind, item in answers(state, due.decision).items():
        if kind is not Decline and next(item.options(state, due), None) is not None:
            return True
    return False
