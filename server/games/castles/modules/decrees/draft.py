"""The draft (R10.1, R10.2)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import KeepDecree
from server.games.castles.in_play import decrees
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import KEEP_DECREE, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

LEFT_OVER = 2
"""Decrees dealt beyond those that are kept (R10.1.1, R10.2.1)."""


def attach(points: Points) -> None:
    """R10.1."""
    points.draft.append(draft)
    points.handlers[KEEP_DECREE, KeepDecree] = keep
    points.lists[KEEP_DECREE] = decrees_to_keep


def draft(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R10.1.1: from the right of the master builder counter-clockwise; the double draft comes back (R10.2.2)."""
    if any(player.decrees for player in state.players):
        return
    each = state.points.amount("decrees_each", state, 0, 1)
    if state.draft_seat is None:
        known = chance.shuffle(decrees(state.components, sorted(state.modules), state.removed_decrees))
        yield events_pb2.DecreeDeckShuffled(decrees=known, count=len(known))
        dealt = state.decree_deck[: each * state.seats + LEFT_OVER]
        yield events_pb2.DecreesDealt(count=len(dealt), decrees=dealt)
    following = _next_seat(state, each)
    if following is None:
        yield from reveal(state)
        return
    hand = list(state.draft)
    yield events_pb2.DecreesOffered(seat=following, decrees=hand, count=len(hand))
    yield from ask(state, following, KEEP_DECREE)


def reveal(state: CastlesState) -> Iterator[Message]:
    """R10.1.2, R10.1.3, R10.2.3: the rest to the bottom of the deck, then all show what they kept."""
    rest = list(state.draft)
    yield events_pb2.DecreesReturned(seat=state.draft_seat or 0, decrees=rest, count=len(rest))
    for seat in state.from_builder():
        for decree in list(state.players[seat].kept_decrees):
            yield events_pb2.DecreeRevealed(seat=seat, decree=decree)


def decrees_to_keep(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R10.1.1: the decrees that the seat looks at."""
    return (KeepDecree(decree) for decree in state.players[seat].looked)


def keep(state: CastlesState, seat: int, choice: KeepDecree, chance: Chance) -> Iterator[Message]:
    """R10.1.1 in the draft; D2 after it."""
    if choice.decree not in state.players[seat].looked:
        raise illegal("R10.1.1", "Keep one of the decrees that you look at.")
    yield events_pb2.DecreeKept(seat=seat, decree=choice.decree)
    if state.stage == types_pb2.STAGE_START_DECREES:
        yield from _second_thoughts(state, seat, choice.decree)


def _second_thoughts(state: CastlesState, seat: int, kept: str) -> Iterator[Message]:
    """D2.1, D2.2: the others and the decree itself to the bottom; the one kept is shown at once."""
    rest = list(state.players[seat].looked)
    yield events_pb2.DecreesReturned(seat=seat, decrees=rest, count=len(rest))
    given = next(
        name
        for name in state.players[seat].decrees
        if state.components.decrees[name].effect == "look_top_decrees_keep_one"
    )
    yield events_pb2.DecreeGivenUp(seat=seat, decree=given)
    yield events_pb2.DecreeRevealed(seat=seat, decree=kept)


def _next_seat(state: CastlesState, each: int) -> int | None:
    """Who chooses next; None when the draft is over."""
    if state.draft_seat is None:
        return (state.master_builder - 1) % state.seats
    if state.draft_seat != state.master_builder and not state.draft_back:
        return (state.draft_seat - 1) % state.seats
    if each == 1:
        return None
    if state.draft_seat == state.master_builder and not state.draft_back:
        return state.master_builder
    following = (state.draft_seat + 1) % state.seats
    return None if following == state.master_builder else following
