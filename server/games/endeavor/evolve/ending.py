"""The end of the game."""

from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.state import EndeavorState


def points_scored(state: EndeavorState, event: events_pb2.PointsScored) -> None:
    """Somebody scored."""
    glory = state.players[event.seat].glory
    glory[event.source] = glory.get(event.source, 0) + event.points


def game_ended(state: EndeavorState, event: events_pb2.GameEnded) -> None:
    """The game is over."""
    state.winners = tuple(event.winners)
