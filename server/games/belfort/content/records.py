"""The component records of Belfort."""

from server.games.kernel.content import Provenance, Record

GOODS = ("wood", "stone", "metal", "gold")
COLORS = ("blue", "red", "green", "yellow", "violet")
SEASONS = ("spring", "summer", "autumn")

Cost = tuple[int, int, int, int]
"""Wood, Stone, Metal, Gold."""


class Effect(Record, frozen=True):
    """An effect in the words of R40; which fields mean something depends on `op`."""

    op: str
    wood: int = 0
    stone: int = 0
    metal: int = 0
    gold: int = 0
    points: int = 0
    count: int = 1
    keep: int = 0
    source: str = ""
    kind: str = ""
    worker: str = ""
    builds: int = 0
    amount: int = 0
    of: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()
    limit_per_turn: int = 0
    optional: bool = False
    from_one: int = 0
    or_from_each_of_up_to: int = 0
    each: int = 0
    max: int = 0
    exclude: tuple[str, ...] = ()
    per_elf: dict[str, int] = {}  # noqa: RUF012 - msgspec copies an empty default
    per_dwarf: dict[str, int] = {}  # noqa: RUF012

    @property
    def goods(self) -> Cost:
        """Its goods."""
        return (self.wood, self.stone, self.metal, self.gold)


class Plank(Record, frozen=True):
    """A plank of a Property card (R0.2)."""

    id: str
    locked: bool
    fee: Cost
    effect: Effect


class Property(Record, frozen=True):
    """A type of Property card (R8)."""

    id: str
    name: str
    cost: Cost
    income: int
    planks: tuple[Plank, ...]
    has_lock: bool
    lock: Effect | None
    """What a Gnome on the lock does; None where the type has no lock."""


class Guild(Record, frozen=True):
    """A Guild tile (R9, R26, R36)."""

    id: str
    name: str
    module: str
    category: str
    cost: Cost
    on_placement: bool
    effects: tuple[Effect, ...]


class Assistant(Record, frozen=True):
    """An Assistant (R24): its tokens and its seasonal values, by season from spring."""

    id: str
    name: str
    tokens: int
    values: tuple[dict[str, int], ...]
    discount: int = 0
    discount_of: tuple[str, ...] = ()


class PermitType(Record, frozen=True):
    """A type of Permit (R25); `lrt` holds what Less Red Tape changes."""

    id: str
    property: str
    expansion: str
    planks: int
    fee: dict[str, int]
    red_board: dict[str, int]
    scoring: "PermitScoring"
    lrt: "PermitType | None" = None


class PermitScoring(Record, frozen=True):
    """How a Permit scores (R40.8)."""

    op: str
    resource: str = ""
    every: int = 1
    round: str = "down"
    max: int = 0
    points: int = 1


class Permit(Record, frozen=True):
    """One Permit of the deck."""

    id: str
    permit_type: str
    min_players: int


class BenefitCard(Record, frozen=True):
    """A Queen or Key card."""

    id: str
    name: str
    effect: Effect


class Month(Record, frozen=True):
    """A month of the Calendar: `season` from 0 for spring."""

    index: int
    season: int
    scoring: bool


class PlayerCount(Record, frozen=True):
    """What depends on the number of players (R1.4, R10.2.1, R20.3)."""

    gnomes: int
    third_place_scores: bool
    assistants: int
    assistants_lrt: int
    camp_planks: int


class GuildMix(Record, frozen=True):
    """How many Guilds of each category (R1.2)."""

    resource: int
    basic: int
    interactive: int
    random: int


class Numbers(Record, frozen=True):
    """Single numbers."""

    start_goods: Cost
    start_workers: tuple[int, int]
    reserve_workers: tuple[int, int]
    markers: int
    cards_dealt: int
    cards_kept: int
    pool: int
    row: int
    flush: int
    guilds: int
    start_score: int
    expansion_score: int
    expansion_month: int
    master_strength: int
    desk_planks: int
    desk_fee: int
    camp_limit: int
    area_bonus: int
    gnome_hire: int
    guild_fee: int
    card_price: int
    visits: int
    wall_cost: Cost
    decorated_half_units: int
    lap: int
    lap_tax: int


class Components(Record, frozen=True):
    """Everything of one content version, by id and in canonical order."""

    version: str
    digest: bytes
    properties: dict[str, Property]
    cards: dict[str, str]
    """By card, its type."""
    guilds: dict[str, Guild]
    assistants: dict[str, Assistant]
    permit_types: dict[str, PermitType]
    permits: dict[str, Permit]
    queen_cards: dict[str, BenefitCard]
    key_cards: dict[str, BenefitCard]
    months: tuple[Month, ...]
    districts: tuple[str, ...]
    """Clockwise."""
    spaces: dict[str, str]
    """By space of a district (`bank`), its property type; "" for walls and the Guild."""
    gatehouses: dict[str, tuple[str, str]]
    """By Gatehouse, its two halves as board spaces."""
    gatehouse_of: dict[str, str]
    """By half, its Gatehouse."""
    other_half: dict[str, str]
    """By half, the other one."""
    sell: Cost
    """The Gold for each good sold."""
    buy: Cost
    """The Gold for each good bought."""
    taxes: tuple[int, ...]
    """By displayed space, 0 to 50."""
    district_values: dict[str, tuple[int, int, int]]
    worker_values: tuple[tuple[int, int], ...]
    """For Elves, Dwarves and Gnomes, first and second place."""
    mixes: dict[str, GuildMix]
    players: dict[int, PlayerCount]
    numbers: Numbers
    module_guilds: dict[str, tuple[str, ...]]
    """By module, the Guilds it adds to the pool or makes compulsory."""
    excluded_with_lrt: tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]
    """Less Red Tape: Guilds, Assistants, Key cards and Queen cards left out (R31.1.6)."""
    removed_queen_cards: frozenset[str]
    """R33.1."""
    goon_forbidden: frozenset[str]
    """R24.5."""
    provenance: Provenance


def load(version: int = 1) -> Components:
    """The components of a content version; see `loader`."""
    from server.games.belfort.content.loader import load_version

    return load_version(version)
