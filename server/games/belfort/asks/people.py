"""Decisions about Workers and Gnomes (R8.4, R8.10, R25.5, R26.4, R36.3, R40.2)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import counting, locks, planks
from server.games.belfort.choices import (
    CountWorkers,
    Decline,
    PickLock,
    PickSpace,
    PickWorker,
    Retrieve,
    RetrieveFromArea,
)
from server.games.belfort.state import AREAS, KINDS, BelfortState, Due
from server.games.belfort.turns.agenda import add, decide_on, pay
from server.games.belfort.turns.collection import recruit
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2
SUMMONERS = "summoners"


def declining(state: BelfortState, due: Due) -> Iterator[Decline]:
    """R0.14: what is offered may be left."""
    yield Decline()


def decline(state: BelfortState, due: Due, choice: Decline, chance: Chance) -> Iterator[Message]:
    """The offer is gone."""
    yield declined(due)


def declined(due: Due) -> Message:
    """The event that an offer was left."""
    return events_pb2.Declined(seat=due.seat, kind=K.DecisionKind.ValueType(due.decision))


DECLINE = Item("R0.14", "This may be declined.", declining, decline)


def _recruits(state: BelfortState, due: Due) -> Iterator[PickWorker]:
    yield from (PickWorker(kind) for kind in KINDS if state.players[due.seat].reserve[kind - 1])


def _recruit(state: BelfortState, due: Due, choice: PickWorker, chance: Chance) -> Iterator[Message]:
    yield from pay(due.seat, (0, 0, 0, due.amount), K.REASON_RECRUIT, due.source)
    kind = K.Worker.ValueType(choice.worker)
    yield events_pb2.WorkerRecruited(seat=due.seat, worker=kind, source=due.source)


def _given(state: BelfortState, due: Due) -> Iterator[PickWorker]:
    """R22.6: a Worker of the board, or under Less Red Tape one that stands on the Permit."""
    here = {state.planks[p].kind for p in _permit_planks(state, due) if p in state.planks}
    yield from (PickWorker(kind) for kind in KINDS if state.players[due.seat].board[kind - 1] or kind in here)


def _give(state: BelfortState, due: Due, choice: PickWorker, chance: Chance) -> Iterator[Message]:
    kind = K.Worker.ValueType(choice.worker)
    if not state.players[due.seat].board[kind - 1]:
        plank = next(p for p in _permit_planks(state, due) if state.planks[p].kind == kind)
        yield events_pb2.WorkerReclaimed(seat=due.seat, plank=plank, resolved=True)
    yield events_pb2.WorkerGivenUp(seat=due.seat, worker=kind)


def _permit_planks(state: BelfortState, due: Due) -> list[str]:
    permit = planks.permit_of(state, due.thing)
    return planks.permit_planks(*permit) if permit else []


def _lock_options(state: BelfortState, due: Due) -> Iterator[PickLock]:
    yield from (PickLock(built.card) for built in counting.empty_locks(state, due.seat))


def _fill_lock(state: BelfortState, due: Due, choice: PickLock, chance: Chance) -> Iterator[Message]:
    yield from locks.fill(state, due.seat, choice.card, chance, gold=due.amount)


def _gnome_options(state: BelfortState, due: Due) -> Iterator[PickLock]:
    yield from (PickLock(b.card) for b in state.players[due.seat].built if b.lock == K.LOCK_GNOME)


def _give_gnome(state: BelfortState, due: Due, choice: PickLock, chance: Chance) -> Iterator[Message]:
    yield from locks.empty(state, due.seat, choice.card)


def _half_options(state: BelfortState, due: Due) -> Iterator[PickSpace]:
    built = state.players[due.seat].find(due.thing)
    if built is not None:
        yield from (PickSpace(half) for half in locks.halves_for(state, due.seat, built))


def _mark_half(state: BelfortState, due: Due, choice: PickSpace, chance: Chance) -> Iterator[Message]:
    yield events_pb2.HalfMarked(seat=due.seat, space=choice.space, card=due.thing)


def _marker_options(state: BelfortState, due: Due) -> Iterator[PickSpace]:
    yield from (PickSpace(half) for half in locks.gatehouse_markers(state, due.seat))


def _remove_marker(state: BelfortState, due: Due, choice: PickSpace, chance: Chance) -> Iterator[Message]:
    yield events_pb2.MarkerRemoved(seat=due.seat, space=choice.space)


def _counts(number: int, elves: int, dwarves: int) -> Iterator[CountWorkers]:
    for taken in range(min(number, elves), -1, -1):
        if number - taken <= dwarves:
            yield CountWorkers(taken, number - taken)


def _borrowings(state: BelfortState, due: Due) -> Iterator[CountWorkers]:
    yield from _counts(due.amount, *state.players[due.seat].reserve)


def _borrow(state: BelfortState, due: Due, choice: CountWorkers, chance: Chance) -> Iterator[Message]:
    yield events_pb2.WorkersBorrowed(seat=due.seat, elves=choice.elves, dwarves=choice.dwarves)


def _returns(state: BelfortState, due: Due) -> Iterator[CountWorkers]:
    """R26.4.1: any mix; as many as there are where some are gone."""
    board = state.players[due.seat].board
    yield from _counts(min(due.amount, sum(board)), *board)


def _give_back(state: BelfortState, due: Due, choice: CountWorkers, chance: Chance) -> Iterator[Message]:
    yield events_pb2.WorkersGivenBack(seat=due.seat, elves=choice.elves, dwarves=choice.dwarves)


def _retrievable(state: BelfortState, due: Due) -> Iterator[Retrieve]:
    """R36.3: any own Worker on a plank but the Summoners' own."""
    own = counting.own_workers(state, due.seat)
    yield from (Retrieve(plank) for plank in own if plank != f"guild.{SUMMONERS}")


