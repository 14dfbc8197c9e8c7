"""The decider of the aggregate: what a command brings about at a table.

`decide` gives the contract's events without ids, versions and times; the host stamps those. Game events are folded into
the table's state while they are made, so a table that `decide` was run on either takes the events or is dropped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from google.protobuf.message import Message
from ludarium.v1 import events_pb2, table_events_pb2

from server.games.kernel import undo
from server.games.kernel.chance import NONCE_BYTES, SEED_BYTES, Chance, chance_key, commitment
from server.games.kernel.commands import Abort, Actor, AnswerUndo, Join, Leave, Open, Play, Start, TableCommand, Undo
from server.games.kernel.driver import Happened, run
from server.games.kernel.game import AnyGame, Catalogue, Seating
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import Decision, DecisionId, GameState
from server.games.kernel.table import Status, Table

TableEvent = table_events_pb2.TableEvent


@dataclass(slots=True)
class Outcome:
    """What a command brings about: payload events in order, the seat behind it, and the decision answered."""

    payloads: list[events_pb2.Event] = field(default_factory=list)
    seat: int | None = None
    decision: DecisionId | None = None

    def table_event(self, **event: Message) -> None:
        """Add an event of the table itself, given as `seat_left=…`."""
        self.payloads.append(events_pb2.Event(table=TableEvent(**cast(Any, event))))

    def game_events(self, game: AnyGame, happened: Sequence[Happened]) -> None:
        """Add a game's events with the draws behind them."""
        for message, draws in happened:
            event = events_pb2.Event()
            getattr(getattr(event, game.name), game.kinds[type(message)]).CopyFrom(message)
            if draws:
                event.draws.first_index = draws[0].number
                event.draws.bounds.extend(draw.bound for draw in draws)
                event.draws.outcomes.extend(draw.outcome for draw in draws)
            self.payloads.append(event)


def open_new(command: Open, actor: Actor, games: Catalogue) -> Outcome:
    """The first event of a new table. Raises Rejected(UNKNOWN_GAME or MALFORMED), or as the game checks its options."""
    name = command.options.WhichOneof("options")
    if name not in games:
        raise Rejected(Reason.REASON_UNKNOWN_GAME, f"There is no game here by that name. Known: {', '.join(games)}.")
    if len(command.seed) != SEED_BYTES:
        raise Rejected(Reason.REASON_MALFORMED, f"A seed has {SEED_BYTES} bytes.", field="seed")
    game = games[name]
    if command.seats not in game.rulebook.seats:
        seats = game.rulebook.seats
        message = f"{game.rulebook.title} is for {seats.start} to {seats.stop - 1} players, not {command.seats}."
        raise Rejected(Reason.REASON_WRONG_SEAT_COUNT, message)
    game.check_options(getattr(command.options, name), command.seats)
    outcome = Outcome()
    outcome.table_event(
        opened=table_events_pb2.TableOpened(
            table_id=command.table_id,
            player_id=actor.player_id,
            seats=command.seats,
            options=command.options,
            rules=game.rules,
            content=game.content.version,
            content_digest=game.content.digest,
            seed_commitment=commitment(command.table_id, command.seed),
            seed=command.seed,
            fair=command.fair,
            id_key=command.id_key,
        )
    )
    return outcome


def decide(table: Table, actor: Actor, command: TableCommand) -> Outcome:
    """What the command brings about. Raises Rejected, and then has changed nothing."""
    handler = _HANDLERS[type(command)]
    return handler(table, actor, command)


