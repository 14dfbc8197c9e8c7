"""The greedy bot for Alhambra: values what each choice leaves it with, and takes the best."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludarium.games.alhambra.v1 import commands_pb2, view_pb2

from clients.bots.greedy import designers
from clients.bots.greedy.reckoning import (
    ACTION,
    IN_RESERVE,
    Table,
    building_worth,
    coins_worth,
    majority_gain,
    majority_loss,
    shape_gain,
    table_of,
)

WORST = -1e9
"""For what is never done while there is anything else."""


def values(view: view_pb2.View, choices: Sequence[commands_pb2.Command], seat: int) -> list[float]:
    """What each choice is worth to `seat`."""
    table = table_of(view, seat)
    return [_value(table, command, choices) for command in choices]


def _value(table: Table, command: commands_pb2.Command, choices: Sequence[commands_pb2.Command]) -> float:
    name = command.WhichOneof("command")
    if name == "roll_die":
        takings = (_take_money(table, other.take_money) for other in choices if other.HasField("take_money"))
        return designers.ROLL + max(takings, default=0.0)
    return _VALUES[name](table, getattr(command, name)) if name in _VALUES else WORST


def _take_money(table: Table, command: commands_pb2.TakeMoney) -> float:
    """Coins for what they can still buy."""
    cards = {card.id: card for card in table.view.display}
    held = Counter(table.coins)
    gain = 0.0
    for card_id in command.cards:
        card = cards[card_id]
        gain += coins_worth(table, held[card.currency] + card.value) - coins_worth(table, held[card.currency])
        held[card.currency] += card.value
    return gain + 0.1 * len(command.cards)


def _buy(table: Table, command: commands_pb2.Buy) -> float:
    """The building, less the coins and handymen; an exact payment brings another action, and modules rewards."""
    space = table.view.market[command.space - 1]
    paid = sum(table.values.get(card) or _value_in_name(card) for card in command.cards)
    if command.space not in table.worths:
        table.worths[command.space] = building_worth(table, space.tile)
    held = table.coins[space.currency]
    cost = coins_worth(table, held) - coins_worth(table, held - paid)
    exact = paid == max(0, space.tile.price + command.handymen_up - command.handymen_down)
    more = ACTION if exact else designers.reward(table, command.space) - 0.01 * len(command.cards)
    return table.worths[command.space] - cost + more + designers.purchase(table, space.tile, command)


def _value_in_name(card: str) -> int:
    """The value of a card that can't be seen, as its id tells it: `florin_9`."""
    return int(card.rpartition("_")[2])


def _place(table: Table, command: Any) -> float:
    """A building goes to a cell: bought, left over, or from the reserve."""
    tile = table.tiles[command.tile]
    gain = majority_gain(table, int(tile.type))
    return gain + shape_gain(table, {(command.cell.x, command.cell.y): frozenset(tile.walls)})


def _build(table: Table, command: commands_pb2.Build) -> float:
    tile = table.tiles[command.tile]
    return _place(table, command) - IN_RESERVE * majority_gain(table, int(tile.type))


def _reserve(table: Table, command: commands_pb2.Reserve) -> float:
    time = min(1.0, 4 * table.time_left)
    return IN_RESERVE * time * majority_gain(table, int(table.tiles[command.tile].type))


def _store(table: Table, command: commands_pb2.Store) -> float:
    """Only for the shape: an Alhambra walled in can be opened again."""
    tile = table.tiles[command.tile]
    lost = (1 - IN_RESERVE) * majority_loss(table, int(tile.type))
    return shape_gain(table, {table.cells[tile.id]: None}) - lost - ACTION


def _exchange(table: Table, command: commands_pb2.Exchange) -> float:
    comes, goes = table.tiles[command.tile], table.tiles[command.other_tile]
    gain = shape_gain(table, {table.cells[goes.id]: frozenset(comes.walls)})
    if comes.type == goes.type:
        return gain
    keeps = 1 - IN_RESERVE
    return gain + keeps * (majority_gain(table, int(comes.type)) - majority_loss(table, int(goes.type)))


def _give_to_dirk(table: Table, command: commands_pb2.GiveToDirk) -> float:
    return -1.0


def _pass(table: Table, command: commands_pb2.Pass) -> float:
    return 0.0


_VALUES: dict[str, Any] = {
    "take_money": _take_money,
    "buy": _buy,
    "build": _build,
    "store": _store,
    "exchange": _exchange,
    "pass": _pass,
    "place": _place,
    "reserve": _reserve,
    "give_to_dirk": _give_to_dirk,
    **designers.VALUES,
}
