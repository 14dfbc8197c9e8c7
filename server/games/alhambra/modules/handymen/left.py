"""Handymen on the market: using them when buying, and what becomes of those left (R13.5, R13.6)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import handymen_pb2, types_pb2

from server.games.alhambra.choices import TakeBack
from server.games.alhambra.module_states import need
from server.games.alhambra.points import Purchase
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.end_of_turn import resume
from server.games.alhambra.turns.turn import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

TAKE_BACK = types_pb2.DECISION_KIND_TAKE_BACK_HANDYMEN


def price_changes(state: AlhambraState, seat: int, space: int) -> int:
    """R13.5: the buyer's own handymen on the space, each up or down by 1."""
    return need(state.handymen).on_market[space - 1][seat]


def after_purchase(state: AlhambraState, purchase: Purchase) -> Iterator[Message]:
    """R5.8 (2): used handymen leave the game; if others are left, it is told who will decide about them (R13.6)."""
    if purchase.handymen_up or purchase.handymen_down:
        yield handymen_pb2.HandymenUsed(
            seat=purchase.seat, space=purchase.space, up=purchase.handymen_up, down=purchase.handymen_down
        )
    there = need(state.handymen).on_market[purchase.space - 1]
    seats = [seat for seat in state.from_seat(state.active) if there[seat]]
    if seats:
        yield handymen_pb2.HandymenLeft(space=purchase.space, seats=seats)


def ask_about_left(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R13.6.6: space by space, on each the active player first, then clockwise."""
    left = need(state.handymen).left
    if left:
        yield ask(left[min(left)][0], TAKE_BACK)


def answers(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R13.6: any number of them; all or none where the table wants it so."""
    own = need(state.handymen)
    space = min(own.left)
    there = own.on_market[space - 1][seat]
    yield from (TakeBack(space, number) for number in ((0, there) if own.all_or_none else range(there + 1)))


def take_back(state: AlhambraState, seat: int, choice: TakeBack, chance: Chance) -> Iterator[Message]:
    """R13.6: so many go back to the supply, the others stay."""
    own = need(state.handymen)
    space = min(own.left)
    if choice.space != space:
        raise illegal("R13.6.2", f"You are asked about market space {space}, not {choice.space}.")
    there = own.on_market[space - 1][seat]
    if choice.number > there:
        raise illegal("R13.6", f"You have {there} handymen there, not {choice.number}.")
    if own.all_or_none and choice.number not in (0, there):
        raise illegal("R19", "At this table you take back all of them or none.")
    yield handymen_pb2.HandymenTakenBack(seat=seat, space=space, number=choice.number)
    yield from resume(state, chance)
