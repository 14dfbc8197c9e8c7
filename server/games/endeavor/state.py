"""The state of a game of Endeavor."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.content import Board, Card, Components, Side
from server.games.endeavor.points import Points
from server.games.kernel.state import GameState

CARD_SLOT = 0
"""The slot that stands for the conscription space of the card Conquistadors."""


@dataclass(slots=True)
class Slot:
    """A building on a mat, with the disc of its action space and its conscript."""

    building: str
    disc: bool = False
    conscript: bool = False


@dataclass(slots=True, kw_only=True)
class Player:
    """One player. `cards` holds cards in play in the order they came; `stacks` gives lower cards their upper one."""

    color: int = 0
    harbor: int = 0
    supply: int = 0
    buildings: list[Slot] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    stacks: dict[str, str] = field(default_factory=dict)
    reserved: str | None = None
    penalty: list[str] = field(default_factory=list)
    tokens: Counter[str] = field(default_factory=Counter)
    """Brown and unspent blue tokens on the mat."""
    track_discs: list[int] = field(default_factory=lambda: [0] * 4)
    """Discs that count as tokens on the attribute tracks (R19.2)."""
    passed: bool = False
    payments: int = 0
    """Payments of this Payment phase."""
    reserved_now: bool = False
    took_back_now: bool = False
    glory: dict[types_pb2.PointSource.ValueType, int] = field(default_factory=dict)

    @property
    def score(self) -> int:
        """All glory so far; the sum of its parts."""
        return sum(self.glory.values())

    def stacked(self, card: str) -> bool:
        """Whether a card in play belongs to a stack."""
        return card in self.stacks or card in self.stacks.values()

    def units(self) -> list[str]:
        """Cards and stacks, each by its lower card (R14.3)."""
        return units(self.cards, self.stacks)


def units(cards: Iterable[str], stacks: Mapping[str, str]) -> list[str]:
    """R14.3: cards and stacks, each by its lower card."""
    upper = stacks.values()
    return [card for card in cards if card not in upper]


@dataclass(slots=True)
class PendingAttack:
    """An attack that waits for the defender's answer (R14.9)."""

    space: str
    casualties: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Turn:
    """A turn of the Action phase: what was activated, and what is left to do."""

    number: int = 0
    slot: int = 0
    token: str = ""
    actions: list[types_pb2.Action.ValueType] = field(default_factory=list)
    mode: types_pb2.ActionMode.ValueType = types_pb2.ACTION_MODE_UNSPECIFIED
    done: int = 0
    rosetta: bool = False
    replacing: bool = False
    mobilized: bool = False
    mobilizing: int | None = None
    moved_to_sea: bool = False
    attack: PendingAttack | None = None

    @property
    def acted(self) -> bool:
        """Whether a building was activated or a token spent."""
        return self.slot > 0 or self.token != ""


@dataclass(slots=True, kw_only=True)
class EndeavorState(GameState):
    """A game of Endeavor. Decks have their top first."""

    components: Components
    board: Board
    points: Points = field(compare=False)
    leftover_scores: bool
    level_five_each: int
    """The most buildings of level 5 that a player may own (R4.2)."""
    governors_anywhere: bool
    """Option governor_slots: any_slot (R10.1)."""
    side_wanted: str = ""
    """The Prominence side that the table named; empty for a random one."""
    exploits: tuple[str, ...] = ()
    players: list[Player]
    building_set: tuple[str, ...]
    stock: dict[str, int]
    removed_buildings: list[str] = field(default_factory=list)
    decks: dict[str, list[str]]
    governors: dict[str, str]
    """By region, the governor that still waits."""
    cards_in_game: int
    """How many cards the game has, governors included."""
    discard: list[str] = field(default_factory=list)
    out_of_game: list[str] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    """By place of the board."""
    blue_discard: Counter[str] = field(default_factory=Counter)
    removed_tokens: Counter[str] = field(default_factory=Counter)
    open: dict[str, bool]
    tracks: dict[str, list[int]]
    """By region, the seats of the discs from index 1."""
    seas: dict[str, list[int]]
    """By region, discs by seat."""
    control: dict[str, int] = field(default_factory=dict)
    """By city or fleet, the seat."""
    fortifications: int = 0
    fortified: set[str] = field(default_factory=set)
    side: Side | None = None
    spots: dict[str, int] = field(default_factory=dict)
    """By circle of the Prominence tile, the seat."""
    alliances: dict[str, list[int]] = field(default_factory=dict)
    """By alliance box, discs by seat."""
    flota: Counter[str] = field(default_factory=Counter)
    declaration: int = 0
    conquistador: int | None = None
    """The seat whose conscript lies on Conquistadors."""
    marriage: tuple[int, ...] = ()
    marriage_discs: dict[int, int] = field(default_factory=dict)
    abolished: bool = False
    round: int = 0
    phase: int = 0
    crown: int = 0
    active: int = 0
    turn: Turn = field(default_factory=Turn)
    plague_choosers: list[int] = field(default_factory=list)
    subject: str = ""
    """The card that the latest decision was about."""
    winners: tuple[int, ...] = ()

    def from_seat(self, seat: int) -> list[int]:
        """All seats clockwise, from this one on (R1.12)."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def after(self, seat: int, first: int) -> list[int]:
        """The seats after this one, in an order that began with `first`."""
        order = self.from_seat(first)
        return order[order.index(seat) + 1 :]

    def card(self, card: str) -> Card:
        """The record of a card."""
        return self.components.cards[card]

    def in_slot(self, seat: int, slot: int) -> str:
        """The building in a slot of a mat; the card with a conscription space for slot 0."""
        if slot != CARD_SLOT:
            return self.players[seat].buildings[slot - 1].building
        return next((card for card in self.players[seat].cards if self.components.cards[card].conscription), "")
