"""The story that events tell: points with their reasons, chapters of a replay."""

from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.content import load
from server.games.kernel.game import Points

T = types_pb2
PLACES = ("", "1st", "2nd", "3rd")
KINDS = {T.WORKER_ELF: "Elves", T.WORKER_DWARF: "Dwarves", T.WORKER_GNOME: "Gnomes"}
PHASES = {
    T.PHASE_CALENDAR: "Calendar",
    T.PHASE_PLACEMENT: "Placement",
    T.PHASE_COLLECTION: "Collection",
    T.PHASE_ACTIONS: "Actions",
    T.PHASE_SCORING: "Scoring",
}


def points(event: events_pb2.Event) -> Points | None:
    """The points that an event tells of, by source: `districts`, `workers`, `expansions`, `taxes`, …"""
    if event.WhichOneof("event") != "points_scored":
        return None
    scored = event.points_scored
    return Points(scored.seat, scored.points, source_name(scored.source), why(scored))


def source_name(source: types_pb2.PointSource.ValueType) -> str:
    """`districts`."""
    return types_pb2.PointSource.Name(source).removeprefix("POINT_SOURCE_").lower()


def why(scored: events_pb2.PointsScored) -> str:
    """What points were for: `1st in district d1 with 3½ markers`."""
    halves = scored.half_units
    count = f"{halves // 2}{'½' if halves % 2 else ''}"
    shared = f", shared by {scored.sharing}" if scored.sharing > 1 else ""
    match scored.source:
        case T.POINT_SOURCE_START:
            return "the start of The Expansion Expansion (R20.2)"
        case T.POINT_SOURCE_DISTRICTS:
            return f"{PLACES[scored.place]} in district {scored.thing} with {count} markers{shared}"
        case T.POINT_SOURCE_PIXIE:
            return f"the Pixie: {PLACES[scored.place]} in district {scored.thing} with {count} markers{shared}"
        case T.POINT_SOURCE_WORKERS:
            return f"{PLACES[scored.place]} in {KINDS[scored.worker]} with {count}{shared}"
        case T.POINT_SOURCE_EXPANSIONS:
            kind = load().permit_types[load().permits[scored.thing].permit_type]
            return f"the Expansion {kind.expansion}"
        case T.POINT_SOURCE_TAXES:
            return "taxes that could not be paid (R5.5)"
        case T.POINT_SOURCE_DJINN:
            return "given to the Djinn"
        case _:
            return f"the Queen's favour: {load().queen_cards[scored.thing].name}"


def chapter(event: events_pb2.Event) -> str | None:
    """The title of the chapter that an event begins."""
    match event.WhichOneof("event"):
        case "phase_began":
            return f"Month {event.phase_began.month}: {PHASES[event.phase_began.phase]}"
        case "scoring_began" if event.scoring_began.HasField("seat"):
            return f"Scoring of seat {event.scoring_began.seat} in month {event.scoring_began.month}"
        case "marker_advanced" if event.marker_advanced.month:
            return f"Seat {event.marker_advanced.seat} reaches month {event.marker_advanced.month}"
        case "game_ended":
            return "End of the game"
        case _:
            return None
