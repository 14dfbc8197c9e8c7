"""What events change in hands, decks and what players look at."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.castles.v1 import events_pb2

from server.games.castles.state import CastlesState, DeckEntry, Discard

State = CastlesState


def favors_shuffled(state: State, event: events_pb2.FavorsShuffled) -> None:
    """The favors lie in this order."""
    state.favor_deck = list(event.favors)


def favor_turned_up(state: State, event: events_pb2.FavorTurnedUp) -> None:
    """A favor is public, or went back."""
    if event.favor in state.favor_deck:
        state.favor_deck.remove(event.favor)
    (state.favors if event.kept else state.favors_back).append(event.favor)


def favor_pile_built(state: State, event: events_pb2.FavorPileBuilt) -> None:
    """The unused favors lie in pile and box."""
    state.favor_deck.clear()
    state.favor_pile, state.favor_box = list(event.pile), list(event.boxed)


def bonus_deck_shuffled(state: State, event: events_pb2.BonusDeckShuffled) -> None:
    """The bonus cards lie in this order."""
    state.bonus_deck = list(event.cards)


def decree_deck_shuffled(state: State, event: events_pb2.DecreeDeckShuffled) -> None:
    """The decrees lie in this order."""
    state.decree_deck = list(event.decrees)


def decrees_dealt(state: State, event: events_pb2.DecreesDealt) -> None:
    """Decrees left the deck for the draft."""
    state.draft = list(event.decrees)
    del state.decree_deck[: event.count]


def decrees_offered(state: State, event: events_pb2.DecreesOffered) -> None:
    """A player looks at decrees."""
    state.players[event.seat].looked = list(event.decrees)
    if event.from_deck:
        del state.decree_deck[: event.count]
    else:
        state.draft.clear()
        state.draft_back = state.draft_back or state.draft_seat == event.seat
        state.draft_seat = event.seat


def decree_kept(state: State, event: events_pb2.DecreeKept) -> None:
    """A player kept one; the rest goes on."""
    player = state.players[event.seat]
    player.looked.remove(event.decree)
    player.kept_decrees.append(event.decree)
    if state.draft_seat is not None:
        state.draft, player.looked = player.looked, []


def decrees_returned(state: State, event: events_pb2.DecreesReturned) -> None:
    """Decrees lie at the bottom of the deck."""
    state.decree_deck.extend(event.decrees)
    state.players[event.seat].looked.clear()
    state.draft.clear()
    state.draft_seat = None


def decree_revealed(state: State, event: events_pb2.DecreeRevealed) -> None:
    """A decree lies face up."""
    player = state.players[event.seat]
    if event.decree in player.kept_decrees:
        player.kept_decrees.remove(event.decree)
    player.decrees.append(event.decree)


def decree_given_up(state: State, event: events_pb2.DecreeGivenUp) -> None:
    """A decree lies at the bottom of the deck."""
    state.players[event.seat].decrees.remove(event.decree)
    state.decree_deck.append(event.decree)


def start_decree_resolved(state: State, event: events_pb2.StartDecreeResolved) -> None:
    """A decree has done its work."""
    state.players[event.seat].started.append(event.decree)
    state.corridor_used = False


def private_favors_taken(state: State, event: events_pb2.PrivateFavorsTaken) -> None:
    """Favors of the box lie face down."""
    for favor in event.favors:
        state.favor_box.remove(favor)
    state.players[event.seat].private_favors.extend(event.favors)


def room_hidden(state: State, event: events_pb2.RoomHidden) -> None:
    """A tile lies under a decree."""
    state.stacks[event.stack].remove(event.tile)
    player = state.players[event.seat]
    player.hidden_room, player.hidden_stack = event.tile, event.stack


def bonus_cards_drawn(state: State, event: events_pb2.BonusCardsDrawn) -> None:
    """Bonus cards came to a player."""
    del state.bonus_deck[: event.count]
    player = state.players[event.seat]
    (player.looked if event.to_choose else player.bonus).extend(event.cards)


def bonus_card_kept(state: State, event: events_pb2.BonusCardKept) -> None:
    """A card is the player's."""
    player = state.players[event.seat]
    if event.card in player.looked:
        player.looked.remove(event.card)
    player.bonus.append(event.card)


