"""The named points of the base game: where a module reaches in.

With no module on, every list is empty and no module code runs. A module is a file in modules/ with an `attach` that
adds its functions to these lists.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import types_pb2

from server.games.kernel.chance import Chance

if TYPE_CHECKING:
    from server.games.belfort.choices import Goods
    from server.games.belfort.state import BelfortState, Due

Step = Callable[["BelfortState", Chance], Iterator[Message]]
"""A step of the flow: does what there is to do, or says what is due; else it yields nothing."""


def _shared_calendar(state: "BelfortState", seat: int) -> int:
    return state.month


def _as_printed(kind: Any) -> Any:
    return kind


def _shuffled(chance: Chance, seats: int) -> list[int]:
    return chance.shuffle(range(seats))


def _one_more_than_players(counts: Any) -> int:
    number: int = counts.assistants
    return number


@dataclass(slots=True)
class Points:
    """The points, in the order in which the base game comes to them. Modules are attached in rank order."""

    month: Callable[["BelfortState", int], int] = _shared_calendar
    """The month that counts for a seat (R0.11)."""
    own_calendars: bool = False
    """Each seat has a calendar of its own, and there are no phases (R31.1.2, R31.2.3)."""
    acts_at_once: bool = False
    """Planks act when a Worker is placed (R31.3, R31.5.2)."""
    scores_alone: bool = False
    """Only the seat that brings a scoring about gets points (R31.4.1, R24.10.1)."""
    keeps_workers: bool = False
    """Workers may stay on the board when others are sent, and stay in the areas (R31.2.2, R31.3.3)."""
    keeps_discounts: bool = False
    """Discounts of Guilds outlast the turn (R31.6.13)."""
    recruits_on_return: bool = False
    """Recruits come when a Worker is taken back from the desk, however that happens (R31.3.2, R36.3)."""
    picks_assistant: bool = False
    """At the Assistants' Guild one of the display is chosen (R31.6.9)."""
    card_market: int = types_pb2.CARD_SOURCE_POOL
    """Where open cards lie: the Draw Pool, or the Property Row (R31.1.3)."""
    refill: int = types_pb2.STEP_FILL_POOL
    """The step that fills it."""
    drawn_to: types_pb2.CardSource.ValueType = types_pb2.CARD_SOURCE_HAND
    """Where a card drawn for keeps goes (R31.6.8)."""
    card_sources: "Callable[[BelfortState, int], list[tuple[int, Sequence[str]]]] | None" = None
    """Replaces the hand as what may be built from (R31.3.3)."""
    library: "Callable[[BelfortState, int, Any, Chance], Iterator[Message]] | None" = None
    """Replaces the plank of the Library (R31.6.1)."""
    permit_wording: Callable[[Any], Any] = _as_printed
    """The Permit type as the turn structure has it (R31.6.6)."""
    sells_metal: list[Callable[["BelfortState", int], bool]] = field(default_factory=list)
    """Conditions on buying Metal at a Blacksmith (R31.6.2)."""
    seat_order: Callable[[Chance, int], list[int]] = _shuffled
    """Draws the turn order (R1.6, R31.1.1)."""
    left_out: set[str] = field(default_factory=set)
    """Assistants, Queen cards and Key cards out of the game (R31.1.6, R33.1)."""
    display_size: Callable[[Any], int] = _one_more_than_players
    """How many Assistants are laid out (R20.4, R31.1.5)."""
    acts_when_taken: dict[str, int] = field(default_factory=dict)
    """By Assistant, the decision that is due when it is taken (R24.1.1, R31.6.3)."""
    compulsory: set[int] = field(default_factory=set)
    """Decisions that may not be declined (R31.6.3.1)."""
    third_place_from: int = 4
    """From how many players on 3rd place scores (R10.2.1, R32.3)."""
    start_score: int | None = None
    """The score at the start, where a module sets one (R20.2)."""
    start_month: int = 0
    """Where the calendar marker starts (R20.1)."""
    guild_pool: set[str] = field(default_factory=set)
    """Guilds that modules add (R1.2)."""
    compulsory_guilds: list[str] = field(default_factory=list)
    """Guilds that modules make compulsory (R1.2)."""
    excluded_guilds: set[str] = field(default_factory=set)
    """Guilds that modules leave out (R1.2.1)."""
    before_cards: list[Step] = field(default_factory=list)
    """After the deck is shuffled, before a card is dealt (R30.6, R32.1.1)."""
    deal: list[Step] = field(default_factory=list)
    """Replaces the start hands and the Draw Pool (R31.1.3)."""
    set_up: list[Step] = field(default_factory=list)
    """After the cards, in the order of R30.6."""
    lay_out_assistants: list[Step] = field(default_factory=list)
    """Last of the set-up (R20.4, R31.1.5)."""
    begin: list[Callable[["BelfortState"], Iterator["Due"]]] = field(default_factory=list)
    """Replaces the rounds: what is due first (R31)."""
    calendar: list[Callable[["BelfortState", Chance], Iterator[Message]]] = field(default_factory=list)
    """Steps of the Calendar phase, in the order of R3.2."""
    calendar_asks: list[Callable[["BelfortState"], Iterator["Due"]]] = field(default_factory=list)
    """What is asked in the Calendar phase."""
    placement_begins: list[Callable[["BelfortState"], Iterator["Due"]]] = field(default_factory=list)
    """At the start of the Placement phase (R12.3)."""
    passing: list[Callable[["BelfortState", int], Iterator["Due"]]] = field(default_factory=list)
    """When a seat has passed (R4.8)."""
    taxes: list[Callable[["BelfortState", int], Iterator["Due"]]] = field(default_factory=list)
    """What may replace a seat's taxes (R24.7)."""
    turn_end: list[Callable[["BelfortState", int], Iterator["Due"]]] = field(default_factory=list)
    """At the end of an Actions turn, after the card was bought (R6.7)."""
    turn_over: list[Callable[["BelfortState", int], Iterator["Due"]]] = field(default_factory=list)
    """At the very end of an Actions turn (R12.4)."""
    hires: list[Callable[["BelfortState", int, str], Iterator[Any]]] = field(default_factory=list)
    """More ways to hire a Gnome onto a card's lock (R24.1.4)."""
    centaur_price: list[Callable[["BelfortState", int], int]] = field(default_factory=list)
    """The price of a hire with the Centaur, before Key cards (R24.1.4)."""
    answers: dict[int, dict[type, Any]] = field(default_factory=dict)
    """By decision, the answers that modules add to it, as Items."""
    round_end: list[Step] = field(default_factory=list)
    """When a round is over; a step that leaves something due is taken again."""
    passives: list[Callable[["BelfortState", int, str], int]] = field(default_factory=list)
    """More of a passive effect than the Gnome Locks give (R35.3)."""
    collection_bonus: list[Callable[["BelfortState", int], Iterator[tuple[str, "Goods"]]]] = field(default_factory=list)
    """Goods at the end of the collection of resources, with their source (R40.1)."""
    build_discounts: list[Callable[["BelfortState", int], Iterator[Any]]] = field(default_factory=list)
    """Discounts besides those granted (R40.4)."""
    build_fee: list[Callable[["BelfortState", int, str], int]] = field(default_factory=list)
    """Gold to pay before building in a district (R24.6)."""
    before_build: list[Callable[["BelfortState", int, str], Iterator[Message]]] = field(default_factory=list)
    """Fees are paid (R37.1)."""
    after_build: list[Callable[["BelfortState", int, str, "Goods", Chance], Iterator[Message]]] = field(
        default_factory=list
    )
    """Rewards for building in a district (R37.1)."""
    planks: list[Callable[["BelfortState", int], Iterator[str]]] = field(default_factory=list)
    """More planks that a seat may use in the Placement phase: Permits, the Queen's Chamber (R4.2)."""
    gnome_placed: list[Callable[["BelfortState", int, str, Chance], Iterator[Message]]] = field(default_factory=list)
    """After a lock was filled."""
    gnome_removed: list[Callable[["BelfortState", int, str], Iterator[Message]]] = field(default_factory=list)
    """After a lock was emptied."""
    district_values: list[Callable[["BelfortState", str], str | None]] = field(default_factory=list)
    """Other values for a district (R34.4)."""
    tie_breakers: list[Callable[["BelfortState", int, str], bool]] = field(default_factory=list)
    """Whether a seat wins ties of a ranking (R40.7)."""
    scoring: list[Callable[["BelfortState", list[int]], Iterator[Message]]] = field(default_factory=list)
    """Further parts of a scoring (R10.1)."""
    month_completed: list[Step] = field(default_factory=list)
    """Less Red Tape: at the end of each turn (R33.3)."""
    advanced: list[Callable[["BelfortState", int], Iterator["Due"]]] = field(default_factory=list)
    """Less Red Tape: a seat's marker has moved (R31.7)."""

    def answer(self, decision: int, items: dict[type, Any]) -> None:
        """Add answers to a decision."""
        self.answers.setdefault(decision, {}).update(items)

    def __deepcopy__(self, memo: Any) -> "Points":
        return self