def _join(table: Table, actor: Actor, command: Join) -> Outcome:
    _require_open(table)
    player_id = command.player_id or actor.player_id
    if command.bot:
        _require_host(table, actor, "seat bots")
    if table.seat_of(player_id) is not None:
        raise Rejected(Reason.REASON_ALREADY_SEATED, "You have a seat at this table already.")
    if len(command.nonce) != NONCE_BYTES:
        raise Rejected(Reason.REASON_MALFORMED, f"A nonce has {NONCE_BYTES} bytes.", field="nonce")
    seat = _free_seat(table, command.seat)
    _check_color(table, command.color)
    outcome = Outcome(seat=seat)
    outcome.table_event(
        seat_taken=table_events_pb2.SeatTaken(
            seat=seat, player_id=player_id, bot=command.bot, nonce=command.nonce, color=command.color
        )
    )
    return outcome


def _leave(table: Table, actor: Actor, command: Leave) -> Outcome:
    _require_open(table)
    seat = seat_of(table, actor)
    outcome = Outcome(seat=seat)
    outcome.table_event(seat_left=table_events_pb2.SeatLeft(seat=seat))
    return outcome


def _start(table: Table, actor: Actor, command: Start) -> Outcome:
    _require_open(table)
    _require_host(table, actor, "start the game")
    free = [str(number) for number, seating in enumerate(table.seats) if seating is None]
    if free:
        raise Rejected(Reason.REASON_SEATS_FREE, f"Seats still free: {', '.join(free)}.")
    outcome = Outcome(seat=table.seat_of(actor.player_id))
    outcome.table_event(started=table_events_pb2.TableStarted())
    state = table.game.new_state(table.options, cast(list[Seating], table.seats))
    state.version = table.version + 1
    chance = Chance(chance_key(table.opened.seed, table.nonces))
    outcome.game_events(table.game, run(table.game, state, table.game.set_up(state, chance), chance))
    return outcome


def _abort(table: Table, actor: Actor, command: Abort) -> Outcome:
    if table.closed:
        raise Rejected(Reason.REASON_TABLE_CLOSED, "The table is closed already.")
    if not actor.operator and table.status is not Status.OPEN:
        raise Rejected(Reason.REASON_NOT_ALLOWED, "Only an operator may abort a game that has begun.")
    _require_host(table, actor, "abort the table")
    by_host = table_events_pb2.ABORT_REASON_BY_PLAYERS
    by_other = table_events_pb2.ABORT_REASON_IDLE if command.idle else table_events_pb2.ABORT_REASON_BY_OPERATOR
    outcome = Outcome()
    reason = by_other if actor.operator else by_host
    outcome.table_event(aborted=table_events_pb2.TableAborted(reason=reason))
    outcome.table_event(seed_revealed=table_events_pb2.SeedRevealed(seed=table.opened.seed))
    return outcome


def _play(table: Table, actor: Actor, command: Play) -> Outcome:
    state = table.running()
    decision = open_decision(table, state, actor, command.decision)
    game = table.game
    chance = table.chance()
    happened = run(game, state, game.decide(state, decision, command.choice, chance), chance, decision)
    outcome = Outcome(seat=decision.seat, decision=decision.id)
    outcome.game_events(game, happened)
    results = game.result(state)
    if results is not None:
        seats = [table_events_pb2.SeatResult(seat=r.seat, score=r.score, place=r.place) for r in results]
        outcome.table_event(finished=table_events_pb2.TableFinished(results=seats))
        outcome.table_event(seed_revealed=table_events_pb2.SeedRevealed(seed=table.opened.seed))
    return outcome


def _undo(table: Table, actor: Actor, command: Undo) -> Outcome:
    table.running()
    seat = seat_of(table, actor)
    outcome = Outcome(seat=seat)
    if command.to_version in undo.points(table, seat):
        outcome.table_event(undone=table_events_pb2.Undone(to_version=command.to_version, seat=seat))
    elif command.ask_others:
        undo.check_question(table, seat, command.to_version)
        outcome.table_event(undo_asked=table_events_pb2.UndoAsked(seat=seat, to_version=command.to_version))
        if undo.all_agree(table, frozenset({seat})):
            outcome.table_event(undone=table_events_pb2.Undone(to_version=command.to_version, seat=seat))
    else:
        raise undo.refusal(table, seat)
    return outcome


