"""The state of a game of Alhambra."""

from collections import Counter, deque
from dataclasses import dataclass, field

from server.games.alhambra.choices import Cell
from server.games.alhambra.content import Components
from server.games.alhambra.module_states import FreshColorsState, GatesState, HandymenState
from server.games.alhambra.points import Points
from server.games.kernel.state import GameState

TYPE_COUNT = 6


@dataclass(slots=True, kw_only=True)
class Player:
    """One player: `bought` waits to be placed at the end of the turn, `leftover` at the end of the game."""

    color: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    alhambra: dict[Cell, str] = field(default_factory=dict)
    reserve: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)
    majorities: list[int] = field(default_factory=lambda: [0] * TYPE_COUNT)
    wall: int = 0
    decorated: int = 0
    handymen: int = 0
    gates: int = 0

    @property
    def score(self) -> int:
        """All points so far; the sum of its parts (R18.13)."""
        return sum(self.majorities) + self.wall + self.decorated + self.handymen + self.gates

    def value_in(self, currency: int, components: Components) -> int:
        """Total value of the hand cards of a currency."""
        cards = components.cards
        return sum(cards[card].value * n for card, n in self.hand.items() if cards[card].currency == currency)


@dataclass(slots=True, kw_only=True)
class AlhambraState(GameState):
    """A game of Alhambra. Piles have their top first; market spaces 1 to 4 are at index 0 to 3."""

    components: Components
    points: Points
    pass_extra: bool
    """Option extra_action: may (R3.5)."""
    leftovers_at_once: bool
    """Option leftover_order: receiver_chooses (R10.3)."""
    players: list[Player]
    walls: dict[str, int]
    """By tile, its sides with a wall (R0.8)."""
    money_deck: deque[str] = field(default_factory=deque)
    draw_pile: deque[str] = field(default_factory=deque)
    display: list[str] = field(default_factory=list)
    discard: Counter[str] = field(default_factory=Counter)
    market: list[str | None] = field(default_factory=lambda: [None] * 4)
    out_of_game: list[str] = field(default_factory=list)
    dirk: list[str] = field(default_factory=list)
    dirk_score: int = 0
    active: int = 0
    turn: int = 0
    extra_action: bool = False
    scoring_due: list[int] = field(default_factory=list)
    scorings_done: int = 0
    ending: bool = False
    winners: tuple[int, ...] = ()
    handymen: HandymenState | None = None
    gates: GatesState | None = None
    fresh_colors: FreshColorsState | None = None

    @property
    def has_dirk(self) -> bool:
        """Whether Dirk takes part (R14.1)."""
        return self.seats == 2

    def from_seat(self, seat: int) -> list[int]:
        """All seats clockwise, from this one on (R0.10)."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def type_of(self, tile: str) -> int:
        """The type of a tile, 1 to 6; 0 for one that is no building."""
        building = self.components.buildings.get(tile)
        return building.type if building else 0
