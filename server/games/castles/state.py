"""The state of a game of Castles."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from server.games.castles.content import Components, Tile
from server.games.castles.content.files import PlayerRow
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.geometry.castle import Castle
from server.games.castles.points import Points
from server.games.kernel.state import GameState


class DeckEntry(NamedTuple):
    """A card of the room deck, or a tile on it. `seat` put it there and knows it; None for cards of the deck."""

    stack: int
    tile: str
    seat: int | None


class Reward(NamedTuple):
    """A completion reward that waits: its number in the turn, what it is, the room that earned it (None: a moat)."""

    number: int
    reward: int
    room: int | None


class Discard(NamedTuple):
    """Bonus cards on their way to the bottom of the deck."""

    seat: int
    cards: tuple[str, ...]
    exchanged: bool


class Planned(NamedTuple):
    """A secret passage that comes with a placement: edges are those of cells' numbers (geometry.cells.edge)."""

    passage: int
    own: int
    other: int


@dataclass(slots=True)
class MarketTile:
    """A room of the market: its place among the prices (None before pricing), coins and swan token (0: none)."""

    tile: str
    place: int | None = None
    coins: int = 0
    swan: int = 0


@dataclass(slots=True)
class PoolTile:
    """A renovation on offer and its swan token (0: none)."""

    renovation: str
    swan: int = 0


@dataclass(slots=True)
class Pending:
    """What is being placed: a tile, or a renovation for a room; once aimed, its place is chosen."""

    seat: int
    source: int
    tile: str
    aimed: bool = False
    x: int = 0
    y: int = 0
    turns: int = 0
    level: int = 0
    room: int = 0
    passages: list[Planned] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Player:
    """One player. Hidden lists are the player's alone: `looked` is what lies before the player now."""

    color: int = 0
    coins: int = 0
    saved: int = 0
    parts: dict[int, int] = field(default_factory=dict)
    """Points by the contract's PointsReason."""
    castle: Castle = field(default_factory=Castle)
    swans: Counter[int] = field(default_factory=Counter)
    passages: list[int] = field(default_factory=list)
    downstairs: int = 0
    bonus: list[str] = field(default_factory=list)
    looked: list[str] = field(default_factory=list)
    looked_stack: int = 0
    tower_favors: list[str] = field(default_factory=list)
    private_favors: list[str] = field(default_factory=list)
    decrees: list[str] = field(default_factory=list)
    started: list[str] = field(default_factory=list)
    kept_decrees: list[str] = field(default_factory=list)
    hidden_room: str = ""
    hidden_stack: int = 0
    planned: bool = False
    removed_from: list[int] = field(default_factory=list)
    removing_done: bool = False
    places_first: int = 0

    @property
    def score(self) -> int:
        """Points now: the sum of their parts."""
        return sum(self.parts.values())


@dataclass(slots=True, kw_only=True)
class CastlesState(GameState):
    """A game of Castles. Stacks, decks and piles have their top first."""

    components: Components
    points: Points = field(compare=False)
    modules: frozenset[int]
    expansion_tiles: bool
    removed_decrees: frozenset[str]
    coins_help_pay: bool
    """Option coins_on_tile: help_pay (R3.4.1)."""
    corridors_deplete: bool
    """Option depleted_corridors: score (R11.2.1.2)."""
    row: PlayerRow
    players: list[Player]
    stacks: dict[int, list[str]] = field(default_factory=dict)
    """Standard rooms and towers."""
    supplies: dict[int, int] = field(default_factory=lambda: {STAIRS: 0, HALLWAYS: 0})
    """Tiles left in the stacks whose tiles are all alike: stairs, hallways, and moats where they are in play."""
    renovations: dict[int, list[str]] = field(default_factory=dict)
    box: list[str] = field(default_factory=list)
    """Room tiles out of the game."""
    room_deck: list[DeckEntry] = field(default_factory=list)
    discard_pile: list[int] = field(default_factory=list)
    boxed_cards: list[int] = field(default_factory=list)
    favors: list[str] = field(default_factory=list)
    favors_back: list[str] = field(default_factory=list)
    favor_deck: list[str] = field(default_factory=list)
    """Before the pile is built: favors still to be turned up."""
    favor_pile: list[str] = field(default_factory=list)
    favor_box: list[str] = field(default_factory=list)
    favor_discard: list[str] = field(default_factory=list)
    bonus_deck: list[str] = field(default_factory=list)
    decree_deck: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    draft_seat: int | None = None
    draft_back: bool = False
    lake: list[int] = field(default_factory=list)
    traded: Counter[int] = field(default_factory=Counter)
    market: list[MarketTile] = field(default_factory=list)
    pool: list[PoolTile] = field(default_factory=list)
    stage: int = 0
    master_builder: int = 0
    last_master_builder: int = 0
    round: int = 0
    turn: int = 0
    active: int = 0
    extra_turn: bool = False
    turn_running: bool = False
    closing: bool = False
    saved_asked: bool = False
    extra_turns: int = 0
    turns_taken: int = 0
    swans_traded: int = 0
    downstairs_used: int = 0
    corridor_used: bool = False
    rewards: list[Reward] = field(default_factory=list)
    begun: int = 0
    """The number of the reward that is being resolved; 0 for none."""
    last_reward: int = 0
    downstairs_first: int = 0
    corridor_first: int = 0
    tiles_taken: int = 0
    pending: Pending | None = None
    discards: list[Discard] = field(default_factory=list)
    exchange_shown: bool = False
    priced_places: int = 0
    extra_priced: bool = False
    moved: list[tuple[str, str]] = field(default_factory=list)
    moving_done: bool = False
    planning_declined: list[int] = field(default_factory=list)
    deck_ran_out: bool = False
    ending: bool = False
    start_of_final_done: bool = False
    winners: tuple[int, ...] = ()

    def from_seat(self, seat: int) -> list[int]:
        """All seats clockwise, from this one on."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def from_builder(self) -> list[int]:
        """All seats in turn order from the master builder."""
        return self.from_seat(self.master_builder)

    def tile(self, tile_id: str) -> Tile:
        """A tile's record."""
        return self.components.tiles[tile_id]

    def market_tile(self, tile_id: str) -> MarketTile | None:
        """A room of the market."""
        return next((lying for lying in self.market if lying.tile == tile_id), None)

    def swans_lying(self) -> list[int]:
        """The tokens that lie on rooms and renovations on offer."""
        tokens = [lying.swan for lying in self.market] + [lying.swan for lying in self.pool]
        return [token for token in tokens if token]

    def tiles_left(self, stack: int) -> int:
        """Tiles in a stack."""
        return self.supplies[stack] if stack in self.supplies else len(self.stacks.get(stack, ()))

    def top_reward(self) -> Reward | None:
        """The reward that is being resolved."""
        return next((reward for reward in self.rewards if reward.number == self.begun), None)
