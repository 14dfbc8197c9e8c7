"""What is in play at a table: its modules decide which tiles and cards are used (R1.2.3, R9.2)."""

from collections.abc import Sequence

from ludarium.games.castles.v1 import options_pb2

from server.games.castles.content import Components
from server.games.castles.state import CastlesState

MODULE_NAMES: dict[int, str] = {
    options_pb2.MODULE_FIVE_PLAYERS: "five_players",
    options_pb2.MODULE_TOWERS: "towers",
    options_pb2.MODULE_MOATS: "moats",
    options_pb2.MODULE_PASSAGES: "passages",
    options_pb2.MODULE_SWANS: "swans",
    options_pb2.MODULE_RENOVATIONS: "renovations",
    options_pb2.MODULE_DECREES: "decrees",
    options_pb2.MODULE_DOUBLE_DECREE: "double_decree",
}
"""By number of the contract's Module, the name in the component data."""


def room_tiles(state: CastlesState, stack: int) -> list[str]:
    """R1.2.3.1: the tiles that are mixed for a stack, in canonical order."""
    tiles = state.components.tiles
    return [
        name
        for name in state.components.rooms
        if tiles[name].stack == stack and (state.expansion_tiles or not tiles[name].expansion)
    ]


def room_cards(state: CastlesState) -> list[int]:
    """R1.2.7.1: the room cards in play, in canonical order; towers' only with their stack."""
    cards = state.components.room_cards
    return [stack for stack, number in cards.items() if stack in state.stacks for _ in range(number)]


def bonus_cards(state: CastlesState) -> list[str]:
    """R1.2.3.4, R9.2: the bonus cards in play, in canonical order."""
    cards = state.components.bonus_cards
    replaced = {card.replaces for card in cards.values() if state.expansion_tiles}
    return [
        name
        for name, card in cards.items()
        if name not in replaced and (state.expansion_tiles or not card.expansion) and in_play(state, card.module)
    ]


def favors(state: CastlesState) -> list[str]:
    """R1.2.3.4, R9.2: the favors in play, in canonical order."""
    return [
        name
        for name, favor in state.components.favors.items()
        if (state.expansion_tiles or not favor.expansion) and in_play(state, favor.module)
    ]


def decrees(components: Components, modules: Sequence[int], removed: frozenset[str]) -> list[str]:
    """R10.1.3, R10.3.4: the decrees in play, in canonical order."""
    names = {MODULE_NAMES[module] for module in modules}
    return [
        name
        for name, decree in components.decrees.items()
        if name not in removed and (not decree.module or decree.module in names)
    ]


def in_play(state: CastlesState, module: str) -> bool:
    """R9.2: whether a card's module is in play."""
    return not module or module in {MODULE_NAMES[number] for number in state.modules}
