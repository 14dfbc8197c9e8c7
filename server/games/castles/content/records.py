"""The component records of Castles and their loader."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from server.games.castles.content.files import (
    Amounts,
    Barbican,
    Bonuses,
    Corridors,
    Decrees,
    Favors,
    Moats,
    Passages,
    PlayerRow,
    RawCenter,
    RawMetric,
    RawTile,
    Renovations,
    RoomCards,
    Rooms,
    RoomTypes,
    Shape,
    Shapes,
    Swans,
    Towers,
)
from server.games.kernel.content import Provenance, Record, digest, provenance, read

FOLDER = Path(__file__).parent
TYPES = ("activity", "corridor", "downstairs", "food", "living", "outdoor", "sleeping", "utility")
"""Room types in the order of the contract's RoomType, from 1."""
ACTIVITY, CORRIDOR, DOWNSTAIRS, FOOD, LIVING, OUTDOOR, SLEEPING, UTILITY = range(1, 9)
STANDARD_SIZES = (100, 150, 200, 250, 300, 350, 400, 450, 500, 600)
STANDARD = range(1, 11)
"""The stacks of the standard sizes, by the numbers of the contract's Stack."""
TOWERS, STAIRS, HALLWAYS, MOATS = 11, 12, 13, 14
SIDES = ("N", "E", "S", "W")
"""Directions in the order of the contract's Direction, here from 0."""
UP, DOWN = 1, 2
COLORS = ("red", "blue", "green", "yellow", "orange")
SWAN_COLORS = ("blue", "red", "green", "yellow", "purple")
CONNECTION, ADJACENCY, CASTLE = 1, 2, 3
CENTERS = ("connection", "adjacency", "castle")
SHORT, MEDIUM, LONG = 1, 2, 3


class Center(Record, frozen=True):
    """What a tile counts in its centre (R4.3.0): the kind, points for each match, and the types that match."""

    kind: int
    vp: int
    targets: frozenset[int]


class Door(Record, frozen=True):
    """An entrance of a tile as printed: its cell, side (0 to 3, from north) and level."""

    x: int
    y: int
    side: int
    level: int


class Tile(Record, frozen=True):
    """A room tile, tower, renovation, stairs, hallway or foyer. `stack` 0: it belongs to none."""

    id: str
    name: str
    stack: int
    size: int
    shape: str
    types: tuple[int, ...]
    vp: int
    center: Center | None
    doors: tuple[Door, ...]
    level: int
    """UP or DOWN; 0 for stairs, which have both, and for a hallway, whose level is chosen."""
    fence: bool
    swan: bool
    expansion: bool
    """True for tiles of the expansion box."""


class Metric(Record, frozen=True):
    """What a favor, bonus card or decree counts (section F of the rules)."""

    name: str
    type: int
    stacks: tuple[int, ...]
    required: int


class Favor(Record, frozen=True):
    """A King's Favor and the module it needs (empty for none)."""

    id: str
    metric: Metric
    module: str
    expansion: bool


class BonusCard(Record, frozen=True):
    """A bonus card: `vp` for every `per` of its metric; `per` 0: once, when the metric holds."""

    id: str
    metric: Metric
    vp: int
    per: int
    module: str
    expansion: bool
    replaces: str


class Decree(Record, frozen=True):
    """A Royal Decree: its rule's number, the moment it acts, its effect and the numbers of the effect."""

    id: str
    rule: str
    timing: str
    effect: str
    module: str
    numbers: dict[str, int]
    set_vp: tuple[int, ...]
    metric: Metric | None


class Components(Record, frozen=True):
    """Everything of one content version, by id and in canonical order."""

    version: str
    digest: bytes
    tiles: dict[str, Tile]
    """Standard rooms, towers, renovations, `stairs`, `hallway`, `foyer`, `barbican`."""
    rooms: tuple[str, ...]
    """The standard room tiles."""
    towers: tuple[str, ...]
    renovations: tuple[str, ...]
    shapes: dict[str, Shape]
    foyer_sides: dict[int, tuple[Door, ...]]
    """By the contract's FoyerSide."""
    favors: dict[str, Favor]
    exclusive_favors: frozenset[str]
    bonus_cards: dict[str, BonusCard]
    decrees: dict[str, Decree]
    players: dict[int, PlayerRow]
    amounts: Amounts
    rewards: dict[int, int]
    """By type, the amount of its reward (R4.5)."""
    room_cards: dict[int, int]
    """By stack, how many room cards name it."""
    gaps: dict[int, int]
    """By passage, the cells between the entrances it joins."""
    swans: dict[int, int]
    """By colour, how many tokens there are."""
    trade_coins: dict[int, int]
    set_vp: tuple[int, ...]
    """Points of a set of 1, 2, … colours, from index 1."""
    most_traded: int
    moat_cells: dict[int, tuple[tuple[int, int], ...]]
    """By MoatSlot (0: the barbican's water), its cells in ring coordinates."""
    moat_neighbours: dict[int, tuple[int, ...]]
    """By MoatSlot, the slots beside it; 0 is the barbican."""
    moat_size: int
    moat_vp: int
    moat_vp_per_type: int
    moat_excluded: frozenset[int]
    barbican: Barbican
    provenance: Provenance


