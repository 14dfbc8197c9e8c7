"""Prominence (R16): a tile in Europe on which discs are placed instead of an action's normal effect."""

from server.games.endeavor.modules.prominence import agenda, alliances, military, naval, placing, scores
from server.games.endeavor.points import Points


def attach(points: Points) -> None:
    """What all sides share, then what the four kinds add; each looks at the side in play."""
    placing.attach(points)
    scores.attach(points)
    naval.attach(points)
    military.attach(points)
    agenda.attach(points)
    alliances.attach(points)


__all__ = ["attach"]
