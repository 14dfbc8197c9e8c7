"""What the events of Handymen change in the state."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.alhambra.v1 import handymen_pb2

from server.games.alhambra.module_states import need
from server.games.alhambra.state import AlhambraState

State = AlhambraState


def die_rolled(state: State, event: handymen_pb2.DieRolled) -> None:
    """A die shows something."""
    need(state.handymen).dice.append(event.result)


def handyman_put_on_market(state: State, event: handymen_pb2.HandymanPutOnMarket) -> None:
    """A roll ended with a handyman on a market space."""
    own = need(state.handymen)
    own.supply[event.seat] -= 1
    own.on_market[event.space - 1][event.seat] += 1
    own.dice.clear()


def handyman_put_on_tile(state: State, event: handymen_pb2.HandymanPutOnTile) -> None:
    """A roll ended with a handyman on a tile."""
    own = need(state.handymen)
    own.supply[event.seat] -= 1
    own.on_tiles.add(event.tile)
    own.dice.clear()


def roll_lost(state: State, event: handymen_pb2.RollLost) -> None:
    """A roll ended with nothing."""
    need(state.handymen).dice.clear()


def handymen_used(state: State, event: handymen_pb2.HandymenUsed) -> None:
    """Handymen left the game."""
    own = need(state.handymen)
    own.on_market[event.space - 1][event.seat] -= event.up + event.down
    own.used[event.seat] += event.up + event.down


def handymen_left(state: State, event: handymen_pb2.HandymenLeft) -> None:
    """Their owners will be asked."""
    need(state.handymen).left[event.space] = list(event.seats)


def handymen_taken_back(state: State, event: handymen_pb2.HandymenTakenBack) -> None:
    """An owner has decided."""
    own = need(state.handymen)
    own.on_market[event.space - 1][event.seat] -= event.number
    own.supply[event.seat] += event.number
    seats = own.left[event.space]
    seats.remove(event.seat)
    if not seats:
        del own.left[event.space]


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "die_rolled": die_rolled,
    "handyman_put_on_market": handyman_put_on_market,
    "handyman_put_on_tile": handyman_put_on_tile,
    "roll_lost": roll_lost,
    "handymen_used": handymen_used,
    "handymen_left": handymen_left,
    "handymen_taken_back": handymen_taken_back,
}
