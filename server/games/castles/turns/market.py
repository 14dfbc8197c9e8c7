"""Drawing rooms into the market (R2.1)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.points import run_steps
from server.games.castles.state import CastlesState
from server.games.kernel.chance import Chance

Stack = types_pb2.Stack.ValueType


def draw(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R2.1: fill the empty places of the market. It stays short when the deck runs out (R2.1.2)."""
    cards_seen_in_vain = 0
    while len(state.market) < state.row.market_rooms:
        if not state.room_deck:
            yield from run_steps(state.points.deck_empty, state, chance)
            if not state.room_deck:
                return
        if cards_seen_in_vain > len(state.room_deck) + len(state.discard_pile):
            return
        before = len(state.market)
        yield from turn_up(state, chance)
        cards_seen_in_vain = 0 if len(state.market) > before else cards_seen_in_vain + 1


def turn_up(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R2.1.3, R2.1.4: the top of the room deck; a card whose stack is empty brings nothing (R2.1.1)."""
    entry = state.room_deck[0]
    number = Stack(entry.stack)
    if entry.tile:
        tile = entry.tile
        yield events_pb2.RoomTurnedUp(tile=tile, stack=number, from_deck=True)
    else:
        yield events_pb2.RoomCardTurnedUp(stack=number)
        tile = next(iter(state.stacks.get(entry.stack, ())), "")
        if tile:
            yield events_pb2.RoomTurnedUp(tile=tile, stack=number)
    yield from note_empty_deck(state)
    if not tile:
        return
    for step in state.points.revealed:
        yield from step(state, tile, state.tile(tile).swan, chance)
    for after in state.points.card_drawn:
        yield from after(state, entry.stack, chance)


def note_empty_deck(state: CastlesState) -> Iterator[Message]:
    """R11.1.1: whether that was the last card or tile of the room deck."""
    if not state.room_deck and not state.deck_ran_out:
        yield events_pb2.DeckRanOut(round=state.round)
