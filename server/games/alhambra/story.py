"""The story that events tell: points with their reasons, chapters of a replay."""

from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra.content.records import TYPES
from server.games.kernel.game import Points


def points(event: events_pb2.Event) -> Points | None:
    """The points that an event tells of, by source: `majorities`, `wall`."""
    if event.WhichOneof("event") != "points_scored":
        return None
    scored = event.points_scored
    seat = scored.seat if scored.HasField("seat") else None
    if scored.HasField("wall"):
        words = f"scoring {scored.scoring}: longest wall, {scored.wall.segments} sides"
        return Points(seat, scored.points, "wall", words)
    return Points(seat, scored.points, "majorities", majority_words(scored))


def majority_words(scored: events_pb2.PointsScored) -> str:
    """`scoring 2: 1st place in tower with 3`."""
    majority = scored.majority
    place = ("1st", "2nd", "3rd")[majority.place - 1]
    count = f"{majority.half_units // 2}{'½' if majority.half_units % 2 else ''}"
    shared = f", shared by {majority.sharing}" if majority.sharing > 1 else ""
    return f"scoring {scored.scoring}: {place} place in {TYPES[majority.type - 1]} with {count}{shared}"


def chapter(event: events_pb2.Event) -> str | None:
    """The title of the chapter that an event begins."""
    match event.WhichOneof("event"):
        case "turn_began":
            return f"Turn {event.turn_began.turn}"
        case "scoring_began":
            return f"Scoring {event.scoring_began.scoring}"
        case "end_reached":
            return "End of the game"
        case _:
            return None
