"""The story that events tell: points with their reasons, chapters of a replay."""

from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra.content.records import TYPES
from server.games.kernel.game import Points


def points(event: events_pb2.Event) -> Points | None:
    """The points that an event tells of, by source: `majorities`, `wall`, `decorated`, `handymen`, `gates`."""
    if event.WhichOneof("event") != "points_scored":
        return None
    scored = event.points_scored
    seat = scored.seat if scored.HasField("seat") else None
    return Points(seat, scored.points, _SOURCES[scored.WhichOneof("reason") or ""], reason_words(scored))


_SOURCES = {
    "majority": "majorities",
    "wall": "wall",
    "decorated": "decorated",
    "handymen": "handymen",
    "gate": "gates",
}


def reason_words(scored: events_pb2.PointsScored) -> str:
    """`scoring 1: longest wall, 4 sides`."""
    number = scored.scoring
    match scored.WhichOneof("reason"):
        case "wall":
            return f"scoring {number}: longest wall, {scored.wall.segments} sides"
        case "decorated":
            decorated = scored.decorated
            semi = " and a semi-building" if decorated.semi_building else ""
            return f"scoring {number}: decorated {TYPES[decorated.type - 1]}, {decorated.buildings}{semi}"
        case "handymen":
            return f"scoring {number}: largest group of handymen, {scored.handymen.group}"
        case "gate":
            return f"bonus of {scored.gate.key.replace('_', ' ')}"
        case _:
            return majority_words(scored)


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
