"""Naval Superiority (R16.5): discs may leave for an open sea; most discs score."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.actions import options
from server.games.endeavor.choices import MoveToSea
from server.games.endeavor.modules.prominence.placing import own_spots, side_of
from server.games.endeavor.points import Points
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import kinds
from server.games.endeavor.turns.kinds import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

KIND = "naval_superiority"


def attach(points: Points) -> None:
    """The move before acting, and the majority."""
    points.before_acting.append(moves)
    points.score_first.append(score_majority)
    points.answer(kinds.TAKE_TURN, MoveToSea, move)


def moves(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R16.5: every move of an own disc of the lower portion after which the seat can act."""
    if side_of(state).kind != KIND or state.turn.moved_to_sea:
        return
    spots = own_spots(state, seat, lower=True)
    seas = [region for region in state.seas if state.open[region]] if spots else []
    fitting = [region for region in seas if _can_act_after(state, seat, spots[0], region)]
    yield from (MoveToSea(spot, region) for spot in spots for region in fitting)


def move(state: EndeavorState, seat: int, choice: MoveToSea, chance: Chance) -> Iterator[Message]:
    """R16.5, R16.5.1: once a turn, before acting, and only where an action follows."""
    if side_of(state).kind != KIND or choice.spot not in own_spots(state, seat, lower=True):
        raise illegal("R16.5", f"You have no disc to move on {choice.spot}.")
    if choice.region not in state.seas or not state.open[choice.region]:
        raise illegal("R16.5", f"{choice.region} has no open sea to move to.")
    if state.turn.moved_to_sea:
        raise illegal("R16.5", "One disc may move in a turn.")
    if not _can_act_after(state, seat, choice.spot, choice.region):
        raise illegal("R16.5.1", "No activation or token would be possible after that move.")
    yield events_pb2.DiscMovedToSea(seat=seat, spot=choice.spot, region=choice.region)
    yield ask(seat, kinds.TAKE_TURN)


def score_majority(state: EndeavorState) -> Iterator[Message]:
    """R16.5, R16.5.2: most and second most discs on the tile, ties included; nobody scores without a disc."""
    if side_of(state).kind != KIND:
        return
    owners = list(state.spots.values())
    counts = [owners.count(seat) for seat in range(state.seats)]
    ranks = sorted({count for count in counts if count}, reverse=True)
    numbers = state.components.numbers
    worth = dict(zip(ranks, (numbers.majority_most, numbers.majority_second), strict=False))
    for seat, count in enumerate(counts):
        yield from scored(seat, worth.get(count, 0), types_pb2.POINT_SOURCE_PROMINENCE_MAJORITY, count=count)


def _can_act_after(state: EndeavorState, seat: int, spot: str, region: str) -> bool:
    """Looks ahead on the state itself and puts everything back."""
    del state.spots[spot]
    state.seas[region][seat] += 1
    try:
        return next(options.acts(state, seat), None) is not None
    finally:
        state.seas[region][seat] -= 1
        state.spots[spot] = seat
