"""Answers of the phases before the Action phase: starting building, Build, Payment (R2.8, R4, R6)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.actions.payment import occupied_slots
from server.games.endeavor.choices import Build, ChooseStartingSide, Decline, Pay
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.kinds import ask, declined, disc_paid
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def starting_sides(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R2.8: the two sides of the starting building."""
    return map(ChooseStartingSide, state.components.starting)


def choose_starting_side(
    state: EndeavorState, seat: int, choice: ChooseStartingSide, chance: Chance
) -> Iterator[Message]:
    """R2.8: a side of the starting building, with a disc from supply; then the next seat, then round 1."""
    if choice.building not in state.components.starting:
        raise illegal("R2.8", f"{choice.building} is no side of the starting building.")
    yield events_pb2.StartingSideChosen(seat=seat, building=choice.building)
    waiting = state.after(seat, state.crown)
    if waiting:
        yield ask(waiting[0], kinds.CHOOSE_STARTING_SIDE)
    else:
        yield from flow.begin_round(state, chance, state.crown)


def buildings(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R4.1: what may be built."""
    return map(Build, flow.buildable(state, seat))


def build(state: EndeavorState, seat: int, choice: Build, chance: Chance) -> Iterator[Message]:
    """R4: one building into the next free slot."""
    _refuse_building(state, seat, choice.building)
    slot = len(state.players[seat].buildings) + 1
    yield events_pb2.BuildingBuilt(seat=seat, building=choice.building, slot=slot)
    yield from flow.build_phase(state, chance, state.after(seat, state.crown))


def payments(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R6.1: which building to pay, or none."""
    if flow.may_pay(state, seat):
        yield from map(Pay, occupied_slots(state, seat))
    yield Decline()


def pay(state: EndeavorState, seat: int, choice: Pay, chance: Chance) -> Iterator[Message]:
    """R6.1: one payment; the seat is asked again while another is possible."""
    if choice.slot not in occupied_slots(state, seat):
        raise illegal("R6.1", f"No disc lies on the action space of slot {choice.slot}.")
    if not flow.may_pay(state, seat):
        raise illegal("R6.1", "You have made all payments of this phase.")
    yield disc_paid(state, seat, choice.slot, types_pb2.PAYMENT_REASON_PHASE)
    if flow.may_pay(state, seat):
        yield ask(seat, kinds.PAY)
    else:
        yield from flow.payment_phase(state, chance, state.after(seat, state.crown))


def stop_paying(state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """R6.1: fewer payments than allowed."""
    yield declined(seat, kinds.PAY)
    yield from flow.payment_phase(state, chance, state.after(seat, state.crown))


def _refuse_building(state: EndeavorState, seat: int, building: str) -> None:
    record = state.components.buildings.get(building)
    if record is None or building not in state.building_set:
        raise illegal("R12.2", f"{building} is not among the buildings of this game.")
    if building in flow.buildable(state, seat):
        return
    if not state.stock[building]:
        raise illegal("R4.1", f"No {record.name} is left.")
    fives = state.level_five_each
    own = sum(1 for slot in state.players[seat].buildings if state.components.buildings[slot.building].level == 5)
    if record.level == 5 and own >= fives:
        raise illegal("R4.2", f"A player may own {fives} building of level 5.")
    raise illegal("R4.1", f"The {record.name} is of level {record.level}, above your build level.")
