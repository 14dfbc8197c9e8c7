"""Dealing what a viewer can't see, so that everything is accounted for (R13.4)."""

from collections import Counter
from typing import TypeVar

from ludarium.games.castles.v1 import types_pb2, view_pb2

from server.games.castles.content.records import STANDARD, TOWERS
from server.games.castles.in_play import bonus_cards, decrees, favors, room_cards, room_tiles
from server.games.castles.state import CastlesState, DeckEntry
from server.games.kernel.chance import Chance

T = TypeVar("T")


def deal(state: CastlesState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    """Deal tiles, cards, favors, decrees, tokens, renovations and hidden coins."""
    _tiles(state, view, seat, chance)
    _room_cards(state, view, seat, chance)
    _favors(state, view, seat, chance)
    _bonus_cards(state, view, seat, chance)
    _decrees(state, view, seat, chance)
    _renovations(state, view, chance)
    tokens = Counter(state.components.swans) if _has_swans(view) else Counter[int]()
    tokens -= state.traded
    for player in state.players:
        tokens -= player.swans
    tokens -= Counter(state.swans_lying())
    state.lake = chance.shuffle(sorted(tokens.elements()))
    for number, shown in enumerate(view.players):
        if shown.coins_hidden and number != seat:
            state.players[number].coins = 1000 * chance.draw(40)


def _tiles(state: CastlesState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    """By stack: the stack itself, tiles on the deck, a hidden room, a tile about to be placed, the box."""
    seen = _tiles_seen(state)
    for shown in view.stacks:
        stack = shown.stack
        if stack not in state.stacks:
            continue
        tiles = list(state.components.towers) if stack == TOWERS else room_tiles(state, stack)
        looked = _looker(state, view, stack)
        known: list[str] = []
        if looked is not None and looked == seat:
            known = list(state.players[looked].looked)
        unseen = chance.shuffle(sorted({*tiles} - seen - {*known}))
        state.room_deck = [
            entry._replace(tile=unseen.pop()) if _is_hidden_tile(view, index, stack) and not entry.tile else entry
            for index, entry in enumerate(state.room_deck)
        ]
        for player in state.players:
            if player.hidden_stack == stack and not player.hidden_room:
                player.hidden_room = unseen.pop()
        missing = shown.count - len(known)
        state.stacks[stack] = chance.shuffle(sorted(known)) + unseen[:missing]
        state.box += unseen[missing:]
        if looked is not None and looked != seat:
            _show_stack(state, looked, stack)


def _show_stack(state: CastlesState, looked: int, stack: int) -> None:
    """Somebody else looks through a stack: what is imagined there lies before that player."""
    player = state.players[looked]
    player.looked = sorted(state.stacks[stack])
    pending = state.pending
    if pending is not None and pending.source == types_pb2.PLACEMENT_SOURCE_MOAT_REWARD and not pending.tile:
        pending.tile = player.looked[0]


def _tiles_seen(state: CastlesState) -> set[str]:
    seen = {lying.tile for lying in state.market} | {entry.tile for entry in state.room_deck}
    for player in state.players:
        seen |= {room.tile.id for room in player.castle.rooms} | {player.hidden_room}
    return seen


def _looker(state: CastlesState, view: view_pb2.View, stack: int) -> int | None:
    return next((player.seat for player in view.players if player.choosing_stack == stack), None)


def _is_hidden_tile(view: view_pb2.View, index: int, stack: int) -> bool:
    return index < len(view.deck_top) and view.deck_top[index].is_tile and view.deck_top[index].stack == stack


def _room_cards(state: CastlesState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    unseen = Counter(room_cards(state)) - Counter(state.discard_pile) - Counter(view.planned_cards)
    planned = iter(chance.shuffle(list(view.planned_cards)))
    state.room_deck = [entry if entry.stack else entry._replace(stack=next(planned)) for entry in state.room_deck]
    cards = chance.shuffle(sorted(unseen.elements()))
    missing = view.room_deck_count - len(state.room_deck)
    state.room_deck += [DeckEntry(card, "", None) for card in cards[:missing]]
    state.boxed_cards = cards[missing:]


def _favors(state: CastlesState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    seen: set[str] = set(state.favors)
    for player in state.players:
        seen |= {*player.tower_favors, *player.private_favors, *player.looked}
    unseen = chance.shuffle([favor for favor in favors(state) if favor not in seen])
    for number, shown in enumerate(view.players):
        if number == seat:
            continue
        player = state.players[number]
        player.tower_favors = _take(unseen, shown.tower_favor_count)
        player.private_favors = _take(unseen, shown.private_favor_count)
        if shown.choosing_count and _asked(view, number, shown) == "favors":
            player.looked = _take(unseen, shown.choosing_count)
    state.favor_discard = _take(unseen, view.favor_discard_count)
    state.favor_pile = _take(unseen, view.favor_pile_count)
    state.favor_box = unseen


def _bonus_cards(state: CastlesState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    seen: set[str] = set()
    for player in state.players:
        seen |= {*player.bonus, *player.looked}
    for discard in state.discards:
        seen |= {*discard.cards}
    unseen = chance.shuffle([card for card in bonus_cards(state) if card not in seen])
    known = _shown_to(state, view, seat)
    first = _first_discard(state)
    state.discards = [
        discard._replace(cards=tuple(known if index == first and known else _take(unseen, view.discards[index].count)))
        if not discard.cards
        else discard
        for index, discard in enumerate(state.discards)
    ]
    for number, shown in enumerate(view.players):
        if number == seat:
            continue
        player = state.players[number]
        player.bonus = _take(unseen, shown.bonus_count)
        if shown.choosing_count and _asked(view, number, shown) == "bonus":
            player.looked = _take(unseen, shown.choosing_count)
        if shown.choosing_count and _asked(view, number, shown) == "discards":
            player.looked = list(state.discards[first].cards)
    state.bonus_deck = unseen


def _shown_to(state: CastlesState, view: view_pb2.View, seat: int | None) -> list[str]:
    """D6.1: discarded cards that the viewer looks at now."""
    if seat is None or not view.exchange_shown or _asked(view, seat, view.players[seat]) != "discards":
        return []
    return list(view.players[seat].choosing)


def _first_discard(state: CastlesState) -> int:
    order = state.from_builder()
    return min(range(len(state.discards)), key=lambda i: order.index(state.discards[i].seat), default=0)


def _decrees(state: CastlesState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    if not state.points.draft or state.stage == types_pb2.STAGE_FOYERS:
        return
    seen: set[str] = set()
    for player in state.players:
        seen |= {*player.decrees, *player.kept_decrees, *player.looked}
    known = decrees(state.components, sorted(state.modules), state.removed_decrees)
    unseen = chance.shuffle([decree for decree in known if decree not in seen])
    for number, shown in enumerate(view.players):
        if number == seat:
            continue
        player = state.players[number]
        player.kept_decrees = _take(unseen, shown.kept_decree_count)
        if shown.choosing_count and _asked(view, number, shown) == "decrees":
            player.looked = _take(unseen, shown.choosing_count)
    state.draft = _take(unseen, view.draft_count)
    state.decree_deck = unseen


def _renovations(state: CastlesState, view: view_pb2.View, chance: Chance) -> None:
    seen = {lying.renovation for lying in state.pool}
    for player in state.players:
        seen |= {room.shows.id for room in player.castle.rooms}
    unseen = [cover for cover in state.components.renovations if cover not in seen]
    for shown in view.stacks:
        if shown.stack in STANDARD and _has_renovations(state):
            covers = [cover for cover in unseen if state.tile(cover).stack == shown.stack]
            state.renovations[shown.stack] = chance.shuffle(covers)


def _has_renovations(state: CastlesState) -> bool:
    return bool(state.points.card_drawn)


def _has_swans(view: view_pb2.View) -> bool:
    return bool(
        view.lake_count
        or view.traded
        or any(player.swans for player in view.players)
        or any(lying.swan for lying in view.market)
        or any(lying.swan for lying in view.pool)
    )


def _asked(view: view_pb2.View, seat: int, shown: view_pb2.PlayerView) -> str:
    """What a player looks at now: public, for it follows from the stage and the reward that is resolved."""
    if shown.choosing_stack:
        return "tiles"
    if view.stage in (types_pb2.STAGE_DRAFT, types_pb2.STAGE_START_DECREES):
        return "decrees"
    begun = next((part.reward for part in view.rewards if part.begun), 0)
    if begun == types_pb2.REWARD_TOWER:
        return "favors"
    if view.exchange_shown and any(decree == "decree_bonus_exchange" for decree in shown.decrees):
        return "discards"
    return "bonus"


def _take(things: list[T], number: int) -> list[T]:
    taken = things[:number]
    del things[:number]
    return taken
