"""Gnome Locks: filling and emptying them, and what hangs on that (R6.4, R8.4, R24.1, R27.2)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.state import BelfortState, Built
from server.games.belfort.turns.agenda import add, decide_on
from server.games.kernel.chance import Chance

K = types_pb2


def fill(
    state: BelfortState,
    seat: int,
    card: str,
    chance: Chance,
    *,
    lock: types_pb2.Lock.ValueType = K.LOCK_GNOME,
    gold: int = 0,
    hired: bool = False,
    by_clipboard: bool = False,
) -> Iterator[Message]:
    """A Gnome or the Centaur token on a lock; a Gatehouse gets its second marker (R8.4)."""
    yield events_pb2.GnomePlaced(seat=seat, card=card, lock=lock, gold=gold, hired=hired, by_clipboard=by_clipboard)
    built = state.players[seat].find(card)
    if built is not None and built.gatehouse:
        yield from _mark_other_half(state, seat, built)
    for more in state.points.gnome_placed:
        yield from more(state, seat, card, chance)


def empty(state: BelfortState, seat: int, card: str) -> Iterator[Message]:
    """R27.2: the lock is empty again; a marker it gave goes, of the owner's choice (R24.1.6, R24.1.7)."""
    built = state.players[seat].find(card)
    gave = built is not None and built.gave_marker
    yield events_pb2.GnomeRemoved(card=card)
    if gave:
        yield from add([decide_on(K.DECISION_KIND_REMOVE_MARKER, seat)])
    for more in state.points.gnome_removed:
        yield from more(state, seat, card)


def halves_for(state: BelfortState, seat: int, built: Built) -> list[str]:
    """R8.4: the half that a Gnome on this Gatehouse card marks; two where a choice is left (R8.4.1)."""

    def kept_free(half: str) -> bool:
        kept = state.reserved.get(half)
        return kept is not None and kept.owner == seat + 1

    own = state.components.gatehouses[built.gatehouse]
    halves = [half for half in own if kept_free(half)]
    if halves:
        return halves
    return [
        half
        for other in state.players[seat].built
        if other.gatehouse and other is not built
        for half in state.components.gatehouses[other.gatehouse]
        if kept_free(half) and state.reserved[half].vacated
    ]


def gatehouse_markers(state: BelfortState, seat: int) -> list[str]:
    """R24.1.7: a player's markers on Gatehouses."""
    halves = state.components.other_half
    return [half for half in sorted(halves) if half in state.spaces and state.spaces[half].owner == seat + 1]


def _mark_other_half(state: BelfortState, seat: int, built: Built) -> Iterator[Message]:
    halves = halves_for(state, seat, built)
    if not halves or not state.players[seat].markers:
        return
    if len(halves) == 1:
        yield events_pb2.HalfMarked(seat=seat, space=halves[0], card=built.card)
    else:
        yield from add([decide_on(K.DECISION_KIND_MARK_HALF, seat, thing=built.card)])