def stack_of(size: int) -> int:
    """The stack of a size: 100 gives 1, 325 the towers; 0 for a size that has none."""
    if size in STANDARD_SIZES:
        return STANDARD_SIZES.index(size) + 1
    return TOWERS if size == 325 else 0


def size_of(stack: int) -> int:
    """The size of a stack of rooms."""
    return 325 if stack == TOWERS else STANDARD_SIZES[stack - 1]


@cache
def load(version: int = 1) -> Components:
    """The components of a content version. Raises msgspec.ValidationError when a file doesn't fit its records."""
    folder = FOLDER / f"v{version}"
    base = read(folder / "rooms_base.yaml", Rooms).rooms
    box = read(folder / "rooms_expansion.yaml", Rooms).rooms
    towers = read(folder / "towers.yaml", Towers).towers
    renovations = read(folder / "renovations.yaml", Renovations).renovations
    corridors = {raw.id: raw for raw in read(folder / "corridors.yaml", Corridors).corridors}
    moats = read(folder / "moats.yaml", Moats)
    tiles = [_tile(raw, expansion=False) for raw in base] + [_tile(raw, expansion=True) for raw in box]
    tower_tiles = [_tile(raw, expansion=True) for raw in towers]
    covers = [_tile(raw, expansion=True) for raw in renovations]
    own = [_corridor(corridors[name], stack) for name, stack in (("stairs", STAIRS), ("hallway", HALLWAYS))]
    foyer = _corridor(corridors["foyer"], 0)
    barbican = msgspec.structs.replace(
        foyer, id="barbican", name="Barbican", size=moats.barbican.size, shape=moats.barbican.room_shape
    )
    swans = read(folder / "swan_tokens.yaml", Swans)
    favors = read(folder / "kings_favors.yaml", Favors)
    slots = {"sw": 0, "nw": 1, "ne": 2, "se": 3}
    return Components(
        version=f"castles/{version}",
        digest=digest(folder),
        tiles={tile.id: tile for tile in [*tiles, *tower_tiles, *covers, *own, foyer, barbican]},
        rooms=tuple(tile.id for tile in tiles),
        towers=tuple(tile.id for tile in tower_tiles),
        renovations=tuple(tile.id for tile in covers),
        shapes={shape.id: shape for shape in read(folder / "shapes.yaml", Shapes).shapes},
        foyer_sides={
            number: _doors(corridors["foyer"].sides[side], [], UP) for number, side in ((1, "three"), (2, "four"))
        },
        favors={
            raw.id: Favor(id=raw.id, metric=_metric(raw), module=_module(raw.expansion), expansion=_boxed(raw.origin))
            for raw in favors.favors
        },
        exclusive_favors=frozenset(favors.mutually_exclusive_public),
        bonus_cards={
            raw.id: BonusCard(
                id=raw.id,
                metric=_metric(raw),
                vp=raw.vp,
                per=raw.per or 0,
                module=_module(raw.expansion),
                expansion=_boxed(raw.origin),
                replaces=raw.replaces,
            )
            for raw in read(folder / "bonus_cards.yaml", Bonuses).bonus_cards
        },
        decrees={
            raw.id: _decree(raw.id, raw.rule, raw.timing, raw.effect, raw.expansion, raw.params)
            for raw in read(folder / "royal_decrees.yaml", Decrees).decrees
        },
        players={row.players: row for row in read(folder / "config.yaml", Amounts).players},
        amounts=read(folder / "config.yaml", Amounts),
        rewards={TYPES.index(raw.id) + 1: raw.amount for raw in read(folder / "room_types.yaml", RoomTypes).room_types},
        room_cards={stack_of(raw.size): raw.count for raw in read(folder / "room_cards.yaml", RoomCards).room_cards},
        gaps={
            number: raw.gap for number, raw in enumerate(read(folder / "secret_passages.yaml", Passages).passages, 1)
        },
        swans={SWAN_COLORS.index(raw.colour) + 1: raw.count for raw in swans.swan_tokens},
        trade_coins=swans.trade_coins,
        set_vp=(0, *(swans.set_vp[number] for number in sorted(swans.set_vp))),
        most_traded=swans.max_traded_per_turn,
        moat_cells={slots[slot.id]: tuple(_slot_cells(slot.x, slot.y, slot.cell_rule)) for slot in moats.slots},
        moat_neighbours={
            slots[slot]: tuple(slots[other] for other in others) for slot, others in moats.slot_neighbours.items()
        },
        moat_size=moats.moat.size,
        moat_vp=moats.moat.vp,
        moat_vp_per_type=moats.moat.castle_bonus_vp,
        moat_excluded=frozenset(TYPES.index(name) + 1 for name in moats.moat.castle_bonus_excluded_types),
        barbican=moats.barbican,
        provenance=_marks(provenance(folder)),
    )


