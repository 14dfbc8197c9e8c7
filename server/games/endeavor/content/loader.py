"""Reading a content version: YAML files into component records."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.content.boards import read_boards
from server.games.endeavor.content.records import (
    ACTIONS,
    ATTRIBUTES,
    GOVERNOR,
    MODES,
    SYMBOLS,
    Building,
    Card,
    Components,
    Exploit,
    Numbers,
    Side,
    Spot,
    SpotLink,
    Token,
    Tracks,
)
from server.games.kernel.content import Provenance, digest, provenance, read

FOLDER = Path(__file__).parent
SETS = ("age_of_sail", "age_of_expansion")
NO_ACTION = types_pb2.ACTION_UNSPECIFIED


@cache
def load(version: int = 1) -> Components:
    """The components of a content version. Raises msgspec.ValidationError when a file doesn't fit its records."""
    folder = FOLDER / f"v{version}"
    files = [read(folder / f"buildings_{name}.yaml", _Buildings) for name in SETS]
    sets = {name: [_building(tile) for tile in file.buildings] for name, file in zip(SETS, files, strict=True)}
    starting = [_building(tile) for tile in files[0].starting_building]
    cards = [read(folder / f"cards_{name}.yaml", _Cards) for name in SETS]
    old = [_card(card) for card in cards[0].asset_cards]
    new = [_card(card) for card in cards[1].asset_cards]
    governors = [_card(card) for card in cards[0].governors]
    boards, default_side, sides = read_boards(folder / "board.yaml")
    return Components(
        version=f"endeavor/{version}",
        digest=digest(folder),
        boards=boards,
        default_side=default_side,
        sides=sides,
        buildings={b.id: b for group in (*sets.values(), starting) for b in group},
        sets={name: tuple(b.id for b in sorted(group, key=lambda b: b.level)) for name, group in sets.items()},
        starting=tuple(b.id for b in starting),
        cards={card.id: card for card in (*old, *new, *governors)},
        old_cards=tuple(card.id for card in old),
        new_cards=tuple(card.id for card in new),
        tokens={token.id: token for token in map(_token, read(folder / "trade_tokens.yaml", _Tokens).tokens)},
        prominence={side.id: side for side in map(_side, read(folder / "prominence.yaml", _Prominence).sides)},
        tracks=_tracks(folder),
        numbers=_numbers(folder, files[0].level_5_in_play),
        exploits={e.id: e for e in map(_exploit, read(folder / "exploits.yaml", _Exploits).exploits)},
        provenance=_provenance(folder),
    )


def _provenance(folder: Path) -> Provenance:
    """As the kernel counts it; buildings, whose names are known better than what they do, by what they do."""
    counts = dict(provenance(folder))
    for name in SETS:
        file = read(folder / f"buildings_{name}.yaml", _BuildingMarks)
        counts[f"buildings_{name}"] = Counter(tile.effect_confidence for tile in file.buildings)
    return counts


class _BuildingMark(msgspec.Struct):
    effect_confidence: str


class _BuildingMarks(msgspec.Struct):
    buildings: list[_BuildingMark]


class _Tile(msgspec.Struct):
    id: str
    name: str
    symbols: dict[str, int]
    action_mode: str
    actions: list[str]
    conscription: str | None
    special: str | None
    copies: int
    level: int = 0


class _Buildings(msgspec.Struct):
    buildings: list[_Tile]
    level_5_in_play: int
    starting_building: list[_Tile] = []


class _CardRow(msgspec.Struct):
    id: str
    deck: str
    value: int | None
    name: str | None
    symbols: dict[str, int]
    effect: str | None
    subsidy: str | None
    governor_slot_allowed: bool
    conscription: str | None = None
    conscription_region: str | None = None
    region: str | None = None


class _Cards(msgspec.Struct):
    asset_cards: list[_CardRow]
    governors: list[_CardRow] = []


class _TokenRow(msgspec.Struct):
    id: str
    count: int
    attribute: str | None = None
    action_mode: str = "none"
    actions: list[str] = []


class _Tokens(msgspec.Struct):
    tokens: list[_TokenRow]


class _SpotRow(msgspec.Struct):
    id: str
    zone: str
    glory: int
    disc_bonus: bool
    attribute: str | None = None


class _SpotLinkRow(msgspec.Struct):
    id: str
    ends: tuple[str, str]
    glory: int


class _Box(msgspec.Struct):
    id: str
    colour: str


class _SideRow(msgspec.Struct):
    id: str
    module: str
    name: str
    players: list[int]
    placement_action: str
    spots: list[_SpotRow]
    links: list[_SpotLinkRow]
    boxes: list[_Box] = []


class _Prominence(msgspec.Struct):
    sides: list[_SideRow]


class _ExploitRow(msgspec.Struct):
    id: str
    name: str
    unlock_regions: list[str]
    seas: list[str]


class _Exploits(msgspec.Struct):
    exploits: list[_ExploitRow]


