"""The table: the aggregate. Its state, and the fold of its events with undo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from ludarium.v1 import events_pb2, table_events_pb2

from server.games.kernel.chance import Chance, chance_key
from server.games.kernel.clocks import (
    NO_PACE,
    Clocks,
    Outage,
    Pace,
    answered,
    given_back,
    next_deadline,
    pace_of,
    renamed,
    run_out,
    settled,
    started,
    turned,
)
from server.games.kernel.game import AnyGame, Catalogue, Seating, SeatResult
from server.games.kernel.history import effective, undone_to
from server.games.kernel.pinned import is_newer
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import DecisionId, GameState

Event = events_pb2.Event


class Status(Enum):
    """Where a table stands; the values are those of the contract's TableStatus."""

    OPEN = 1
    RUNNING = 2
    FINISHED = 3
    ABORTED = 4


class UnknownEvent(Exception):
    """The stream holds an event that this version of the software does not know; a newer server can serve the table."""


class Command(NamedTuple):
    """A command of a seat in the running game, as far as undo cares: the seat, and the version before it."""

    seat: int
    version_before: int


class Left(NamedTuple):
    """A player who left the running game, and why: a value of the contract's LeaveReason."""

    player_id: str
    reason: int


class UndoQuestion(NamedTuple):
    """An undo that a seat asked for, and the seats that agree."""

    to_version: int
    asked_by: int
    agreed: frozenset[int]


