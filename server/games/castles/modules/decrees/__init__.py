"""Royal Decrees (R10): the draft, and each decree's effect at the named point it belongs to (section D)."""

from server.games.castles.modules.decrees import course, draft, exchange, final, planner, pricing, start
from server.games.castles.points import Points


def attach(points: Points) -> None:
    """R10."""
    draft.attach(points)
    start.attach(points)
    exchange.attach(points)
    planner.attach(points)
    pricing.attach(points)
    course.attach(points)
    final.attach(points)


def attach_double(points: Points) -> None:
    """R10.2: two decrees for each player."""
    points.change("decrees_each", lambda state, seat, each: 2)
