"""Castles' events in words, for logs and playthroughs."""

from collections.abc import Iterable
from typing import Any

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.content.records import COLORS, SWAN_COLORS
from server.games.castles.names import PASSAGES, REWARDS, SLOTS, stack_words, thing, things
from server.games.castles.story import points_words
from server.games.kernel.words import Name, Writers, colors_given, game_over

_STAGES = {
    types_pb2.STAGE_DRAW: "rooms are drawn",
    types_pb2.STAGE_PRICES: "the master builder sets prices",
    types_pb2.STAGE_FINAL: "final scoring",
}


def _paid(event: Any, name: Name) -> str:
    if not event.price:
        return ""
    return f" for {event.price}" + (f", paid to {name(event.paid_to)}" if event.HasField("paid_to") else "")


def _at(event: Any) -> str:
    turned = f", turned {90 * event.quarter_turns}°" if event.quarter_turns else ""
    return f"at {event.x}, {event.y}{turned}"


def _bought(event: events_pb2.RoomBought, name: Name) -> str:
    coins = f"; {event.coins_on_it} lay on it" if event.coins_on_it else ""
    return f"{name(event.seat)} buys {thing(event.tile)}{_paid(event, name)}{coins}"


def _scored(event: events_pb2.PointsScored, name: Name) -> str:
    verb = "loses" if event.points < 0 else "scores"
    return f"{name(event.seat)} {verb} {abs(event.points)}: {points_words(event)}"


def _ranked(event: events_pb2.FavorRanked, name: Name) -> str:
    counts = ", ".join(f"{name(seat)} {count}" for seat, count in enumerate(event.counts))
    whose = f" of {name(event.owner)}" if event.HasField("owner") else ""
    return f"{thing(event.favor)}{whose}: {counts}"


def _chosen(event: events_pb2.RoomChosen, name: Name) -> str:
    return f"{name(event.seat)} takes {thing(event.tile or event.hidden_tile)} to place it" if event.tile else ""


def _cards(event: Any, cards: Iterable[str], word: str) -> str:
    seen = list(cards)
    return things(seen) if seen else f"{event.count} {word}{'s' * (event.count != 1)}"


