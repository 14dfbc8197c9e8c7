"""Placing bought and left-over buildings (R8.1, R10.3)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra.choices import GiveToDirk, Place, Reserve
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.end_of_turn import finish_actions
from server.games.alhambra.turns.ending import end_game
from server.games.alhambra.turns.redesign import cell_message, check_new_tile
from server.games.kernel.chance import Chance
from server.games.kernel.rejection import illegal


def place(state: AlhambraState, seat: int, choice: Place, chance: Chance) -> Iterator[Message]:
    """R8.1: into the Alhambra."""
    yield placed(state, seat, choice)
    yield from _go_on(state, chance)


def reserve(state: AlhambraState, seat: int, choice: Reserve, chance: Chance) -> Iterator[Message]:
    """Into the reserve, which is always legal (R8.1.1)."""
    yield reserved(state, seat, choice)
    yield from _go_on(state, chance)


def give_to_dirk(state: AlhambraState, seat: int, choice: GiveToDirk, chance: Chance) -> Iterator[Message]:
    """R14.5: to Dirk, with two players and only what was bought."""
    yield given_to_dirk(state, seat, choice)
    yield from _go_on(state, chance)


def placed(state: AlhambraState, seat: int, choice: Place) -> Message:
    """The event of a waiting building that goes into the Alhambra. Raises Rejected where it may not."""
    _require_waiting(state, seat, choice.tile)
    check_new_tile(state, state.players[seat], choice.tile, choice.cell)
    return events_pb2.BuildingPlaced(seat=seat, tile=choice.tile, cell=cell_message(choice.cell))


def reserved(state: AlhambraState, seat: int, choice: Reserve) -> Message:
    """The event of a waiting building that goes into the reserve. Raises Rejected for one that doesn't wait."""
    _require_waiting(state, seat, choice.tile)
    return events_pb2.BuildingReserved(seat=seat, tile=choice.tile)


def given_to_dirk(state: AlhambraState, seat: int, choice: GiveToDirk) -> Message:
    """R14.5: the event of a bought building that goes to Dirk. Raises Rejected where it may not."""
    if not state.has_dirk:
        raise illegal("R14.5", "Dirk plays only with two players.")
    if choice.tile not in state.players[seat].bought:
        raise illegal("R14.5.1", f"{choice.tile} was not bought this turn, so it can't be given to Dirk.")
    return events_pb2.BuildingGivenToDirk(seat=seat, tile=choice.tile)


def _require_waiting(state: AlhambraState, seat: int, tile: str) -> None:
    player = state.players[seat]
    if tile not in player.bought and tile not in player.leftover:
        raise illegal("R8.1", f"{tile} does not wait to be placed.")


def _go_on(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    if state.ending:
        yield from end_game(state)
    else:
        yield from finish_actions(state, chance)
