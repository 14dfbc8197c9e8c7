"""Commands of a table, as the decider of the aggregate takes them: who asks, and for what."""

from dataclasses import dataclass
from typing import Any

from server.games.kernel.codec import Choice
from server.games.kernel.state import DecisionId


@dataclass(frozen=True, slots=True)
class Actor:
    """Who commands: a player id, and what the token allows beyond a player's own seat."""

    player_id: str
    operator: bool = False
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table. `options` is the contract's GameOptions; `seed` 32 bytes; `fair` False for a seed from outside.

    `id_key` is the key of the table's event ids; without one they are drawn one by one.
    """

    table_id: str
    options: Any
    seats: int
    seed: bytes
    fair: bool
    id_key: bytes | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat (None: the first free one) with a nonce of 16 bytes; `bot` is the kind of a bot, "" for a person."""

    seat: int | None
    nonce: bytes
    color: str = ""
    bot: str = ""
    player_id: str = ""
    """The bot's own id; "" seats the actor."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up the actor's seat before the start."""


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game."""


@dataclass(frozen=True, slots=True)
class Abort:
    """End without a result. `idle`: because nothing happened for the set time."""

    idle: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Answer a decision."""

    decision: DecisionId
    choice: Choice


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back to a version; `ask_others` when the seat may not do so alone."""

    to_version: int
    ask_others: bool = False


@dataclass(frozen=True, slots=True)
class AnswerUndo:
    """Answer another seat's question for an undo."""

    agrees: bool


TableCommand = Open | Join | Leave | Start | Abort | Play | Undo | AnswerUndo
