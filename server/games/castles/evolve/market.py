"""What events change in stacks, decks, market and pool."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.castles.v1 import events_pb2

from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.state import CastlesState, DeckEntry, MarketTile, PoolTile

State = CastlesState


def stack_built(state: State, event: events_pb2.StackBuilt) -> None:
    """A stack lies in this order."""
    if event.stack >= STAIRS:
        state.supplies[event.stack] = event.count
    else:
        state.stacks[event.stack] = list(event.tiles)
        state.box.extend(event.boxed)


def renovation_stack_built(state: State, event: events_pb2.RenovationStackBuilt) -> None:
    """A stack of renovations lies in this order."""
    state.renovations[event.stack] = list(event.renovations)


def lake_filled(state: State, event: events_pb2.LakeFilled) -> None:
    """The tokens will come in this order."""
    state.lake = list(event.tokens)


def room_deck_built(state: State, event: events_pb2.RoomDeckBuilt) -> None:
    """The room deck lies in this order."""
    state.room_deck = [DeckEntry(card, "", None) for card in event.cards]
    state.boxed_cards = list(event.boxed)


def room_card_turned_up(state: State, event: events_pb2.RoomCardTurnedUp) -> None:
    """A card came to the discard pile."""
    if state.room_deck:
        state.room_deck.pop(0)
    state.discard_pile.append(event.stack)


def room_turned_up(state: State, event: events_pb2.RoomTurnedUp) -> None:
    """A room came to the market."""
    if event.from_deck:
        state.room_deck.pop(0)
    elif event.tile in state.stacks.get(event.stack, ()):
        state.stacks[event.stack].remove(event.tile)
    state.market.append(MarketTile(event.tile))


def deck_tile_removed(state: State, event: events_pb2.DeckTileRemoved) -> None:
    """A tile on the deck left the game."""
    state.box.append(state.room_deck.pop(0).tile)


def renovation_turned_up(state: State, event: events_pb2.RenovationTurnedUp) -> None:
    """A renovation came to the pool."""
    size = state.tile(event.renovation).stack
    if event.renovation in state.renovations.get(size, ()):
        state.renovations[size].remove(event.renovation)
    state.pool.append(PoolTile(event.renovation))


def swan_token_placed(state: State, event: events_pb2.SwanTokenPlaced) -> None:
    """A token lies on a room or renovation."""
    if state.lake:
        state.lake.pop(0)
    for lying in state.market:
        if lying.tile == event.on:
            lying.swan = event.color
    for cover in state.pool:
        if cover.renovation == event.on:
            cover.swan = event.color


def room_cards_shuffled(state: State, event: events_pb2.RoomCardsShuffled) -> None:
    """The discard pile became the deck."""
    state.discard_pile.clear()
    state.room_deck.extend(DeckEntry(card, "", None) for card in event.cards)


def rooms_planned(state: State, event: events_pb2.RoomsPlanned) -> None:
    """Cards of the discard pile lie on the deck."""
    for card in event.cards:
        state.discard_pile.remove(card)
    state.room_deck[:0] = [DeckEntry(card, "", event.seat) for card in event.order]
    state.players[event.seat].planned = True


def planning_declined(state: State, event: events_pb2.PlanningDeclined) -> None:
    """A seat left it for this draw."""
    state.planning_declined.append(event.seat)


def coins_moved(state: State, event: events_pb2.CoinsMoved) -> None:
    """Coins moved from tile to tile."""
    for lying in state.market:
        if lying.tile == event.source:
            lying.coins -= event.coins
        if lying.tile == event.target:
            lying.coins += event.coins
    state.moved.append((event.source, event.target))


def moving_done(state: State, event: events_pb2.MovingDone) -> None:
    """No more coins move in this pricing."""
    state.moving_done = True


def room_priced(state: State, event: events_pb2.RoomPriced) -> None:
    """A tile lies under a price."""
    for lying in state.market:
        if lying.tile == event.tile:
            lying.place = event.place
    if event.extra:
        state.extra_priced = True
    else:
        state.priced_places = event.place + 1


def place_left_empty(state: State, event: events_pb2.PlaceLeftEmpty) -> None:
    """A price stays empty."""
    state.priced_places = event.place + 1


def coins_added(state: State, event: events_pb2.CoinsAdded) -> None:
    """Coins lie on what is left of the market."""
    for lying in state.market:
        if lying.tile in event.tiles:
            lying.coins += event.coins


def tiles_removed(state: State, event: events_pb2.TilesRemoved) -> None:
    """Tiles left a stack for the box."""
    player = state.players[event.seat]
    if not event.stack:
        player.removing_done = True
        return
    player.removed_from.append(event.stack)
    if event.stack in (STAIRS, HALLWAYS):
        state.supplies[event.stack] -= event.count
    else:
        state.box.extend(state.stacks[event.stack][: event.count])
        del state.stacks[event.stack][: event.count]


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "stack_built": stack_built,
    "renovation_stack_built": renovation_stack_built,
    "lake_filled": lake_filled,
    "room_deck_built": room_deck_built,
    "room_card_turned_up": room_card_turned_up,
    "room_turned_up": room_turned_up,
    "deck_tile_removed": deck_tile_removed,
    "renovation_turned_up": renovation_turned_up,
    "swan_token_placed": swan_token_placed,
    "room_cards_shuffled": room_cards_shuffled,
    "rooms_planned": rooms_planned,
    "planning_declined": planning_declined,
    "coins_moved": coins_moved,
    "moving_done": moving_done,
    "room_priced": room_priced,
    "place_left_empty": place_left_empty,
    "coins_added": coins_added,
    "tiles_removed": tiles_removed,
}
