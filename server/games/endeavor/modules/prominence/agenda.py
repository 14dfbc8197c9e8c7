"""Political Agenda (R16.7): the exact position of an attribute scores."""

from server.games.endeavor.modules.prominence.placing import side_of
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState


def attach(points: Points) -> None:
    """The exception to sliding down."""
    points.exact.append(exact)


def exact(state: EndeavorState, seat: int, attribute: int) -> bool:
    """R16.7.1, R16.7.3: with a disc on a spot of that attribute; more of them add nothing."""
    if state.side is None:  # views are shown before the tile is chosen, too
        return False
    spots = side_of(state).spots
    return any(owner == seat and spots[spot].attribute == attribute for spot, owner in state.spots.items())
