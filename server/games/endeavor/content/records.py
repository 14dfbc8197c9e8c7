"""The component records of Endeavor. Attributes, actions and modes are numbers of the contract's enums."""

from ludarium.games.endeavor.v1 import types_pb2

from server.games.kernel.content import Provenance, Record

COLORS = ("red", "blue", "green", "yellow", "black")
ATTRIBUTES = ("industry", "culture", "wealth", "influence")
SYMBOLS = (*ATTRIBUTES, "glory")
"""The five types of symbols (R1.6); an attribute's number less one is its index here."""
GLORY = 4
EUROPE = "europe"
SLAVERY = "slavery"
GOVERNOR = "governor"
ACTIONS: dict[str, types_pb2.Action.ValueType] = {
    "occupy": types_pb2.ACTION_OCCUPY,
    "attack": types_pb2.ACTION_ATTACK,
    "ship": types_pb2.ACTION_SHIP,
    "draw": types_pb2.ACTION_DRAW,
    "payment": types_pb2.ACTION_PAYMENT,
    "trade": types_pb2.ACTION_TRADE,
    "fortify": types_pb2.ACTION_FORTIFY,
    "draw_minus_1": types_pb2.ACTION_DRAW_MINUS_1,
}
MODES: dict[str, types_pb2.ActionMode.ValueType] = {
    "none": types_pb2.ACTION_MODE_NONE,
    "single": types_pb2.ACTION_MODE_SINGLE,
    "choice": types_pb2.ACTION_MODE_CHOICE,
    "both": types_pb2.ACTION_MODE_BOTH,
}


class Building(Record, frozen=True):
    """A kind of building; `level` 0 is a starting building, `copies` how many tiles there are."""

    id: str
    name: str
    level: int
    copies: int
    symbols: tuple[int, ...]
    mode: types_pb2.ActionMode.ValueType
    actions: tuple[types_pb2.Action.ValueType, ...]
    conscription: types_pb2.Action.ValueType
    """The action of its conscription space; 0 for none."""
    special: str | None

    def displays(self, action: int) -> bool:
        """R1.10: at its action space or its conscription space; a Draw with a lowered value is a Draw."""
        shown = (*self.actions, self.conscription)
        return action in shown or (action == types_pb2.ACTION_DRAW and types_pb2.ACTION_DRAW_MINUS_1 in shown)


class Card(Record, frozen=True):
    """A card. `value` is None for governors; `region` is theirs."""

    id: str
    deck: str
    value: int | None
    name: str
    symbols: tuple[int, ...]
    effect: str | None
    subsidy: types_pb2.Action.ValueType
    """The action symbol of a Subsidy; 0 for other cards."""
    governor_slot: bool
    conscription: types_pb2.Action.ValueType
    conscription_region: str | None
    region: str | None


class Space(Record, frozen=True):
    """A city or fleet."""

    id: str
    name: str
    region: str
    city: bool
    glory: int


class Link(Record, frozen=True):
    """A link between two spaces; only a circular one has room for a token."""

    id: str
    ends: tuple[str, str]
    circle: bool
    glory: int

    def other_end(self, space: str) -> str:
        """The end that is not this one."""
        return self.ends[1] if self.ends[0] == space else self.ends[0]


class Region(Record, frozen=True):
    """A region; Europe has neither track nor sea nor governor (R1.2.1)."""

    id: str
    name: str
    starts_open: bool
    needs_presence: bool
    governor: str | None
    sea: bool


class Board(Record, frozen=True):
    """One side of the board."""

    side: str
    regions: dict[str, Region]
    track_length: dict[str, int]
    spaces: dict[str, Space]
    spaces_of: dict[str, tuple[str, ...]]
    """By region."""
    links: dict[str, Link]
    links_of: dict[str, tuple[Link, ...]]
    """By space."""
    track_places: dict[str, tuple[str, ...]]
    """By region, the places of its track from index 1."""
    circles: tuple[str, ...]
    """Every place that gets a token (R2.2)."""


class Token(Record, frozen=True):
    """A kind of trade token: brown with an attribute (1 to 4), or blue (0) with actions."""

    id: str
    attribute: int
    mode: types_pb2.ActionMode.ValueType
    actions: tuple[types_pb2.Action.ValueType, ...]
    count: int

    @property
    def blue(self) -> bool:
        """Whether it is spent for an action."""
        return self.attribute == 0


class Spot(Record, frozen=True):
    """A circle of a Prominence tile."""

    id: str
    lower: bool
    glory: int
    disc_bonus: bool
    attribute: int


class SpotLink(Record, frozen=True):
    """A link between two circles."""

    id: str
    ends: tuple[str, str]
    glory: int


class Side(Record, frozen=True):
    """A side of a Prominence tile; `boxes` gives alliance boxes with their colours."""

    id: str
    kind: str
    name: str
    seats: tuple[int, ...]
    action: types_pb2.Action.ValueType
    spots: dict[str, Spot]
    links: tuple[SpotLink, ...]
    boxes: dict[str, str]


class Tracks(Record, frozen=True):
    """The attribute tracks: what levels need and give, and what positions score."""

    thresholds: tuple[int, ...]
    build_level: tuple[int, ...]
    growth: tuple[int, ...]
    payments: tuple[int, ...]
    asset_slots: tuple[int, ...]
    governor_slots: tuple[int, ...]
    marks: tuple[int, ...]


class Numbers(Record, frozen=True):
    """The constants of game_config.yaml and components.yaml."""

    rounds: int
    discs: int
    building_slots: int
    level_five_kept: int
    level_five_each: int
    casualties: int
    fortified_casualties: int
    fortifications: int
    leftover_discs_per_glory: int
    leftover_scores: bool
    slavery_glory: int
    flota_tokens: int
    flota_glory: int
    declaration_fortifications: int
    declaration_glory: int
    dejima_glory: int
    conquistadors_glory: int
    conquistadors_minus: int
    succession_discs: int
    smallpox_drawer: int
    smallpox_discs: int
    fairground_reduction: int
    citadel_glory: int
    majority_most: int
    majority_second: int
    alliance_glory: int
    tile_bonus: int


class Exploit(Record, frozen=True):
    """An exploit (R19): the regions that must be open, and all regions whose seas it uses."""

    id: str
    name: str
    unlock: tuple[str, ...]
    seas: tuple[str, ...]


class Components(Record, frozen=True):
    """Everything of one content version, by id and in canonical order."""

    version: str
    digest: bytes
    boards: dict[str, Board]
    default_side: dict[int, str]
    sides: dict[str, tuple[int, ...]]
    """By side of the board, the numbers of seats it is for."""
    buildings: dict[str, Building]
    """Both sets and the starting buildings."""
    sets: dict[str, tuple[str, ...]]
    """By set, its buildings in order of level."""
    starting: tuple[str, ...]
    cards: dict[str, Card]
    old_cards: tuple[str, ...]
    new_cards: tuple[str, ...]
    tokens: dict[str, Token]
    prominence: dict[str, Side]
    tracks: Tracks
    numbers: Numbers
    exploits: dict[str, Exploit]
    provenance: Provenance
