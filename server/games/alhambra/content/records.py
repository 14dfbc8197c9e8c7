"""The component records of Alhambra and their loader."""

from functools import cache
from pathlib import Path

import msgspec

from server.games.alhambra.content.module_records import ModuleComponents, load_modules
from server.games.kernel.content import Provenance, Record, digest, provenance, read

FOLDER = Path(__file__).parent
CURRENCIES = ("florin", "dirham", "denar", "ducat")
TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
SIDES = ("north", "east", "south", "west")
COLORS = ("blue", "green", "orange", "red", "white", "yellow")


class Building(Record, frozen=True):
    """A building tile: its type's rank (1 to 6), printed price and the sides with a wall as bits (1 << side)."""

    id: str
    type: int
    price: int
    walls: int


class MoneyCard(Record, frozen=True):
    """A kind of money card: currency 1 to 4 (also its market space), value, and copies by number of players."""

    id: str
    currency: int
    value: int
    copies: int
    copies_with_two: int


class Components(Record, frozen=True):
    """Everything of one content version, by id and in canonical order."""

    version: str
    digest: bytes
    buildings: dict[str, Building]
    cards: dict[str, MoneyCard]
    majority_points: dict[int, tuple[tuple[int, ...], ...]]
    """By type, for scorings 1 to 3, the points of first, second and third place."""
    fountains: dict[int, str]
    """By player colour (1 to 6), the id of the fountain."""
    counts: "Counts"
    modules: ModuleComponents
    provenance: Provenance


class Counts(Record, frozen=True):
    """The numbers of setup.yaml that the base game uses."""

    starting_money: int
    display: int
    market: int
    sections: int
    take_sum: int
    dirk_at_start: int
    dirk_after_first: int
    dirk_divisor: int
    scoring_sections: tuple[int, int]
    """In which section, counted from 1, scoring card 1 and 2 are shuffled."""


class _Tile(msgspec.Struct):
    id: str
    type: str
    price: int
    walls: list[str]


class _Card(msgspec.Struct):
    currency: str
    value: int
    used_with_two_players: bool


class _Fountain(msgspec.Struct):
    id: str
    player_color: str


class _Setup(msgspec.Struct):
    player_counts: list[dict[str, object]]
    starting_money_minimum: int
    money_display_size: int
    building_market_size: int
    money_deck_sections: int
    take_money_sum_limit: int


class _ScoringCard(msgspec.Struct):
    scoring: int
    deck_section: int


@cache
def load(version: int = 1) -> Components:
    """The components of a content version. Raises msgspec.ValidationError when a file doesn't fit its records."""
    folder = FOLDER / f"v{version}"
    tiles = read(folder / "buildings.yaml", dict[str, list[_Tile]])["buildings"]
    cards = read(folder / "money_cards.yaml", dict[str, list[_Card]])["money_cards"]
    fountains = read(folder / "start_tiles.yaml", dict[str, list[_Fountain]])["start_tiles"]
    majorities = read(folder / "scoring.yaml", _Scoring).majority_points
    return Components(
        version=f"alhambra/{version}",
        digest=digest(folder),
        buildings={tile.id: _building(tile) for tile in tiles},
        cards=_cards(cards),
        majority_points={
            TYPES.index(name) + 1: tuple(tuple(points[f"scoring_{number}"]) for number in (1, 2, 3))
            for name, points in majorities.items()
        },
        fountains={COLORS.index(fountain.player_color) + 1: fountain.id for fountain in fountains},
        counts=_counts(folder),
        modules=load_modules(folder),
        provenance=provenance(folder),
    )


class _Scoring(msgspec.Struct):
    majority_points: dict[str, dict[str, list[int]]]


def _building(tile: _Tile) -> Building:
    walls = sum(1 << SIDES.index(side) for side in tile.walls)
    return Building(id=tile.id, type=TYPES.index(tile.type) + 1, price=tile.price, walls=walls)


def _cards(cards: list[_Card]) -> dict[str, MoneyCard]:
    """The copies of a card share one record: they are interchangeable (R5.2.1)."""
    kinds = sorted({(CURRENCIES.index(card.currency) + 1, card.value) for card in cards})
    records = {}
    for currency, value in kinds:
        name = CURRENCIES[currency - 1]
        copies = [card for card in cards if card.currency == name and card.value == value]
        with_two = sum(card.used_with_two_players for card in copies)
        card_id = f"{name}_{value}"
        records[card_id] = MoneyCard(
            id=card_id, currency=currency, value=value, copies=len(copies), copies_with_two=with_two
        )
    return records


def _counts(folder: Path) -> Counts:
    setup = read(folder / "setup.yaml", _Setup)
    scoring_cards = read(folder / "scoring_cards.yaml", dict[str, list[_ScoringCard]])["scoring_cards"]
    two = msgspec.convert(next(row for row in setup.player_counts if row["players"] == 2), _Dirk)
    sections = {card.scoring: card.deck_section for card in scoring_cards}
    return Counts(
        starting_money=setup.starting_money_minimum,
        display=setup.money_display_size,
        market=setup.building_market_size,
        sections=setup.money_deck_sections,
        take_sum=setup.take_money_sum_limit,
        dirk_at_start=two.dirk_tiles_at_start,
        dirk_after_first=two.dirk_tiles_after_scoring_1,
        dirk_divisor=two.dirk_draw_pile_divisor_after_scoring_2,
        scoring_sections=(sections[1], sections[2]),
    )


class _Dirk(msgspec.Struct):
    dirk_tiles_at_start: int
    dirk_tiles_after_scoring_1: int
    dirk_draw_pile_divisor_after_scoring_2: int
