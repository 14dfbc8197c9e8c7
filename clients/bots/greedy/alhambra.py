"""The greedy bot for Alhambra: values what each choice leaves it with, and takes the best."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ludarium.games.alhambra.v1 import commands_pb2, view_pb2

from clients.bots.greedy.estate import At, longest_wall, openings
from clients.bots.greedy.majorities import SCORINGS, worth

MONEY = 0.55
"""Points that a coin in hand is worth while there is time to spend it and it can pay for the next building."""
ACTION = 4.0
"""Points that an extra action is worth."""
SURPLUS = (1.0, 0.5, 0.1)
"""What a coin is worth that pays for the first, the second and a later building in its currency."""
IN_RESERVE = 0.45
"""What a building in the reserve keeps of its worth: it costs another action to build."""
WALL = 0.85
"""Points a segment of the longest wall brings in a scoring to come, some of which will be built over."""
CRAMPED = 0.8
"""Points lost for each opening, squared, that an Alhambra has too few."""
ROOM = 5
"""Openings that leave room enough."""
DEAREST = 13
"""The highest price."""
TILES = 54


@dataclass(slots=True)
class _Table:
    """What a seat knows, in the form in which it is reckoned with."""

    view: view_pb2.View
    me: view_pb2.PlayerView
    tiles: dict[str, view_pb2.TileView]
    estate: dict[At, frozenset[int]]
    cells: dict[str, At]
    counts: Counter[int]
    rivals: list[Counter[int]]
    values: dict[str, int]
    """Of the cards in hand and in the display."""
    coins: Counter[int]
    """In hand, by currency."""
    time_left: float
    """1 at the beginning, 0 when the last building has come up."""
    worths: dict[int, float] = field(default_factory=dict)
    """Of the buildings on the market, by space, as far as they were asked for."""


def choose(view: view_pb2.View, choices: Sequence[commands_pb2.Command], seat: int, rng: Random) -> int:
    """The index of the best choice for `seat`, among equals one at random."""
    table = _table(view, seat)
    best, ties = -1e9, [0]
    for index, command in enumerate(choices):
        name = command.WhichOneof("command")
        value = _VALUES[name](table, getattr(command, name)) if name else -1e9
        if value > best + 1e-9:
            best, ties = value, [index]
        elif value > best - 1e-9:
            ties.append(index)
    return rng.choice(ties)


def _table(view: view_pb2.View, seat: int) -> _Table:
    me = view.players[seat]
    tiles = {placed.tile.id: placed.tile for placed in me.alhambra}
    tiles |= {tile.id: tile for tile in [*me.reserve, *me.bought, *me.leftover]}
    tiles |= {space.tile.id: space.tile for space in view.market}
    rivals = [_counts(player) for player in view.players if player.seat != seat]
    if view.HasField("dirk"):
        rivals.append(Counter(int(tile.type) for tile in view.dirk.buildings))
    return _Table(
        view=view,
        me=me,
        tiles=tiles,
        estate={(placed.cell.x, placed.cell.y): frozenset(placed.tile.walls) for placed in me.alhambra},
        cells={placed.tile.id: (placed.cell.x, placed.cell.y) for placed in me.alhambra},
        counts=_counts(me),
        rivals=rivals,
        values={card.id: card.value for card in [*me.hand, *view.display]},
        coins=Counter(int(card.currency) for card in me.hand for _ in range(card.value)),
        time_left=0.0 if view.ending else min(1.0, view.draw_pile_count / (TILES * 0.7)),
    )


def _counts(player: view_pb2.PlayerView) -> Counter[int]:
    return Counter(int(placed.tile.type) for placed in player.alhambra if placed.tile.type)


def _take_money(table: _Table, command: commands_pb2.TakeMoney) -> float:
    """Coins for what they can still buy."""
    cards = {card.id: card for card in table.view.display}
    held = Counter(table.coins)
    gain = 0.0
    for card_id in command.cards:
        card = cards[card_id]
        gain += _coins_worth(table, held[card.currency] + card.value) - _coins_worth(table, held[card.currency])
        held[card.currency] += card.value
    return gain + 0.1 * len(command.cards)


def _buy(table: _Table, command: commands_pb2.Buy) -> float:
    """The building, less the coins; an exact payment brings another action."""
    space = table.view.market[command.space - 1]
    paid = sum(table.values.get(card) or _value_in_name(card) for card in command.cards)
    if command.space not in table.worths:
        table.worths[command.space] = _building_worth(table, space.tile)
    held = table.coins[space.currency]
    cost = _coins_worth(table, held) - _coins_worth(table, held - paid)
    return table.worths[command.space] - cost + (ACTION if paid == space.tile.price else -0.01 * len(command.cards))


def _value_in_name(card: str) -> int:
    """The value of a card that can't be seen, as its id tells it: `florin_9`."""
    return int(card.rpartition("_")[2])


