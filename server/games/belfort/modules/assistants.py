"""Assistants (R21, R24): taking them, using them, giving them back. Part of The Expansion Expansion."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import counting, locks
from server.games.belfort.choices import ChooseAssistant, PickLock
from server.games.belfort.state import BelfortState, Due
from server.games.belfort.turns.agenda import add, decide_on, settle, step
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2
CENTAUR, DJINN, GARGOYLE, GIANT, GOON = "centaur", "djinn", "gargoyle", "giant", "goon"
GORGON, HALFLING, HOBGOBLIN, IMPS, PIXIE = "gorgon", "halfling", "hobgoblin", "imps", "pixie"


def lay_out(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R20.4, R31.1.5: a random display; the rest is out of the game."""
    counts = state.components.players[state.seats]
    found = chance.shuffle(name for name in state.components.assistants if name not in state.points.left_out)
    yield events_pb2.AssistantsLaidOut(assistants=found[: state.points.display_size(counts)])


def choosing(state: BelfortState) -> Iterator[Due]:
    """R21.2: in reverse turn order, then the coin."""
    yield from (decide_on(K.DECISION_KIND_CHOOSE_ASSISTANT, seat) for seat in reversed(state.order))
    yield step(K.STEP_LEFTOVER_COIN)


def display(state: BelfortState) -> list[str]:
    """The Assistants nobody holds, in the order laid out."""
    return [tile.id for tile in state.tiles if tile.holder < 0]


def leftover_coin(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R21.2.1: 1 Gold on the one left over."""
    yield settle()
    for assistant in display(state):
        yield events_pb2.AssistantGilded(assistant=assistant)


def take(state: BelfortState, seat: int, assistant: str, extra: bool = False) -> Iterator[Message]:
    """R21.2: the tile with its tokens and Gold; Centaur and, under Less Red Tape, Gorgon act now (R24.1.1, R31.6.3)."""
    tile = state.tile(assistant)
    assert tile is not None
    yield events_pb2.AssistantTaken(seat=seat, assistant=assistant, gold=tile.gold, extra=extra)
    asked = state.points.acts_when_taken.get(assistant)
    if asked and (assistant != CENTAUR or counting.empty_locks(state, seat)):
        yield from add([decide_on(asked, seat)])


def centaur_lock(state: BelfortState) -> tuple[int, str] | None:
    """The seat and the card whose lock holds the Centaur token."""
    for seat, player in enumerate(state.players):
        for built in player.built:
            if built.lock == K.LOCK_CENTAUR:
                return seat, built.card
    return None


def give_back_all(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R21.4: tokens leave and are undone, then the tiles go back."""
    at = centaur_lock(state)
    if at is not None:
        yield from locks.empty(state, *at)
        if state.agenda[-1].decision:
            return
    for tile in state.tiles:
        if tile.holder >= 0:
            yield events_pb2.AssistantReturned(assistant=tile.id)


def exhaust(seat: int, assistant: str) -> Message:
    """R21.1: the Assistant's use."""
    return events_pb2.AssistantExhausted(seat=seat, assistant=assistant)


def _choices(state: BelfortState, due: Due) -> Iterator[ChooseAssistant]:
    """Any tile of the display but the one that was just given back (R31.3.6.1)."""
    yield from (ChooseAssistant(name) for name in display(state) if name != due.thing)


def _choose(state: BelfortState, due: Due, choice: ChooseAssistant, chance: Chance) -> Iterator[Message]:
    yield from take(state, due.seat, choice.assistant)


def _choose_extra(state: BelfortState, due: Due, choice: ChooseAssistant, chance: Chance) -> Iterator[Message]:
    """R31.6.9: besides the own one; no coin is placed."""
    yield from take(state, due.seat, choice.assistant, extra=True)


def _swap(state: BelfortState, due: Due, choice: ChooseAssistant, chance: Chance) -> Iterator[Message]:
    """R31.3.6.1: 1 Gold on the other tile that was not taken, never on the own old one."""
    for other in display(state):
        if other not in (due.thing, choice.assistant):
            yield events_pb2.AssistantGilded(assistant=other)
    yield from take(state, due.seat, choice.assistant)


def _centaur_locks(state: BelfortState, due: Due) -> Iterator[PickLock]:
    yield from (PickLock(built.card) for built in counting.empty_locks(state, due.seat))


def _place_centaur(state: BelfortState, due: Due, choice: PickLock, chance: Chance) -> Iterator[Message]:
    """R24.1.1: not a use."""
    yield from locks.fill(state, due.seat, choice.card, chance, lock=K.LOCK_CENTAUR)


ASKS: dict[int, Ask] = {
    K.DECISION_KIND_CHOOSE_ASSISTANT: {
        ChooseAssistant: Item("R21.2", "That Assistant is not in the display.", _choices, _choose),
    },
    K.DECISION_KIND_TAKE_EXTRA_ASSISTANT: {
        ChooseAssistant: Item("R31.6.9", "That Assistant is not in the display.", _choices, _choose_extra),
    },
    K.DECISION_KIND_SWAP_ASSISTANT: {
        ChooseAssistant: Item("R31.3.6", "Take a tile of the display other than your own.", _choices, _swap),
    },
    K.DECISION_KIND_PLACE_CENTAUR: {
        PickLock: Item("R24.1", "That is no empty Gnome Lock of yours.", _centaur_locks, _place_centaur),
    },
}
