"""The Smallpox Vaccine (R15.6): a disc for the drawer; then everyone may spend a wealth token for two."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.attributes import WEALTH
from server.games.endeavor.choices import Decline, SpendWealth
from server.games.endeavor.modules.cards.gains import gain_discs
from server.games.endeavor.modules.cards.in_turn import InTurn
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import kinds
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """The effect and its answers."""
    points.effects["smallpox_vaccine"] = drawn
    points.lists[kinds.SPEND_WEALTH] = answers
    points.answer(kinds.SPEND_WEALTH, SpendWealth, spend)
    points.answer(kinds.SPEND_WEALTH, Decline, VACCINE.decline)


def wealth_token(state: EndeavorState, seat: int) -> str | None:
    """R15.6.1: a brown wealth token on the mat; wealth of buildings and cards can't be spent."""
    records = state.components.tokens
    return next((token for token in state.players[seat].tokens if records[token].attribute == WEALTH), None)


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R15.6, R15.6.1: the drawer's disc, then the choices from the drawer clockwise."""
    numbers = state.components.numbers
    yield from gain_discs(state, seat, numbers.smallpox_drawer, types_pb2.GAIN_REASON_SMALLPOX_VACCINE)
    yield from VACCINE.begin(state, seat, card)


def answers(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R15.6: spend one, or not."""
    yield SpendWealth()
    yield Decline()


def spend(state: EndeavorState, seat: int, choice: SpendWealth, chance: Chance) -> Iterator[Message]:
    """R15.6: the token leaves the game; discs as many as the supply has (R1.11)."""
    token = wealth_token(state, seat)
    if token is None:
        raise illegal("R15.6", "You have no wealth token.")
    card = state.subject
    discs = min(state.components.numbers.smallpox_discs, state.players[seat].supply)
    yield events_pb2.WealthSpent(seat=seat, token=token, discs=discs)
    yield from VACCINE.go_on(state, seat, card, chance)


VACCINE = InTurn(kinds.SPEND_WEALTH, wealth_token)
