"""Occupy (R8.1)."""

from collections.abc import Iterator

from server.games.endeavor.choices import Occupy
from server.games.endeavor.map import reaches
from server.games.endeavor.points import Means, Refusal
from server.games.endeavor.state import EndeavorState


def refuse(state: EndeavorState, seat: int, space: str, means: Means) -> Refusal | None:
    """R8.1: why a city may not be occupied; None where it may."""
    record = state.board.spaces.get(space)
    if record is None or not record.city:
        return Refusal("R8.1.1", f"{space} is no city.")
    if space in state.control:
        return Refusal("R8.1.1", f"{record.name} is occupied.")
    if not state.open[record.region]:
        return Refusal("R8.1.1", f"{record.name} lies in a region that is not open.")
    if not reaches(state, seat, record.region):
        return Refusal("R8.1.1", f"You have no presence in the region of {record.name}.")
    if not means.has_disc:
        return Refusal("R8.1.2", "You have no disc in your harbor.")
    return None


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Occupy]:
    """R8.1: every city that may be occupied."""
    if not means.has_disc:
        return
    spaces, control = state.board.spaces, state.control
    for region, names in state.board.spaces_of.items():
        if reaches(state, seat, region):
            yield from (Occupy(name) for name in names if name not in control and spaces[name].city)
