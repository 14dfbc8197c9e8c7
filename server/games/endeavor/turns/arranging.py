"""The Discard phase (R10.2): one card at a time, until what is left has slots and the player keeps it."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor import attributes
from server.games.endeavor.choices import Discard, Keep
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.drawing import discarded
from server.games.endeavor.turns.kinds import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def arrangements(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R10.2, R10.3: any card or stack may go; a module may offer more; keeping needs a slot for each."""
    player = state.players[seat]
    yield from map(Discard, player.units())
    if player.reserved is not None:
        yield Discard(player.reserved)
    for more in state.points.arranging:
        yield from more(state, seat)
    if attributes.cards_fit(state, seat):
        yield Keep()


def discard(state: EndeavorState, seat: int, choice: Discard, chance: Chance) -> Iterator[Message]:
    """R10.4, R10.5: a card, and with it what is stacked on it or lies under it."""
    player = state.players[seat]
    if choice.card in player.stacks.values():
        raise illegal("R14.3.5", "One card of a stack can't be discarded alone: name the lower one for both.")
    if choice.card not in player.cards and choice.card != player.reserved:
        raise illegal("R10.2", f"You have no card {choice.card}.")
    for card in going_together(state, seat, choice.card):
        yield discarded(state, seat, card)
    yield ask(seat, kinds.ARRANGE_CARDS)


def keep(state: EndeavorState, seat: int, choice: Keep, chance: Chance) -> Iterator[Message]:
    """R10.2: the cards are arranged; every one of them must have a slot at the influence that is left."""
    if not attributes.cards_fit(state, seat):
        assets, governors = attributes.card_slots(state, seat)
        message = f"Your cards don't fit into {assets} asset and {governors} governor slots: discard some."
        raise illegal("R10.2", message)
    yield events_pb2.CardsKept(seat=seat)
    yield from flow.discard_phase(state, chance, state.after(seat, state.crown))


def going_together(state: EndeavorState, seat: int, card: str) -> list[str]:
    """R10.5: the card, the one stacked on it, and those under either."""
    upper = state.players[seat].stacks.get(card)
    stack = [card] if upper is None else [card, upper]
    return [*stack, *(below for one in stack for under in state.points.under for below in under(state, seat, one))]