def bonus_cards_discarded(state: State, event: events_pb2.BonusCardsDiscarded) -> None:
    """Cards are on their way to the bottom."""
    looked = state.players[event.seat].looked
    for card in event.cards:
        if card in looked:
            looked.remove(card)
    state.discards.append(Discard(event.seat, tuple(event.cards), exchanged=False))


def bonus_discard_shown(state: State, event: events_pb2.BonusDiscardShown) -> None:
    """The owner of a decree looks at them."""
    state.exchange_shown = True
    state.players[event.seat].looked = list(event.cards)


def bonus_exchange_done(state: State, event: events_pb2.BonusExchangeDone) -> None:
    """A card was swapped, or not."""
    player = state.players[event.seat]
    player.looked.clear()
    state.exchange_shown = False
    index = _first_discard(state)
    cards = list(state.discards[index].cards)
    if event.HasField("gave"):
        cards[cards.index(event.took)] = event.gave
        player.bonus[player.bonus.index(event.gave)] = event.took
    state.discards[index] = state.discards[index]._replace(cards=tuple(cards), exchanged=True)


def bonus_discards_returned(state: State, event: events_pb2.BonusDiscardsReturned) -> None:
    """Cards lie at the bottom of the deck."""
    index = next(i for i, discard in enumerate(state.discards) if discard.seat == event.from_seat)
    state.bonus_deck.extend(state.discards.pop(index).cards)


def stack_looked_through(state: State, event: events_pb2.StackLookedThrough) -> None:
    """A player looks through a stack."""
    player = state.players[event.seat]
    player.looked, player.looked_stack = list(event.tiles), event.stack


def tile_put_on_deck(state: State, event: events_pb2.TilePutOnDeck) -> None:
    """A tile lies on the room deck."""
    state.players[event.seat].looked.remove(event.tile)
    state.stacks[event.stack].remove(event.tile)
    state.room_deck.insert(0, DeckEntry(event.stack, event.tile, event.seat))
    state.tiles_taken += 1


def stack_shuffled(state: State, event: events_pb2.StackShuffled) -> None:
    """A stack lies in this order."""
    state.stacks[event.stack] = list(event.tiles)


def favors_looked_at(state: State, event: events_pb2.FavorsLookedAt) -> None:
    """A player looks at favors."""
    del state.favor_pile[: event.count]
    state.players[event.seat].looked = list(event.favors)


def favor_kept(state: State, event: events_pb2.FavorKept) -> None:
    """One was kept, the others discarded."""
    player = state.players[event.seat]
    player.looked.remove(event.favor)
    player.tower_favors.append(event.favor)
    state.favor_discard.extend(player.looked)
    player.looked.clear()


def _first_discard(state: State) -> int:
    order = state.from_builder()
    return min(range(len(state.discards)), key=lambda index: order.index(state.discards[index].seat))


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "favors_shuffled": favors_shuffled,
    "favor_turned_up": favor_turned_up,
    "favor_pile_built": favor_pile_built,
    "bonus_deck_shuffled": bonus_deck_shuffled,
    "decree_deck_shuffled": decree_deck_shuffled,
    "decrees_dealt": decrees_dealt,
    "decrees_offered": decrees_offered,
    "decree_kept": decree_kept,
    "decrees_returned": decrees_returned,
    "decree_revealed": decree_revealed,
    "decree_given_up": decree_given_up,
    "start_decree_resolved": start_decree_resolved,
    "private_favors_taken": private_favors_taken,
    "room_hidden": room_hidden,
    "bonus_cards_drawn": bonus_cards_drawn,
    "bonus_card_kept": bonus_card_kept,
    "bonus_cards_discarded": bonus_cards_discarded,
    "bonus_discard_shown": bonus_discard_shown,
    "bonus_exchange_done": bonus_exchange_done,
    "bonus_discards_returned": bonus_discards_returned,
    "stack_looked_through": stack_looked_through,
    "tile_put_on_deck": tile_put_on_deck,
    "stack_shuffled": stack_shuffled,
    "favors_looked_at": favors_looked_at,
    "favor_kept": favor_kept,
}
