"""The component files as they are written; msgspec validates them when they are first loaded."""

from typing import Any

import msgspec

from server.games.kernel.content import Record


class RawCenter(msgspec.Struct):
    """A tile's centre."""

    kind: str
    vp: int
    targets: list[str]


class RawTile(msgspec.Struct):
    """A room tile, tower or renovation."""

    id: str
    name: str
    size: int
    types: list[str]
    vp: int
    center: RawCenter | None
    shape: str = ""
    fits_shape: str = ""
    entrances: list[tuple[int, int, str]] = []
    level: str = "up"
    fence: bool = False
    swan: bool = False


class Rooms(msgspec.Struct):
    """rooms_base.yaml, rooms_expansion.yaml."""

    rooms: list[RawTile]


class Towers(msgspec.Struct):
    """towers.yaml."""

    towers: list[RawTile]


class Renovations(msgspec.Struct):
    """renovations.yaml."""

    renovations: list[RawTile]


class RawCorridor(msgspec.Struct):
    """Foyer, stairs or hallway."""

    id: str
    name: str
    size: int
    shape: str
    types: list[str]
    vp: int
    entrances: list[tuple[int, int, str]] = []
    entrance_levels: list[str] = []
    sides: dict[str, list[tuple[int, int, str]]] = {}


class Corridors(msgspec.Struct):
    """corridors.yaml."""

    corridors: list[RawCorridor]


class Shape(Record, frozen=True):
    """A footprint (G.2, G.3): its size in cells, quarter-unit raster, cut corners, and a circle's diameter."""

    id: str
    kind: str
    width: int
    height: int
    square_feet: int
    cell_rows: tuple[str, ...] = ()
    chamfered_corners: tuple[str, ...] = ()
    mask: tuple[str, ...] = ()
    diameter: int = 0


class Shapes(msgspec.Struct):
    """shapes.yaml."""

    shapes: list[Shape]


class RawMetric(msgspec.Struct):
    """What a card counts."""

    metric: str
    type: str = ""
    sizes: list[int] = []
    required: int = 0


class RawFavor(RawMetric):
    """A favor."""

    id: str = ""
    expansion: str = "base"
    origin: str = "base"


class Favors(msgspec.Struct):
    """kings_favors.yaml."""

    favors: list[RawFavor]
    mutually_exclusive_public: list[str]


class RawBonus(RawFavor):
    """A bonus card."""

    vp: int = 0
    per: int | None = None
    replaces: str = ""


class Bonuses(msgspec.Struct):
    """bonus_cards.yaml."""

    bonus_cards: list[RawBonus]


class RawDecree(msgspec.Struct):
    """A decree."""

    id: str
    rule: str
    timing: str
    effect: str
    params: dict[str, Any]
    expansion: str


class Decrees(msgspec.Struct):
    """royal_decrees.yaml."""

    decrees: list[RawDecree]


class PlayerRow(Record, frozen=True):
    """The numbers of a player count."""

    players: int
    market_rooms: int
    prices: tuple[int, ...]
    room_cards: int
    room_cards_with_renovations: int
    small_stack: int
    large_stack: int
    stairs: int
    hallways: int
    public_favors: int
    moats: int


class Amounts(Record, frozen=True):
    """config.yaml: the numbers of the rules."""

    players: tuple[PlayerRow, ...]
    start_coins: int
    stairs_or_hallway_cost: int
    moat_cost: int
    renovation_cost: int
    pass_income: int
    leftover_room_coin: int
    bonus_cards_dealt: int
    favor_pile_with_towers: int
    favor_rank_vp: tuple[int, ...]
    depleted_stack_vp_per_tile: int
    coins_per_vp: int
    depleted_stacks_needed_with_renovations: int
    downstairs_reward_cap_per_turn: int
    corner_touch_is_adjacent: bool


class RawRoomType(msgspec.Struct):
    """A room type and its reward."""

    id: str
    amount: int


class RoomTypes(msgspec.Struct):
    """room_types.yaml."""

    room_types: list[RawRoomType]


class RawRoomCard(msgspec.Struct):
    """A kind of room card."""

    size: int
    count: int


class RoomCards(msgspec.Struct):
    """room_cards.yaml."""

    room_cards: list[RawRoomCard]


class RawPassage(msgspec.Struct):
    """A kind of secret passage."""

    id: str
    gap: int


class Passages(msgspec.Struct):
    """secret_passages.yaml."""

    passages: list[RawPassage]


class RawSwan(msgspec.Struct):
    """A colour of swan tokens."""

    colour: str
    count: int


class Swans(msgspec.Struct):
    """swan_tokens.yaml."""

    swan_tokens: list[RawSwan]
    trade_coins: dict[int, int]
    set_vp: dict[int, int]
    max_traded_per_turn: int


class RawMoat(msgspec.Struct):
    """The moat tile."""

    size: int
    vp: int
    castle_bonus_vp: int
    castle_bonus_excluded_types: list[str]


class RawSlot(msgspec.Struct):
    """A place of the ring."""

    id: str
    x: int
    y: int
    cell_rule: str


class Barbican(Record, frozen=True):
    """The barbican in ring coordinates."""

    size: int
    room_shape: str
    room_x: int
    room_y: int
    drawbridge_inner_entrance: tuple[int, int, str]
    drawbridge_outer_entrance: tuple[int, int, str]


class Moats(msgspec.Struct):
    """moats.yaml."""

    moat: RawMoat
    slots: list[RawSlot]
    slot_neighbours: dict[str, list[str]]
    barbican: Barbican
