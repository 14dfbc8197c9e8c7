"""Gates Without End in words."""

from collections.abc import Callable
from typing import Any

from ludarium.games.alhambra.v1 import gates_pb2

from server.games.alhambra.choices import (
    AddWallPiece,
    BuyAtGate,
    Cell,
    DeclineBonus,
    Move,
    PayCard,
    PlaceKey,
    PlacePlaza,
    ReservePlaza,
    SwapSpaces,
    TakeCard,
    TakePoints,
    TakeSemiBuilding,
)
from server.games.alhambra.content.module_records import BONUSES
from server.games.alhambra.content.records import SIDES, TYPES
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.gates import keys, purchase
from server.games.alhambra.modules.gates.facing import facing
from server.games.alhambra.modules.handymen.words import helping
from server.games.alhambra.names import owned, place, thing
from server.games.alhambra.state import AlhambraState
from server.games.kernel.words import Name, Writers


def bonus(number: int) -> str:
    """`wall piece`, `2 points`."""
    words = BONUSES[number - 1]
    if words.startswith("points"):
        points = words.split("_")[1]
        return f"{points} point{'s' if points != '1' else ''}"
    return words.replace("_", " ")


def _place_key(state: AlhambraState, choice: PlaceKey) -> str:
    """`rotation 2: player 1 redesign, player 2 plaza`; seats in turn order."""
    board = state.components.modules.gates
    sides = board.keys[need(state.gates).center or ""]
    shown = [
        f"seat {seat} {bonus(sides[(board.gates.index(state.players[seat].color) - choice.rotation) % len(sides)])}"
        for seat in state.from_seat(state.active)
    ]
    return f"rotation {choice.rotation}: {', '.join(shown)}"


def _buy(state: AlhambraState, choice: BuyAtGate) -> str:
    price = max(0, state.components.modules.gates.price + choice.handymen_up - choice.handymen_down)
    tile = thing(state.market[choice.space - 1] or "")
    return f"buy {tile} for {price}{helping(choice.handymen_up, choice.handymen_down)}, in any currencies"


def _swap(state: AlhambraState, choice: SwapSpaces) -> str:
    def there(space: int) -> str:
        tile = state.market[space - 1]
        return f"space {space} ({thing(tile) if tile else 'empty'})"

    return f"swap {there(choice.space)} and {there(choice.other_space)}"


def _payment(state: AlhambraState, seat: int) -> str:
    buying = need(need(state.gates).purchase)
    tile = thing(state.market[buying.space - 1] or "")
    return f"pay for {tile}: {buying.paid} of {buying.price_due} so far"


def _not_used(event: gates_pb2.BonusNotUsed, name: Name) -> str:
    return f"{name(event.seat)} {'can' if event.lapsed else 'does'} not use {bonus(event.bonus)}"


CHOICES: dict[type, Callable[[AlhambraState, Any], str]] = {
    PlaceKey: _place_key,
    Move: lambda state, choice: f"redesign: move {owned(state, choice.tile)} to {place(choice.cell)}",
    AddWallPiece: lambda state, choice: f"add a wall piece {SIDES[choice.side - 1]} of {owned(state, choice.tile)}",
    BuyAtGate: _buy,
    PayCard: lambda state, choice: f"pay {thing(choice.card)}",
    TakeCard: lambda state, choice: f"take {thing(choice.card)}",
    TakeSemiBuilding: lambda state, choice: f"take the semi-building {TYPES[choice.type - 1]}",
    SwapSpaces: _swap,
    PlacePlaza: lambda state, choice: f"place a plaza {place(choice.cell)}",
    ReservePlaza: lambda state, choice: "put a plaza into the reserve",
    TakePoints: lambda state, choice: "take the points",
    DeclineBonus: lambda state, choice: "don't use the bonus",
}

DECISIONS: dict[int, Callable[[AlhambraState, int], str]] = {
    keys.PLACE_KEY: lambda state, seat: f"turn {thing(need(state.gates).center or '')} on the gate board",
    keys.GATE_BONUS: lambda state, seat: f"use the bonus of the gate: {bonus(facing(state, seat))}",
    purchase.GATE_PAYMENT: _payment,
    purchase.PLACE_GATE_TILE: lambda state, seat: "place the building bought at the gate",
}

EVENTS: Writers = {
    "keys_shuffled": lambda e, name: f"{e.count} keys are shuffled",
    "key_taken": lambda e, name: f"{name(e.seat)} takes a key",
    "key_revealed": lambda e, name: f"{name(e.seat)} reveals {thing(e.key)}",
    "key_placed": lambda e, name: f"{name(e.seat)} turns the key to rotation {e.rotation}",
    "bonus_offered": lambda e, name: f"{name(e.seat)} comes to the gate: {bonus(e.bonus)}",
    "bonus_not_used": _not_used,
    "tile_moved": lambda e, name: f"{name(e.seat)} moves {thing(e.tile)} {place(Cell(e.cell.x, e.cell.y))}",
    "wall_piece_added": lambda e, name: f"{name(e.seat)} adds a wall piece {SIDES[e.side - 1]} of {thing(e.tile)}",
    "gate_purchase_began": lambda e, name: (
        f"{name(e.seat)} chooses market space {e.space} for {e.price_due}{helping(e.handymen_up, e.handymen_down)}"
    ),
    "card_paid": lambda e, name: f"{name(e.seat)} pays {thing(e.card)}, {e.paid} so far",
    "gate_building_bought": lambda e, name: f"{name(e.seat)} buys {thing(e.tile)} for {e.price_due}, paying {e.paid}",
    "semi_building_taken": lambda e, name: f"{name(e.seat)} takes the semi-building {TYPES[e.type - 1]}",
    "spaces_swapped": lambda e, name: f"{name(e.seat)} swaps market spaces {e.space} and {e.other_space}",
    "plaza_placed": lambda e, name: f"{name(e.seat)} places a plaza {place(Cell(e.cell.x, e.cell.y))}",
    "plaza_reserved": lambda e, name: f"{name(e.seat)} puts a plaza into the reserve",
    "key_removed": lambda e, name: f"{thing(e.key)} leaves the game",
}
