"""Ship (R8.3): a shipping track, an open sea or a fleet."""

from collections.abc import Iterator

from server.games.endeavor.choices import ShipToFleet, ShipToSea, ShipToTrack
from server.games.endeavor.map import reaches
from server.games.endeavor.points import Means, Refusal
from server.games.endeavor.state import EndeavorState

NO_DISC = Refusal("R8.3", "You have no disc in your harbor.")


def refuse_track(state: EndeavorState, region: str, means: Means) -> Refusal | None:
    """R8.3.1: a region that is not open."""
    if region not in state.tracks or state.open[region]:
        return Refusal("R8.3.1", f"{region} has no shipping track with free spaces.")
    return None if means.has_disc else NO_DISC


def refuse_sea(state: EndeavorState, region: str, means: Means) -> Refusal | None:
    """R8.3.3: an open region other than Europe."""
    if region not in state.seas or not state.open[region]:
        return Refusal("R8.3.3", f"{region} has no open sea to ship to.")
    return None if means.has_disc else NO_DISC


def refuse_fleet(state: EndeavorState, seat: int, space: str, means: Means) -> Refusal | None:
    """R8.3.4: an empty fleet in an open region where the player is present."""
    record = state.board.spaces.get(space)
    if record is None or record.city:
        return Refusal("R8.3.4", f"{space} is no fleet.")
    if space in state.control:
        return Refusal("R8.3.4", f"{record.name} is occupied.")
    if not reaches(state, seat, record.region):
        return Refusal("R8.3.4", f"{record.name} lies in a region that is not open, or where you have no presence.")
    return None if means.has_disc else NO_DISC


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[ShipToTrack | ShipToSea | ShipToFleet]:
    """R8.3: every way to ship: tracks, seas, fleets."""
    if not means.has_disc:
        return
    yield from (ShipToTrack(region) for region in state.tracks if not state.open[region])
    yield from (ShipToSea(region) for region in state.seas if state.open[region])
    spaces, control = state.board.spaces, state.control
    for region, names in state.board.spaces_of.items():
        fleets = [name for name in names if not spaces[name].city and name not in control]
        if fleets and reaches(state, seat, region):
            yield from (ShipToFleet(name) for name in fleets)
