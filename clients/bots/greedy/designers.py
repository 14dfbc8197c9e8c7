"""What the Designers' Expansion of Alhambra is worth to the greedy bot."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludarium.games.alhambra.v1 import fresh_colors_pb2, gates_pb2, handymen_pb2, types_pb2, view_pb2

from clients.bots.greedy.estate import STEPS, At
from clients.bots.greedy.majorities import SCORINGS, worth
from clients.bots.greedy.reckoning import (
    IN_RESERVE,
    Table,
    building_worth,
    coins_worth,
    shape_gain,
)

ROLL = 0.7
"""What rolling dice adds to a turn in which money is taken."""
HANDYMAN = 0.6
"""A handyman in the supply."""
ON_MARKET = 1.0
"""A handyman on a market space: it can make a payment exact."""
ANOTHER_DIE = 1.1
"""What the next die promises."""
KEY = 1.5
"""A key in front of the player."""
NEEDED, SPARE = 1.6, 0.5
"""A colour tile that an own project requires, and any other."""
BONUSES: dict[int, float] = {
    gates_pb2.GATE_BONUS_REDESIGN: 2.5,
    gates_pb2.GATE_BONUS_WALL_PIECE: 2.0,
    gates_pb2.GATE_BONUS_MONEY_CARD: 3.0,
    gates_pb2.GATE_BONUS_SEMI_BUILDING: 3.0,
    gates_pb2.GATE_BONUS_SWAP_BUILDINGS: 0.5,
    gates_pb2.GATE_BONUS_PLAZA: 0.7,
    gates_pb2.GATE_BONUS_POINTS_1: 1.0,
    gates_pb2.GATE_BONUS_POINTS_2: 2.0,
}
"""Roughly, what a bonus is worth to whoever has it."""
OTHERS = 0.4
"""What a point of another player counts for when a key is turned."""
PRICE_AT_GATE = 14


def left(table: Table) -> int:
    """Scorings still to come."""
    return SCORINGS - table.view.scorings_done


def reward(table: Table, space: int) -> float:
    """What overpaying brings: the best of its column."""
    if not table.view.HasField("fresh_colors"):
        return 0.0
    fresh = table.view.fresh_colors
    column = fresh.columns[space - 1]
    sets = [_colors(table, offered.colors) for offered in column.sets]
    projects = [_project(table, project) for project in (column.project, fresh.top) if _may_take(table, project)]
    return 0.8 * max([*sets, *projects, 0.0])


def purchase(table: Table, tile: view_pb2.TileView, command: Any) -> float:
    """What a purchase brings and costs besides building and coins."""
    used = HANDYMAN * float(command.handymen_up + command.handymen_down)
    arcades = tile.type == types_pb2.BUILDING_TYPE_ARCADES and table.view.gates.stack_count
    return (KEY if arcades else 0.0) - used


def _put_on_tile(table: Table, command: handymen_pb2.PutOnTile) -> float:
    """More points by groups in the scorings to come, a hope of more, and the handyman is gone from the supply."""
    cell = table.cells.get(command.tile)
    if cell is None:
        return IN_RESERVE * left(table) - HANDYMAN
    on = {(p.cell.x, p.cell.y) for p in table.me.alhambra if p.tile.handyman}
    gain = _largest(on | {cell}) - _largest(on)
    return left(table) * (gain + 0.3) - HANDYMAN


def _largest(cells: set[At]) -> int:
    rest, largest = set(cells), 0
    while rest:
        front, size = [rest.pop()], 0
        while front:
            x, y = front.pop()
            size += 1
            joined = {(x + dx, y + dy) for dx, dy in STEPS.values()} & rest
            rest -= joined
            front.extend(joined)
        largest = max(largest, size)
    return largest


def _put_on_market(table: Table, command: handymen_pb2.PutOnMarket) -> float:
    space = table.view.market[command.space - 1]
    near = abs(table.coins[space.currency] - space.tile.price) <= 2
    return (ON_MARKET if near else 0.5) * (1 + table.time_left) - HANDYMAN


def _refuse_roll(table: Table, command: handymen_pb2.RefuseRoll) -> float:
    return ANOTHER_DIE if len(table.view.handymen.dice) < 3 else 0.0


def _take_back(table: Table, command: handymen_pb2.TakeBack) -> float:
    return 0.1 * command.number


def _place_key(table: Table, command: gates_pb2.PlaceKey) -> float:
    """The own bonus, less a part of those of the others."""
    gates = table.view.gates
    sides = gates.center.sides
    colors = [gate.color for gate in gates.gates]
    value = 0.0
    for player in table.view.players:
        bonus = sides[(colors.index(player.color) - command.rotation) % len(sides)]
        own = player.seat == table.me.seat
        value += _bonus(table, bonus) if own else -OTHERS * BONUSES.get(bonus, 3.0)
    return value


def _bonus(table: Table, bonus: int) -> float:
    """What a bonus is worth to this seat."""
    if bonus == gates_pb2.GATE_BONUS_BUY_BUILDING:
        if sum(table.coins.values()) < PRICE_AT_GATE:
            return 0.0
        tiles = (space.tile for space in table.view.market if space.HasField("tile"))
        return max([0.0, *(building_worth(table, tile) - 0.5 * PRICE_AT_GATE for tile in tiles)])
    return BONUSES[bonus]


def _move(table: Table, command: gates_pb2.Move) -> float:
    walls = frozenset(table.tiles[command.tile].walls)
    return shape_gain(table, {table.cells[command.tile]: None, (command.cell.x, command.cell.y): walls})


def _add_wall_piece(table: Table, command: gates_pb2.AddWallPiece) -> float:
    walls = frozenset({*table.tiles[command.tile].walls, command.side})
    return shape_gain(table, {table.cells[command.tile]: walls})


def _buy_at_gate(table: Table, command: gates_pb2.BuyAtGate) -> float:
    tile = table.view.market[command.space - 1].tile
    price = max(0, PRICE_AT_GATE + command.handymen_up - command.handymen_down)
    wealth = sum(table.coins.values())
    all_coins = sum(coins_worth(table, coins) for coins in table.coins.values())
    return building_worth(table, tile) + purchase(table, tile, command) - all_coins * price / max(1, wealth)


def _pay_card(table: Table, command: gates_pb2.PayCard) -> float:
    """Coins that are worth little first, and as few as possible too many."""
    buying = table.view.gates.purchase
    card = next((card for card in table.me.hand if card.id == command.card), None)
    if card is None:
        return 0.0
    held = table.coins[card.currency]
    each = (coins_worth(table, held) - coins_worth(table, held - card.value)) / card.value
    return -each - 0.3 * max(0, buying.paid + card.value - buying.price_due)


def _take_card(table: Table, command: gates_pb2.TakeCard) -> float:
    card = next((card for card in table.view.display if card.id == command.card), None)
    if card is None:
        return 0.0
    held = table.coins[card.currency]
    return coins_worth(table, held + card.value) - coins_worth(table, held) + 0.1


def _take_semi_building(table: Table, command: gates_pb2.TakeSemiBuilding) -> float:
    kind, mine = int(command.type), table.counts[int(command.type)]
    if not mine:
        return 0.1 * kind
    rivals = tuple(sorted(theirs[kind] for theirs in table.rivals))
    done = table.view.scorings_done
    return worth(kind - 1, mine + 0.5, rivals, done) - worth(kind - 1, mine, rivals, done) + 0.1


def _swap_spaces(table: Table, command: gates_pb2.SwapSpaces) -> float:
    one, other = (table.view.market[space - 1] for space in (command.space, command.other_space))
    now = _within_reach(table, one, one) + _within_reach(table, other, other)
    return 0.4 * (_within_reach(table, one, other) + _within_reach(table, other, one) - now) - 0.01


def _within_reach(table: Table, there: view_pb2.MarketSpaceView, paid_on: view_pb2.MarketSpaceView) -> float:
    if not there.HasField("tile") or table.coins[paid_on.currency] < there.tile.price:
        return 0.0
    return building_worth(table, there.tile)


def _place_plaza(table: Table, command: gates_pb2.PlacePlaza) -> float:
    return shape_gain(table, {(command.cell.x, command.cell.y): frozenset()}) + 0.1


def _colors(table: Table, colors: Iterable[int]) -> float:
    """What colour tiles are worth: those still missing for own projects more than others."""
    missing = _missing(table)
    value = 0.0
    for color in colors:
        value += NEEDED if missing[color] > 0 else SPARE
        missing[color] -= 1
    free = 5 - sum(_own(table).colors)
    return value * min(1.0, 3 * table.time_left) * (1.0 if free > 0 else 0.5)


def _missing(table: Table) -> Counter[int]:
    own = _own(table)
    required = Counter(int(color) for project in own.incomplete for color in project.requires)
    required.subtract(dict(enumerate(own.colors, start=1)))
    return required


def _own(table: Table) -> fresh_colors_pb2.ProjectsOfPlayerView:
    return table.view.fresh_colors.players[table.me.seat]


def _project(table: Table, project: fresh_colors_pb2.ProjectView) -> float:
    """Points of its type in the scorings to come, less what it requires."""
    missing = _missing(table) + Counter(int(color) for color in project.requires)
    needed = sum(max(0, number) for number in missing.values())
    points = 2 * (table.counts[int(project.type)] + 1) * max(0.0, left(table) - 0.3 * needed)
    return (points - 2.0) * min(1.0, 2 * table.time_left)


def _may_take(table: Table, project: fresh_colors_pb2.ProjectView) -> bool:
    own = _own(table)
    types = {owned.type for owned in [*own.incomplete, *own.completed]}
    return bool(project.id) and project.type not in types and len(own.incomplete) < 2


def _take_project(table: Table, command: fresh_colors_pb2.TakeProject) -> float:
    fresh = table.view.fresh_colors
    on_board = command.source == fresh_colors_pb2.PROJECT_SOURCE_BOARD
    return _project(table, fresh.columns[fresh.reward_space - 1].project if on_board else fresh.top)


def _take_color_set(table: Table, command: fresh_colors_pb2.TakeColorSet) -> float:
    fresh = table.view.fresh_colors
    return _colors(table, fresh.columns[fresh.reward_space - 1].sets[command.set - 1].colors)


def _discard_colors(table: Table, command: fresh_colors_pb2.DiscardColors) -> float:
    missing = _missing(table)
    missing.update(int(color) for color in command.colors)
    return -float(sum(missing[int(color)] > 0 for color in command.colors))


def _complete_projects(table: Table, command: fresh_colors_pb2.CompleteProjects) -> float:
    own = {project.id: project for project in _own(table).incomplete}
    counts = (table.counts[int(own[name].type)] for name in command.projects)
    return sum(2 * left(table) * (count + table.time_left) for count in counts)


def _nothing(table: Table, command: Any) -> float:
    return 0.0


VALUES: dict[str, Any] = {
    "roll_die": _nothing,
    "refuse_roll": _refuse_roll,
    "put_on_market": _put_on_market,
    "put_on_tile": _put_on_tile,
    "take_back": _take_back,
    "place_key": _place_key,
    "move": _move,
    "add_wall_piece": _add_wall_piece,
    "buy_at_gate": _buy_at_gate,
    "pay_card": _pay_card,
    "take_card": _take_card,
    "take_semi_building": _take_semi_building,
    "swap_spaces": _swap_spaces,
    "place_plaza": _place_plaza,
    "reserve_plaza": lambda table, command: 0.05,
    "take_points": lambda table, command: 1.0,
    "decline_bonus": _nothing,
    "take_project": _take_project,
    "take_color_set": _take_color_set,
    "decline_reward": _nothing,
    "discard_colors": _discard_colors,
    "complete_projects": _complete_projects,
}
"""By name of a command, what it is worth."""
