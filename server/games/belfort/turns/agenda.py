"""What is due: the list of decisions and steps that the flow works off, foremost first."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.choices import Goods
from server.games.belfort.state import BelfortState, Due
from server.games.kernel.state import Decision


def decide_on(decision: int, seat: int, amount: int = 0, thing: str = "", source: str = "") -> Due:
    """A decision to be asked."""
    return Due(decision, 0, seat, amount, thing, source)


def step(number: int, seat: int = 0, amount: int = 0, thing: str = "") -> Due:
    """A step to be taken."""
    return Due(0, number, seat, amount, thing)


def add(dues: Sequence[Due]) -> Iterator[Message]:
    """The event that puts these before all else that is due, the first of them foremost."""
    if dues:
        yield events_pb2.DuesAdded(dues=[due_message(due) for due in reversed(dues)])


def settle() -> Message:
    """The event that strikes the foremost thing off the list."""
    return events_pb2.DueSettled()


def ask(due: Due) -> Message:
    """The event that opens a decision; it strikes it off the list when it stands foremost."""
    return events_pb2.DecisionOpened(
        seat=due.seat,
        kind=types_pb2.DecisionKind.ValueType(due.decision),
        amount=due.amount,
        thing=due.thing,
        source=due.source,
    )


def due_of(state: BelfortState, decision: Decision) -> Due:
    """What a decision is about; the first cards are the only thing asked of several seats at once (R0.16)."""
    if decision.kind == types_pb2.DECISION_KIND_KEEP_START_CARDS:
        return Due(decision.kind, 0, decision.seat)
    return state.asked


def due_message(due: Due) -> types_pb2.Due:
    """A due for an event or the view."""
    return types_pb2.Due(
        decision=types_pb2.DecisionKind.ValueType(due.decision),
        step=types_pb2.Step.ValueType(due.step),
        seat=due.seat,
        amount=due.amount,
        thing=due.thing,
        source=due.source,
    )


def goods_message(goods: Sequence[int]) -> types_pb2.Goods:
    """Goods for an event or the view."""
    return types_pb2.Goods(wood=goods[0], stone=goods[1], metal=goods[2], gold=goods[3])


def gain(seat: int, goods: Sequence[int], reason: int, source: str = "") -> Iterator[Message]:
    """Goods from the supply; nothing happens where there are none."""
    if any(goods):
        yield events_pb2.GoodsGained(
            seat=seat, goods=goods_message(goods), reason=types_pb2.Reason.ValueType(reason), source=source
        )


def pay(seat: int, goods: Sequence[int], reason: int, source: str = "") -> Iterator[Message]:
    """Goods to the supply; nothing happens where there are none."""
    if any(goods):
        yield events_pb2.GoodsPaid(
            seat=seat, goods=goods_message(goods), reason=types_pb2.Reason.ValueType(reason), source=source
        )


def gold(amount: int) -> Goods:
    """So much Gold."""
    return Goods(0, 0, 0, amount)


def affords(state: BelfortState, seat: int, goods: Sequence[int]) -> bool:
    """Whether a player has these goods."""
    return all(has >= needed for has, needed in zip(state.players[seat].goods, goods, strict=True))
