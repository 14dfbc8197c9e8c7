"""The named points of the base game: where a module reaches in.

With no module on, every list is empty and no module code runs. A module is a file in modules/ with an `attach` that
adds its functions to these lists; docs/modules.md tells how.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from google.protobuf.message import Message

from server.games.kernel.chance import Chance

if TYPE_CHECKING:
    from server.games.alhambra.state import AlhambraState

Step = Callable[["AlhambraState", Chance], Iterator[Message]]
"""A step of the flow: does what there is to do, or opens the decision it needs; else it yields nothing."""


@dataclass(slots=True)
class Points:
    """The lists, in the order in which the base game comes to them. Modules are attached in rank order."""

    set_up: list[Step] = field(default_factory=list)
    """After the base game's set-up, before the first turn (R2.9 to R2.11)."""
    before_refill: list[Step] = field(default_factory=list)
    """After the placing, before displays are refilled (R8.2)."""
    after_refill: list[Step] = field(default_factory=list)
    """After display and market, before a scoring that is due (R8.5)."""
    before_next_turn: list[Step] = field(default_factory=list)
    """After the end check, before the next player's turn (R8.8)."""
    scoring: list[Callable[["AlhambraState", int], Iterator[Message]]] = field(default_factory=list)
    """Further parts of a scoring, after majorities and wall (R9.5, R9.6)."""

    def __deepcopy__(self, memo: Any) -> "Points":
        return self
