"""The story that events tell: points with their reasons, chapters of a replay."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.content import load
from server.games.endeavor.content.records import ATTRIBUTES
from server.games.endeavor.names import SOURCES
from server.games.kernel.game import Points

PHASES = ("Set-up", "Build", "Growth", "Payment", "Action", "Discard")
"""By number of the contract's Phase."""


def points(event: events_pb2.Event) -> Points | None:
    """The points that an event tells of, by source: `prominence`, `exploits`, `attributes`, `cities`, …"""
    if event.WhichOneof("event") != "points_scored":
        return None
    scored = event.points_scored
    return Points(scored.seat, scored.points, SOURCES[scored.source][0], reason_words(scored))


def reason_words(scored: events_pb2.PointsScored) -> str:
    """`cities: London, Lisbon`; `culture at 9`."""
    if scored.source == types_pb2.POINT_SOURCE_ATTRIBUTE:
        return f"{ATTRIBUTES[scored.attribute - 1]} at {scored.position}"
    words = SOURCES[scored.source][1]
    if scored.things:
        return f"{words}: {', '.join(map(thing_name, scored.things))}"
    return f"{words}, {scored.count}" if scored.count else words


def thing_name(thing: str) -> str:
    """A component by its name."""
    components = load()
    for records in (components.buildings, components.cards):
        if thing in records:
            return records[thing].name
    for board in components.boards.values():
        if thing in board.spaces:
            return board.spaces[thing].name
        if thing in board.regions:
            return board.regions[thing].name
        if thing in board.links:
            return "–".join(board.spaces[end].name for end in board.links[thing].ends)
    return thing.replace("_", " ")


def chapter(event: events_pb2.Event) -> str | None:
    """The title of the chapter that an event begins."""
    match event.WhichOneof("event"):
        case "round_began":
            return f"Round {event.round_began.round}"
        case "phase_began":
            return f"{PHASES[event.phase_began.phase]} phase"
        case "turn_began":
            return f"Turn {event.turn_began.turn}"
        case "scoring_began":
            return "Final scoring"
        case _:
            return None
