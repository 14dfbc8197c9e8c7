"""Moats (R6): the barbican, up to three moats around the castle, and gardens beyond the drawbridge."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import BuyMoat, ChooseFoyer, among
from server.games.castles.content import Tile
from server.games.castles.content.records import MOATS, OUTDOOR
from server.games.castles.geometry.castle import Castle, Door, Room
from server.games.castles.geometry.fences import cells_touch_fence
from server.games.castles.geometry.moats import moat_form
from server.games.castles.geometry.outside import areas_with
from server.games.castles.points import Points, run_steps
from server.games.castles.state import CastlesState, Reward
from server.games.castles.turns import payment, rewards
from server.games.castles.turns.market import note_empty_deck
from server.games.castles.turns.turn import ACTION, CHOOSE_FOYER, LOOK_INTO_STACK, R_MOAT, ask, scored
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

SLOTS = (1, 2, 3)
"""The contract's MoatSlot."""
THREE, FOUR = types_pb2.FOYER_SIDE_THREE, types_pb2.FOYER_SIDE_FOUR


def attach(points: Points) -> None:
    """R6."""
    points.stacks.append(build_stack)
    points.foyers.append(ask_for_foyers)
    points.handlers[CHOOSE_FOYER, ChooseFoyer] = choose_foyer
    points.lists[CHOOSE_FOYER] = foyer_choices
    points.actions.append(moats_to_buy)
    points.could_act.append(could_place)
    points.handlers[ACTION, BuyMoat] = buy_moat
    points.checks.append(garden_rule)
    points.scored.append(score_for_moats)
    points.resolvers[R_MOAT] = (lambda state, seat: bool(rewards.stacks_to_look_into(state)), look)
    points.depleted.append(moats_of_stack)