@dataclass(slots=True)
class Table:
    """The state of a table. Made by `fold`; changed by `apply` alone."""

    opened: table_events_pb2.TableOpened
    game: AnyGame
    opened_ms: int
    seats: list[Seating | None]
    nonces: list[bytes]
    status: Status = Status.OPEN
    version: int = 0
    event_id: bytes = b""
    time_ms: int = 0
    state: GameState | None = None
    chain: list[Command] = field(default_factory=list)
    """The commands that may be taken back: of one seat, with nothing revealed since. Latest last."""
    boundaries: list[int] = field(default_factory=list)
    """The versions at which a command of the running game was complete."""
    in_the_way: int = 0
    """The version of the latest event that closes the way back; 0 for none."""
    undo_question: UndoQuestion | None = None
    results: tuple[SeatResult, ...] = ()
    early: bool = False
    """The game ended because one of two players left."""
    seed_revealed: bool = False
    rematch: str = ""
    """The table at which the game goes on; "" for none."""
    left: Mapping[int, Left] = field(default_factory=dict)
    """By seat, the player who sat there at the start and left since."""
    pace: Pace = NO_PACE
    clocks: Clocks = ()
    """By seat; none at a table without a clock, or before the start."""
    given_back_ms: int = 0
    """When the latest outage ended whose time was given back, in milliseconds since 1970."""
    removal_votes: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """By seat whose time ran out, the seats that voted for it to leave."""
    invited: frozenset[str] = frozenset()
    """The players who were invited by name or came with an invitation."""
    invitations: Mapping[bytes, str] = field(default_factory=dict)
    """From the digests of invitations to the players who made them."""

    @property
    def table_id(self) -> str:
        """The ULID."""
        return self.opened.table_id

    @property
    def reservations(self) -> list[table_events_pb2.SeatReservation]:
        """The seats that are kept for players of the game before, as long as they are invited."""
        return [kept for kept in self.opened.reservations if kept.player_id in self.invited]

    @property
    def options(self) -> Any:
        """The game's own options message."""
        return getattr(self.opened.options, self.game.name)

    @property
    def seat_count(self) -> int:
        """Seats, free ones included."""
        return len(self.seats)

    @property
    def people(self) -> list[bool]:
        """By seat, whether a person sits there."""
        return [seating is not None and not seating.bot for seating in self.seats]

    @property
    def next_time_out(self) -> int | None:
        """When the time of a seat runs out next, in milliseconds since 1970; None while none does."""
        return None if self.closed else next_deadline(self.pace, self.clocks)

    @property
    def closed(self) -> bool:
        """Whether nothing can happen any more."""
        return self.status in (Status.FINISHED, Status.ABORTED)

    def seat_of(self, player_id: str) -> int | None:
        """The seat of a player; None for others."""
        return next((i for i, seating in enumerate(self.seats) if seating and seating.player_id == player_id), None)

    def running(self) -> GameState:
        """The game's state. Raises Rejected(NOT_STARTED) before the start and (TABLE_CLOSED) after the end."""
        if self.closed:
            raise Rejected(Reason.REASON_TABLE_CLOSED, "The table is closed: its game has ended.")
        if self.state is None:
            raise Rejected(Reason.REASON_NOT_STARTED, "The game has not begun yet.")
        return self.state

    def chance(self) -> Chance:
        """The draws of the running game, from where it stands."""
        seed = self.opened.seed
        return Chance(chance_key(seed, self.nonces), self.state.draws if self.state else 0)

    def apply(self, event: Event) -> None:
        """Fold the next event. Undone can't be folded into a state: raises ValueError, fold the history anew."""
        which = event.WhichOneof("payload")
        if which is None:
            raise UnknownEvent(f"table {self.table_id}, version {event.version}")
        self.stand_at(event)
        if which == "table":
            self._apply_table_event(event.table)
            if self.state is not None:
                self.state.version = event.version
        else:
            self._apply_game_event(event, getattr(event, which))
        if self.clocks and event.last:
            self._turn_clocks()

    def accept(self, events: Sequence[Event]) -> None:
        """Note the events of a command whose game events `decide` has folded into the state already.

        The table then stands where `apply` would have brought it.
        """
        for event in events:
            which = event.WhichOneof("payload")
            if which is None or which == "table":
                self.apply(event)
                continue
            if event.HasField("cause"):
                self.stand_at(event)
                self._note_command(event.cause, event.version - 1)
            if getattr(event, which).WhichOneof("event") in self.game.revealing:
                self.chain.clear()
                self.in_the_way = event.version
            if event.last:
                self.stand_at(event)
                self.boundaries.append(event.version)
                if self.clocks:
                    self._turn_clocks()
        if self.state is not None and events:
            self.state.version = events[-1].version

    def take(self, event: Event) -> None:
        """Fold the next effective event on the way to another one; `stand_at` follows the last of them."""
        which = event.WhichOneof("payload")
        if which == "table" and undone_to(event) is not None:
            self.after_undo(event)
        elif which is None or which == "table" or self.clocks:  # clocks need the time of each event
            self.apply(event)
        else:
            self._apply_game_event(event, getattr(event, which))

    def stand_at(self, event: Event) -> None:
        """Note the version, id and time of the event at which the table stands."""
        self.version = event.version
        self.event_id = event.event_id
        time = event.time
        self.time_ms = time.seconds * 1000 + time.nanos // 1_000_000

    def _apply_game_event(self, event: Event, wrapper: Any) -> None:
        state = self.state
        kind = wrapper.WhichOneof("event")
        if state is None or kind is None:
            raise UnknownEvent(f"table {self.table_id}, version {event.version}")
        if event.HasField("cause"):
            self._note_command(event.cause, event.version - 1)
        state.version = event.version
        if event.HasField("draws"):
            state.draws = event.draws.first_index + len(event.draws.bounds)
        if kind in self.game.revealing:
            self.chain.clear()
            self.in_the_way = event.version
        self.game.evolve[kind](state, getattr(wrapper, kind))
        if event.last:
            self.boundaries.append(event.version)

    def _note_command(self, cause: events_pb2.Cause, version_before: int) -> None:
        assert self.state is not None
        if cause.HasField("decision"):
            self.state.close_decision(DecisionId(cause.decision.version, cause.decision.number))
        self.undo_question = None
        if self.clocks and cause.HasField("decision") and self._note_time(cause):
            self.in_the_way = version_before
            self.chain.clear()
            return
        if self.chain and self.chain[-1].seat != cause.seat:
            self.in_the_way = version_before
            self.chain.clear()
        self.chain.append(Command(cause.seat, version_before))

    def _note_time(self, cause: events_pb2.Cause) -> bool:
        """Stop the clock of a seat that answers; True when its time had run out: such an answer is not taken back."""
        decision = DecisionId(cause.decision.version, cause.decision.number)
        late = self.clocks[cause.seat].ran_out and self.clocks[cause.seat].decision == decision
        self.clocks = answered(self.pace, self.clocks, cause.seat, decision, self.time_ms)
        if late:
            self.removal_votes = {seat: votes for seat, votes in self.removal_votes.items() if seat != cause.seat}
        return late

    def _turn_clocks(self) -> None:
        """A command is complete: let the clocks run of those that the game waits for."""
        assert self.state is not None
        self.clocks = turned(self.pace, self.clocks, self.state.decisions, self.people, self.time_ms)

    def _apply_table_event(self, event: table_events_pb2.TableEvent) -> None:
        match event.WhichOneof("event"):
            case "seat_taken":
                taken = event.seat_taken
                self.seats[taken.seat] = Seating(taken.player_id, taken.bot, taken.color)
                self.nonces[taken.seat] = taken.nonce
            case "seat_left":
                self.seats[event.seat_left.seat] = None
                self.nonces[event.seat_left.seat] = b""
            case "started":
                seating = [seat for seat in self.seats if seat is not None]
                self.state = self.game.new_state(self.options, seating)
                self.status = Status.RUNNING
                if self.opened.terms.HasField("clock"):
                    self.pace = pace_of(self.opened.terms.clock)
                    self.clocks = started(self.pace, self.seat_count)
            case "undo_asked":
                asked = event.undo_asked
                self.undo_question = UndoQuestion(asked.to_version, asked.seat, frozenset({asked.seat}))
            case "undo_answered":
                self._note_answer(event.undo_answered)
            case "finished":
                self.status = Status.FINISHED
                self.early = event.finished.early
                self.results = tuple(SeatResult(r.seat, r.score, r.place) for r in event.finished.results)
            case "aborted":
                self.status = Status.ABORTED
            case "seed_revealed":
                self.seed_revealed = True
            case "rematch_opened":
                self.rematch = event.rematch_opened.table_id
            case "player_left":
                self._note_left(event.player_left)
            case "removal_voted":
                vote = event.removal_voted
                votes = self.removal_votes.get(vote.seat, frozenset()) | {vote.by_seat}
                self.removal_votes = {**self.removal_votes, vote.seat: votes}
            case "time_ran_out":
                self.clocks = run_out(self.clocks, event.time_ran_out.seat)
                self.chain.clear()
                self.in_the_way = self.version
            case "time_given_back":
                gone = event.time_given_back
                outage = Outage(gone.from_time.ToMilliseconds(), gone.to_time.ToMilliseconds())
                self.clocks = given_back(self.clocks, outage)
                self.given_back_ms = outage.to_ms
            case "clocks_settled":
                reserves = {r.seat: r.reserve.ToMilliseconds() for r in event.clocks_settled.reserves}
                self.clocks = settled(self.clocks, reserves, self.time_ms)
                self.removal_votes = {}
            case "player_invited":
                self.invited |= {event.player_invited.player_id}
            case "invitation_made":
                made = event.invitation_made
                self.invitations = {**self.invitations, made.digest: made.invited_by}
            case "invitation_withdrawn":
                player_id = event.invitation_withdrawn.player_id
                self.invited -= {player_id}
                self.invitations = self.invitations if player_id else {}
            case "undone":
                raise ValueError("an Undone is folded with its whole history")
            case _:
                raise UnknownEvent(f"table {self.table_id}, version {self.version}")

    def _note_left(self, event: table_events_pb2.PlayerLeft) -> None:
        before = self.seats[event.seat]
        assert before is not None
        self.left = {**self.left, event.seat: Left(before.player_id, event.reason)}
        self.removal_votes = {seat: votes for seat, votes in self.removal_votes.items() if seat != event.seat}
        self.undo_question = None
        self.chain.clear()
        self.in_the_way = self.version
        if event.bot:
            self.seats[event.seat] = Seating(event.bot_id, event.bot, before.color)

    def _note_answer(self, answer: table_events_pb2.UndoAnswered) -> None:
        question = self.undo_question
        if question is None or not answer.agrees:
            self.undo_question = None
            return
        self.undo_question = question._replace(agreed=question.agreed | {answer.seat})

    def after_undo(self, event: Event) -> None:
        """Note that an Undone closed here: ids of decisions change, so that answers from before it fail."""
        self.stand_at(event)
        self.undo_question = None
        assert self.state is not None
        self.state.version = event.version
        before = [decision.id for decision in self.state.decisions]
        self.state.rename_decisions()
        if self.clocks:
            names = {old: decision.id for old, decision in zip(before, self.state.decisions, strict=True)}
            self.clocks = renamed(self.clocks, names)
            if event.last:
                self._turn_clocks()


