"""Military Buildup (R16.6): discs of the lower portion may be casualties."""

from server.games.endeavor.modules.prominence.placing import own_spots, side_of
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState

KIND = "military_buildup"


def attach(points: Points) -> None:
    """The casualties."""
    points.casualty_spots.append(casualty_spots)


def casualty_spots(state: EndeavorState, seat: int) -> list[str]:
    """R16.6: own discs of the lower portion, for an attack anywhere; upper ones never."""
    return own_spots(state, seat, lower=True) if side_of(state).kind == KIND else []
