"""The exploit The Spice Trade (R19): two further uses of Ship once its regions are open."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.actions import draw, options, ship
from server.games.endeavor.attributes import INFLUENCE, WEALTH
from server.games.endeavor.choices import Decline, MoveToTrack, SpiceShip
from server.games.endeavor.content.records import Exploit
from server.games.endeavor.points import Means, Points
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.acting import require, return_conscript, take_action
from server.games.endeavor.turns.drawing import draw_card
from server.games.endeavor.turns.kinds import ask, declined
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

SPICE_TRADE = "spice_trade"
TRACKS = (WEALTH, INFLUENCE)


def attach(points: Points) -> None:
    """The two abilities and the glory."""
    points.instead.append(abilities)
    points.score_exploits.append(score)
    points.lists[kinds.MOVE_TO_TRACK] = further_moves
    points.answer(kinds.CHOOSE_ACTION, SpiceShip, ship_and_draw)
    points.answer(kinds.CHOOSE_ACTION, MoveToTrack, begin_moving)
    points.answer(kinds.MOVE_TO_TRACK, MoveToTrack, move_on)
    points.answer(kinds.MOVE_TO_TRACK, Decline, stop)


def exploit(state: EndeavorState) -> Exploit:
    """The component record."""
    return state.components.exploits[SPICE_TRADE]


def unlocked(state: EndeavorState) -> bool:
    """R19.1: both its regions are open."""
    return all(state.open[region] for region in exploit(state).unlock)


def abilities(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Choice]:
    """R19.1: the uses of a Ship action."""
    if action != types_pb2.ACTION_SHIP or not unlocked(state):
        return
    if means.has_disc:
        yield from (SpiceShip(region) for region in exploit(state).seas if state.open[region])
    yield from movable(state, seat)


def movable(state: EndeavorState, seat: int) -> Iterator[MoveToTrack]:
    """R19.2: each sea with an own disc, to each of the two tracks."""
    for region in exploit(state).seas:
        if state.seas[region][seat]:
            yield from (MoveToTrack(region, attribute) for attribute in TRACKS)


def ship_and_draw(state: EndeavorState, seat: int, choice: SpiceShip, chance: Chance) -> Iterator[Message]:
    """R19.1: a disc to the sea, then the top card of that region where presence allows it."""
    means = options.means_now(state)
    action = require(state, types_pb2.ACTION_SHIP)
    _require_unlocked(state)
    if choice.region not in exploit(state).seas:
        raise illegal("R19.1", f"The Spice Trade does not reach {choice.region}.")
    reject(ship.refuse_sea(state, choice.region, means))
    yield take_action(state, action)
    yield events_pb2.SeaShipped(seat=seat, region=choice.region, conscript=means.conscript)
    deck = state.decks[choice.region]
    if deck and draw.refuse(state, seat, deck[0], types_pb2.ACTION_DRAW) is None:
        yield from draw_card(state, seat, deck[0], chance)
    else:
        yield from flow.go_on(state, chance)


def begin_moving(state: EndeavorState, seat: int, choice: MoveToTrack, chance: Chance) -> Iterator[Message]:
    """R19.1: instead of placing a disc, the first of any number of discs goes to a track."""
    action = require(state, types_pb2.ACTION_SHIP)
    _require_unlocked(state)
    _require_movable(state, seat, choice)
    yield take_action(state, action)
    yield from return_conscript(state)
    yield from _move(state, seat, choice, chance)


def further_moves(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R19.1: any number of discs."""
    yield from movable(state, seat)
    yield Decline()


def move_on(state: EndeavorState, seat: int, choice: MoveToTrack, chance: Chance) -> Iterator[Message]:
    """R19.1: another disc."""
    _require_movable(state, seat, choice)
    yield from _move(state, seat, choice, chance)


def stop(state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """R19.1: enough."""
    yield declined(seat, kinds.MOVE_TO_TRACK)
    yield from flow.go_on(state, chance)


def score(state: EndeavorState) -> Iterator[Message]:
    """R19.1: in each of its regions where a player has a disc in the sea, glory for each own disc on the track."""
    for seat in range(state.seats):
        regions = [region for region in exploit(state).seas if state.seas[region][seat]]
        points = sum(state.tracks[region].count(seat) for region in regions)
        yield from scored(seat, points, types_pb2.POINT_SOURCE_SPICE_TRADE, regions)


def _move(state: EndeavorState, seat: int, choice: MoveToTrack, chance: Chance) -> Iterator[Message]:
    yield events_pb2.DiscMovedToTrack(seat=seat, region=choice.region, attribute=choice.attribute)
    if next(movable(state, seat), None) is not None:
        yield ask(seat, kinds.MOVE_TO_TRACK)
    else:
        yield from flow.go_on(state, chance)


def _require_unlocked(state: EndeavorState) -> None:
    if not unlocked(state):
        raise illegal("R19.1", "The Spice Trade is locked until Africa and India are open.")


def _require_movable(state: EndeavorState, seat: int, choice: MoveToTrack) -> None:
    if choice not in movable(state, seat):
        raise illegal("R19.2", "You have no such disc, or the track is not wealth or influence.")
