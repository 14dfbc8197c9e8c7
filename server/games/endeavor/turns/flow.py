"""The flow of rounds, phases and turns (R3); a step that needs an answer opens a decision and the flow stops there."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes
from server.games.endeavor.actions import options
from server.games.endeavor.actions.payment import occupied_slots
from server.games.endeavor.scoring import score
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import kinds
from server.games.endeavor.turns.kinds import ask
from server.games.kernel.chance import Chance


def begin_round(state: EndeavorState, chance: Chance, crown: int) -> Iterator[Message]:
    """R3.1: the next round, with its Build phase."""
    yield events_pb2.RoundBegan(round=state.round + 1, crown=crown)
    yield events_pb2.PhaseBegan(phase=types_pb2.PHASE_BUILD)
    yield from build_phase(state, chance, state.from_seat(crown))


def build_phase(state: EndeavorState, chance: Chance, seats: Sequence[int]) -> Iterator[Message]:
    """R4, for these seats; then the Growth phase."""
    for seat in seats:
        if buildable(state, seat):
            yield ask(seat, kinds.BUILD)
            return
        yield events_pb2.BuildSkipped(seat=seat)
    yield events_pb2.PhaseBegan(phase=types_pb2.PHASE_GROWTH)
    yield from growth_phase(state, chance, state.from_seat(state.crown))


def buildable(state: EndeavorState, seat: int) -> list[str]:
    """R4.1, R4.2: the buildings that a seat may take, in order of level."""
    player = state.players[seat]
    records = state.components.buildings
    if len(player.buildings) >= state.components.numbers.building_slots:
        return []
    highest = attributes.build_level(state, seat)
    fives = sum(1 for slot in player.buildings if records[slot.building].level == 5)
    if fives >= state.level_five_each:
        highest = min(highest, 4)
    return [name for name, left in state.stock.items() if left and records[name].level <= highest]


def growth_phase(state: EndeavorState, chance: Chance, seats: Sequence[int]) -> Iterator[Message]:
    """R5, for these seats: growth, then what modules add; then the Payment phase."""
    for seat in seats:
        discs = min(attributes.growth(state, seat), state.players[seat].supply)
        if discs:
            yield events_pb2.PopulationGrown(seat=seat, discs=discs)
        yield from after_growth(state, seat)
        if state.decisions:
            return
    yield events_pb2.PhaseBegan(phase=types_pb2.PHASE_PAYMENT)
    yield from payment_phase(state, chance, state.from_seat(state.crown))


def after_growth(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R5.3: what follows a seat's growth."""
    for step in state.points.growth:
        yield from step(state, seat)


def payment_phase(state: EndeavorState, chance: Chance, seats: Sequence[int]) -> Iterator[Message]:
    """R6, for these seats; then the Action phase."""
    for seat in seats:
        if may_pay(state, seat):
            yield ask(seat, kinds.PAY)
            return
    yield events_pb2.PhaseBegan(phase=types_pb2.PHASE_ACTION)
    yield from next_turn(state, chance, state.crown)


def may_pay(state: EndeavorState, seat: int) -> bool:
    """R6.1: whether a seat may make one more payment in this phase."""
    made = state.players[seat].payments
    return made < attributes.payments(state, seat) and bool(occupied_slots(state, seat))


def next_turn(state: EndeavorState, chance: Chance, first: int) -> Iterator[Message]:
    """R7.1, R7.2: the turn of the first seat from `first` on that has not passed; when all have, the Discard phase."""
    for seat in state.from_seat(first):
        if state.players[seat].passed:
            continue
        yield events_pb2.TurnBegan(seat=seat, turn=state.turn.number + 1)
        if can_act(state, seat):
            yield ask(seat, kinds.TAKE_TURN)
            return
        yield events_pb2.Passed(seat=seat, forced=True)
    yield events_pb2.PhaseBegan(phase=types_pb2.PHASE_DISCARD)
    yield from discard_phase(state, chance, state.from_seat(state.crown))


def can_act(state: EndeavorState, seat: int) -> bool:
    """R7.2: whether a seat can do anything but pass."""
    if next(options.acts(state, seat), None) is not None:
        return True
    return any(next(more(state, seat), None) is not None for more in state.points.before_acting)


def go_on(state: EndeavorState, chance: Chance) -> Iterator[Message]:
    """R7.5 to R7.8: the next action of the turn, then what may follow all actions, then the next turn."""
    seat = state.active
    if options.usable(state.turn) and next(options.remaining(state, seat), None) is not None:
        yield ask(seat, kinds.CHOOSE_ACTION)
        return
    for step in state.points.after_actions:
        yield from step(state, seat)
        if state.decisions:
            return
    yield from end_turn(state, chance)


def end_turn(state: EndeavorState, chance: Chance) -> Iterator[Message]:
    """R7.8: the turn is over."""
    yield from next_turn(state, chance, (state.active + 1) % state.seats)


def discard_phase(state: EndeavorState, chance: Chance, seats: Sequence[int]) -> Iterator[Message]:
    """R10.2, for these seats; a seat without cards is skipped (R10.3.1). Then the next round or the end."""
    for seat in seats:
        if state.players[seat].cards:
            yield ask(seat, kinds.ARRANGE_CARDS)
            return
    if state.round < state.components.numbers.rounds:
        yield from begin_round(state, chance, (state.crown + 1) % state.seats)
    else:
        yield from score(state)
