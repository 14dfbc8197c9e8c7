"""Payment (R8.5)."""

from collections.abc import Iterator

from server.games.endeavor.choices import Pay
from server.games.endeavor.points import Means, Refusal
from server.games.endeavor.state import EndeavorState


def occupied_slots(state: EndeavorState, seat: int) -> list[int]:
    """The slots whose action space holds a disc (R1.9)."""
    return [number for number, slot in enumerate(state.players[seat].buildings, start=1) if slot.disc]


def refuse(state: EndeavorState, seat: int, slot: int, just_activated: int) -> Refusal | None:
    """R8.5: why a disc may not be taken back; None where it may."""
    if slot not in occupied_slots(state, seat):
        return Refusal("R8.5.3", f"No disc lies on the action space of slot {slot}.")
    if slot == just_activated:
        return Refusal("R8.5.2", "The disc that activated the building may not be taken back by it.")
    return None


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Pay]:
    """R8.5: every building that may be paid."""
    for number, slot in enumerate(state.players[seat].buildings, start=1):
        if slot.disc and number != means.slot:
            yield Pay(number)
