"""Glory printed on the tile (R16.4)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.modules.prominence.placing import side_of
from server.games.endeavor.points import Points
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState


def attach(points: Points) -> None:
    """Spots, then links, before everything else."""
    points.score_first += [score_spots, score_links]


def score_spots(state: EndeavorState) -> Iterator[Message]:
    """R16.4, R16.7.2: glory printed on occupied spots."""
    for seat in range(state.seats):
        own = [spot for spot in side_of(state).spots.values() if state.spots.get(spot.id) == seat and spot.glory]
        points = sum(spot.glory for spot in own)
        yield from scored(seat, points, types_pb2.POINT_SOURCE_PROMINENCE_SPOTS, [spot.id for spot in own])


def score_links(state: EndeavorState) -> Iterator[Message]:
    """R16.4: links whose two ends one player occupies."""
    for seat in range(state.seats):
        own = [link for link in side_of(state).links if all(state.spots.get(end) == seat for end in link.ends)]
        points = sum(link.glory for link in own)
        yield from scored(seat, points, types_pb2.POINT_SOURCE_PROMINENCE_LINKS, [link.id for link in own])
