"""Renovations (R8): second types and centres over rooms that are there already."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import metrics
from server.games.castles.choices import BuyRenovation
from server.games.castles.content.records import STANDARD
from server.games.castles.geometry.castle import Castle, Room
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns import placing
from server.games.castles.turns.payment import price_of_renovation
from server.games.castles.turns.turn import ACTION
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """R8."""
    points.stacks.append(build_stacks)
    points.change("room_cards", lambda state, seat, cards: state.row.room_cards_with_renovations)
    points.card_drawn.append(refill_pool)
    points.deck_empty.append(shuffle_cards)
    points.over.append(stacks_depleted)
    points.actions.append(renovations_to_buy)
    points.could_act.append(could_renovate)
    points.handlers[ACTION, BuyRenovation] = buy_renovation


def build_stacks(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.5.3."""
    for stack in STANDARD:
        covers = [cover for cover in state.components.renovations if state.tile(cover).stack == stack]
        number = types_pb2.Stack.ValueType(stack)
        yield events_pb2.RenovationStackBuilt(stack=number, renovations=chance.shuffle(covers), count=len(covers))


def refill_pool(state: CastlesState, stack: int, chance: Chance) -> Iterator[Message]:
    """R8.8, R1.2.8.2: after a card's tile, while the pool has fewer than the market has places; none for towers."""
    covers = state.renovations.get(stack)
    if not covers or len(state.pool) >= state.row.market_rooms:
        return
    cover = covers[0]
    yield events_pb2.RenovationTurnedUp(renovation=cover)
    for step in state.points.revealed:
        yield from step(state, cover, state.tile(cover).swan, chance)


def shuffle_cards(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R11.1.4: before the end is certain the discard pile becomes the deck, if any card names a stack with tiles."""
    if not stacks_depleted(state) and any(state.stacks.get(card) for card in state.discard_pile):
        cards = [types_pb2.Stack.ValueType(card) for card in chance.shuffle(state.discard_pile)]
        yield events_pb2.RoomCardsShuffled(cards=cards, count=len(cards))


def stacks_depleted(state: CastlesState) -> bool:
    """R11.1.2: at least two stacks are empty."""
    needed = state.components.amounts.depleted_stacks_needed_with_renovations
    return len(metrics.depleted_stacks(state)) >= needed


def renovations_to_buy(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R8.1, R8.2: every renovation on offer on every room it fits."""
    if state.players[seat].coins < price_of_renovation(state, seat):
        return
    for lying in state.pool:
        for room in state.players[seat].castle.rooms:
            if fits(state, lying.renovation, room):
                yield BuyRenovation(lying.renovation, room.number)


def could_renovate(state: CastlesState, seat: int) -> bool:
    """R11.1.7: whether a renovation on offer fits any room."""
    rooms = state.players[seat].castle.rooms
    return any(fits(state, lying.renovation, room) for lying in state.pool for room in rooms)


def fits(state: CastlesState, renovation: str, room: Room) -> bool:
    """R8.2: the same stack, and not renovated yet."""
    return room.shows is room.tile and room.tile.stack == state.tile(renovation).stack


def buy_renovation(state: CastlesState, seat: int, choice: BuyRenovation, chance: Chance) -> Iterator[Message]:
    """R8.1: a renovation of the pool, put on a room at once; secret passages may come along (R6A.2.2)."""
    if not any(lying.renovation == choice.renovation for lying in state.pool):
        raise illegal("R8.1.1", f"{choice.renovation} is not on offer.")
    price = price_of_renovation(state, seat)
    if state.players[seat].coins < price:
        raise illegal("R3.5", f"A renovation costs {price}.")
    if not fits(state, choice.renovation, _room(state.players[seat].castle, choice.room)):
        raise illegal("R8.2.1", "A renovation goes on a room of the same stack that has none yet.")
    yield events_pb2.RenovationAimed(seat=seat, renovation=choice.renovation, room=choice.room)
    yield from placing.with_passages(state, seat, chance)


def _room(castle: Castle, number: int) -> Room:
    if number >= len(castle.rooms):
        raise illegal("R8.2.1", f"There is no room {number} in your castle.")
    return castle.rooms[number]
