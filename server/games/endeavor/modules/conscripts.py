"""Conscription (R13.3) and Mobilization (R13.4)."""

from collections.abc import Iterator
from typing import NamedTuple

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.actions import options
from server.games.endeavor.choices import Decline, Mobilize, PlaceConscript
from server.games.endeavor.points import Means, Points, Refusal
from server.games.endeavor.state import CARD_SLOT, EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.kinds import ask, declined
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


class ConscriptSpace(NamedTuple):
    """A conscription space of a player: its slot, its action, the only region it may act in, and whether it is full."""

    slot: int
    action: types_pb2.Action.ValueType
    region: str | None
    full: bool


def attach(points: Points) -> None:
    """Conscripts of buildings and of Conquistadors; both modules bring them (R12.7, R20.14)."""
    if conscription in points.growth:
        return
    points.growth.append(conscription)
    points.after_actions.append(offer_mobilization)
    points.lists[kinds.PLACE_CONSCRIPT] = empty_spaces_listed
    points.lists[kinds.MOBILIZE] = mobilizations
    points.answer(kinds.PLACE_CONSCRIPT, PlaceConscript, place_conscript)
    points.answer(kinds.MOBILIZE, Mobilize, mobilize)
    points.answer(kinds.MOBILIZE, Decline, end_turn)


def spaces(state: EndeavorState, seat: int) -> list[ConscriptSpace]:
    """The conscription spaces of a seat: buildings by slot, then Conquistadors (R14.10)."""
    player = state.players[seat]
    records = state.components.buildings
    found = [
        ConscriptSpace(number, records[slot.building].conscription, None, slot.conscript)
        for number, slot in enumerate(player.buildings, start=1)
        if records[slot.building].conscription
    ]
    for name in player.cards:
        card = state.card(name)
        if card.conscription:
            full = state.conquistador == seat
            found.append(ConscriptSpace(CARD_SLOT, card.conscription, card.conscription_region, full))
    return found


def empty_slots(state: EndeavorState, seat: int) -> list[int]:
    """R13.3: the slots of empty conscription spaces."""
    return [space.slot for space in spaces(state, seat) if not space.full]


def conscription(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R13.3: a disc from supply to each empty space; where the supply is too small, the player chooses which."""
    empty = empty_slots(state, seat)
    supply = state.players[seat].supply
    if not empty or not supply:
        return
    if supply < len(empty):
        yield ask(seat, kinds.PLACE_CONSCRIPT)
        return
    for slot in empty:
        yield events_pb2.ConscriptPlaced(seat=seat, slot=slot, building=state.in_slot(seat, slot))


def empty_spaces_listed(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R13.3: the spaces to choose from."""
    return map(PlaceConscript, empty_slots(state, seat))


def place_conscript(state: EndeavorState, seat: int, choice: PlaceConscript, chance: Chance) -> Iterator[Message]:
    """R13.3: one of the last discs; asked again while there are more."""
    if choice.slot not in empty_slots(state, seat):
        raise illegal("R13.3", f"Slot {choice.slot} has no empty conscription space.")
    yield events_pb2.ConscriptPlaced(seat=seat, slot=choice.slot, building=state.in_slot(seat, choice.slot))
    if state.players[seat].supply and empty_slots(state, seat):
        yield ask(seat, kinds.PLACE_CONSCRIPT)
    else:
        yield from flow.growth_phase(state, chance, state.after(seat, state.crown))


def mobilizable(state: EndeavorState, seat: int) -> list[int]:
    """R13.4.2: the slots of conscripts whose action is possible."""
    return [space.slot for space in spaces(state, seat) if space.full and _possible(state, seat, space)]


def offer_mobilization(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R13.4, R7.8: after all actions of a building or token, once a turn, where a conscript can act."""
    if state.turn.acted and not state.turn.mobilized and mobilizable(state, seat):
        yield ask(seat, kinds.MOBILIZE)


def mobilizations(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R13.4: a conscript, or the end of the turn."""
    yield from map(Mobilize, mobilizable(state, seat))
    yield Decline()


def refuse(state: EndeavorState, seat: int, slot: int) -> Refusal | None:
    """R13.4: why a conscript may not be mobilized."""
    turn = state.turn
    if state.active != seat or not turn.acted or turn.mobilized:
        return Refusal("R13.4.1", "A conscript is mobilized once a turn, after a building or token was used.")
    space = next((space for space in spaces(state, seat) if space.slot == slot and space.full), None)
    if space is None:
        return Refusal("R13.4", f"Slot {slot} holds no conscript.")
    if not _possible(state, seat, space):
        rule = "R13.4.2" if space.region is None else "R14.10"
        return Refusal(rule, "The conscript's action can't be carried out.")
    return None


def mobilize(state: EndeavorState, seat: int, choice: Mobilize, chance: Chance) -> Iterator[Message]:
    """R13.4: the conscript's action follows and must be carried out."""
    reject(refuse(state, seat, choice.slot))
    action = next(space.action for space in spaces(state, seat) if space.slot == choice.slot)
    building = state.in_slot(seat, choice.slot)
    yield events_pb2.ConscriptMobilized(seat=seat, slot=choice.slot, building=building, action=action)
    yield from flow.go_on(state, chance)


def end_turn(state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """R13.4.2.1: mobilizing is never forced."""
    yield declined(seat, kinds.MOBILIZE)
    yield from flow.end_turn(state, chance)


def _possible(state: EndeavorState, seat: int, space: ConscriptSpace) -> bool:
    means = Means(state.players[seat].harbor, conscript=True, region=space.region)
    return options.possible(state, seat, space.action, means)
