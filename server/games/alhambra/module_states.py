"""What each module adds to the state; present only while the module is on. Lists by seat unless said otherwise."""

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class HandymenState:
    """Handymen (R13)."""

    supply: list[int]
    used: list[int]
    """Out of the game."""
    on_market: list[list[int]]
    """By space (index 0 to 3), then seat."""
    all_or_none: bool
    """Option handymen_take_back: all_or_none (R13.6)."""
    on_tiles: set[str] = field(default_factory=set)
    """Tiles that carry a handyman of their owner."""
    dice: list[int] = field(default_factory=list)
    """What the dice of a roll under way show, in the order rolled."""
    left: dict[int, list[int]] = field(default_factory=dict)
    """By space (1 to 4), the seats that will still be asked about their handymen there."""


class GatePurchase(NamedTuple):
    """A purchase at a gate that is being paid (R11.5.3)."""

    seat: int
    space: int
    price_due: int
    handymen_up: int
    handymen_down: int
    paid: int = 0


@dataclass(slots=True, kw_only=True)
class GatesState:
    """Gates Without End (R11)."""

    waiting: list[list[str]]
    """Keys that lie face down in front of players, in the order got."""
    semi_buildings: list[list[int]]
    """Types of the semi-buildings owned, in rank order."""
    semi_supply: list[int]
    plazas: list[str]
    """In the supply."""
    wall_pieces: int
    """In the supply."""
    stack: deque[str] = field(default_factory=deque)
    began_turn: int = 0
    """The turn in which keys were last resolved."""
    due: int = 0
    """Keys that are still to be revealed in this turn."""
    center: str | None = None
    rotation: int | None = None
    come_to: int = 0
    """How many players have come to their gate with the key in the centre."""
    used: list[str] = field(default_factory=list)
    """Keys out of the game."""
    pieces: dict[str, int] = field(default_factory=dict)
    """By tile, the sides with a wall piece as bits; `AlhambraState.walls` holds them too."""
    purchase: GatePurchase | None = None


@dataclass(slots=True, kw_only=True)
class FreshColorsState:
    """Fresh Colors (R12). Colour tiles are counted by colour (index 0 to 5)."""

    supply: list[int]
    colors: list[list[int]]
    incomplete: list[list[str]]
    completed: list[list[str]]
    refills: bool
    """False under the option project_board_refill: never (R12.4)."""
    semi_decorated: bool
    """Option semi_buildings_decorated (R12.7)."""
    board: list[str | None] = field(default_factory=lambda: [None] * 4)
    top: str | None = None
    """The visible top of the stack."""
    stack: deque[str] = field(default_factory=deque)
    """The stack below its top."""
    reward_space: int = 0
    """The column of a reward that the active player may take; 0 for none."""


def need(part: T | None) -> T:
    """The part of a module that is on: its own code runs only then."""
    assert part is not None, "the module is off"
    return part