EVENTS: Writers = {
    "colors_given": colors_given(COLORS),
    "master_builder_chosen": lambda e, n: f"{n(e.seat)} is the first master builder",
    "stack_built": lambda e, n: f"the stack of {stack_words(e.stack)} has {e.count} tiles",
    "renovation_stack_built": lambda e, n: f"the stack of {stack_words(e.stack)} renovations has {e.count} tiles",
    "lake_filled": lambda e, n: f"{e.count} swan tokens are in the lake",
    "favors_shuffled": lambda e, n: f"{e.count} favors are shuffled",
    "favor_turned_up": lambda e, n: f"{thing(e.favor)} is {'public' if e.kept else 'turned up and goes back'}",
    "favor_pile_built": lambda e, n: f"{e.count} favors lie in the pile, {e.boxed_count} in the box",
    "room_deck_built": lambda e, n: f"the room deck has {e.count} cards",
    "bonus_deck_shuffled": lambda e, n: f"{e.count} bonus cards are shuffled",
    "decree_deck_shuffled": lambda e, n: f"{e.count} decrees are shuffled",
    "coins_gained": lambda e, n: f"{n(e.seat)} gets {e.coins}" + (f" by {thing(e.decree)}" if e.decree else ""),
    "foyer_placed": lambda e, n: (
        f"{n(e.seat)} begins a castle with a foyer"
        f" of {'four' if e.side == types_pb2.FOYER_SIDE_FOUR else 'three'} entrances"
        + (" in a barbican" if e.barbican else "")
    ),
    "passages_given": lambda e, n: f"{n(e.seat)} has {len(e.passages)} secret passages",
    "stage_began": lambda e, n: _STAGES.get(e.stage, ""),
    "decrees_dealt": lambda e, n: f"{e.count} decrees are dealt for the draft",
    "decrees_offered": lambda e, n: f"{n(e.seat)} looks at {_cards(e, e.decrees, 'decree')}",
    "decree_kept": lambda e, n: f"{n(e.seat)} keeps {thing(e.decree) if e.decree else 'a decree'}",
    "decrees_returned": lambda e, n: f"{e.count} decrees go to the bottom of the deck",
    "decree_revealed": lambda e, n: f"{n(e.seat)} has {thing(e.decree)}",
    "decree_given_up": lambda e, n: f"{n(e.seat)} gives up {thing(e.decree)}",
    "private_favors_taken": lambda e, n: f"{n(e.seat)} takes {_cards(e, e.favors, 'boxed favor')}",
    "room_hidden": lambda e, n: (
        f"{n(e.seat)} hides " + (thing(e.tile) if e.tile else f"the top {stack_words(e.stack)} room")
    ),
    "bonus_cards_drawn": lambda e, n: f"{n(e.seat)} draws {_cards(e, e.cards, 'bonus card')}",
    "bonus_card_kept": lambda e, n: f"{n(e.seat)} keeps {thing(e.card) if e.card else 'a bonus card'}",
    "bonus_cards_discarded": lambda e, n: f"{n(e.seat)} discards {_cards(e, e.cards, 'bonus card')}",
    "bonus_discard_shown": lambda e, n: f"{n(e.seat)} looks at {_cards(e, e.cards, 'discarded bonus card')}",
    "bonus_exchange_done": lambda e, n: f"{n(e.seat)} has swapped a bonus card, or not",
    "round_began": lambda e, n: f"round {e.round}: {n(e.master_builder)} is the master builder",
    "room_card_turned_up": lambda e, n: f"a {stack_words(e.stack)} card is turned up" + (" and discarded" * e.for_moat),
    "room_turned_up": lambda e, n: f"{thing(e.tile)} comes to the market",
    "deck_tile_removed": lambda e, n: f"a {stack_words(e.stack)} tile on the deck leaves the game",
    "renovation_turned_up": lambda e, n: f"{thing(e.renovation)} is on offer",
    "swan_token_placed": lambda e, n: f"a {SWAN_COLORS[e.color - 1]} swan token lies on {thing(e.on)}",
    "room_cards_shuffled": lambda e, n: f"the {e.count} cards of the discard pile become the room deck",
    "rooms_planned": lambda e, n: f"{n(e.seat)} puts {len(e.cards)} room cards on the deck",
    "coins_moved": lambda e, n: f"{e.coins} are moved from {thing(e.source)} to {thing(e.target)}",
    "room_priced": lambda e, n: f"{thing(e.tile)} costs {e.price}",
    "place_left_empty": lambda e, n: f"place {e.place + 1} of the market stays empty",
    "turn_began": lambda e, n: f"turn {e.turn}: {n(e.seat)}" + (" again" if e.extra else ""),
    "pass_taken": lambda e, n: f"{n(e.seat)} passes",
    "room_chosen": _chosen,
    "room_bought": _bought,
    "corridor_taken": lambda e, n: f"{n(e.seat)} takes {stack_words(e.stack)}{_paid(e, n)}",
    "moat_bought": lambda e, n: f"{n(e.seat)} buys a moat{_paid(e, n)}",
    "renovation_bought": lambda e, n: f"{n(e.seat)} buys {thing(e.renovation)}{_paid(e, n)}",
    "swan_token_taken": lambda e, n: f"{n(e.seat)} gets a {SWAN_COLORS[e.color - 1]} swan token",
    "swan_tokens_traded": lambda e, n: f"{n(e.seat)} trades {len(e.colors)} swan tokens for {e.coins}",
    "room_placed": lambda e, n: f"{n(e.seat)} places {thing(e.tile)} {_at(e)}, room {e.room}",
    "passage_placed": lambda e, n: f"{n(e.seat)} places a {PASSAGES[e.passage.passage]} Passage",
    "moat_placed": lambda e, n: f"{n(e.seat)} places a moat in the {SLOTS[e.slot]}",
    "renovation_placed": lambda e, n: f"{n(e.seat)} renovates room {e.room} with {thing(e.renovation)}",
    "points_scored": _scored,
    "room_completed": lambda e, n: f"{n(e.seat)} completes room {e.room}",
    "moat_completed": lambda e, n: f"{n(e.seat)} completes the moat",
    "reward_earned": lambda e, n: f"{n(e.seat)} earns the {REWARDS[e.reward]} reward",
    "reward_lost": lambda e, n: f"{n(e.seat)} loses reward {e.number}: it can do nothing",
    "reward_chosen": lambda e, n: f"{n(e.seat)} chooses the {REWARDS[e.reward]} reward",
    "downstairs_counted": lambda e, n: f"{n(e.seat)} has {e.count} completed downstairs rooms towards a reward",
    "extra_turn_earned": lambda e, n: f"{n(e.seat)} earns an extra turn",
    "stack_looked_through": lambda e, n: f"{n(e.seat)} looks through the stack of {stack_words(e.stack)}",
    "tile_put_on_deck": lambda e, n: (
        f"{n(e.seat)} puts " + (thing(e.tile) if e.tile else f"a {stack_words(e.stack)} tile") + " on the room deck"
    ),
    "stack_shuffled": lambda e, n: f"the stack of {stack_words(e.stack)} is shuffled",
    "favors_looked_at": lambda e, n: f"{n(e.seat)} looks at {_cards(e, e.favors, 'favors')}",
    "favor_kept": lambda e, n: f"{n(e.seat)} keeps {thing(e.favor) if e.favor else 'a favor'}",
    "coins_saved": lambda e, n: f"{n(e.seat)} saves {e.coins}" if e.coins else "",
    "deck_ran_out": lambda e, n: "the room deck has run out",
    "end_triggered": lambda e, n: f"the game ends with round {e.round}",
    "coins_added": lambda e, n: f"{e.coins} are put on {things(e.tiles)}" if e.tiles else "",
    "hidden_room_revealed": lambda e, n: f"{n(e.seat)} had hidden {thing(e.tile)}",
    "tiles_removed": lambda e, n: (
        f"{n(e.seat)} removes {e.count} from the stack of {stack_words(e.stack)}" if e.stack else ""
    ),
    "stack_depleted": lambda e, n: f"the stack of {stack_words(e.stack)} is depleted",
    "favor_ranked": _ranked,
    "cards_revealed": lambda e, n: f"{n(e.seat)} shows {things(e.cards)}" if e.cards else "",
    "game_ended": game_over,
}