def _coins_worth(table: _Table, coins: int) -> float:
    """What that many coins of one currency are worth: the more there are, the less a further one."""
    first = min(coins, DEAREST)
    second = min(coins - first, DEAREST)
    worth_now = SURPLUS[0] * first + SURPLUS[1] * second + SURPLUS[2] * (coins - first - second)
    return MONEY * min(1.0, 3 * table.time_left) * worth_now


def _building_worth(table: _Table, tile: view_pb2.TileView) -> float:
    """What a building adds once it is built: its majority, and a guess at its walls."""
    walls = len(tile.walls) * WALL * 0.5 * (SCORINGS - table.view.scorings_done)
    return _majority_gain(table, int(tile.type)) + walls


def _majority_gain(table: _Table, kind: int) -> float:
    rivals = tuple(sorted(counts[kind] for counts in table.rivals))
    mine = table.counts[kind]
    done = table.view.scorings_done
    return worth(kind - 1, mine + 1, rivals, done) - worth(kind - 1, mine, rivals, done)


def _shape(table: _Table, estate: dict[At, frozenset[int]]) -> float:
    """What the shape of an Alhambra is worth: its wall in the scorings to come, and room to grow."""
    scorings = SCORINGS - table.view.scorings_done
    cramped = max(0, ROOM - openings(estate)) * table.time_left
    return WALL * scorings * longest_wall(estate) - CRAMPED * cramped * cramped


def _shape_gain(table: _Table, changes: dict[At, frozenset[int] | None]) -> float:
    changed = dict(table.estate)
    for cell, walls in changes.items():
        if walls is None:
            changed.pop(cell)
        else:
            changed[cell] = walls
    return _shape(table, changed) - _shape(table, table.estate)


def _place(table: _Table, command: Any) -> float:
    """A building goes to a cell: bought, left over, or from the reserve."""
    tile = table.tiles[command.tile]
    gain = _majority_gain(table, int(tile.type))
    return gain + _shape_gain(table, {(command.cell.x, command.cell.y): frozenset(tile.walls)})


def _build(table: _Table, command: commands_pb2.Build) -> float:
    tile = table.tiles[command.tile]
    return _place(table, command) - IN_RESERVE * _majority_gain(table, int(tile.type))


def _reserve(table: _Table, command: commands_pb2.Reserve) -> float:
    time = min(1.0, 4 * table.time_left)
    return IN_RESERVE * time * _majority_gain(table, int(table.tiles[command.tile].type))


def _store(table: _Table, command: commands_pb2.Store) -> float:
    """Only for the shape: an Alhambra walled in can be opened again."""
    tile = table.tiles[command.tile]
    lost = (1 - IN_RESERVE) * _majority_loss(table, int(tile.type))
    return _shape_gain(table, {table.cells[tile.id]: None}) - lost - ACTION


def _exchange(table: _Table, command: commands_pb2.Exchange) -> float:
    comes, goes = table.tiles[command.tile], table.tiles[command.other_tile]
    gain = _shape_gain(table, {table.cells[goes.id]: frozenset(comes.walls)})
    if comes.type == goes.type:
        return gain
    keeps = 1 - IN_RESERVE
    return gain + keeps * (_majority_gain(table, int(comes.type)) - _majority_loss(table, int(goes.type)))


def _majority_loss(table: _Table, kind: int) -> float:
    rivals = tuple(sorted(counts[kind] for counts in table.rivals))
    mine = table.counts[kind]
    done = table.view.scorings_done
    return worth(kind - 1, mine, rivals, done) - worth(kind - 1, mine - 1, rivals, done)


def _give_to_dirk(table: _Table, command: commands_pb2.GiveToDirk) -> float:
    return -1.0


def _pass(table: _Table, command: commands_pb2.Pass) -> float:
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
}