def _answer_undo(table: Table, actor: Actor, command: AnswerUndo) -> Outcome:
    table.running()
    seat = seat_of(table, actor)
    question = table.undo_question
    if question is None or seat in question.agreed:
        raise Rejected(Reason.REASON_NO_UNDO_ASKED, "Nobody waits for your answer to an undo.")
    outcome = Outcome(seat=seat)
    outcome.table_event(undo_answered=table_events_pb2.UndoAnswered(seat=seat, agrees=command.agrees))
    if command.agrees and undo.all_agree(table, question.agreed | {seat}):
        undone = table_events_pb2.Undone(to_version=question.to_version, seat=question.asked_by)
        outcome.table_event(undone=undone)
    return outcome


_HANDLERS: dict[type, Callable[[Table, Actor, Any], Outcome]] = {
    Join: _join,
    Leave: _leave,
    Start: _start,
    Abort: _abort,
    Play: _play,
    Undo: _undo,
    AnswerUndo: _answer_undo,
}


def seat_of(table: Table, actor: Actor) -> int:
    """The actor's seat. Raises Rejected(NOT_SEATED)."""
    seat = table.seat_of(actor.player_id)
    if seat is None:
        raise Rejected(Reason.REASON_NOT_SEATED, "You have no seat at this table.")
    return seat


def open_decision(table: Table, state: GameState, actor: Actor, decision_id: DecisionId) -> Decision:
    """The open decision of that id, if the actor may answer it: its player, or a bot for the seats that bots hold.

    Raises Rejected(DECISION_NOT_OPEN, NOT_SEATED or NOT_YOUR_DECISION).
    """
    own = None if actor.bot else seat_of(table, actor)
    decision = state.find_decision(decision_id)
    if decision is None:
        message = "That decision is not open: it was answered, withdrawn or taken back. Look at the table again."
        raise Rejected(Reason.REASON_DECISION_NOT_OPEN, message)
    seating = table.seats[decision.seat]
    allowed = seating is not None and bool(seating.bot) if actor.bot else decision.seat == own
    if not allowed:
        raise Rejected(Reason.REASON_NOT_YOUR_DECISION, f"That decision belongs to seat {decision.seat}.")
    return decision


def _require_open(table: Table) -> None:
    if table.status is not Status.OPEN:
        raise Rejected(Reason.REASON_TABLE_NOT_OPEN, "The table no longer takes or frees seats: its game has begun.")


def _require_host(table: Table, actor: Actor, what: str) -> None:
    if not actor.operator and actor.player_id != table.opened.player_id:
        raise Rejected(Reason.REASON_NOT_ALLOWED, f"Only the player who opened the table may {what}.")


def _free_seat(table: Table, wanted: int | None) -> int:
    if wanted is None:
        free = next((number for number, seating in enumerate(table.seats) if seating is None), None)
        if free is None:
            raise Rejected(Reason.REASON_TABLE_FULL, "Every seat at this table is taken.")
        return free
    if wanted >= table.seat_count:
        message = f"The table has seats 0 to {table.seat_count - 1}, not {wanted}."
        raise Rejected(Reason.REASON_MALFORMED, message, field="seat")
    if table.seats[wanted] is not None:
        raise Rejected(Reason.REASON_SEAT_TAKEN, f"Seat {wanted} is taken.")
    return wanted


def _check_color(table: Table, color: str) -> None:
    if not color:
        return
    if color not in table.game.rulebook.colors:
        known = ", ".join(table.game.rulebook.colors) or "none"
        raise Rejected(Reason.REASON_MALFORMED, f"The colours to choose from are: {known}.", field="color")
    if any(seating and seating.color == color for seating in table.seats):
        raise Rejected(Reason.REASON_SEAT_TAKEN, f"Another player has chosen {color}.")