def _marks(found: Provenance) -> Provenance:
    """How many records of each file are confirmed, or in part recalled or reconstructed; the files say it record by
    record in full sentences."""
    summed: dict[str, dict[str, int]] = {}
    for name, marks in found.items():
        counts = summed.setdefault(name, {})
        for mark, number in marks.items():
            partly = "partly " if mark.startswith(("confirmed", "vp", "total")) else ""
            word = next((word for word in ("reconstructed", "recalled") if word in mark.lower()), "confirmed")
            summary = word if word == "confirmed" else partly + word
            counts[summary] = counts.get(summary, 0) + number
    return summed


def _tile(raw: RawTile, *, expansion: bool) -> Tile:
    level = DOWN if raw.level == "down" else UP
    return Tile(
        id=raw.id,
        name=raw.name,
        stack=stack_of(raw.size),
        size=raw.size,
        shape=raw.shape or raw.fits_shape,
        types=tuple(TYPES.index(name) + 1 for name in raw.types),
        vp=raw.vp,
        center=_center(raw.center),
        doors=_doors(raw.entrances, [], level),
        level=level,
        fence=raw.fence,
        swan=raw.swan,
        expansion=expansion,
    )


def _corridor(raw: Any, stack: int) -> Tile:
    levels = [DOWN if level == "down" else UP for level in raw.entrance_levels]
    return Tile(
        id=raw.id,
        name=raw.name,
        stack=stack,
        size=raw.size,
        shape=raw.shape,
        types=tuple(TYPES.index(name) + 1 for name in raw.types),
        vp=raw.vp,
        center=None,
        doors=_doors(raw.entrances, levels, UP),
        level=UP if stack == 0 else 0,
        fence=False,
        swan=False,
        expansion=False,
    )


def _doors(raw: Iterable[tuple[int, int, str]], levels: list[int], level: int) -> tuple[Door, ...]:
    return tuple(
        Door(x=x, y=y, side=SIDES.index(side), level=levels[number] if levels else level)
        for number, (x, y, side) in enumerate(raw)
    )


def _center(raw: RawCenter | None) -> Center | None:
    if raw is None:
        return None
    targets = frozenset(TYPES.index(name) + 1 for name in raw.targets)
    return Center(kind=CENTERS.index(raw.kind) + 1, vp=raw.vp, targets=targets)


def _metric(raw: RawMetric) -> Metric:
    return Metric(
        name=raw.metric,
        type=TYPES.index(raw.type) + 1 if raw.type else 0,
        stacks=tuple(stack_of(size) for size in raw.sizes),
        required=raw.required,
    )


def _decree(name: str, rule: str, timing: str, effect: str, module: str, params: dict[str, Any]) -> Decree:
    metric = None
    if "metric" in params:
        metric = _metric(msgspec.convert({key: params[key] for key in params if key not in ("vp", "per")}, RawMetric))
    return Decree(
        id=name,
        rule=rule,
        timing=timing,
        effect=effect,
        module=_module(module),
        numbers={key: value for key, value in params.items() if isinstance(value, int)},
        set_vp=(0, *params.get("set_vp", ())),
        metric=metric,
    )


def _module(expansion: str) -> str:
    return "" if expansion == "base" else expansion


def _boxed(origin: str) -> bool:
    return origin != "base"


def _slot_cells(x: int, y: int, rule: str) -> Iterable[tuple[int, int]]:
    """The cells of an L of 11 by 11: `local x<2 or local y>=9` names its two arms."""
    arms = [part.removeprefix("local ").strip() for part in rule.split(" or ")]
    for row in range(11):
        for column in range(11):
            if any(_in_arm(arm, column, row) for arm in arms):
                yield x + column, y + row


def _in_arm(arm: str, column: int, row: int) -> bool:
    value = column if arm[0] == "x" else row
    return value >= int(arm[3:]) if arm[1:3] == ">=" else value < int(arm[2:])
