"""The decider of the aggregate: what a command brings about at a table.

`decide` gives the contract's events without ids, versions and times; the host stamps those. Game events are folded into
the table's state while they are made, so a table that `decide` was run on either takes the events or is dropped.
"""

from collections.abc import Callable
from typing import Any, cast

from ludarium.v1 import table_events_pb2

from server.games.kernel import invitations, leaving, timeouts, undo
from server.games.kernel.admission import Admission, check_known
from server.games.kernel.chance import NONCE_BYTES, SEED_BYTES, Chance, chance_key, commitment, seat_nonce
from server.games.kernel.checks import require_host, require_open, seat_of
from server.games.kernel.clocks import Moment, check_terms
from server.games.kernel.codec import Choice
from server.games.kernel.commands import (
    Abort,
    AcceptInvitation,
    Actor,
    AnswerUndo,
    Invite,
    Join,
    Leave,
    MakeInvitation,
    NoteRematch,
    Open,
    Play,
    Resign,
    Start,
    TableCommand,
    TimeOut,
    Undo,
    VoteOut,
    WithdrawInvitation,
)
from server.games.kernel.driver import run
from server.games.kernel.game import Catalogue, Seating
from server.games.kernel.outcome import Outcome
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import Decision, DecisionId, GameState
from server.games.kernel.table import Status, Table

NO_TIME = Moment()
"""For whoever has no clocks to keep: simulations and tests."""


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
    check_terms(command.terms)
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
            terms=command.terms if command.terms.ByteSize() else None,
            rematch_of=command.rematch_of,
            reservations=command.reservations,
            id_key=command.id_key,
        )
    )
    return outcome


def decide(table: Table, actor: Actor, command: TableCommand, moment: Moment = NO_TIME) -> Outcome:
    """What the command brings about at a moment. Raises Rejected, and then has changed nothing.

    Time in which no server was there is given back first, so it is in the outcome whatever the command does.
    """
    if not getattr(command, "invitation", ""):
        check_known(table, actor)
    told = timeouts.give_back(table, moment) if table.clocks else []
    if isinstance(command, Play):
        return _play(table, actor, command, told)
    if isinstance(command, TimeOut):
        return _time_out(table, actor, command, moment, told)
    if isinstance(command, Undo | AnswerUndo):
        outcome = _undoing(table, actor, command, moment)
    else:
        outcome = _HANDLERS[type(command)](table, actor, command)
    _tell_first(outcome, told)
    return outcome


def _tell_first(outcome: Outcome, told: list[table_events_pb2.TimeGivenBack]) -> None:
    """Put the time that is given back before all else."""
    rest, outcome.payloads = outcome.payloads, []
    for event in told:
        outcome.table_event(time_given_back=event)
    outcome.payloads += rest


def _undoing(table: Table, actor: Actor, command: Undo | AnswerUndo, moment: Moment) -> Outcome:
    """An undo; one that others had to agree to leaves the reserves as they stand now."""
    outcome = _undo(table, actor, command) if isinstance(command, Undo) else _answer_undo(table, actor, command)
    agreed = outcome.payloads[0].table.WhichOneof("event") != "undone"
    if table.clocks and agreed and outcome.payloads[-1].table.HasField("undone"):
        outcome.table_event(clocks_settled=timeouts.settlement(table, moment))
    return outcome


def _time_out(
    table: Table, actor: Actor, command: TimeOut, moment: Moment, told: list[table_events_pb2.TimeGivenBack]
) -> Outcome:
    table.running()
    if not actor.operator:
        raise Rejected(Reason.REASON_NOT_ALLOWED, "Time-outs are called by the server.")
    outcome = Outcome(seat=command.seat)
    _tell_first(outcome, told)
    if not timeouts.due(table, command, moment, told):
        if told:
            return outcome
        raise timeouts.not_due()
    decision = timeouts.called(outcome, table, command)
    if decision is not None:
        choice = timeouts.neutral(table.game, table.running(), decision)
        assert choice is not None
        _answer(outcome, table, decision, choice)
    return outcome


