"""Choosing the side and placing discs on it (R12.4, R16.1 to R16.3)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.actions import options
from server.games.endeavor.choices import PlaceOnTile
from server.games.endeavor.content import Side
from server.games.endeavor.points import Means, Points, Refusal
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.acting import require, take_action
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance

DRAW = types_pb2.ACTION_DRAW
DRAW_MINUS_1 = types_pb2.ACTION_DRAW_MINUS_1


def attach(points: Points) -> None:
    """The tile of the game, presence by it, and placing on it."""
    points.set_up.append(choose_side)
    points.presence.append(presence)
    points.instead.append(placements)
    points.answer(kinds.CHOOSE_ACTION, PlaceOnTile, place)


def side_of(state: EndeavorState) -> Side:
    """The side in play."""
    assert state.side is not None, "a Prominence rule before the tile was chosen"
    return state.side


def choose_side(state: EndeavorState, chance: Chance) -> Iterator[Message]:
    """R12.4.2: the side that the table named, or a random one for so many players."""
    suited = [side.id for side in state.components.prominence.values() if state.seats in side.seats]
    yield events_pb2.ProminenceChosen(side=state.side_wanted or chance.choose(suited))


def presence(state: EndeavorState, seat: int) -> int:
    """R16.2: discs on the tile count in Europe."""
    in_boxes = sum(discs[seat] for discs in state.alliances.values())
    return in_boxes + sum(1 for owner in state.spots.values() if owner == seat)


def own_spots(state: EndeavorState, seat: int, *, lower: bool) -> list[str]:
    """The circles of a portion that a seat occupies, in the tile's order."""
    spots = side_of(state).spots.values()
    return [spot.id for spot in spots if spot.lower == lower and state.spots.get(spot.id) == seat]


def placements(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[PlaceOnTile]:
    """R16.1: empty circles and alliance boxes, with the action that the side names, from any source (R20.1)."""
    side = side_of(state)
    plain = DRAW if action == DRAW_MINUS_1 else action
    if plain != side.action or not means.has_disc or means.region is not None:
        return
    yield from (PlaceOnTile(spot) for spot in side.spots if spot not in state.spots)
    yield from map(PlaceOnTile, side.boxes)


def refuse(state: EndeavorState, place: str, means: Means) -> Refusal | None:
    """R16.1, R16.2: an empty circle or a box, with a disc to place."""
    side = side_of(state)
    if place not in side.spots and place not in side.boxes:
        return Refusal("R16.1", f"The tile has no place {place}.")
    if place in state.spots:
        return Refusal("R16.2", "That circle is occupied.")
    if not means.has_disc:
        return Refusal("R16.1", "You have no disc in your harbor.")
    return None


def place(state: EndeavorState, seat: int, choice: PlaceOnTile, chance: Chance) -> Iterator[Message]:
    """R16.1: a disc on the tile, and nothing else of the action; a marked spot gains a disc (R16.3)."""
    side = side_of(state)
    action = require(state, side.action, *([DRAW_MINUS_1] if side.action == DRAW else []))
    means = options.means_now(state)
    reject(refuse(state, choice.place, means))
    yield take_action(state, action)
    for box, discs in state.alliances.items():
        if choice.place in side.boxes and box != choice.place and discs[seat]:
            yield events_pb2.AllianceLeft(seat=seat, box=box, discs=discs[seat])
    yield events_pb2.DiscPlacedOnTile(seat=seat, place=choice.place, conscript=means.conscript)
    spot = side.spots.get(choice.place)
    bonus = min(state.components.numbers.tile_bonus, state.players[seat].supply)
    if spot is not None and spot.disc_bonus and bonus:
        yield events_pb2.DiscsGained(seat=seat, discs=bonus, reason=types_pb2.GAIN_REASON_TILE_BONUS)
    yield from flow.go_on(state, chance)
