"""What a seat of Alhambra knows, and what things are worth to it."""

from collections import Counter
from dataclasses import dataclass, field

from ludarium.games.alhambra.v1 import view_pb2

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
class Table:
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


def table_of(view: view_pb2.View, seat: int) -> Table:
    """The view, in the form in which it is reckoned with."""
    me = view.players[seat]
    tiles = {placed.tile.id: placed.tile for placed in me.alhambra}
    tiles |= {tile.id: tile for tile in [*me.reserve, *me.bought, *me.leftover]}
    tiles |= {space.tile.id: space.tile for space in view.market}
    rivals = [counts(player) for player in view.players if player.seat != seat]
    if view.HasField("dirk"):
        rivals.append(Counter(int(tile.type) for tile in view.dirk.buildings))
    return Table(
        view=view,
        me=me,
        tiles=tiles,
        estate={(placed.cell.x, placed.cell.y): frozenset(placed.tile.walls) for placed in me.alhambra},
        cells={placed.tile.id: (placed.cell.x, placed.cell.y) for placed in me.alhambra},
        counts=counts(me),
        rivals=rivals,
        values={card.id: card.value for card in [*me.hand, *view.display]},
        coins=Counter(int(card.currency) for card in me.hand for _ in range(card.value)),
        time_left=0.0 if view.ending else min(1.0, view.draw_pile_count / (TILES * 0.7)),
    )


def counts(player: view_pb2.PlayerView) -> Counter[int]:
    """Buildings in an Alhambra by type."""
    return Counter(int(placed.tile.type) for placed in player.alhambra if placed.tile.type)


def coins_worth(table: Table, coins: int) -> float:
    """What that many coins of one currency are worth: the more there are, the less a further one."""
    first = min(coins, DEAREST)
    second = min(coins - first, DEAREST)
    worth_now = SURPLUS[0] * first + SURPLUS[1] * second + SURPLUS[2] * (coins - first - second)
    return MONEY * min(1.0, 3 * table.time_left) * worth_now


def building_worth(table: Table, tile: view_pb2.TileView) -> float:
    """What a building adds once it is built: its majority, and a guess at its walls."""
    walls = len(tile.walls) * WALL * 0.5 * (SCORINGS - table.view.scorings_done)
    return majority_gain(table, int(tile.type)) + walls


def majority_gain(table: Table, kind: int) -> float:
    """What one more building of a type brings in majorities; a tile without a type brings nothing."""
    if not kind:
        return 0.0
    rivals = tuple(sorted(counts[kind] for counts in table.rivals))
    mine = table.counts[kind]
    done = table.view.scorings_done
    return worth(kind - 1, mine + 1, rivals, done) - worth(kind - 1, mine, rivals, done)


def shape(table: Table, estate: dict[At, frozenset[int]]) -> float:
    """What the shape of an Alhambra is worth: its wall in the scorings to come, and room to grow."""
    scorings = SCORINGS - table.view.scorings_done
    cramped = max(0, ROOM - openings(estate)) * table.time_left
    return WALL * scorings * longest_wall(estate) - CRAMPED * cramped * cramped


def shape_gain(table: Table, changes: dict[At, frozenset[int] | None]) -> float:
    """What the shape is worth more after these cells have changed; None empties a cell."""
    changed = dict(table.estate)
    for cell, walls in changes.items():
        if walls is None:
            changed.pop(cell)
        else:
            changed[cell] = walls
    return shape(table, changed) - shape(table, table.estate)


def majority_loss(table: Table, kind: int) -> float:
    """What one building less of a type costs in majorities."""
    if not kind:
        return 0.0
    rivals = tuple(sorted(counts[kind] for counts in table.rivals))
    mine = table.counts[kind]
    done = table.view.scorings_done
    return worth(kind - 1, mine, rivals, done) - worth(kind - 1, mine - 1, rivals, done)