def _retrieve(state: BelfortState, due: Due, choice: Retrieve, chance: Chance) -> Iterator[Message]:
    if state.points.recruits_on_return and choice.plank.startswith("recruiters_desk"):
        yield from recruit(state, choice.plank)
    else:
        yield events_pb2.WorkerReclaimed(seat=due.seat, plank=choice.plank)
    yield from _again(due)


def _in_areas(state: BelfortState, due: Due) -> Iterator[RetrieveFromArea]:
    """R36.3: Workers in resource areas, where they stay between turns (R31.2.2)."""
    for area in AREAS:
        workers = state.players[due.seat].gathered[area - 1]
        if workers.elves + workers.master_elves:
            yield RetrieveFromArea(area, KINDS[0])
        if workers.dwarves + workers.master_dwarves:
            yield RetrieveFromArea(area, KINDS[1])


def _retrieve_from_area(state: BelfortState, due: Due, choice: RetrieveFromArea, chance: Chance) -> Iterator[Message]:
    yield events_pb2.WorkerRetrieved(
        seat=due.seat, area=K.Area.ValueType(choice.area), worker=K.Worker.ValueType(choice.worker)
    )
    yield from _again(due)


def _again(due: Due) -> Iterator[Message]:
    if due.amount > 1:
        yield from add([decide_on(due.decision, due.seat, due.amount - 1, due.thing, due.source)])


ASKS: dict[int, Ask] = {
    K.DECISION_KIND_RECRUIT: {
        PickWorker: Item("R40.2", "No such Worker is in your reserve.", _recruits, _recruit),
        Decline: DECLINE,
    },
    K.DECISION_KIND_GIVE_WORKER: {
        PickWorker: Item("R22.6", "You have no such Worker to give.", _given, _give),
    },
    K.DECISION_KIND_PICK_LOCK: {
        PickLock: Item("R6.4", "That is no empty Gnome Lock of yours.", _lock_options, _fill_lock),
        Decline: DECLINE,
    },
    K.DECISION_KIND_GIVE_GNOME: {
        PickLock: Item("R22.6", "There is no Gnome of yours.", _gnome_options, _give_gnome),
    },
    K.DECISION_KIND_MARK_HALF: {
        PickSpace: Item("R8.4.1", "That half is not kept free for you.", _half_options, _mark_half),
    },
    K.DECISION_KIND_REMOVE_MARKER: {
        PickSpace: Item("R24.1.7", "That is no Gatehouse marker of yours.", _marker_options, _remove_marker),
    },
    K.DECISION_KIND_BORROW_WORKERS: {
        CountWorkers: Item("R26.4", "Take as many as are due and in your reserve.", _borrowings, _borrow),
    },
    K.DECISION_KIND_RETURN_WORKERS: {
        CountWorkers: Item("R26.4.1", "Return as many as you owe, of those on your board.", _returns, _give_back),
    },
    K.DECISION_KIND_SUMMON: {
        Retrieve: Item("R36.3", "No Worker of yours can be retrieved there.", _retrievable, _retrieve),
        RetrieveFromArea: Item("R36.3", "No such Worker of yours is there.", _in_areas, _retrieve_from_area),
        Decline: DECLINE,
    },
}
