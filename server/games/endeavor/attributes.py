"""Attributes: always derived from tokens, buildings and cards, never counted along (R9.1)."""

from bisect import bisect_right

from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.content.records import GLORY, GOVERNOR
from server.games.endeavor.state import EndeavorState, Player

INDUSTRY = types_pb2.ATTRIBUTE_INDUSTRY
CULTURE = types_pb2.ATTRIBUTE_CULTURE
WEALTH = types_pb2.ATTRIBUTE_WEALTH
INFLUENCE = types_pb2.ATTRIBUTE_INFLUENCE


def position(state: EndeavorState, seat: int, attribute: int) -> int:
    """R9.1: the position of an attribute, 1 to 4."""
    player = state.players[seat]
    index = attribute - 1
    components = state.components
    total = player.track_discs[index] + symbols(state, player, index)
    for token, count in player.tokens.items():
        if components.tokens[token].attribute == attribute:
            total += count
    return total


def symbols(state: EndeavorState, player: Player, index: int) -> int:
    """Symbols of a type, by its index, on buildings and on cards in play."""
    return building_symbols(state, player, index) + card_symbols(state, player, index)


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
    return bisect_right(state.components.tracks.thresholds, position(state, seat, attribute)) - 1


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
    """R11.2: the greatest scoring mark not above the position, or the position itself where a module says so."""
    exact = position(state, seat, attribute)
    if any(rule(state, seat, attribute) for rule in state.points.exact):
        return exact
    marks = state.components.tracks.marks
    return marks[bisect_right(marks, exact) - 1]
