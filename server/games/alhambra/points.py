"""The named points of the base game: where a module reaches in.

With no module on, every list is empty and no module code runs. A module is a package in modules/ whose `attach` adds
its functions to these lists; docs/modules.md tells how.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import view_pb2

from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice

if TYPE_CHECKING:
    from server.games.alhambra.state import AlhambraState

Step = Callable[["AlhambraState", Chance], Iterator[Message]]
"""A step of the flow: does what there is to do, or opens the decision it needs; else it yields nothing."""
Listing = Callable[["AlhambraState", int], Iterator[Choice]]
"""The legal answers of a seat to a kind of decision."""
Handler = Callable[["AlhambraState", int, Any, Chance], Iterator[Message]]
"""(state, seat, choice, chance): what an answer brings about. Raises Rejected before its first event, or never."""


class Purchase(NamedTuple):
    """A purchase whose payment is complete (R5.8): handymen used are those that raised and lowered the price."""

    seat: int
    space: int
    tile: str
    handymen_up: int
    handymen_down: int


class Marks(NamedTuple):
    """What a module puts on tiles: the marks that lie there now, as a plain value, and how a tile shows its own."""

    now: Callable[["AlhambraState"], Hashable]
    show: Callable[[Any, view_pb2.TileView], None]


@dataclass(slots=True)
class Points:
    """The lists, in the order in which the base game comes to them. Modules are attached in rank order."""

    new_state: list[Callable[["AlhambraState", Any], None]] = field(default_factory=list)
    """Gives a new state what the module adds to it; also takes the table's options."""
    set_up: list[Step] = field(default_factory=list)
    """After the base game's set-up, before the first turn (R2.9 to R2.11)."""
    before_action: list[Listing] = field(default_factory=list)
    """What may be chosen before the first action of a turn, instead of it (R3.2)."""
    actions: list[Listing] = field(default_factory=list)
    """Further actions of a turn (R3.3)."""
    price_changes: list[Callable[["AlhambraState", int, int], int]] = field(default_factory=list)
    """(state, buyer, space): by how many the buyer can change the price, each up or down (R5.3)."""
    after_purchase: list[Callable[["AlhambraState", Purchase], Iterator[Message]]] = field(default_factory=list)
    """After a payment, at once: by the Buy action or by a module's purchase (R5.8 (2) to (4))."""
    after_overpaying: list[Callable[["AlhambraState", Purchase], Iterator[Message]]] = field(default_factory=list)
    """After an overpaid Buy action; may ask the buyer, whose answer goes on to finish_actions (R5.8 (5))."""
    before_refill: list[Step] = field(default_factory=list)
    """After the placing, before a bought space can be filled again (R8.2)."""
    after_refill: list[Step] = field(default_factory=list)
    """After display and market, before a scoring that is due (R8.5)."""
    before_next_turn: list[Step] = field(default_factory=list)
    """After the end check, before the next player's turn (R8.8)."""
    under_way: list[Callable[["AlhambraState"], bool]] = field(default_factory=list)
    """Whether a step of before_next_turn is under way, so that answers lead back to it (R8.8)."""
    half_units: list[Callable[["AlhambraState", int, int, int], int]] = field(default_factory=list)
    """(state, seat, type, half units in the Alhambra): further half units of that type in a majority (R9.2)."""
    scoring: list[Callable[["AlhambraState", int], Iterator[Message]]] = field(default_factory=list)
    """Further parts of a scoring, after majorities and wall (R9.5, R9.6)."""
    lists: dict[int, Listing] = field(default_factory=dict)
    """By kind of decision, its legal answers."""
    handlers: dict[int, dict[type, Handler]] = field(default_factory=dict)
    """By kind of decision and type of choice, what takes the answer; kinds of the base game may gain types."""
    view: list[Callable[["AlhambraState"], bytes]] = field(default_factory=list)
    """The module's part of the full view, a piece of it (kernel.pieces)."""
    marks: list["Marks"] = field(default_factory=list)
    """What the module put on tiles."""
    imagine: list[Callable[["AlhambraState", view_pb2.View, int | None, Chance], None]] = field(default_factory=list)
    """Reads the module's part of a viewer's view back into a state, and deals what is hidden at random."""
    invariants: list[Callable[["AlhambraState"], None]] = field(default_factory=list)
    """Raises AssertionError where the module's components don't add up (R18)."""

    def __deepcopy__(self, memo: Any) -> "Points":
        return self
