"""Scorings (R9)."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, types_pb2

from server.games.alhambra.grid import longest_wall
from server.games.alhambra.state import TYPE_COUNT, AlhambraState


def score(state: AlhambraState, number: int) -> Iterator[Message]:
    """R9: carry out scoring 1, 2 or 3: majorities by type, then walls, then what modules add."""
    yield events_pb2.ScoringBegan(scoring=number)
    for building_type in range(1, TYPE_COUNT + 1):
        yield from _score_majority(state, number, building_type)
    for seat, player in enumerate(state.players):
        segments = longest_wall(player.alhambra, state.walls)
        if segments:
            wall = events_pb2.WallPoints(segments=segments)
            yield events_pb2.PointsScored(seat=seat, points=segments, scoring=number, wall=wall)
    for part in state.points.scoring:
        yield from part(state, number)


def places(counts: Sequence[int]) -> list[tuple[int, int, int]]:
    """R9.3: for each count above zero its (index, place, how many share it), best first."""
    ranked = sorted((index for index, count in enumerate(counts) if count), key=lambda index: -counts[index])
    found = []
    for index in ranked:
        place = 1 + sum(1 for count in counts if count > counts[index])
        found.append((index, place, counts.count(counts[index])))
    return found


def majority_points(table: Sequence[int], place: int, sharing: int) -> int:
    """R9.3: the points of the shared places, added up, divided and rounded down."""
    return sum(table[place - 1 : place - 1 + sharing]) // sharing


def half_units(state: AlhambraState, building_type: int) -> list[int]:
    """R9.2: by seat, and last for Dirk, twice the number of buildings of a type."""
    owned = [list(player.alhambra.values()) for player in state.players] + [state.dirk]
    counts = [2 * sum(1 for tile in tiles if state.type_of(tile) == building_type) for tiles in owned]
    for more in state.points.half_units:
        for seat in range(state.seats):
            counts[seat] += more(state, seat, building_type, counts[seat])
    return counts


def tiles_for_dirk(state: AlhambraState, number: int) -> list[str]:
    """R14.4: the tiles that Dirk gets right after a scoring."""
    if not state.has_dirk or number == 3:
        return []
    counts = state.components.counts
    wanted = counts.dirk_after_first if number == 1 else len(state.draw_pile) // counts.dirk_divisor
    return list(state.draw_pile)[:wanted]


def _score_majority(state: AlhambraState, number: int, building_type: int) -> Iterator[Message]:
    table = state.components.majority_points[building_type][number - 1]
    counts = half_units(state, building_type)
    for index, place, sharing in places(counts):
        points = majority_points(table, place, sharing)
        if points == 0:
            continue
        yield events_pb2.PointsScored(
            seat=index if index < state.seats else None,
            points=points,
            scoring=number,
            majority=events_pb2.MajorityPoints(
                type=types_pb2.BuildingType.ValueType(building_type),
                half_units=counts[index],
                place=place,
                sharing=sharing,
            ),
        )
