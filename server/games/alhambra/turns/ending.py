"""The end of the game (R10)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra import scoring
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.turn import PLACE_LEFTOVER, ask


def end_game(state: AlhambraState) -> Iterator[Message]:
    """R10.2 to R10.6: award and place left-over buildings, score, name the winners. Comes back after each placing."""
    for space, tile in enumerate(state.market, start=1):
        if _receiver(state) is not None and not state.leftovers_at_once:
            break
        if tile is not None:
            yield award(state, space, tile)
    receiver = _receiver(state)
    if receiver is not None:
        yield ask(receiver, PLACE_LEFTOVER)
        return
    yield from scoring.score(state, 3)
    yield game_ended(state)


def award(state: AlhambraState, space: int, tile: str) -> Message:
    """R10.2: the highest total in the space's currency gets the building; nobody does where it is shared or zero."""
    totals = [player.value_in(space, state.components) for player in state.players]
    best = [seat for seat, total in enumerate(totals) if total == max(totals) and total > 0]
    receiver = best[0] if len(best) == 1 else None
    return events_pb2.LeftoverAwarded(space=space, tile=tile, seat=receiver, totals=totals)


def game_ended(state: AlhambraState) -> Message:
    """R10.6: everyone with the most points wins; Dirk can't (R14.3)."""
    scores = [player.score for player in state.players]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    dirk = state.dirk_score if state.has_dirk else None
    return events_pb2.GameEnded(scores=scores, winners=winners, dirk_score=dirk)


def _receiver(state: AlhambraState) -> int | None:
    """The seat that has left-over buildings to place; buildings are awarded so that the earliest space comes first."""
    return next((seat for seat, player in enumerate(state.players) if player.leftover), None)
