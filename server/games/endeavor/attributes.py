"""Attributes: always derived from tokens, buildings and cards, never counted along (R9.1)."""

from bisect import bisect_right
from functools import lru_cache

from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.content import Components
from server.games.endeavor.content.records import ATTRIBUTES, GLORY, GOVERNOR, Tracks
from server.games.endeavor.state import EndeavorState, Player

INDUSTRY = types_pb2.ATTRIBUTE_INDUSTRY
CULTURE = types_pb2.ATTRIBUTE_CULTURE
WEALTH = types_pb2.ATTRIBUTE_WEALTH
INFLUENCE = types_pb2.ATTRIBUTE_INFLUENCE


def position(state: EndeavorState, seat: int, attribute: int) -> int:
    """R9.1: the position of an attribute, 1 to 4."""
    player = state.players[seat]
    buildings = tuple([slot.building for slot in player.buildings])
    tokens, discs = tuple(player.tokens.items()), tuple(player.track_discs)
    return positions(state.components, buildings, tuple(player.cards), tokens, discs)[attribute - 1]


@lru_cache(maxsize=1024)
def positions(
    components: Components,
    buildings: tuple[str, ...],
    cards: tuple[str, ...],
    tokens: tuple[tuple[str, int], ...],
    discs: tuple[int, ...],
) -> tuple[int, ...]:
    """R9.1: the positions of the attributes, with these buildings, cards in play and tokens, and discs by attribute."""
    totals = list(discs)
    things = [components.buildings[name].symbols for name in buildings]
    things += [components.cards[name].symbols for name in cards]
    for symbols in things:
        for index in range(len(ATTRIBUTES)):
            totals[index] += symbols[index]
    for token, count in tokens:
        attribute = components.tokens[token].attribute
        if attribute:
            totals[attribute - 1] += count
    return tuple(totals)


def building_symbols(state: EndeavorState, player: Player, index: int) -> int:
    """Symbols of a type on buildings."""
    buildings = state.components.buildings
    return sum(buildings[slot.building].symbols[index] for slot in player.buildings)


def card_symbols(state: EndeavorState, player: Player, index: int) -> int:
    """Symbols of a type on cards in play."""
    cards = state.components.cards
    return sum(cards[card].symbols[index] for card in player.cards)


def glory_of_things(state: EndeavorState, player: Player) -> tuple[list[str], list[str]]:
    """The buildings and the cards in play that show glory (R11.4)."""
    buildings, cards = state.components.buildings, state.components.cards
    shown = [slot.building for slot in player.buildings if buildings[slot.building].symbols[GLORY]]
    return shown, [card for card in player.cards if cards[card].symbols[GLORY]]


def level(state: EndeavorState, seat: int, attribute: int) -> int:
    """R9.3: the level reached, counted from 0."""
    return level_at(state.components.tracks, position(state, seat, attribute))


def level_at(tracks: Tracks, position: int) -> int:
    """R9.3: the level reached at a position, counted from 0."""
    return bisect_right(tracks.thresholds, position) - 1


def build_level(state: EndeavorState, seat: int) -> int:
    """R4.1: the highest level of building that may be built."""
    return state.components.tracks.build_level[level(state, seat, INDUSTRY)]


def growth(state: EndeavorState, seat: int) -> int:
    """R5.1: discs that come to the harbor."""
    return state.components.tracks.growth[level(state, seat, CULTURE)]


def payments(state: EndeavorState, seat: int) -> int:
    """R6.1: payments of a Payment phase."""
    return state.components.tracks.payments[level(state, seat, WEALTH)]


def card_slots(state: EndeavorState, seat: int) -> tuple[int, int]:
    """R10.1: asset slots and governor slots."""
    reached = level(state, seat, INFLUENCE)
    return state.components.tracks.asset_slots[reached], state.components.tracks.governor_slots[reached]


def cards_fit(state: EndeavorState, seat: int) -> bool:
    """R10.2: whether every card and stack has a slot; governor slots take only what is permitted there."""
    player = state.players[seat]
    assets, governors = card_slots(state, seat)
    units = player.units()
    needing_assets = sum(1 for card in units if card in player.stacks or not state.card(card).governor_slot)
    if not state.governors_anywhere:
        alone = sum(1 for card in units if card not in player.stacks and state.card(card).deck == GOVERNOR)
        if alone > governors:
            return False
    return needing_assets <= assets and len(units) <= assets + governors


def track_glory(state: EndeavorState, seat: int, attribute: int) -> int:
    """R11.2: what an attribute scores."""
    exact = scores_exactly(state, seat, attribute)
    return glory_at(state.components.tracks, position(state, seat, attribute), exact=exact)


def scores_exactly(state: EndeavorState, seat: int, attribute: int) -> bool:
    """R11.2: whether a module says that an attribute scores its position itself."""
    return any(rule(state, seat, attribute) for rule in state.points.exact)


def glory_at(tracks: Tracks, position: int, *, exact: bool) -> int:
    """R11.2: the greatest scoring mark not above the position, or the position itself."""
    return position if exact else tracks.marks[bisect_right(tracks.marks, position) - 1]
