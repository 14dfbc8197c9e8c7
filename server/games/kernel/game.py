"""The shape of a game: what the house asks of each of them, and nothing more."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from google.protobuf.message import Message
from ludarium.options.v1 import options_pb2

from server.games.kernel.chance import Chance
from server.games.kernel.codec import Canonical, Choice, Codec, same
from server.games.kernel.redact import owns
from server.games.kernel.state import Decision, GameState
from server.games.kernel.words import Name, Writers

S = TypeVar("S", bound=GameState)

Events = Iterator[Message]
"""What a decider yields: the game's event messages, each folded into the state before the generator goes on."""


class Seating(NamedTuple):
    """Who sits on a seat: a random player id, the kind of bot ("" for a person), the colour wished for ("": none)."""

    player_id: str
    bot: str = ""
    color: str = ""


class SeatResult(NamedTuple):
    """The final score of a seat and its place, from 1; equal places share a number."""

    seat: int
    score: int
    place: int


def ranking(scores: Sequence[int], standings: Sequence[Any] | None = None) -> tuple[SeatResult, ...]:
    """The results by seat; `standings` (more is better) rank them where more than the score decides."""
    ranks = scores if standings is None else standings
    return tuple(
        SeatResult(seat, score, 1 + sum(1 for other in ranks if other > ranks[seat]))
        for seat, score in enumerate(scores)
    )


class Points(NamedTuple):
    """Points of one event: whose (None: an imaginary player), how many, for what in one word, and why in words."""

    seat: int | None
    points: int
    source: str
    words: str


class Content(NamedTuple):
    """A version of a game's component data: `alhambra/1` and the SHA-256 of its files."""

    version: str
    digest: bytes


class ModuleInfo(NamedTuple):
    """A module as people name it, with one line on what it adds."""

    name: str
    words: str


@dataclass(frozen=True)
class Rulebook:
    """What a game says about itself: `seats` are the legal numbers of players, `text` its numbered rules."""

    title: str
    seats: range
    modules: tuple[ModuleInfo, ...]
    colors: tuple[str, ...]
    """What players may choose from when they sit down; empty where the game has nothing to choose."""
    text: Callable[[], str]
    provenance: Callable[[], Mapping[str, Mapping[str, int]]]
    """By component file, how many records are confirmed, recalled, reconstructed, …"""


@dataclass(frozen=True)
class Words(Generic[S]):
    """A game in words, for players, logs and playthroughs."""

    choice: Callable[[S, Decision, Choice], str]
    events: Writers
    decision: Callable[[S, Decision], str]

    def event(self, event: Any, name: Name) -> str:
        """What happened, given the game's event message; empty for what goes without saying."""
        kind = event.WhichOneof("event") or ""
        writer = self.events.get(kind)
        return writer(getattr(event, kind), name) if writer else ""


class Used(NamedTuple):
    """A thing of the game that was used: what it is (`guild`), and its id."""

    sort: str
    name: str


@dataclass(frozen=True)
class Usage(Generic[S]):
    """What a game has to be used, and what uses it: counted over many games, it shows what lies idle."""

    events: Mapping[str, Collection[str]]
    """By name of a module, the kinds of events that are its own."""
    things: Callable[[S], Mapping[str, Collection[str]]]
    """By sort, the ids of the things in play, given the state before the first event."""
    used: Callable[[S, Any], Iterator[Used]]
    """What an event (the message inside the oneof) uses, given the state before it."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """One game, wired. Each callable lives in the room of its name in the game's package."""

    name: str
    rules: str
    """`alhambra/1`"""
    content: Content
    rulebook: Rulebook
    event_message: type[Message]
    view_message: type[Message]
    options_message: type[Message]
    codec: Codec
    check_options: Callable[[Any, int], None]
    """(options, seats): raises Rejected(FORBIDDEN_MIX, WRONG_SEAT_COUNT or UNKNOWN_MODULE)."""
    new_state: Callable[[Any, Sequence[Seating]], S]
    """(options, seating): the state before the first event."""
    set_up: Callable[[S, Chance], Events]
    """Set-up, up to the first decision."""
    decide: Callable[[S, Decision, Choice, Chance], Events]
    """What an answer brings about. Raises Rejected before its first event, or never."""
    evolve: Mapping[str, Callable[[S, Any], None]]
    """For each field of the event's oneof, what it changes in the state. Holds no rules."""
    legal: Callable[[S, Decision], Iterator[Choice]]
    """Every legal answer, lazily, in canonical order."""
    result: Callable[[S], tuple[SeatResult, ...] | None]
    """The final result; None while the game is on."""
    view_pieces: Callable[[S], Iterator[bytes]]
    """The full view, in pieces (kernel.pieces); the redactor cuts them."""
    imagine: Callable[[Any, Any, int | None, Chance], S]
    """(options, view as a seat sees it, seat, chance): a state that is possible for all that this viewer knows.

    Its version, draws and open decisions, which everybody knows, are set by the caller.
    """
    check: Callable[[S], None]
    """Raises AssertionError where the state breaks an invariant."""
    points: Callable[[Any], Points | None]
    """The points that an event (the game's event message) tells of."""
    chapter: Callable[[Any], str | None]
    """The title of the chapter that an event begins, for replays."""
    words: Words[S]
    usage: Usage[S]
    neutral: frozenset[type] = frozenset()
    """The types of answers that do nothing: to pass, to decline, to end a turn."""
    canonical: Canonical = same
    """The one form of a choice that `legal` lists, where a command has several."""
    kinds: Mapping[type, str] = field(init=False)
    """By event class, its field in the oneof."""
    revealing: frozenset[str] = field(init=False)
    """The fields of the oneof whose events reveal something."""

    def __post_init__(self) -> None:
        descriptor: Any = self.event_message.DESCRIPTOR
        kinds = {part.message_type._concrete_class: part.name for part in descriptor.fields}
        missing = set(self.evolve) ^ set(kinds.values())
        if missing:
            raise TypeError(f"{self.name}: events and evolve differ in {sorted(missing)}")
        view: Any = self.view_message.DESCRIPTOR
        if owns(view):
            raise TypeError(f"{self.name}: a view is cut piece by piece, so it can't have an owner of its own")
        revealing = (p.name for p in descriptor.fields if p.message_type.GetOptions().Extensions[options_pb2.reveals])
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "revealing", frozenset(revealing))

    def view(self, state: S) -> Any:
        """The full view, as a message of the caller's own."""
        return self.view_message.FromString(b"".join(self.view_pieces(state)))

    def apply(self, state: S, event: Message) -> None:
        """Fold one event, given as the message inside the oneof, into the state."""
        self.evolve[self.kinds[type(event)]](state, event)


AnyGame = Game[Any]
Catalogue = Mapping[str, AnyGame]
"""The games by name."""
