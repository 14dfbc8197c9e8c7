"""Commands of a table, as the decider of the aggregate takes them: who asks, and for what."""

from dataclasses import dataclass, field
from typing import Any

from ludarium.v1 import table_events_pb2, terms_pb2

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
    terms: terms_pb2.TableTerms = field(default_factory=terms_pb2.TableTerms)
    rematch_of: str = ""
    reservations: tuple[table_events_pb2.SeatReservation, ...] = ()
    id_key: bytes | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat (None: the first free one) with a nonce of 16 bytes; `bot` is the kind of a bot, "" for a person.

    `drawn` says that the nonce is not the player's own: at a table with a given seed that of its seed takes its place.
    """

    seat: int | None
    nonce: bytes
    color: str = ""
    bot: str = ""
    player_id: str = ""
    """The bot's own id; "" seats the actor."""
    drawn: bool = False
    invitation: str = ""
    """The invitation that the actor brings; "" for none."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite players by name."""

    player_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MakeInvitation:
    """Make an invitation to hand on; of it only the SHA-256 is kept."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class AcceptInvitation:
    """Become one of the invited by an invitation."""

    invitation: str


@dataclass(frozen=True, slots=True)
class WithdrawInvitation:
    """Invite a player no more; "" for whoever would bring an invitation that was handed on."""

    player_id: str


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


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the running game; `bot_id` is the id of the bot that goes on, if one does."""

    bot_id: str


@dataclass(frozen=True, slots=True)
class VoteOut:
    """Vote a seat out whose time ran out; `bot_id` is the id of the bot that goes on, if one does."""

    seat: int
    bot_id: str


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Call that a seat's time ran out at a decision; `bot_id` is the id of the bot that goes on, if one does."""

    seat: int
    decision: DecisionId
    bot_id: str


@dataclass(frozen=True, slots=True)
class NoteRematch:
    """Note, after the end, at which table the game goes on."""

    table_id: str


TableCommand = (
    NoteRematch
    | Resign
    | VoteOut
    | TimeOut
    | Open
    | Join
    | Leave
    | Invite
    | MakeInvitation
    | AcceptInvitation
    | WithdrawInvitation
    | Start
    | Abort
    | Play
    | Undo
    | AnswerUndo
)
