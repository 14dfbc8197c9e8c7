"""The Placement phase (R4)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import planks
from server.games.belfort.choices import Pass, PlaceWorker, SendWorkers
from server.games.belfort.state import DWARF, ELF, KINDS, BelfortState, Due
from server.games.belfort.turns import reasons
from server.games.belfort.turns.agenda import add, ask, decide_on, settle, step
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2


def placement(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R4.1, R4.10: the next placement turn, or the Collection phase when all have passed."""
    if state.phase != K.PHASE_PLACEMENT:
        yield events_pb2.PhaseBegan(phase=K.PHASE_PLACEMENT, month=state.month)
        dues = [due for part in state.points.placement_begins for due in part(state)]
        if dues:
            yield from add(dues)
            return
    seat = next_to_place(state)
    if seat is not None:
        yield ask(decide_on(K.DECISION_KIND_PLACE, seat))
        return
    yield settle()
    yield from add(
        [
            step(K.STEP_RESOURCES),
            step(K.STEP_RECRUITS),
            step(K.STEP_KINGS_CAMP),
            step(K.STEP_INCOME),
            *(step(K.STEP_TAXES, seat) for seat in state.order),
            step(K.STEP_ACTIONS),
        ]
    )


def next_to_place(state: BelfortState) -> int | None:
    """R4.1: the next seat in turn order that has not passed; `active` placed last, nobody where it is out of seats."""
    order = state.order
    first = order.index(state.active) + 1 if state.active < state.seats else 0
    ahead = order[first:] + order[:first]
    return next((seat for seat in ahead if not state.players[seat].passed), None)


def placings(state: BelfortState, due: Due) -> Iterator[PlaceWorker]:
    """R4.2 to R4.7: a Worker on each free plank whose fee can be paid."""
    seat = due.seat
    board = state.players[seat].board
    kinds = [kind for kind in KINDS if board[kind - 1]]
    if not kinds:
        return
    for plank in free_planks(state, seat):
        if planks.payable(state, seat, plank):
            for kind in kinds:
                yield PlaceWorker(kind, plank)


def free_planks(state: BelfortState, seat: int) -> Iterator[str]:
    """R4.2: every free plank that a player may use in the Placement phase."""
    yield from planks.free_guild_planks(state)
    yield from planks.desk_plank(state)
    yield from planks.camp_plank(state, seat)
    yield from planks.property_planks(state, seat)
    yield from planks.module_planks(state, seat)


def place_worker(state: BelfortState, due: Due, choice: PlaceWorker, chance: Chance) -> Iterator[Message]:
    """R4.1."""
    yield from planks.place(state, due.seat, choice.worker, choice.plank, chance)


def passing(state: BelfortState, due: Due) -> Iterator[Pass]:
    """R4.1.1: always legal."""
    yield Pass()


def pass_turn(state: BelfortState, due: Due, choice: Pass, chance: Chance) -> Iterator[Message]:
    """R4.8: the remaining Workers go into the areas, then Assistants that act on passing."""
    seat = due.seat
    yield events_pb2.Passed(seat=seat)
    yield from add([*sending(state, seat), *(due for part in state.points.passing for due in part(state, seat))])


def sending(state: BelfortState, seat: int) -> Iterator[Due]:
    """R4.8: one decision for the Elves and one for the Dwarves on the board."""
    board = state.players[seat].board
    if board[0]:
        yield decide_on(K.DECISION_KIND_SEND_ELVES, seat, board[0])
    if board[1]:
        yield decide_on(K.DECISION_KIND_SEND_DWARVES, seat, board[1])


def sent_kind(due: Due) -> types_pb2.Worker.ValueType:
    """Which Workers a decision to send is about."""
    return ELF if due.decision == K.DECISION_KIND_SEND_ELVES else DWARF


def splits(state: BelfortState, due: Due) -> Iterator[SendWorkers]:
    """R4.8: every split of the Workers of a kind over its three areas, with as many Masters as possible first.

    Under Less Red Tape some may stay on the board, and so may Masters (R31.3.3, R27.1.1).
    """
    kind = sent_kind(due)
    player = state.players[due.seat]
    there = player.board[kind - 1]
    fixed = sum(a.master_elves if kind == ELF else a.master_dwarves for a in (*player.areas, *player.gathered))
    masters = max(0, min(there, state.masters(due.seat, kind) - fixed))
    for number in range(0 if state.points.keeps_workers else there, there + 1):
        for best in range(min(masters, number), max(0, masters - (there - number)) - 1, -1):
            for first, mine, gold in _three(best):
                for own, in_mine, in_field in _three(number - best):
                    yield SendWorkers(own, in_mine, in_field, first, mine, gold)


def _three(number: int) -> Iterator[tuple[int, int, int]]:
    for first in range(number, -1, -1):
        for second in range(number - first, -1, -1):
            yield first, second, number - first - second


def send(state: BelfortState, due: Due, choice: SendWorkers, chance: Chance) -> Iterator[Message]:
    """R4.8: the Workers go."""
    yield events_pb2.WorkersSent(
        seat=due.seat,
        worker=sent_kind(due),
        own_area=choice.own_area,
        mine=choice.mine,
        gold_field=choice.gold_field,
        masters_own_area=choice.masters_own_area,
        masters_mine=choice.masters_mine,
        masters_gold_field=choice.masters_gold_field,
    )


PLACE_WORKER = Item("R4.2", "That is no plank open to you now.", placings, place_worker, reasons.of_placing)
SEND: Ask = {SendWorkers: Item("R4.8", "All remaining Workers of this kind go into areas of their own.", splits, send)}
PLACE: Ask = {
    PlaceWorker: PLACE_WORKER,
    Pass: Item("R4.1", "Passing is always legal.", passing, pass_turn),
}
