"""Handymen in words."""

from collections.abc import Callable
from typing import Any

from ludarium.games.alhambra.v1 import handymen_pb2

from server.games.alhambra.choices import PutOnMarket, PutOnTile, RefuseRoll, RollDie, TakeBack
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.handymen import dice, left
from server.games.alhambra.names import owned, thing
from server.games.alhambra.state import AlhambraState
from server.games.kernel.words import Name, Writers


def count(number: int) -> str:
    """`1 handyman`, `3 handymen`."""
    return f"{number} handym{'a' if number == 1 else 'e'}n"


def helping(up: int, down: int) -> str:
    """How handymen change a price; empty when none does."""
    parts = [f"{count(number)} {way}" for number, way in ((up, "up"), (down, "down")) if number]
    return f" ({' and '.join(parts)})" if parts else ""


def _dice(state: AlhambraState, seat: int) -> str:
    shown = need(state.handymen).dice
    if dice.is_triple(shown, state.components.modules.handymen.dice):
        return f"accept or refuse the dice: a triple of {shown[0]}, which is wild"
    values = " or ".join(map(str, sorted(dice.values(shown))))
    return f"accept or refuse the dice: {', '.join(map(str, shown))}, which make {values or 'nothing'}"


def _refuse(state: AlhambraState, choice: RefuseRoll) -> str:
    last = len(need(state.handymen).dice) == state.components.modules.handymen.dice
    return "refuse: the results are lost" if last else "refuse and roll the next die"


def _put_on_market(state: AlhambraState, choice: PutOnMarket) -> str:
    return f"put a handyman onto market space {choice.space}, {thing(state.market[choice.space - 1] or '')}"


def _take_back(state: AlhambraState, choice: TakeBack) -> str:
    if choice.number == 0:
        return f"leave the handymen on market space {choice.space}"
    return f"take {count(choice.number)} back from market space {choice.space}"


def _put(event: handymen_pb2.HandymanPutOnMarket | handymen_pb2.HandymanPutOnTile, where: str, name: Name) -> str:
    how = f"with {event.value}" if event.HasField("value") else "with a triple"
    return f"{name(event.seat)} puts a handyman onto {where} {how}"


def _taken_back(event: handymen_pb2.HandymenTakenBack, name: Name) -> str:
    if event.number == 0:
        return f"{name(event.seat)} leaves the handymen on market space {event.space}"
    return f"{name(event.seat)} takes {count(event.number)} back from market space {event.space}"


CHOICES: dict[type, Callable[[AlhambraState, Any], str]] = {
    RollDie: lambda state, choice: "roll the dice; then you can only take money this turn",
    RefuseRoll: _refuse,
    PutOnMarket: _put_on_market,
    PutOnTile: lambda state, choice: f"put a handyman onto {owned(state, choice.tile)}",
    TakeBack: _take_back,
}

DECISIONS: dict[int, Callable[[AlhambraState, int], str]] = {
    dice.DICE: _dice,
    dice.TAKE_MONEY: lambda state, seat: "take money; the dice allow nothing else",
    left.TAKE_BACK: lambda state, seat: (
        f"take handymen back from market space {min(need(state.handymen).left)}, whose building was bought"
    ),
}

EVENTS: Writers = {
    "die_rolled": lambda e, name: f"{name(e.seat)} rolls a {e.result} with die {e.number}",
    "handyman_put_on_market": lambda e, name: _put(e, f"market space {e.space}", name),
    "handyman_put_on_tile": lambda e, name: _put(e, thing(e.tile), name),
    "roll_lost": lambda e, name: f"{name(e.seat)} makes nothing of the dice",
    "handymen_used": lambda e, name: f"{name(e.seat)} uses handymen on market space {e.space}{helping(e.up, e.down)}",
    "handymen_taken_back": _taken_back,
}