def _join(table: Table, actor: Actor, command: Join) -> Outcome:
    require_open(table)
    player_id = command.player_id or actor.player_id
    if command.bot:
        require_host(table, actor, "seat bots")
    if table.seat_of(player_id) is not None:
        raise Rejected(Reason.REASON_ALREADY_SEATED, "You have a seat at this table already.")
    if len(command.nonce) != NONCE_BYTES:
        raise Rejected(Reason.REASON_MALFORMED, f"A nonce has {NONCE_BYTES} bytes.", field="nonce")
    kept = {kept.player_id: kept for kept in table.reservations if table.seats[kept.seat] is None}
    own = None if command.bot else kept.pop(player_id, None)
    wanted = own.seat if own is not None and command.seat is None else command.seat
    seat = _free_seat(table, wanted, set() if command.bot else {other.seat for other in kept.values()})
    color = command.color or (own.color if own is not None else "")
    _check_color(table, color)
    repeatable = command.drawn and not table.opened.fair
    nonce = seat_nonce(table.opened.seed, seat) if repeatable else command.nonce
    outcome = Outcome(seat=seat)
    if command.invitation and not Admission.to(table).knows(actor):
        _let_in(outcome, table, actor, command.invitation)
    outcome.table_event(
        seat_taken=table_events_pb2.SeatTaken(seat=seat, player_id=player_id, bot=command.bot, nonce=nonce, color=color)
    )
    return outcome


def _leave(table: Table, actor: Actor, command: Leave) -> Outcome:
    require_open(table)
    seat = seat_of(table, actor)
    outcome = Outcome(seat=seat)
    outcome.table_event(seat_left=table_events_pb2.SeatLeft(seat=seat))
    return outcome


def _invite(table: Table, actor: Actor, command: Invite) -> Outcome:
    _require_guest(table, actor)
    if len(table.invited.union(command.player_ids)) > invitations.MOST_INVITED:
        message = f"At most {invitations.MOST_INVITED} players can be invited to a table."
        raise Rejected(Reason.REASON_MALFORMED, message, field="player_ids")
    outcome = Outcome(seat=table.seat_of(actor.player_id))
    for player_id in dict.fromkeys(command.player_ids):
        if player_id not in table.invited:
            invited = table_events_pb2.PlayerInvited(player_id=player_id, invited_by=actor.player_id)
            outcome.table_event(player_invited=invited)
    return outcome


def _make_invitation(table: Table, actor: Actor, command: MakeInvitation) -> Outcome:
    _require_guest(table, actor)
    require_open(table)
    if len(table.invitations) >= invitations.MOST_INVITATIONS:
        message = f"There are {invitations.MOST_INVITATIONS} invitations to this table already; hand one of them on."
        raise Rejected(Reason.REASON_MALFORMED, message)
    outcome = Outcome(seat=table.seat_of(actor.player_id))
    made = table_events_pb2.InvitationMade(digest=command.digest, invited_by=actor.player_id)
    outcome.table_event(invitation_made=made)
    return outcome


def _accept_invitation(table: Table, actor: Actor, command: AcceptInvitation) -> Outcome:
    outcome = Outcome(seat=table.seat_of(actor.player_id))
    if actor.player_id not in table.invited:
        _let_in(outcome, table, actor, command.invitation)
    return outcome


def _withdraw_invitation(table: Table, actor: Actor, command: WithdrawInvitation) -> Outcome:
    require_open(table)
    if command.player_id != actor.player_id:
        require_host(table, actor, "withdraw others' invitations")
    if command.player_id and table.seat_of(command.player_id) is not None:
        raise Rejected(Reason.REASON_ALREADY_SEATED, "Who sits at the table stands up first, and is invited till then.")
    outcome = Outcome(seat=table.seat_of(actor.player_id))
    if command.player_id in table.invited or (not command.player_id and table.invitations):
        withdrawn = table_events_pb2.InvitationWithdrawn(player_id=command.player_id, withdrawn_by=actor.player_id)
        outcome.table_event(invitation_withdrawn=withdrawn)
    return outcome


def _let_in(outcome: Outcome, table: Table, actor: Actor, invitation: str) -> None:
    invited_by = invitations.made_by(table, invitation)
    invited = table_events_pb2.PlayerInvited(player_id=actor.player_id, invited_by=invited_by)
    outcome.table_event(player_invited=invited)


def _start(table: Table, actor: Actor, command: Start) -> Outcome:
    require_open(table)
    if not table.opened.rematch_of or table.seat_of(actor.player_id) is None:
        require_host(table, actor, "start the game")
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
    require_host(table, actor, "abort the table")
    by_host = table_events_pb2.ABORT_REASON_BY_PLAYERS
    by_other = table_events_pb2.ABORT_REASON_IDLE if command.idle else table_events_pb2.ABORT_REASON_BY_OPERATOR
    outcome = Outcome()
    reason = by_other if actor.operator else by_host
    outcome.table_event(aborted=table_events_pb2.TableAborted(reason=reason))
    outcome.table_event(seed_revealed=table_events_pb2.SeedRevealed(seed=table.opened.seed))
    return outcome


