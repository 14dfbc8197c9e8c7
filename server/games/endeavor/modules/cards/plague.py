"""The Great Plague (R15.3): everyone loses a disc, from the harbor or else from a building."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.choices import LoseDisc
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.kinds import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """The effect and its answer."""
    points.effects["great_plague"] = drawn
    points.lists[kinds.LOSE_DISC] = losses
    points.answer(kinds.LOSE_DISC, LoseDisc, lose)


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R15.3.1: harbors all at once; then the choices, from the drawer clockwise (R20.9)."""
    order = state.from_seat(seat)
    harbors = [one for one in order if state.players[one].harbor]
    choosers = [one for one in order if one not in harbors and next(losses(state, one), None) is not None]
    yield events_pb2.PlagueStruck(seat=seat, harbors=harbors, choosers=choosers)
    if choosers:
        yield ask(choosers[0], kinds.LOSE_DISC, card)


def losses(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R15.3: every disc on a building, conscripts too; not the one on Conquistadors."""
    for number, slot in enumerate(state.players[seat].buildings, start=1):
        if slot.disc:
            yield LoseDisc(number, False)
        if slot.conscript:
            yield LoseDisc(number, True)


def lose(state: EndeavorState, seat: int, choice: LoseDisc, chance: Chance) -> Iterator[Message]:
    """R15.3: the disc goes to supply; the next seat chooses, or the turn goes on."""
    if choice not in losses(state, seat):
        raise illegal("R15.3", "There is no such disc on your buildings.")
    card = state.subject
    building = state.in_slot(seat, choice.slot)
    yield events_pb2.PlagueSuffered(seat=seat, slot=choice.slot, conscript=choice.conscript, building=building)
    if state.plague_choosers:
        yield ask(state.plague_choosers[0], kinds.LOSE_DISC, card)
    else:
        yield from flow.go_on(state, chance)