def build_stack(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.5.1."""
    yield events_pb2.StackBuilt(stack=types_pb2.STACK_MOATS, count=state.row.moats)


def ask_for_foyers(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R6.1.1, R1.2.11.2: one after the other in turn order from the master builder."""
    for seat in state.from_builder():
        if not state.players[seat].castle.rooms:
            yield from ask(state, seat, CHOOSE_FOYER)
            return


def foyer_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R6.1: the side with three entrances in each orientation, or the side with four."""
    yield from (ChooseFoyer(THREE, turns) for turns in range(4))
    yield ChooseFoyer(FOUR, 0)


def choose_foyer(state: CastlesState, seat: int, choice: ChooseFoyer, chance: Chance) -> Iterator[Message]:
    """R6.1.1."""
    if not among(choice, foyer_choices(state, seat)):
        raise illegal("R6.1.1", "The side with three entrances lies in one of four ways, the side with four in one.")
    side = types_pb2.FoyerSide.ValueType(choice.side)
    yield events_pb2.FoyerPlaced(seat=seat, side=side, quarter_turns=choice.quarter_turns, barbican=True)


def moats_to_buy(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R6.4.1: where a moat could go."""
    if state.supplies[MOATS] and state.players[seat].coins >= state.components.amounts.moat_cost:
        castle = state.players[seat].castle
        yield from (BuyMoat(slot) for slot in SLOTS if not why_no_moat(castle, slot, state))


def could_place(state: CastlesState, seat: int) -> bool:
    """R11.1.7: whether a moat could go anywhere."""
    castle = state.players[seat].castle
    return bool(state.supplies[MOATS]) and any(not why_no_moat(castle, slot, state) for slot in SLOTS)


def why_no_moat(castle: Castle, slot: int, state: CastlesState) -> str:
    """R6.5: the number of the rule that forbids a moat in a slot; empty when it is legal."""
    if slot not in SLOTS or slot in castle.moats:
        return "R6.5.1"
    if not any(beside == 0 or beside in castle.moats for beside in state.components.moat_neighbours[slot]):
        return "R6.5.1"
    if len(castle.moats) == len(SLOTS) - 1 and castle.drawbridge() is None:
        return "R6.7"
    form = moat_form(slot)
    if not castle.full.keys().isdisjoint(form.full) or not castle.parts.keys().isdisjoint(form.full):
        return "R6.5.2"
    if cells_touch_fence(castle, form.full):
        return "R6.5.4"
    around = areas_with(castle, [(form, 0)], ())
    if not any(around.leads_out(door) for door in castle.open.values()):
        return "R6.5.5"
    return ""


def buy_moat(state: CastlesState, seat: int, choice: BuyMoat, chance: Chance) -> Iterator[Message]:
    """R6.4, R6.5, R6.6.1: pay, a card or tile leaves the room deck, place, score, complete."""
    cost = state.components.amounts.moat_cost
    if not state.supplies[MOATS]:
        raise illegal("R6.4.1", "There are no moats left.")
    if state.players[seat].coins < cost:
        raise illegal("R3.5", f"A moat costs {cost}.")
    castle = state.players[seat].castle
    rule = why_no_moat(castle, choice.slot, state)
    if rule:
        raise illegal(rule, _WHY[rule])
    yield events_pb2.MoatBought(seat=seat, price=cost, paid_to=payment.paid_to(state, seat))
    yield from thin_deck(state, chance)
    yield events_pb2.MoatPlaced(seat=seat, slot=types_pb2.MoatSlot.ValueType(choice.slot))
    yield scored(seat, state.components.moat_vp, types_pb2.POINTS_REASON_MOAT)
    count = sum(counting_types(state, room) for room in castle.rooms)
    if count:
        points = count * state.components.moat_vp_per_type
        yield scored(seat, points, types_pb2.POINTS_REASON_MOAT, count=count)
    if castle.closed_moat():
        yield events_pb2.MoatCompleted(seat=seat)
        for _ in range(state.points.amount("moat_looks", state, seat, 1)):
            yield from rewards.earn(state, seat, R_MOAT, None)


def thin_deck(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R6.4.2 to R6.4.4: the top card is turned up onto the discard pile; a tile on the deck leaves the game."""
    if not state.room_deck:
        yield from run_steps(state.points.deck_empty, state, chance)
    if not state.room_deck:
        return
    top = state.room_deck[0]
    stack = types_pb2.Stack.ValueType(top.stack)
    if top.tile:
        yield events_pb2.DeckTileRemoved(stack=stack, tile=top.tile)
    else:
        yield events_pb2.RoomCardTurnedUp(stack=stack, for_moat=True)
    yield from note_empty_deck(state)


def counting_types(state: CastlesState, room: Room) -> int:
    """R6.6.1, R6.6.2: a room's types that moats count."""
    return sum(kind not in state.components.moat_excluded for kind in room.types)


def score_for_moats(state: CastlesState, seat: int, room: Room) -> Iterator[Message]:
    """R6.6.3: each own moat counts the new room's types."""
    moats = len(state.players[seat].castle.moats)
    points = moats * counting_types(state, room) * state.components.moat_vp_per_type
    if points:
        yield scored(seat, points, types_pb2.POINTS_REASON_MOAT, room=room.number, count=moats)


def garden_rule(castle: Castle, tile: Tile, met: Sequence[Door]) -> str:
    """R6.9.0, R6.9.4: only outdoor rooms join the gardens, and gardens join nothing inside."""
    in_garden = [door.garden or castle.rooms[door.room].garden for door in met]
    if not any(in_garden):
        return ""
    if OUTDOOR not in tile.types:
        return "R6.9.0"
    return "" if all(in_garden) else "R6.9.4"


def look(state: CastlesState, reward: Reward, chance: Chance) -> Iterator[Message]:
    """R6.8.1."""
    yield from ask(state, state.active, LOOK_INTO_STACK)


def moats_of_stack(state: CastlesState, seat: int, stack: int) -> int:
    """R6.10.3: moats of a depleted stack; the barbican is none."""
    return len(state.players[seat].castle.moats) if stack == MOATS else 0


_WHY = {
    "R6.5.1": "A moat goes next to the barbican or to another of your moats, where none lies yet.",
    "R6.7": "Without an entrance to the drawbridge your moat may never be closed.",
    "R6.5.2": "The moat would overlap a tile or a secret passage.",
    "R6.5.4": "The moat would touch a fence.",
    "R6.5.5": "Your castle would have no external entrance left.",
}
