"""The greedy bot for Castles: it buys and places what brings the most points for its coins."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.games.castles.v1 import commands_pb2, types_pb2, view_pb2

from clients.bots.greedy.castle_fit import REWARDS, Estate, best, estate, worth

COIN, PLENTY = 0.0003, 15_000
"""Points that a coin is worth to whoever has no more than so many: it buys a room later."""
PASS = 5000
SWAN = 1.2
"""Points that a swan token is worth."""
RENOVATION, MOAT, CORRIDOR = 5000, 5000, 3000
"""Prices."""
MARKET = 3.0
"""What an average room brings for its price."""


@dataclass(slots=True)
class _Table:
    view: view_pb2.View
    me: view_pb2.PlayerView
    castle: Estate
    tiles: dict[str, view_pb2.TileView]
    wanted: Counter[int]
    """By type, points that own bonus cards give for a room."""
    coin: float
    """Points that a coin is worth."""


def values(view: view_pb2.View, choices: Sequence[commands_pb2.Command], seat: int) -> list[float]:
    """What each choice is worth to `seat`."""
    table = _table(view, seat)
    return [_value(table, command) for command in choices]


def _value(table: _Table, command: commands_pb2.Command) -> float:
    name = command.WhichOneof("command") or ""
    return VALUES.get(name, _nothing)(table, getattr(command, name))


def _table(view: view_pb2.View, seat: int) -> _Table:
    me = view.players[seat]
    tiles = {lying.tile.id: lying.tile for lying in view.market} | {lying.tile.id: lying.tile for lying in view.pool}
    wanted: Counter[int] = Counter()
    for card in me.bonus_cards:
        kind = card.removeprefix("bonus_type_").upper()
        if card.startswith("bonus_type_"):
            wanted[types_pb2.RoomType.Value(f"ROOM_TYPE_{kind}")] += 2
    if view.HasField("pending"):
        shown = view.pending.shown if view.pending.HasField("shown") else view.pending.hidden_shown
        tiles[shown.id] = shown
    coins = me.coins if me.HasField("coins") else me.own_coins
    return _Table(view, me, estate(me.castle), tiles, wanted, COIN * min(1.0, PLENTY / max(1, coins)))


def _taste(table: _Table, tile: view_pb2.TileView) -> float:
    """What a tile brings beyond its place: own bonus cards, a token."""
    return float(sum(table.wanted[kind] for kind in tile.types))


def _buy_room(table: _Table, choice: commands_pb2.BuyRoom) -> float:
    lying = next(lying for lying in table.view.market if lying.tile.id == choice.tile)
    value = best(table.castle, lying.tile) + _taste(table, lying.tile)
    return value + (SWAN if lying.swan else 0.0) - table.coin * (lying.price - lying.coins)


def _buy_corridor(table: _Table, choice: commands_pb2.BuyCorridor) -> float:
    few = len(table.castle.doors) < 5
    return (4.0 if few and choice.stack == types_pb2.STACK_HALLWAYS else 1.0) - table.coin * CORRIDOR


def _buy_moat(table: _Table, choice: commands_pb2.BuyMoat) -> float:
    types = sum(kind not in (2, 6) for room in table.castle.rooms for kind in room.tile.types)
    return 3.0 + types - table.coin * MOAT + (2.0 if table.castle.moats == 2 else 0.0)


def _buy_renovation(table: _Table, choice: commands_pb2.BuyRenovation) -> float:
    cover = table.tiles[choice.renovation]
    room = table.castle.rooms[choice.room]
    value = float(cover.points) + _taste(table, cover)
    if cover.HasField("center") and cover.center.kind != view_pb2.CENTER_KIND_ADJACENCY:
        everywhere = cover.center.kind == view_pb2.CENTER_KIND_CASTLE
        counted = range(len(table.castle.rooms)) if everywhere else room.connected
        for other in counted:
            kinds = table.castle.rooms[other].tile.types
            value += cover.center.points * sum(kind in cover.center.targets for kind in kinds)
    for other in room.connected:
        center = table.castle.rooms[other].tile.center
        if center.kind == view_pb2.CENTER_KIND_CONNECTION:
            value += center.points * sum(kind in center.targets for kind in cover.types)
    value += table.castle.moats * sum(kind not in (2, 6) for kind in cover.types)
    if room.complete:
        value += sum(REWARDS[kind] for kind in cover.types)
    return value - table.coin * RENOVATION


def _place(table: _Table, choice: commands_pb2.Place) -> float:
    tile = table.tiles.get(choice.tile)
    if tile is None:
        return 0.0
    return worth(table.castle, tile, (choice.x, choice.y, choice.quarter_turns, choice.level))


def _price_tile(table: _Table, choice: commands_pb2.PriceTile) -> float:
    """Cheap prices come first: what is worth least to anybody goes there."""
    tile = table.tiles[choice.tile]
    coins = next(lying.coins for lying in table.view.market if lying.tile.id == choice.tile)
    reach = 2.0 if tile.HasField("center") and tile.center.points > 0 else 0.0
    return -(tile.points + reach + coins / 1500)


def _discard_bonus(table: _Table, choice: commands_pb2.DiscardBonus) -> float:
    return 1.0 if choice.card in HARD else 0.0


def _keep_bonus(table: _Table, choice: commands_pb2.KeepBonus) -> float:
    kind = choice.card.removeprefix("bonus_type_").upper()
    if choice.card.startswith("bonus_type_"):
        number = types_pb2.RoomType.Value(f"ROOM_TYPE_{kind}")
        return 2.0 * sum(number in room.tile.types for room in table.castle.rooms)
    return -1.0 if choice.card in HARD else 2.0


def _take_reward(table: _Table, choice: commands_pb2.TakeReward) -> float:
    """Living rooms last: they score better when more is connected."""
    reward = next(part.reward for part in table.view.rewards if part.number == choice.number)
    return 0.0 if reward == types_pb2.REWARD_LIVING else 2.0


def _choose_reward(table: _Table, choice: commands_pb2.ChooseReward) -> float:
    return REWARDS.get(choice.reward, 0.0)


def _look_into(table: _Table, choice: commands_pb2.LookInto) -> float:
    return 1.0 + 0.1 * choice.stack


def _pass(table: _Table, choice: commands_pb2.Pass) -> float:
    """Worth the less, the more coins lie idle: those who only ever wait would never end the game."""
    return table.coin * (PASS * 0.5 + MARKET / 10 / COIN) - max(0.0, COIN / table.coin - 1.0)


def _nothing(table: _Table, choice: Any) -> float:
    return 0.0


HARD = frozenset({"bonus_all_sizes", "bonus_ten_of_eleven_sizes", "bonus_all_types", "bonus_master_builder"})
"""Bonus cards that rarely pay."""
VALUES: dict[str, Callable[[_Table, Any], float]] = {
    "buy_room": _buy_room,
    "buy_corridor": _buy_corridor,
    "buy_moat": _buy_moat,
    "buy_renovation": _buy_renovation,
    "pass": _pass,
    "trade_swans": lambda table, choice: -1.0,
    "place": _place,
    "price_tile": _price_tile,
    "leave_empty": lambda table, choice: -3.0,
    "add_tile": lambda table, choice: -100.0,
    "discard_bonus": _discard_bonus,
    "keep_bonus": _keep_bonus,
    "take_reward": _take_reward,
    "take_corridor": lambda table, choice: 1.0 if choice.stack == types_pb2.STACK_HALLWAYS else 0.5,
    "choose_reward": _choose_reward,
    "look_into": _look_into,
    "take_tile": lambda table, choice: 1.0,
    "end_turn": lambda table, choice: 1.0,
    "add_passage": lambda table, choice: 1.0,
    "move_coins": lambda table, choice: -1.0,
    "remove_tiles": lambda table, choice: 0.5,
    "plan_rooms": lambda table, choice: -1.0,
}
