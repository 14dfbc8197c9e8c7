"""The named points of the base game: where a module reaches in.

With no module on, every list is empty and no module code runs. A module is a file in modules/ with an `attach` that
adds its functions to these lists.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from google.protobuf.message import Message

from server.games.castles.geometry.placements import Check
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice

if TYPE_CHECKING:
    from server.games.castles.geometry.castle import Room
    from server.games.castles.state import CastlesState, Player

Events = Iterator[Message]
Step = Callable[["CastlesState", Chance], Events]
"""A step of the flow: does what there is to do, or opens the decision it needs; else it yields nothing."""
SeatStep = Callable[["CastlesState", int], Events]
"""A step for one seat."""
Handler = Callable[["CastlesState", int, Any, Chance], Events]
"""What an answer of a seat brings about."""
Lister = Callable[["CastlesState", int], Iterator[Choice]]
"""Legal answers of a seat."""
Amount = Callable[["CastlesState", int, int], int]
"""(state, seat, amount so far): the amount that counts."""


@dataclass(slots=True)
class Points:
    """The lists, in the order in which the base game comes to them. Modules are attached in rank order."""

    stacks: list[Step] = field(default_factory=list)
    """Further stacks at set-up (R1.2.4, R1.2.5)."""
    players: list[SeatStep] = field(default_factory=list)
    """What each player receives further (R1.2.9.2)."""
    foyers: list[Step] = field(default_factory=list)
    """Asks how foyers lie (R6.1)."""
    draft: list[Step] = field(default_factory=list)
    """The draft of decrees (R10.1)."""
    start: list[Step] = field(default_factory=list)
    """Decrees that take effect at the start."""
    discards: list[Step] = field(default_factory=list)
    """When bonus cards are discarded, before they go to the bottom of the deck (D6)."""
    before_draw: list[Step] = field(default_factory=list)
    """Before rooms are drawn (D8.2)."""
    revealed: list[Callable[["CastlesState", str, bool, Chance], Events]] = field(default_factory=list)
    """(state, tile or renovation, whether it has a swan icon, chance): after it was turned up (R7.1)."""
    card_drawn: list[Callable[["CastlesState", int, Chance], Events]] = field(default_factory=list)
    """(state, stack, chance): after a card's tile was turned up (R8.8)."""
    deck_empty: list[Step] = field(default_factory=list)
    """A card is needed and the room deck is empty (R11.1.4)."""
    before_pricing: list[Step] = field(default_factory=list)
    """Before the master builder sets prices (D10)."""
    actions: list[Lister] = field(default_factory=list)
    """Further actions of a turn (R3.1c, R3.1d)."""
    could_act: list[Callable[["CastlesState", int], bool]] = field(default_factory=list)
    """(state, seat): whether one of these actions could be taken, whatever it cost (R11.1.7)."""
    trades: list[Lister] = field(default_factory=list)
    """What may be done at any time in one's own turn (R7.3)."""
    standing: list[Callable[["CastlesState"], Events]] = field(default_factory=list)
    """Standing decisions that open when the game waits between two resolutions (D8.2)."""
    gaps: list[Callable[["Player"], dict[int, int]]] = field(default_factory=list)
    """The secret passages a player has left, with their gaps (R6A.2)."""
    checks: list[Check] = field(default_factory=list)
    """Further rules of placement (R6.9)."""
    bought: list[Callable[["CastlesState", int, int], Events]] = field(default_factory=list)
    """(state, seat, coins that lay on it): after a room of the market was paid for (D58)."""
    scored: list[Callable[["CastlesState", int, "Room"], Events]] = field(default_factory=list)
    """After a new room or renovation scored by its own and others' centres (R6.6.3)."""
    completed: list[Callable[["CastlesState", int, "Room"], Events]] = field(default_factory=list)
    """After a room was completed (D15)."""
    rewards: list[Callable[["Room"], tuple[int, ...]]] = field(default_factory=list)
    """Further rewards of a completed room (R5.2)."""
    resolvers: dict[int, tuple[Callable[["CastlesState", int], bool], Callable[..., Events]]] = field(
        default_factory=dict
    )
    """By reward: whether it can do anything, and (state, reward, chance) what it does."""
    may_earn: list[Callable[["CastlesState", int, int], bool]] = field(default_factory=list)
    """(state, seat, reward): whether a reward is to be had (D4.2)."""
    turn_end: list[Step] = field(default_factory=list)
    """At the end of a turn (D17, D18)."""
    round_end: list[Step] = field(default_factory=list)
    """At the end of a round (D57)."""
    over: list[Callable[["CastlesState"], bool]] = field(default_factory=list)
    """What else must hold for the end besides an empty deck (R11.1.2)."""
    final_start: list[SeatStep] = field(default_factory=list)
    """At the start of final scoring (R11.2.0.1)."""
    before_depleted: list[Step] = field(default_factory=list)
    """Before depleted stacks (R11.2.0.2)."""
    depleted: list[Callable[["CastlesState", int, int], int]] = field(default_factory=list)
    """(state, seat, stack): further tiles of a depleted stack (R6.10.3)."""
    swan_sets: list[SeatStep] = field(default_factory=list)
    """Sets of swan tokens (R11.2.2)."""
    set_values: list[Callable[["CastlesState", int, tuple[int, ...]], tuple[int, ...]]] = field(default_factory=list)
    """(state, seat, values by size of a set): what sets are worth (D25)."""
    decrees: list[SeatStep] = field(default_factory=list)
    """The decrees' step (R11.2.3)."""
    tower_favors: list[SeatStep] = field(default_factory=list)
    """Face-down favors (R11.2.6)."""
    leftover: list[SeatStep] = field(default_factory=list)
    """With leftover coins (D24)."""
    coins_hidden: list[Callable[["Player"], bool]] = field(default_factory=list)
    """Whether a player's coins are hidden (D7)."""
    handlers: dict[tuple[int, type], Handler] = field(default_factory=dict)
    """By kind of decision and choice, what further answers bring about."""
    lists: dict[int, Lister] = field(default_factory=dict)
    """By kind of decision, the legal answers of modules' decisions."""
    amounts: dict[str, list[Amount]] = field(default_factory=dict)
    """By name, what changes an amount of the base game."""

    def amount(self, name: str, state: "CastlesState", seat: int, base: int) -> int:
        """An amount of the base game as modules leave it: prices, incomes, rewards."""
        for change in self.amounts.get(name, ()):
            base = change(state, seat, base)
        return base

    def change(self, name: str, by: Amount) -> None:
        """Let a function change an amount."""
        self.amounts.setdefault(name, []).append(by)

    def __deepcopy__(self, memo: Any) -> "Points":
        return self


def run_steps(steps: list[Step], state: "CastlesState", chance: Chance) -> Events:
    """Run steps in order until one of them opens a decision that the game waits for."""
    for step in steps:
        yield from step(state, chance)
        if waits(state):
            return


def waits(state: "CastlesState") -> bool:
    """Whether the game waits for somebody."""
    return any(not decision.standing for decision in state.decisions)