def open_table(event: Event, games: Catalogue) -> Table:
    """The table that the first event of a stream opens. Raises UnknownEvent when it is for a newer server."""
    opened = event.table.opened
    name = opened.options.WhichOneof("options")
    if event.version != 1 or not event.table.HasField("opened") or name is None or name not in games:
        raise UnknownEvent(f"version {event.version} does not open a table of a game known here")
    game = games[name]
    if is_newer(opened.rules, game.rules) or is_newer(opened.content, game.content.version):
        raise UnknownEvent(f"version {event.version} opens a table with {opened.rules} and {opened.content}")
    opened_ms = event.time.seconds * 1000 + event.time.nanos // 1_000_000
    table = Table(opened, game, opened_ms, [None] * opened.seats, [b""] * opened.seats)
    table.version, table.event_id, table.time_ms = 1, event.event_id, opened_ms
    table.invited = frozenset(kept.player_id for kept in opened.reservations)
    return table


def fold(events: Sequence[Event], games: Catalogue) -> Table:
    """The table after these events, which are those of its stream from version 1 on.

    Raises UnknownEvent when one of them is for a newer server, ValueError when there are none or versions are missing.
    """
    if not events:
        raise ValueError("a table has at least its first event")
    if events[-1].version != len(events):
        raise ValueError(f"expected versions 1 to {len(events)}, the last is {events[-1].version}")
    table = open_table(events[0], games)
    for event in effective(events[1:]):
        table.take(event)
    table.stand_at(events[-1])
    return table
