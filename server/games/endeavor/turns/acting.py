"""Carrying actions out (R8)."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.actions import attack as attacks
from server.games.endeavor.actions import draw as draws
from server.games.endeavor.actions import occupy as occupations
from server.games.endeavor.actions import options, ship
from server.games.endeavor.actions import payment as payments
from server.games.endeavor.choices import Attack, Decline, Draw, Occupy, Pay, ShipToFleet, ShipToSea, ShipToTrack
from server.games.endeavor.map import claimable_links
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.drawing import draw_card, gain
from server.games.endeavor.turns.kinds import ask, declined, disc_paid
from server.games.endeavor.turns.turn import reject
from server.games.kernel.chance import Chance
from server.games.kernel.rejection import illegal


def take_action(state: EndeavorState, action: types_pb2.Action.ValueType) -> Message:
    """The event that uses an action; require it first."""
    return events_pb2.ActionTaken(seat=state.active, action=action)


def require(state: EndeavorState, *actions: types_pb2.Action.ValueType) -> types_pb2.Action.ValueType:
    """The first of these actions that may be used now. Raises Rejected where none of them may (R7.5)."""
    usable = options.usable(state.turn)
    for action in actions:
        if action in usable:
            return action
    raise illegal("R7.5", "That action is not among those you may carry out now.")


def return_conscript(state: EndeavorState) -> Iterator[Message]:
    """R13.4.4: a mobilized conscript whose action places no disc goes to supply."""
    if state.turn.mobilizing is not None:
        slot = state.turn.mobilizing
        yield events_pb2.ConscriptReturned(seat=state.active, slot=slot, building=state.in_slot(state.active, slot))


def occupy(state: EndeavorState, seat: int, choice: Occupy, chance: Chance) -> Iterator[Message]:
    """R8.1.2: a disc to the city, its token, then links."""
    means = options.means_now(state)
    action = require(state, types_pb2.ACTION_OCCUPY)
    reject(occupations.refuse(state, seat, choice.space, means))
    yield take_action(state, action)
    yield events_pb2.CityOccupied(seat=seat, space=choice.space, conscript=means.conscript)
    yield from take_tokens(state, seat, choice.space)
    yield from flow.go_on(state, chance)


def ship_to_track(state: EndeavorState, seat: int, choice: ShipToTrack, chance: Chance) -> Iterator[Message]:
    """R8.3.1, R8.3.2: the first free space, its token; a full track opens its region."""
    means = options.means_now(state)
    action = require(state, types_pb2.ACTION_SHIP)
    reject(ship.refuse_track(state, choice.region, means))
    track = state.tracks[choice.region]
    yield take_action(state, action)
    yield events_pb2.TrackShipped(seat=seat, region=choice.region, index=len(track) + 1, conscript=means.conscript)
    yield from _take_token(state, seat, state.board.track_places[choice.region][len(track) - 1])
    if len(track) < state.board.track_length[choice.region]:
        yield from flow.go_on(state, chance)
        return
    yield events_pb2.RegionOpened(region=choice.region)
    receiver = governor_receiver(track)
    governor = state.governors[choice.region]
    yield events_pb2.GovernorGained(seat=receiver, card=governor)
    yield from gain(state, receiver, governor, chance)


def governor_receiver(track: Sequence[int]) -> int:
    """R8.3.2: the most discs on the track; among equals, the disc nearest to the deck."""
    most = max(track.count(seat) for seat in track)
    return next(seat for seat in reversed(track) if track.count(seat) == most)


def ship_to_sea(state: EndeavorState, seat: int, choice: ShipToSea, chance: Chance) -> Iterator[Message]:
    """R8.3.3: presence, and nothing else."""
    means = options.means_now(state)
    action = require(state, types_pb2.ACTION_SHIP)
    reject(ship.refuse_sea(state, choice.region, means))
    yield take_action(state, action)
    yield events_pb2.SeaShipped(seat=seat, region=choice.region, conscript=means.conscript)
    yield from flow.go_on(state, chance)


def ship_to_fleet(state: EndeavorState, seat: int, choice: ShipToFleet, chance: Chance) -> Iterator[Message]:
    """R8.3.4: a disc to the fleet, its token, then links."""
    means = options.means_now(state)
    action = require(state, types_pb2.ACTION_SHIP)
    reject(ship.refuse_fleet(state, seat, choice.space, means))
    yield take_action(state, action)
    yield events_pb2.FleetLaunched(seat=seat, space=choice.space, conscript=means.conscript)
    yield from take_tokens(state, seat, choice.space)
    yield from flow.go_on(state, chance)


def draw(state: EndeavorState, seat: int, choice: Draw, chance: Chance) -> Iterator[Message]:
    """R8.4: a card; a full Draw is used before one that counts the value as lower."""
    usable = options.usable(state.turn)
    ways = [a for a in (types_pb2.ACTION_DRAW, types_pb2.ACTION_DRAW_MINUS_1) if a in usable]
    refusals = {action: draws.refuse(state, seat, choice.card, action) for action in ways}
    action = next((action for action, refusal in refusals.items() if refusal is None), None)
    if action is None:
        require(state, *ways)
        reject(next(iter(refusals.values())))
        raise AssertionError("an action without a refusal was found above")
    yield take_action(state, action)
    yield from return_conscript(state)
    yield from draw_card(state, seat, choice.card, chance)


def pay(state: EndeavorState, seat: int, choice: Pay, chance: Chance) -> Iterator[Message]:
    """R8.5.1: a disc from a building to the harbor."""
    means = options.means_now(state)
    action = require(state, types_pb2.ACTION_PAYMENT)
    reject(payments.refuse(state, seat, choice.slot, means.slot))
    yield take_action(state, action)
    yield from return_conscript(state)
    yield disc_paid(state, seat, choice.slot, types_pb2.PAYMENT_REASON_ACTION)
    yield from flow.go_on(state, chance)


def attack(state: EndeavorState, seat: int, choice: Attack, chance: Chance) -> Iterator[Message]:
    """R8.2; the defender is asked first where he may repel it (R8.2.5)."""
    action = require(state, types_pb2.ACTION_ATTACK)
    reject(attacks.refuse(state, seat, choice, options.means_now(state)))
    yield take_action(state, action)
    if any(rule(state, choice.space) for rule in state.points.may_repel):
        defender = state.control[choice.space]
        yield events_pb2.AttackDeclared(seat=seat, space=choice.space, defender=defender, casualties=choice.casualties)
        yield ask(defender, kinds.REPEL)
        return
    yield from carry_out_attack(state, choice.space, choice.casualties)
    yield from flow.go_on(state, chance)


def carry_out_attack(state: EndeavorState, space: str, lost: Sequence[str]) -> Iterator[Message]:
    """R8.2.3: casualties, the defender's disc back, the attacker's in its place; no token of the space; links."""
    seat = state.active
    yield events_pb2.AttackMade(
        seat=seat,
        space=space,
        defender=state.control[space],
        harbor_casualties=attacks.casualties(state, space) - len(lost),
        tile_casualties=lost,
        conscript=state.turn.mobilizing is not None,
        fortified=space in state.fortified,
    )
    yield from _take_links(state, seat, space)


def stop(state: EndeavorState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """R7.5: the actions left of a building that gives several are skipped."""
    if not options.may_stop(state.turn):
        rule = "R13.4.2" if state.turn.mobilizing is not None else "R7.5"
        raise illegal(rule, "This action must be carried out.")
    yield declined(seat, kinds.CHOOSE_ACTION)
    yield from flow.go_on(state, chance)


def take_tokens(state: EndeavorState, seat: int, space: str) -> Iterator[Message]:
    """R8.1.2: the token of a space where it still has one, then those of links."""
    yield from _take_token(state, seat, space)
    yield from _take_links(state, seat, space)


def _take_token(state: EndeavorState, seat: int, place: str) -> Iterator[Message]:
    if place in state.tokens:
        yield events_pb2.TokenTaken(seat=seat, place=place, token=state.tokens[place])


def _take_links(state: EndeavorState, seat: int, space: str) -> Iterator[Message]:
    for link in claimable_links(state, seat, space):
        yield from _take_token(state, seat, link)