def _note_rematch(table: Table, actor: Actor, command: NoteRematch) -> Outcome:
    outcome = Outcome()
    if not actor.operator:
        raise Rejected(Reason.REASON_NOT_ALLOWED, "A rematch is noted by the server.")
    if table.closed and not table.rematch:
        outcome.table_event(rematch_opened=table_events_pb2.RematchOpened(table_id=command.table_id))
    return outcome


def _play(table: Table, actor: Actor, command: Play, told: list[table_events_pb2.TimeGivenBack]) -> Outcome:
    decision = open_decision(table, table.running(), actor, command.decision)
    outcome = Outcome(seat=decision.seat)
    _tell_first(outcome, told)
    _answer(outcome, table, decision, command.choice)
    return outcome


def _answer(outcome: Outcome, table: Table, decision: Decision, choice: Choice) -> None:
    """Add what the answer to a decision brings about, and the end of the game if that is it."""
    state, game, chance = table.running(), table.game, table.chance()
    version = state.version
    state.version += len(outcome.payloads)  # the game's events come behind those of the table
    try:
        happened = run(game, state, game.decide(state, decision, choice, chance), chance, decision)
    except Rejected:
        state.version = version
        raise
    outcome.decision, outcome.evolved = decision.id, True
    outcome.game_events(game, happened)
    results = game.result(state)
    if results is not None:
        reasons = {seat: left.reason for seat, left in table.left.items()}
        seats = [
            table_events_pb2.SeatResult(
                seat=r.seat, score=r.score, place=r.place, left=cast(Any, reasons.get(r.seat, 0))
            )
            for r in results
        ]
        outcome.table_event(finished=table_events_pb2.TableFinished(results=seats))
        outcome.table_event(seed_revealed=table_events_pb2.SeedRevealed(seed=table.opened.seed))


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
    Invite: _invite,
    MakeInvitation: _make_invitation,
    AcceptInvitation: _accept_invitation,
    WithdrawInvitation: _withdraw_invitation,
    Start: _start,
    Abort: _abort,
    NoteRematch: _note_rematch,
    Resign: leaving.resign,
    VoteOut: leaving.vote_out,
}


def open_decision(table: Table, state: GameState, actor: Actor, decision_id: DecisionId) -> Decision:
    """The open decision of that id, if the actor may answer it: its player, or a bot for the seats that bots hold.

    Raises Rejected(DECISION_NOT_OPEN, NOT_SEATED or NOT_YOUR_DECISION), UNKNOWN_TABLE for strangers at a private table.
    """
    check_known(table, actor)
    own = None if actor.bot else seat_of(table, actor)
    decision = state.find_decision(decision_id)
    if decision is None:
        message = "That decision is not open: it was answered, withdrawn or taken back. Look at the table again."
        raise Rejected(Reason.REASON_DECISION_NOT_OPEN, message)
    seating = table.seats[decision.seat]
    allowed = seating is not None and bool(seating.bot) if actor.bot else decision.seat == own
    if not allowed:
        raise Rejected(Reason.REASON_NOT_YOUR_DECISION, "That decision is another player's.")
    return decision


def _require_guest(table: Table, actor: Actor) -> None:
    """Whoever sits at the table may ask others to it, and whoever opened it."""
    if table.seat_of(actor.player_id) is None:
        require_host(table, actor, "invite others, or whoever sits there,")


def _free_seat(table: Table, wanted: int | None, kept: set[int]) -> int:
    """The seat wanted, or the first free one; seats that are `kept` for others are none."""
    if wanted is None:
        seats = enumerate(table.seats)
        free = next((number for number, seating in seats if seating is None and number not in kept), None)
        if free is None:
            raise Rejected(Reason.REASON_TABLE_FULL, "Every seat at this table is taken.")
        return free
    if wanted >= table.seat_count:
        message = f"The table has only {table.seat_count} seats."
        raise Rejected(Reason.REASON_MALFORMED, message, field="seat")
    if table.seats[wanted] is not None:
        raise Rejected(Reason.REASON_SEAT_TAKEN, "That seat is taken.")
    if wanted in kept:
        raise Rejected(Reason.REASON_SEAT_TAKEN, "That seat is kept for another player of the game before.")
    return wanted


def _check_color(table: Table, color: str) -> None:
    if not color:
        return
    if color not in table.game.rulebook.colors:
        known = ", ".join(table.game.rulebook.colors) or "none"
        raise Rejected(Reason.REASON_MALFORMED, f"The colours to choose from are: {known}.", field="color")
    if any(seating and seating.color == color for seating in table.seats):
        raise Rejected(Reason.REASON_SEAT_TAKEN, f"Another player has chosen {color}.")
