"""What a table chose: what its options say about board, decks and tile (R2.12, R12)."""

from typing import Any

from ludarium.games.endeavor.v1 import options_pb2

from server.games.endeavor.content import load

BUILDINGS = options_pb2.MODULE_EXPANSION_BUILDINGS
CARDS = options_pb2.MODULE_EXPANSION_CARDS
PROMINENCE = options_pb2.MODULE_PROMINENCE


def board_side(options: options_pb2.Options, seats: int) -> str:
    """R2.1: the side of the board."""
    if options.board_side > options_pb2.BOARD_SIDE_BY_SEATS:
        return _name(options_pb2.BoardSide, options.board_side, "BOARD_SIDE_")
    return load().default_side[seats]


def side_id(options: options_pb2.Options) -> str:
    """R12.4.2: the Prominence side that the table named; empty for none or a random one."""
    if options.prominence_side <= options_pb2.PROMINENCE_SIDE_RANDOM:
        return ""
    return _name(options_pb2.ProminenceSide, options.prominence_side, "PROMINENCE_SIDE_").lower()


def level_five_each(options: options_pb2.Options) -> int:
    """R4.2: the most buildings of level 5 that a player may own."""
    numbers = load().numbers
    match options.level_five_buildings:
        case options_pb2.LEVEL_FIVE_BUILDINGS_UNSPECIFIED:
            return numbers.level_five_each
        case options_pb2.LEVEL_FIVE_BUILDINGS_ONE_EACH:
            return 1
        case _:
            return numbers.building_slots


def leftover_scores(options: options_pb2.Options) -> bool:
    """R11.6: whether discs left in the harbor score."""
    wish = options.leftover_population
    if wish == options_pb2.LEFTOVER_POPULATION_UNSPECIFIED:
        return load().numbers.leftover_scores
    return wish == options_pb2.LEFTOVER_POPULATION_SCORES


def exploit_ids(options: options_pb2.Options) -> tuple[str, ...]:
    """R19.1, R19.2: the exploits in play; one of the published ones is documented."""
    return ("spice_trade",) if options.spice_trade else ()


def kept_values(options: options_pb2.Options) -> dict[str, set[int]]:
    """R12.3: by deck, the values whose Age of Sail cards stay although the new cards are used."""
    kept: dict[str, set[int]] = {}
    for row in options.kept_cards:
        deck = _name(options_pb2.Deck, row.deck, "DECK_").lower()
        kept.setdefault(deck, set()).update(row.values or values_of(deck))
    return kept


def chosen_cards(options: options_pb2.Options) -> dict[str, list[str]]:
    """R2.3, R12.3: the decks, lowest value on top; one card a value."""
    components = load()
    decks: dict[str, list[str]] = {}
    for card in components.old_cards:
        decks.setdefault(components.cards[card].deck, []).append(card)
    if CARDS in options.modules:
        kept = kept_values(options)
        for deck in {components.cards[card].deck for card in components.new_cards}:
            stays = kept.get(deck, set())
            old = [card for card in components.old_cards if components.cards[card].deck == deck]
            new = [card for card in components.new_cards if components.cards[card].deck == deck]
            decks[deck] = [card for card in old if components.cards[card].value in stays]
            decks[deck] += [card for card in new if components.cards[card].value not in stays]
    return {deck: sorted(cards, key=_value) for deck, cards in decks.items()}


def values_of(deck: str) -> set[int]:
    """The values of a deck's cards, old and new."""
    components = load()
    return {
        _value(card) for card in (*components.old_cards, *components.new_cards) if components.cards[card].deck == deck
    }


def _value(card: str) -> int:
    return load().cards[card].value or 0


def _name(enum: Any, value: int, prefix: str) -> str:
    name: str = enum.Name(value)
    return name.removeprefix(prefix)
