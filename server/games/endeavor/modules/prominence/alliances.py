"""Changing Alliances (R16.8): allies may not attack each other's cities in Europe; the stronger alliance scores."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.content.records import EUROPE
from server.games.endeavor.map import presence
from server.games.endeavor.points import Points, Refusal
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState


def attach(points: Points) -> None:
    """The ban and the glory."""
    points.forbids_attack.append(forbids)
    points.score_first.append(score)


def forbids(state: EndeavorState, seat: int, space: str) -> Refusal | None:
    """R16.8, R16.8.1: cities in Europe of a player with a disc in the same box, at the moment of the attack."""
    record = state.board.spaces[space]
    if not record.city or record.region != EUROPE:
        return None
    defender = state.control[space]
    if any(discs[seat] and discs[defender] for discs in state.alliances.values()):
        return Refusal("R16.8", "You may not attack a city in Europe of a member of your alliance.")
    return None


def winning_box(state: EndeavorState) -> str | None:
    """R16.8, R16.8.2: the alliance whose members have the higher presence in Europe together; none in a tie."""
    totals = {
        box: sum(presence(state, seat, EUROPE) for seat in range(state.seats) if discs[seat])
        for box, discs in state.alliances.items()
        if any(discs)
    }
    best = [box for box, total in totals.items() if total == max(totals.values())]
    return best[0] if len(best) == 1 else None


def score(state: EndeavorState) -> Iterator[Message]:
    """R16.8: glory for each own disc in the winning box."""
    box = winning_box(state)
    if box is None:
        return
    for seat, discs in enumerate(state.alliances[box]):
        points = discs * state.components.numbers.alliance_glory
        yield from scored(seat, points, types_pb2.POINT_SOURCE_PROMINENCE_ALLIANCE, [box], discs)
