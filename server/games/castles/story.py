"""The story that events tell: points with their reasons, chapters of a replay."""

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.names import thing
from server.games.kernel.game import Points

SOURCES = {number: name.removeprefix("POINTS_REASON_").lower() for name, number in types_pb2.PointsReason.items()}
"""The source of points in one word, by reason."""
_WHY = {
    types_pb2.POINTS_REASON_START: "for the place in turn order",
    types_pb2.POINTS_REASON_PRINTED: "printed",
    types_pb2.POINTS_REASON_CONNECTION: "for connected rooms",
    types_pb2.POINTS_REASON_ADJACENCY: "for rooms it touches",
    types_pb2.POINTS_REASON_CASTLE: "for rooms in the castle",
    types_pb2.POINTS_REASON_REWARD: "reward of a completed activity room",
    types_pb2.POINTS_REASON_SCORED_AGAIN: "reward of a completed living room: scored again",
    types_pb2.POINTS_REASON_MOAT: "moat",
    types_pb2.POINTS_REASON_DECREE: "decree",
    types_pb2.POINTS_REASON_DEPLETED_STACKS: "tiles of depleted stacks",
    types_pb2.POINTS_REASON_SWAN_SETS: "sets of swan tokens",
    types_pb2.POINTS_REASON_FAVOR: "favor",
    types_pb2.POINTS_REASON_BONUS_CARD: "bonus card",
    types_pb2.POINTS_REASON_TOWER_FAVOR: "favor of a tower",
    types_pb2.POINTS_REASON_COINS: "leftover coins",
}


def points(event: events_pb2.Event) -> Points | None:
    """The points that an event tells of, by source."""
    if event.WhichOneof("event") != "points_scored":
        return None
    scored = event.points_scored
    return Points(scored.seat, scored.points, SOURCES[scored.reason], points_words(scored))


def points_words(scored: events_pb2.PointsScored) -> str:
    """`for rooms it touches (2), room 7`."""
    words = _WHY[scored.reason]
    if scored.card:
        words += f" {thing(scored.card)}"
    if scored.count:
        words += f" ({scored.count})"
    if scored.place:
        words += f", place {scored.place}" + (f" shared by {scored.sharing}" if scored.sharing > 1 else "")
    if scored.HasField("room"):
        words += f", room {scored.room}"
    return words


def chapter(event: events_pb2.Event) -> str | None:
    """The title of the chapter that an event begins."""
    match event.WhichOneof("event"):
        case "round_began":
            return f"Round {event.round_began.round}"
        case "turn_began":
            extra = ", an extra turn" if event.turn_began.extra else ""
            return f"Turn {event.turn_began.turn}{extra}"
        case "final_scoring_began":
            return "Final scoring"
        case _:
            return None
