"""The named points of the base game: where a module reaches in.

With no module on, every list is empty and no module code runs. A module is a file in modules/ with an `attach` that
adds its functions here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice

if TYPE_CHECKING:
    from server.games.endeavor.state import EndeavorState


class Means(NamedTuple):
    """What an action may draw on: discs in the harbor once the activation is paid, and where the action comes from."""

    harbor: int
    conscript: bool = False
    """The disc placed is the mobilized conscript (R13.4.3)."""
    slot: int = 0
    """The building just activated; 0 for a token or a mobilization."""
    region: str | None = None
    """The only region that the action may reach (R14.10)."""

    @property
    def has_disc(self) -> bool:
        """Whether there is a disc to place."""
        return self.conscript or self.harbor > 0


class Refusal(NamedTuple):
    """Why something is not allowed: the rule's number and a sentence."""

    rule: str
    words: str


Step = Callable[["EndeavorState", Chance], Iterator[Message]]
"""A step of the flow: does what there is to do, or opens the decision it needs; else it yields nothing."""
SeatStep = Callable[["EndeavorState", int], Iterator[Message]]
"""The same for one seat."""
Handler = Callable[["EndeavorState", int, Any, Chance], Iterator[Message]]
"""What an answer of a seat brings about."""
Lister = Callable[["EndeavorState", int], Iterator[Choice]]
"""Legal answers of a seat."""
Ways = Callable[["EndeavorState", int, int, Means], Iterator[Choice]]
"""(state, seat, action, means): ways to carry an action out."""


@dataclass(slots=True)
class Points:
    """The lists, in the order in which the base game comes to them. Modules are attached in rank order."""

    set_up: list[Step] = field(default_factory=list)
    """Random parts of set-up after level 5, before the first player (R2.11)."""
    growth: list[SeatStep] = field(default_factory=list)
    """After a seat's growth (R5.3)."""
    presence: list[Callable[["EndeavorState", int], int]] = field(default_factory=list)
    """Further discs that count in Europe (R1.4)."""
    before_acting: list[Lister] = field(default_factory=list)
    """What a seat may do before it acts (R7.7)."""
    replaces: list[Callable[["EndeavorState", int], bool]] = field(default_factory=list)
    """Whether a seat may replace one action of an activation (R14.5)."""
    actions: dict[int, Ways] = field(default_factory=dict)
    """Actions that the base game does not have (R13)."""
    instead: list[Ways] = field(default_factory=list)
    """Other ways to use an action (R14.6, R16.1, R19)."""
    forbids_attack: list[Callable[["EndeavorState", int, str], Refusal | None]] = field(default_factory=list)
    """Bans on attacking a space (R8.2.4)."""
    casualties: list[Callable[["EndeavorState", str], int]] = field(default_factory=list)
    """Further casualties of attacking a space (R13.2)."""
    casualty_spots: list[Callable[["EndeavorState", int], list[str]]] = field(default_factory=list)
    """Spots whose discs a seat may lose as casualties (R16.6)."""
    may_repel: list[Callable[["EndeavorState", str], bool]] = field(default_factory=list)
    """Whether the defender of a space is asked to repel (R14.9)."""
    card_gained: list[Callable[["EndeavorState", int, str], Iterator[Message]]] = field(default_factory=list)
    """When the active player gained a card, before its effect (R8.4.7)."""
    effects: dict[str, Callable[["EndeavorState", int, str, Chance], Iterator[Message]]] = field(default_factory=dict)
    """By effect of a card, what happens when it is drawn (R14.1)."""
    after_actions: list[SeatStep] = field(default_factory=list)
    """After all actions of a turn (R7.8)."""
    arranging: list[Lister] = field(default_factory=list)
    """What a seat may do with its cards besides discarding (R10.3.1)."""
    things: list[Callable[["EndeavorState", str, events_pb2.Things], None]] = field(default_factory=list)
    """Fills in what lies on a card that leaves play (R10.5)."""
    under: list[Callable[["EndeavorState", int, str], list[str]]] = field(default_factory=list)
    """Cards that go with a card that is discarded (R10.5)."""
    exact: list[Callable[["EndeavorState", int, int], bool]] = field(default_factory=list)
    """Whether a seat scores the exact position of an attribute (R16.7.3)."""
    score_first: list[Callable[["EndeavorState"], Iterator[Message]]] = field(default_factory=list)
    """Scored before everything else (R11.1)."""
    score_exploits: list[Callable[["EndeavorState"], Iterator[Message]]] = field(default_factory=list)
    """Scored after Prominence (R19.1)."""
    score_buildings: list[SeatStep] = field(default_factory=list)
    """After glory symbols of a seat's buildings (R17.2)."""
    score_cards: list[SeatStep] = field(default_factory=list)
    """After glory symbols of a seat's cards (R14)."""
    lists: dict[int, Lister] = field(default_factory=dict)
    """By decision kind of a module, its legal answers."""
    answers: dict[int, dict[type, Handler]] = field(default_factory=dict)
    """By decision kind, a module's handlers; added to those of the base game."""

    def answer(self, kind: int, choice: type, handler: Handler) -> None:
        """Let a kind of decision take a further choice."""
        self.answers.setdefault(kind, {})[choice] = handler

    def __deepcopy__(self, memo: Any) -> "Points":
        return self