def _building(tile: _Tile) -> Building:
    return Building(
        id=tile.id,
        name=tile.name,
        level=tile.level,
        copies=tile.copies,
        symbols=_symbols(tile.symbols),
        mode=MODES[tile.action_mode],
        actions=tuple(ACTIONS[action] for action in tile.actions),
        conscription=ACTIONS[tile.conscription] if tile.conscription else NO_ACTION,
        special=tile.special,
    )


def _card(row: _CardRow) -> Card:
    place = (row.region or row.deck).replace("_", " ").title()
    plain = f"Governor of {place}" if row.deck == GOVERNOR else f"{place} {row.value}"
    return Card(
        id=row.id,
        deck=row.deck,
        value=row.value,
        name=f"{row.name} ({plain})" if row.name else plain,
        symbols=_symbols(row.symbols),
        effect=row.effect,
        subsidy=ACTIONS[row.subsidy] if row.subsidy else NO_ACTION,
        governor_slot=row.governor_slot_allowed,
        conscription=ACTIONS[row.conscription] if row.conscription else NO_ACTION,
        conscription_region=row.conscription_region,
        region=row.region,
    )


def _token(row: _TokenRow) -> Token:
    return Token(
        id=row.id,
        attribute=_attribute(row.attribute),
        mode=MODES[row.action_mode],
        actions=tuple(ACTIONS[action] for action in row.actions),
        count=row.count,
    )


def _side(row: _SideRow) -> Side:
    return Side(
        id=row.id,
        kind=row.module,
        name=row.name,
        seats=tuple(row.players),
        action=ACTIONS[row.placement_action],
        spots={
            spot.id: Spot(
                id=spot.id,
                lower=spot.zone == "lower",
                glory=spot.glory,
                disc_bonus=spot.disc_bonus,
                attribute=_attribute(spot.attribute),
            )
            for spot in row.spots
        },
        links=tuple(SpotLink(id=link.id, ends=link.ends, glory=link.glory) for link in row.links),
        boxes={box.id: box.colour for box in row.boxes},
    )


def _exploit(row: _ExploitRow) -> Exploit:
    return Exploit(id=row.id, name=row.name, unlock=tuple(row.unlock_regions), seas=tuple(row.seas))


def _symbols(symbols: dict[str, int]) -> tuple[int, ...]:
    return tuple(symbols[name] for name in SYMBOLS)


def _attribute(name: str | None) -> int:
    return ATTRIBUTES.index(name) + 1 if name else 0


def _tracks(folder: Path) -> Tracks:
    raw = read(folder / "attribute_tracks.yaml", dict[str, Any])
    levels = raw["level_values"]
    return Tracks(
        thresholds=tuple(raw["level_thresholds"]["values"]),
        build_level=tuple(levels["industry"]["build_level"]),
        growth=tuple(levels["culture"]["growth"]),
        payments=tuple(levels["wealth"]["payments"]),
        asset_slots=tuple(levels["influence"]["asset_slots"]),
        governor_slots=tuple(levels["influence"]["governor_slots"]),
        marks=tuple(raw["scoring_marks"]["values"]),
    )


def _numbers(folder: Path, level_five_kept: int) -> Numbers:
    raw = read(folder / "game_config.yaml", dict[str, Any])
    tracks = read(folder / "attribute_tracks.yaml", dict[str, Any])
    new = raw["expansion_numbers"]
    leftover = raw["leftover_population"]
    return msgspec.convert(
        {
            "rounds": raw["rounds"]["value"],
            "discs": tracks["discs_per_player"]["value"],
            "building_slots": tracks["building_slots"]["value"],
            "level_five_kept": level_five_kept,
            "level_five_each": raw["max_level_5_per_player"]["value"],
            "casualties": raw["attack_casualties"]["normal"],
            "fortified_casualties": raw["attack_casualties"]["fortified"],
            "fortifications": raw["fortification_supply"]["value"],
            "leftover_discs_per_glory": leftover["discs_per_glory"],
            "leftover_scores": leftover["enabled"],
            "slavery_glory": raw["glory"]["slavery_card_in_penalty_pile"],
            "flota_tokens": new["flota_tokens_max"]["value"],
            "flota_glory": new["flota_glory_per_token"]["value"],
            "declaration_fortifications": new["declaration_fortifications"]["value"],
            "declaration_glory": new["declaration_glory_per_fortification"]["value"],
            "dejima_glory": new["dejima_glory_per_symbol_type"]["value"],
            "conquistadors_glory": new["conquistadors_glory"]["value"],
            "conquistadors_minus": new["conquistadors_glory"]["minus_per_other_player"],
            "succession_discs": new["succession_discs"]["value"],
            "smallpox_drawer": new["smallpox"]["drawer_discs"],
            "smallpox_discs": new["smallpox"]["discs_per_wealth_token"],
            "fairground_reduction": new["fairground_value_reduction"]["value"],
            "citadel_glory": new["citadel_glory_per_fortify"]["value"],
            "majority_most": new["naval_superiority_majority"]["most"],
            "majority_second": new["naval_superiority_majority"]["second"],
            "alliance_glory": new["alliance_glory_per_disc"]["value"],
            "tile_bonus": new["prominence_disc_bonus"]["value"],
        },
        Numbers,
    )
